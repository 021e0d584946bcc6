//===- RandomCase.h - Programs and what to run them on ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is a program and its inputs. Consecutive cases share a program,
// because compiling one takes longer than running it. A case depends on the
// seed, its number and the operator asked for, and on nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_RANDOMCASE_H
#define DML_TESTING_RANDOMCASE_H

#include "dml/Runtime/Values/Tensor.h"
#include "dml/Testing/Programs/RandomProgram.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace dml {

/// What a program is mainly about: one of the operators, in their order, or
/// something else.
enum class TestSubject {
#define DML_OPERATOR(Name, mnemonic) Name,
#include "dml/IR/Operators.def"
  Chain,
  Mixed,
  Limits
};
constexpr unsigned kNumTestSubjects =
    static_cast<unsigned>(TestSubject::Limits) + 1;

/// The spelling of the command line: `max_unpooling`.
llvm::StringRef stringify(TestSubject subject);

constexpr uint64_t kCasesPerProgram = 4;

/// The inputs of one case.
struct CaseInputs {
  std::vector<Tensor> tensors;
  /// Whether they break a rule that only run time can check; nothing where it
  /// depends on what the tensors contain.
  std::optional<bool> breaksRule;
};

/// What the cases with the same program share.
class ProgramOfCases {
public:
  /// The program of cases `number * kCasesPerProgram` and following.
  ProgramOfCases(uint64_t seed, uint64_t number,
                 std::optional<TestSubject> subject);

  TestSubject getSubject() const { return subject; }
  TestMode getMode() const { return mode; }
  /// Whether a launch plan cannot express it.
  bool needsHost() const { return program.needsHost(); }
  /// Element types that it computes with.
  llvm::ArrayRef<ElementType> getComputedTypes() const {
    return program.getComputedTypes();
  }
  /// The module, whose public function is to be run.
  const std::string &getText() const { return text; }
  /// A random number below the bound, the same for all cases of the program.
  uint64_t choose(uint64_t bound) const { return choice % bound; }

  /// The inputs of the case with this number.
  CaseInputs makeInputs(uint64_t caseNumber) const;

private:
  void build(std::optional<TestSubject> wanted);
  std::vector<RunValue> drawSizes(Random &random, bool &breaksRule) const;
  std::vector<RunValue> drawArguments(Random &random, bool breaksRule) const;
  bool breakIndices(Random &random, std::vector<RunValue> &values) const;

  uint64_t seed;
  Random random;
  TestSubject subject = TestSubject::Chain;
  TestMode mode;
  uint64_t choice = 0;
  RandomProgram program;
  std::string text;
};

/// Fills a tensor with random bits, extreme values among them.
void fillData(Random &random, Tensor &tensor);

/// Fills a tensor with random bits, but floats with numbers of this kind.
void fillNumbers(Random &random, Tensor &tensor, Numbers kind);

/// Replaces small numbers of an f32 or f64 tensor by zeros of the same sign, so
/// that no sum of its elements is a denormal.
void removeTinyNumbers(Tensor &tensor);

/// Fills a tensor with random integers, rarely with zeros among them.
void fillDivisors(Random &random, Tensor &tensor);

/// Fills a tensor of ui32, ui64, i32 or i64 with offsets into a result of these
/// sizes, in one of several manners, some of which leave it.
void fillIndices(Random &random, Tensor &tensor, SizesRef resultSizes);

} // namespace dml

#endif // DML_TESTING_RANDOMCASE_H
