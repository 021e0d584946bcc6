//===- RandomCase.cpp - Programs and what to run them on ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/RandomCase.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace dml {

/// How many of a hundred cases with dynamic types break a rule on purpose.
constexpr unsigned kPercentBroken = 6;
/// The same for programs that are about what breaks rules.
constexpr unsigned kPercentBrokenLimits = 35;

StringRef stringify(TestSubject subject) {
  static constexpr StringLiteral names[kNumTestSubjects] = {
#define DML_OPERATOR(Name, mnemonic) #mnemonic,
#include "dml/IR/Operators.def"
      "chain", "mixed", "limits"};
  return names[static_cast<unsigned>(subject)];
}

static TestMode pickMode(Random &random) {
  static constexpr TestMode modes[] = {TestMode::Static, TestMode::Refined,
                                       TestMode::Dynamic};
  return random.pick(ArrayRef(modes));
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

ProgramOfCases::ProgramOfCases(uint64_t seed, uint64_t number,
                               std::optional<TestSubject> wanted)
    : seed(seed), random(seed, number), mode(pickMode(random)),
      program(random, mode, pickMaxElements(random)) {
  build(wanted);
}

/// What the program is to return.
static StepResults addProgram(RandomProgram &program, TestSubject subject) {
  switch (subject) {
  case TestSubject::Chain:
    return {addChainProgram(program)};
  case TestSubject::Mixed:
    return {addMixedProgram(program)};
  case TestSubject::Limits:
    return {addLimitsProgram(program)};
  default:
    return addOperatorProgram(program, static_cast<unsigned>(subject));
  }
}

void ProgramOfCases::build(std::optional<TestSubject> wanted) {
  choice = random.bits() >> 1;
  // Of the operators, chains and mixed programs.
  auto drawn = static_cast<TestSubject>(random.between(0, kNumOperators + 1));
  subject = wanted.value_or(drawn);
  for (ValueId result : addProgram(program, subject))
    program.addResult(result);
  // An argument that comes straight back.
  if (random.chance(6))
    program.addResult(
        program.addScalarArgument(pickElementType(random), ArgumentRole::Data));
  if (random.chance(6) && !program.getArguments().empty())
    program.addResult(random.pick(program.getArguments()).value);
  program.chooseStrides();
  text = program.print();
}

//===----------------------------------------------------------------------===//
// Sizes of a run
//===----------------------------------------------------------------------===//

/// A size to stand in for another: related to it, or any.
static int64_t redrawSize(Random &random, int64_t base) {
  switch (random.between(0, 4)) {
  case 0:
  case 1:
    return base;
  case 2:
    return base * random.between(2, 3);
  case 3:
    return std::max<int64_t>(1, base / 2);
  default:
    return random.chance(70) ? random.between(1, 9) : pickWidth(random);
  }
}

static int64_t redrawOutputSize(Random &random, int64_t base, bool breaksRule) {
  if (breaksRule && random.chance(40))
    return random.pick({0, -1, int64_t(1) << 32, int64_t(1) << 40,
                        int64_t(1) << 62, INT64_MAX, INT64_MIN});
  return redrawSize(random, base);
}

/// Offsets, sizes, divisors and the like: mostly as they were meant to be.
static int64_t redrawLimit(Random &random, ElementType type, int64_t base,
                           bool breaksRule) {
  auto wrap = [](uint64_t bits) { return static_cast<int64_t>(bits); };
  auto bits = static_cast<uint64_t>(base);
  int64_t value = base;
  if (breaksRule && random.chance(55))
    value = random.pick({-1, 0, wrap(bits + 1), wrap(bits - 1), wrap(-bits),
                         int64_t(1) << 31, -(int64_t(1) << 31), kMaxUInt32,
                         int64_t(1) << 32, int64_t(1) << 62, INT64_MAX,
                         INT64_MAX - 1, INT64_MIN, INT64_MIN + 1});
  else if (!breaksRule && random.chance(30))
    value = random.pick({0, 1, wrap(bits - 1), wrap(bits - 1), wrap(bits + 1),
                         random.between(0, 9)});
  return SignExtend64(value, getByteWidth(type) * 8);
}

/// Values of the arguments that nothing else decides.
std::vector<RunValue> ProgramOfCases::drawArguments(Random &random,
                                                    bool breaksRule) const {
  std::vector<RunValue> values(program.getValues().size());
  // No command passes an empty tensor, but a caller of the library may.
  bool isEmpty = breaksRule && random.chance(3);
  bool keepsSizes = subject == TestSubject::Limits && random.chance(60);
  for (const Argument &argument : program.getArguments()) {
    const ProgramValue &value = program.getValue(argument.value);
    RunValue &run = values[argument.value];
    if (argument.role == ArgumentRole::OutputSize)
      run.index = redrawOutputSize(random, value.base.index, breaksRule);
    if (argument.role == ArgumentRole::Limit)
      run.index =
          redrawLimit(random, value.elementType, value.base.index, breaksRule);
    if (argument.role == ArgumentRole::Sized && breaksRule &&
        random.chance(10)) {
      run.sizes = value.base.sizes;
      for (auto [size, declared] : zip_equal(run.sizes, value.declared))
        if (declared == kDynamic && random.chance(50))
          size = std::max<int64_t>(0, size + random.pick({-1, 1}));
    }
    if (argument.role != ArgumentRole::Data)
      continue;
    run.sizes = value.base.sizes;
    // Where sizes change, scalars that were valid mostly are so no longer.
    if (keepsSizes)
      continue;
    for (auto [size, declared] : zip_equal(run.sizes, value.declared))
      if (declared == kDynamic)
        size = isEmpty && random.chance(30) ? 0 : redrawSize(random, size);
  }
  return values;
}

/// Gives indices other sizes than the values (U1). False where their type does
/// not let them have any.
bool ProgramOfCases::breakIndices(Random &random,
                                  std::vector<RunValue> &values) const {
  for (const Argument &argument : program.getArguments()) {
    if (argument.role != ArgumentRole::Indices)
      continue;
    SizesRef declared = program.getValue(argument.value).declared;
    for (auto [size, known] :
         zip_equal(values[argument.value].sizes, declared)) {
      if (known != kDynamic || random.chance(50))
        continue;
      size += random.chance(50) || size == 1 ? 1 : -1;
      return program.infer(values) == Outcome::BreaksRule;
    }
  }
  return false;
}

std::vector<RunValue> ProgramOfCases::drawSizes(Random &random,
                                                bool &breaksRule) const {
  constexpr int attempts = 30;
  constexpr int64_t maxInput = 20000;
  breaksRule |= program.isBroken();
  if (mode == TestMode::Static && subject != TestSubject::Limits) {
    breaksRule = false;
    return program.getBase();
  }
  Outcome wanted = breaksRule ? Outcome::BreaksRule : Outcome::Valid;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::vector<RunValue> values = drawArguments(random, breaksRule);
    bool isTooLarge = any_of(values, [](const RunValue &value) {
      return !isAllocatable(value.sizes, maxInput);
    });
    if (isTooLarge)
      continue;
    Outcome outcome = program.infer(values);
    // Arguments whose sizes follow from others, which may be at their limits.
    isTooLarge = any_of(program.getArguments(), [&](const Argument &argument) {
      return !isAllocatable(values[argument.value].sizes, maxInput);
    });
    if (isTooLarge)
      continue;
    if (breaksRule && outcome == Outcome::Valid && breakIndices(random, values))
      return values;
    if (outcome == wanted)
      return values;
  }
  breaksRule = program.isBroken();
  return program.getBase();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

CaseInputs ProgramOfCases::makeInputs(uint64_t caseNumber) const {
  // Not the stream of any program.
  Random random(seed + 0x5EED, caseNumber);
  bool breaksRule = random.chance(
      subject == TestSubject::Limits ? kPercentBrokenLimits : kPercentBroken);
  std::vector<RunValue> values = drawSizes(random, breaksRule);
  CaseInputs inputs = {{}, breaksRule};
  if (!breaksRule && program.dependsOnData())
    inputs.breaksRule = std::nullopt;
  for (const Argument &argument : program.getArguments()) {
    const ProgramValue &value = program.getValue(argument.value);
    const RunValue &run = values[argument.value];
    TensorType type = {value.elementType, {}, value.isScalar};
    // Of a run that breaks a rule before an argument comes into play.
    bool isUnsized = run.sizes.size() != value.declared.size();
    append_range(type.sizes, isUnsized ? value.base.sizes : run.sizes);
    Tensor tensor = cantFail(Tensor::allocateZeroed(type));
    switch (argument.role) {
    case ArgumentRole::Data:
    case ArgumentRole::Sized:
    case ArgumentRole::Operand:
      fillNumbers(random, tensor, program.getNumbers());
      if (program.sumsFloats())
        removeTinyNumbers(tensor);
      break;
    case ArgumentRole::Indices:
      fillIndices(random, tensor,
                  breaksRule ? program.getValue(argument.target).base.sizes
                             : values[argument.target].sizes);
      break;
    case ArgumentRole::Divisor:
      fillDivisors(random, tensor);
      break;
    case ArgumentRole::OutputSize:
    case ArgumentRole::Limit:
      tensor.setElementBits(0, run.index);
      break;
    }
    inputs.tensors.push_back(std::move(tensor));
  }
  return inputs;
}

} // namespace dml
