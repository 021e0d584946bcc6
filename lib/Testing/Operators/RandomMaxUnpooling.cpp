//===- RandomMaxUnpooling.cpp - max_unpooling -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOutputSizes.h"
#include "dml/IR/Operators/MaxUnpoolingSizes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {

static Sizes chooseOutputSizes(Random &random, SizesRef values,
                               int64_t maxElements) {
  Sizes sizes;
  switch (random.between(0, 3)) {
  case 0: // As pooling made it: the same planes, larger.
  case 1:
    sizes = {values[0], values[1], values[2] * random.between(1, 3),
             values[3] * random.between(1, 3)};
    break;
  case 2: // As many planes, cut differently.
    sizes = {1, values[0] * values[1], pickSize(random), pickWidth(random)};
    if (random.chance(50))
      std::swap(sizes[0], sizes[1]);
    break;
  default:
    sizes = {random.between(1, 3), random.between(1, 5), pickSize(random),
             pickWidth(random)};
  }
  // The planes stay if that is enough.
  int64_t planes = sizes[0] * sizes[1];
  if (planes <= maxElements)
    fitTo(random, maxElements / planes, MutableArrayRef(sizes).drop_front(2));
  else
    fitTo(random, maxElements, sizes);
  return sizes;
}

static OutputSizes addAnySizes(RandomProgram &program, ValueId values) {
  Sizes base = chooseOutputSizes(
      program.getRandom(), program.getValue(values).base.sizes,
      std::max<int64_t>(program.getMaxElements(), 64));
  return OutputSizes(program, base, /*numInferred=*/0, /*isFree=*/true);
}

/// One of the program's tensors of rank 4 that `isFit` takes.
static std::optional<ValueId>
pickTensor(RandomProgram &program,
           function_ref<bool(const ProgramValue &)> isFit) {
  SmallVector<ValueId> fitting;
  for (auto [id, value] : enumerate(program.getValues()))
    if (!value.isScalar && !value.isUndefined && value.getRank() == 4 &&
        isFit(value))
      fitting.push_back(id);
  if (fitting.empty())
    return std::nullopt;
  return program.getRandom().pick(ArrayRef(fitting));
}

/// Indices that the program has already: those of a pooling, or any tensor of
/// their type and sizes.
static std::optional<ValueId> pickIndices(RandomProgram &program,
                                          ValueId values) {
  SizesRef sizes = program.getValue(values).base.sizes;
  return pickTensor(program, [&](const ProgramValue &value) {
    return (value.elementType == ElementType::UI32 ||
            value.elementType == ElementType::UI64) &&
           SizesRef(value.base.sizes) == sizes;
  });
}

/// An operand of ui32 or ui64, perhaps reinterpreted.
static std::pair<ValueId, ValueId> addIndices(RandomProgram &program,
                                              ValueId values) {
  Random &random = program.getRandom();
  bool isWide = random.chance(50);
  ElementType type = isWide ? ElementType::UI64 : ElementType::UI32;
  if (random.chance(85)) {
    ValueId argument = program.addArgumentLike(type, values);
    return {argument, argument};
  }
  ValueId argument = program.addArgumentLike(
      isWide ? ElementType::I64 : ElementType::I32, values);
  return {argument, addBitcast(program, argument, type)};
}

static bool canUnpool(const ProgramValue &values) {
  return !values.isScalar && values.getRank() == 4 &&
         values.elementType != ElementType::F64;
}

/// The step itself; nothing where the result would be too large or empty.
static std::optional<ValueId> addUnpoolingStep(RandomProgram &program,
                                               ValueId values, ValueId indices,
                                               const OutputSizes &output) {
  ElementType type = program.getValue(values).elementType;
  // Sizes taken over may be too large together, and those of slices 0.
  if (llvm::is_contained(output.base, 0) ||
      productOf(output.base) > program.getMaxElements() * 8)
    return std::nullopt;

  auto infer = [=](ArrayRef<RunValue> runValues) -> Expected<RunValue> {
    Sizes sizes = output.evaluate(runValues);
    if (Error error = checkMaxUnpoolingSizes(runValues[values].sizes,
                                             runValues[indices].sizes, sizes))
      return std::move(error);
    return RunValue{sizes};
  };
  std::string text = "dml.max_unpooling " + program.getNameOf(values) + ", " +
                     program.getNameOf(indices) + output.spell(program);
  text += " : (" + program.getType(values) + ", " + program.getType(indices) +
          ") -> " + spellTensorType(output.declared, type);
  ValueId id =
      program.addStep(StepKind::Operator, type, output.declared, text, infer);
  output.maybeOutline(program, {values, indices});
  return id;
}

std::optional<ValueId> addUnpooling(RandomProgram &program, ValueId values) {
  if (!canUnpool(program.getValue(values)))
    return std::nullopt;
  auto [argument, indices] = addIndices(program, values);
  std::optional<ValueId> id =
      addUnpoolingStep(program, values, indices, addAnySizes(program, values));
  if (id)
    program.setTarget(argument, *id);
  return id;
}

std::optional<ValueId> addUnpoolingOfPooled(RandomProgram &program,
                                            ValueId values, ValueId indices,
                                            ValueId like) {
  return addUnpoolingStep(program, values, indices,
                          program.getRandom().chance(80)
                              ? OutputSizes(program, like)
                              : addAnySizes(program, values));
}

std::optional<StepResults> addMaxUnpooling(RandomProgram &program,
                                           ValueId values) {
  if (!canUnpool(program.getValue(values)))
    return std::nullopt;
  std::optional<ValueId> result;
  std::optional<ValueId> indices = pickIndices(program, values);
  if (indices && program.getRandom().chance(75)) {
    ValueId like =
        *pickTensor(program, [](const ProgramValue &) { return true; });
    result = addUnpoolingOfPooled(program, values, *indices, like);
  } else {
    result = addUnpooling(program, values);
  }
  if (!result)
    return std::nullopt;
  // A later step may turn out not to need it, and then nothing is reported.
  program.addResult(*result);
  return StepResults{*result};
}

StepResults addMaxUnpoolingProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  Sizes sizes = {random.between(1, 3), random.between(1, 4), pickSize(random),
                 pickWidth(random)};
  fitTo(random, program.getMaxElements(), sizes);
  ValueId values =
      addSource(program, pickElementType(random, /*forUnpooling=*/true), sizes);
  // Sizes taken from other tensors may turn out too large.
  while (true)
    if (std::optional<ValueId> result = addUnpooling(program, values))
      return {*result};
}

} // namespace dml
