//===- RandomMixed.cpp - Operators and arithmetic -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedSteps.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Pools may have windows without an element, which give infinities: those of
/// floats are moved from then on.
std::optional<StepResults> MixedSteps::addOperator(ValueId input) {
  auto number =
      static_cast<unsigned>(program.getRandom().between(0, kNumOperators - 1));
  std::optional<StepResults> results = dml::addOperator(program, number, input);
  static constexpr StringLiteral names[] = {
#define DML_OPERATOR(Name, mnemonic) #mnemonic,
#include "dml/IR/Operators.def"
  };
  if (!results || names[number] == "max_pooling2")
    return results;
  // A fold adds up elements of the input.
  constexpr int sumBits = 15;
  copyRange(input, results->front(), names[number] == "fold" ? sumBits : 0);
  return results;
}

std::optional<ValueId> MixedSteps::addView(ValueId input) {
  std::optional<ValueId> result;
  switch (program.getRandom().between(0, 4)) {
  case 0:
  case 1:
    result = addExpandShape(program, input);
    break;
  case 2:
  case 3:
    result = addCollapseShape(program, input);
    break;
  default:
    result = addCast(program, input);
  }
  if (result)
    copyRange(input, *result);
  return result;
}

//===----------------------------------------------------------------------===//
// Steps that become one
//===----------------------------------------------------------------------===//

ValueId MixedSteps::maybeCompute(ValueId input, int chance) {
  using AddFunction = std::optional<ValueId> (MixedSteps::*)(ValueId);
  static constexpr AddFunction functions[] = {
      &MixedSteps::addScaleAndShift, &MixedSteps::addScaleAndShift,
      &MixedSteps::addConversion, &MixedSteps::addElementwise,
      &MixedSteps::addSelection};
  Random &random = program.getRandom();
  if (!random.chance(chance))
    return input;
  return (this->*random.pick(ArrayRef(functions)))(input).value_or(input);
}

std::optional<ValueId> MixedSteps::addMoveBetween(ValueId input) {
  using AddFunction = std::optional<ValueId> (*)(RandomProgram &, ValueId);
  static constexpr AddFunction functions[] = {&addExtractSlice, &addPad,
                                              &addConcat, &addInsertSlice};
  if (isFloat(program.getValue(input).elementType) && !ranges.contains(input))
    return std::nullopt;
  ValueId computed = maybeCompute(input, 40);
  std::optional<ValueId> result =
      program.getRandom().pick(ArrayRef(functions))(program, computed);
  if (!result)
    return std::nullopt;
  ElementType type = program.getValue(*result).elementType;
  // Arguments and the input stand side by side.
  if (isFloat(type))
    setRange(*result, uniteRanges(getRange(computed), getArgumentRange(type)));
  return maybeCompute(*result, 40);
}

std::optional<ValueId> MixedSteps::addUnpoolingBetween(ValueId input) {
  ValueId values = maybeCompute(input, 70);
  std::optional<ValueId> result = addUnpooling(program, values);
  if (!result)
    return std::nullopt;
  copyRange(values, *result);
  ValueId computed = maybeCompute(*result, 80);
  // Nothing is reported of what is not needed.
  program.addResult(computed);
  return computed;
}

std::optional<ValueId> MixedSteps::addReducedWindows(ValueId input) {
  std::optional<StepResults> windows = addUnfold(program, input);
  if (!windows)
    return std::nullopt;
  copyRange(input, windows->front());
  ValueId computed = maybeCompute(windows->front(), 50);
  Random &random = program.getRandom();
  if (random.chance(30)) {
    ValueId columns = addExpandShape(program, computed).value_or(computed);
    if (std::optional<StepResults> pooled = addMaxPooling2(program, columns))
      return pooled->front();
  }
  return addReduction(computed).value_or(computed);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static ValueId addFirstValue(RandomProgram &program, MixedSteps &steps) {
  Random &random = program.getRandom();
  Sizes sizes;
  int64_t rank = random.pick({2, 3, 4, 4, 4});
  for (int64_t i = 1; i < rank; ++i)
    sizes.push_back(random.between(1, 5));
  sizes.push_back(pickWidth(random));
  // Room for what the steps make of it.
  fitTo(random, program.getMaxElements() / 4, sizes);
  static constexpr ElementType types[] = {
      ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F16,
      ElementType::F64, ElementType::I32, ElementType::I32, ElementType::I8,
      ElementType::I16, ElementType::I64, ElementType::UI8};
  return steps.addFirstValue(random.pick(ArrayRef(types)), sizes);
}

static std::optional<StepResults> addStep(RandomProgram &program,
                                          MixedSteps &steps, ValueId input) {
  using AddFunction = std::optional<ValueId> (MixedSteps::*)(ValueId);
  static constexpr AddFunction functions[] = {
      &MixedSteps::addElementwise,   &MixedSteps::addElementwise,
      &MixedSteps::addElementwise,   &MixedSteps::addConversion,
      &MixedSteps::addSelection,     &MixedSteps::addScaleAndShift,
      &MixedSteps::addScaleAndShift, &MixedSteps::addTranspose,
      &MixedSteps::addBroadcast,     &MixedSteps::addReduction,
      &MixedSteps::addMatmul,        &MixedSteps::addMatmul,
      &MixedSteps::addConvolution,   &MixedSteps::addConvolution,
      &MixedSteps::addView,          &MixedSteps::addView,
      &MixedSteps::addMoveBetween,   &MixedSteps::addMoveBetween,
      &MixedSteps::addMoveBetween,   &MixedSteps::addUnpoolingBetween,
      &MixedSteps::addReducedWindows};
  Random &random = program.getRandom();
  if (random.chance(30))
    return steps.addOperator(input);
  return toResults((steps.*random.pick(ArrayRef(functions)))(input));
}

ValueId addMixedProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  program.setNumbers(random.chance(50) ? Numbers::Eighths : Numbers::Fractions);
  // Static programs break no rule.
  if (program.getMode() == TestMode::Static || random.chance(70))
    program.setIndicesStatic();
  MixedSteps steps(program);
  ValueId current = addFirstValue(program, steps);
  SmallVector<ValueId> tensors = {current};
  SmallDenseSet<ValueId> used;
  int64_t length = random.between(2, 7);
  // Not everything applies everywhere.
  for (int attempt = 0; attempt < 40 && length > 0; ++attempt) {
    ValueId input =
        random.chance(85) ? current : random.pick(ArrayRef(tensors));
    // Slices may have no element.
    if (is_contained(program.getValue(input).base.sizes, 0))
      continue;
    std::optional<StepResults> next = addStep(program, steps, input);
    if (!next)
      continue;
    --length;
    used.insert(input);
    current = next->front();
    append_range(tensors, *next);
  }
  program.addOtherResults(tensors, used, current);
  return current;
}

} // namespace dml
