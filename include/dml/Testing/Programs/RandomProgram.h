//===- RandomProgram.h - A function put together at random ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is a straight line of steps over numbered values. It is built on
// concrete sizes, the base, and can be asked what other sizes of its arguments
// would lead to.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_PROGRAMS_RANDOMPROGRAM_H
#define DML_TESTING_PROGRAMS_RANDOMPROGRAM_H

#include "dml/IR/Shapes/ShapeInference.h"
#include "dml/Runtime/Values/ElementType.h"
#include "dml/Runtime/Values/Random.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dml {

/// How the types of a program relate to those of what it is run on.
enum class TestMode {
  /// Static types.
  Static,
  /// Dynamic types, refined to the inputs before compiling.
  Refined,
  /// Dynamic types, compiled as they are.
  Dynamic
};
constexpr unsigned kNumTestModes = 3;

/// What sizing knows of a value: the sizes of a tensor, or an index.
struct RunValue {
  Sizes sizes;
  /// Of any integer scalar, sign-extended.
  int64_t index = 0;
  /// Computing it takes too long for a test.
  bool isTooLarge = false;
};

/// Whether there is a tensor of these sizes, of so many elements at most.
bool isAllocatable(SizesRef sizes, int64_t maxElements);

/// The number of a value in its program.
using ValueId = unsigned;

struct ProgramValue {
  /// `%a0` for an argument, `%v3` for the result of a step.
  std::string name;
  ElementType elementType;
  /// As the type says, kDynamic where it leaves a size open.
  Sizes declared;
  bool isScalar;
  RunValue base;
  /// Whether its elements are undefined, as those of `tensor.empty` are. No
  /// step may read them.
  bool isUndefined = false;

  int64_t getRank() const { return static_cast<int64_t>(declared.size()); }
};

/// What an argument is filled with.
enum class ArgumentRole {
  /// Any bits.
  Data,
  /// Offsets into the result of an unpooling.
  Indices,
  /// A size of the result of an unpooling.
  OutputSize,
  /// A scalar that is drawn at the limits of what is valid, and beyond.
  Limit,
  /// Any bits in sizes that follow from earlier values; a run that is to break
  /// a
  /// rule may choose others.
  Sized,
  /// Any bits in the sizes of an earlier value.
  Operand,
  /// As an operand, mostly without zeros.
  Divisor
};

/// Which floats a program computes with.
enum class Numbers {
  /// Any bits.
  Any,
  /// Small multiples of 1/8, no negative zeros among them.
  Eighths,
  /// The same for f16; in f32 and f64 numbers from 1/8 to 8, and their
  /// negatives, of as many digits as there are.
  Fractions
};

struct Argument {
  ValueId value;
  ArgumentRole role;
  /// Of indices: the result that they point into.
  ValueId target = 0;
};

enum class StepKind {
  /// Fails at run time when a rule is broken.
  Operator,
  /// Undefined where its sizes do not fit; such runs are not made.
  Unchecked,
  /// No operation: an argument gets its sizes from an earlier value.
  SizedLike
};

/// The result of a step for these values of the whole program.
using InferFunction =
    std::function<llvm::Expected<RunValue>(llvm::ArrayRef<RunValue>)>;

/// The same for several results, in order.
using InferAllFunction = std::function<llvm::Expected<std::vector<RunValue>>(
    llvm::ArrayRef<RunValue>)>;

struct Step {
  StepKind kind;
  llvm::SmallVector<ValueId, 1> results;
  /// Without the results' names: `tensor.cast %a0 : …`.
  std::string text;
  InferAllFunction infer;
};

/// The type of a step's result; `sizes` must hold for the base.
struct DeclaredResult {
  ElementType elementType;
  Sizes sizes;
};

/// What a run on given sizes comes to.
enum class Outcome { Valid, BreaksRule, Undefined };

class RandomProgram {
public:
  RandomProgram(Random &random, TestMode mode, int64_t maxElements)
      : random(random), mode(mode), maxElements(maxElements) {}

  //===--------------------------------------------------------------------===//
  // Building
  //===--------------------------------------------------------------------===//

  ValueId addArgument(ElementType type, SizesRef sizes,
                      ArgumentRole role = ArgumentRole::Data);
  /// An argument that always has the sizes of `like`, except where a run is to
  /// break rule U1.
  ValueId addArgumentLike(ElementType type, ValueId like);
  ValueId addScalarArgument(ElementType type, ArgumentRole role,
                            int64_t base = 0);

  /// An argument with the sizes that `infer` gives, or its base sizes where
  /// those are not of the declared type.
  ValueId
  addSizedArgument(ElementType type, SizesRef base, SizesRef declared,
                   ArgumentRole role,
                   std::function<Sizes(llvm::ArrayRef<RunValue>)> infer);

  /// Any other value; `declared` must hold for the base, which `infer` gives.
  /// Where a constant breaks the step's rule in every run, `expected` stands in
  /// for the base, as if it did not.
  ValueId addStep(StepKind kind, ElementType type, SizesRef declared,
                  const std::string &text, InferFunction infer,
                  const RunValue *expected = nullptr);
  /// The same for a step of several results.
  llvm::SmallVector<ValueId, 1> addStep(StepKind kind,
                                        llvm::ArrayRef<DeclaredResult> declared,
                                        const std::string &text,
                                        InferAllFunction infer,
                                        llvm::ArrayRef<RunValue> expected = {});
  ValueId addScalarStep(StepKind kind, ElementType type,
                        const std::string &text, InferFunction infer);
  ValueId addIndexStep(const std::string &text, InferFunction infer);

  /// Moves the last step into a private function; `operands` are its operands.
  void outlineLastStep(llvm::ArrayRef<ValueId> operands);

  /// Makes each size dynamic or not, by chance; static in static mode.
  Sizes declare(SizesRef sizes);

  void addResult(ValueId value) { results.push_back(value); }
  /// Adds, of these tensors, all but `last` that nothing uses, because a
  /// compiler removes them and with them what they report, and some others.
  void addOtherResults(llvm::ArrayRef<ValueId> tensors,
                       const llvm::SmallDenseSet<ValueId> &used, ValueId last);
  /// Gives some arguments and results of static types strides (T3). Call it
  /// last.
  void chooseStrides();
  void setTarget(ValueId indices, ValueId target);

  /// Whether runs may break a rule by what tensors contain.
  void setDependsOnData() { dataDecides = true; }
  bool dependsOnData() const { return dataDecides; }
  /// Whether steps may be added that a launch plan cannot express: loops, and
  /// scalars that are computed during a run.
  void setNeedsHost() { hostOnly = true; }
  bool needsHost() const { return hostOnly; }
  /// Element types that steps compute with, and not only move.
  void addComputedType(ElementType type) { computedTypes.push_back(type); }
  llvm::ArrayRef<ElementType> getComputedTypes() const { return computedTypes; }
  /// Whether f32 or f64 are summed. A device may take denormals for zeros (O5),
  /// so that no such number may come about.
  void setSumsFloats() { sumsFloatNumbers = true; }
  bool sumsFloats() const { return sumsFloatNumbers; }
  /// What floats among arguments and constants are.
  void setNumbers(Numbers kind) { numbers = kind; }
  Numbers getNumbers() const { return numbers; }
  /// Whether offsets, sizes and strides are known in every run.
  void setIndicesStatic() { indicesStatic = true; }
  bool hasStaticIndices() const { return indicesStatic; }
  /// Whether bits of one type become those of another.
  void setReinterprets() { reinterpretsBits = true; }
  bool reinterprets() const { return reinterpretsBits; }
  /// Whether a constant breaks a rule in every run.
  bool isBroken() const { return broken; }

  //===--------------------------------------------------------------------===//
  // Looking
  //===--------------------------------------------------------------------===//

  Random &getRandom() { return random; }
  TestMode getMode() const { return mode; }
  int64_t getMaxElements() const { return maxElements; }
  llvm::ArrayRef<ProgramValue> getValues() const { return values; }
  const ProgramValue &getValue(ValueId id) const { return values[id]; }
  void setUndefined(ValueId id) { values[id].isUndefined = true; }
  llvm::ArrayRef<Argument> getArguments() const { return arguments; }
  llvm::ArrayRef<ValueId> getResults() const { return results; }
  /// `tensor<1x?xf32>`.
  std::string getType(ValueId id) const;
  std::string getNameOf(ValueId id) const { return values[id].name; }

  /// What every value is in the base run.
  std::vector<RunValue> getBase() const;

  /// The module, with @main as its public function.
  std::string print() const;

  /// Computes the values of all steps from those of the arguments. An argument
  /// made by addArgumentLike keeps sizes that it already has.
  Outcome infer(llvm::MutableArrayRef<RunValue> runValues) const;
  /// Whether a run may pass the value where it is declared.
  bool fitsDeclaration(ValueId id, const RunValue &runValue) const;

private:
  ValueId addValue(ProgramValue value);
  /// Whether a run may compute a tensor of these sizes.
  bool isSmall(SizesRef sizes) const;

  Random &random;
  TestMode mode;
  int64_t maxElements;
  std::vector<ProgramValue> values;
  std::vector<Argument> arguments;
  std::vector<Step> steps;
  std::vector<ValueId> results;
  /// Of arguments and results, by their numbers; empty for packed ones.
  std::vector<Sizes> argumentStrides, resultStrides;
  std::vector<ElementType> computedTypes;
  bool dataDecides = false, hostOnly = false, broken = false,
       indicesStatic = false;
  bool sumsFloatNumbers = false, reinterpretsBits = false;
  Numbers numbers = Numbers::Any;
  std::string helpers;
  unsigned numHelpers = 0;
};

/// `tensor<1x?xf32>`.
std::string spellTensorType(SizesRef declared, ElementType type);

} // namespace dml

#endif // DML_TESTING_PROGRAMS_RANDOMPROGRAM_H
