//===- RandomLimits.cpp - Programs at the limits of their steps -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Programs/RandomLimits.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

Error breakRule() { return createStringError("breaks a rule"); }

bool isSmall(const RandomProgram &program, SizesRef sizes) {
  return productOf(sizes) <= program.getMaxElements();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static ValueId addIndexConstant(RandomProgram &program, int64_t value) {
  return program.addIndexStep(
      "arith.constant " + std::to_string(value) + " : index",
      [=](ArrayRef<RunValue>) { return RunValue{{}, value}; });
}

/// Of type index or, where a launch plan is not needed, cast from another.
static ValueId addArgument(RandomProgram &program, int64_t base) {
  Random &random = program.getRandom();
  if (!program.needsHost() || random.chance(60))
    return program.addScalarArgument(ElementType::Index, ArgumentRole::Limit,
                                     base);
  ElementType type = random.chance(50) ? ElementType::I64 : ElementType::I32;
  ValueId argument = program.addScalarArgument(type, ArgumentRole::Limit, base);
  return program.addIndexStep(
      "arith.index_cast " + program.getNameOf(argument) + " : " +
          stringify(type).str() + " to index",
      [=](ArrayRef<RunValue> values) { return values[argument]; });
}

/// A size of any tensor.
static ValueId addDim(RandomProgram &program) {
  Random &random = program.getRandom();
  // The first tensor of the program is always there.
  ValueId tensor = 0;
  auto dimension = random.between(0, program.getValue(tensor).getRank() - 1);
  return addSizeOf(program, tensor, dimension);
}

/// Wraps, as the program does.
static int64_t add(int64_t lhs, int64_t rhs) {
  return static_cast<int64_t>(static_cast<uint64_t>(lhs) +
                              static_cast<uint64_t>(rhs));
}

static ValueId addSum(RandomProgram &program, ValueId lhs, int64_t rhs) {
  ValueId constant = addIndexConstant(program, rhs);
  return program.addIndexStep("arith.addi " + program.getNameOf(lhs) + ", " +
                                  program.getNameOf(constant) + " : index",
                              [=](ArrayRef<RunValue> values) {
                                return RunValue{{},
                                                add(values[lhs].index, rhs)};
                              });
}

ValueId addLimit(RandomProgram &program, int64_t expected) {
  Random &random = program.getRandom();
  if (!program.isBroken() && random.chance(2))
    return addIndexConstant(program,
                            random.pick({-1, int64_t(1) << 32, int64_t(1) << 62,
                                         INT64_MAX, INT64_MIN, INT64_MIN + 1}));
  switch (random.between(0, 9)) {
  case 0:
  case 1:
    return addIndexConstant(program, expected);
  case 2: {
    ValueId size = addDim(program);
    int64_t base = program.getValue(size).base.index;
    return base == expected ? size : addSum(program, size, expected - base);
  }
  case 3: {
    int64_t offset = random.between(-3, 3);
    return addSum(program, addArgument(program, expected - offset), offset);
  }
  case 4: {
    ValueId argument = addArgument(program, expected * 4 + 3);
    ValueId constant = addIndexConstant(program, 4);
    return program.addIndexStep(
        "arith.divui " + program.getNameOf(argument) + ", " +
            program.getNameOf(constant) + " : index",
        [=](ArrayRef<RunValue> values) {
          return RunValue{
              {},
              static_cast<int64_t>(
                  static_cast<uint64_t>(values[argument].index) / 4)};
        });
  }
  default:
    return addArgument(program, expected);
  }
}

MixedIndex addMixedIndex(RandomProgram &program, int64_t expected,
                         unsigned percentStatic) {
  if (program.hasStaticIndices() || program.getRandom().chance(percentStatic))
    return {std::nullopt, expected, std::to_string(expected)};
  ValueId operand = addLimit(program, expected);
  return {operand, expected, program.getNameOf(operand)};
}

std::string spell(ArrayRef<MixedIndex> entries) {
  return join(
      map_range(entries, [](const MixedIndex &entry) { return entry.text; }),
      ", ");
}

ValueId addElement(RandomProgram &program, ElementType type) {
  return program.addScalarArgument(type, ArgumentRole::Data);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static ValueId addFirstValue(RandomProgram &program) {
  Random &random = program.getRandom();
  Sizes sizes;
  for (int64_t rank = random.pick({1, 2, 2, 3, 3, 4, 4}); rank > 0; --rank)
    sizes.push_back(random.chance(25) ? 1 : random.between(1, 7));
  fitTo(random, program.getMaxElements(), sizes);
  ElementType type = random.chance(40) ? random.chance(50) ? ElementType::I32
                                                           : ElementType::I64
                                       : pickElementType(random);
  return program.addArgument(type, sizes);
}

/// The operators and views of chains, which take no empty tensor.
static std::optional<StepResults> addChainStep(RandomProgram &program,
                                               ValueId input) {
  if (is_contained(program.getValue(input).base.sizes, 0))
    return std::nullopt;
  int64_t number = program.getRandom().between(0, kNumOperators + 3);
  if (number < kNumOperators)
    return addOperator(program, number, input);
  switch (number - kNumOperators) {
  case 0:
    return toResults(addExpandShape(program, input));
  case 1:
    return toResults(addCollapseShape(program, input));
  case 2:
    return toResults(addRandomBitcast(program, input));
  default:
    return toResults(addCast(program, input));
  }
}

static std::optional<StepResults> addTensorStep(RandomProgram &program,
                                                ValueId input) {
  switch (program.getRandom().between(0, 15)) {
  case 0:
  case 1:
  case 2:
    return toResults(addExtractSlice(program, input));
  case 3:
  case 4:
    return toResults(addInsertSlice(program, input));
  case 5:
    return toResults(addInsert(program, input));
  case 6:
  case 7:
    return toResults(addPad(program, input));
  case 8:
    return toResults(addConcat(program, input));
  case 9:
    return toResults(addCheckedExpand(program, input));
  case 10:
    return toResults(addReshape(program, input));
  case 11:
    return toResults(addCheckedCast(program, input));
  case 12:
  case 13:
    return toResults(addArithmetic(program, input, 70));
  case 14:
    if (program.needsHost())
      return toResults(addLoop(program, input));
    return addChainStep(program, input);
  default:
    return addChainStep(program, input);
  }
}

/// A scalar or a tensor that does not come from the others.
static void addOther(RandomProgram &program, ValueId input) {
  int64_t kind = program.getRandom().between(0, 3);
  std::optional<ValueId> value;
  if (kind == 0)
    value = addSplat(program, input);
  else if (kind == 1)
    value = addScalarDivision(program);
  else if (program.needsHost())
    value = kind == 2 ? addExtract(program, input) : addScalarLoop(program);
  if (value)
    program.addResult(*value);
}

ValueId addLimitsProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  if (random.chance(45))
    program.setNeedsHost();
  ValueId current = addFirstValue(program);
  SmallVector<ValueId> tensors = {current};
  SmallDenseSet<ValueId> used;
  int64_t steps = random.between(2, 6);
  // Not everything applies everywhere.
  for (int attempt = 0; attempt < 30 && steps > 0; ++attempt) {
    ValueId input =
        random.chance(80) ? current : random.pick(ArrayRef(tensors));
    if (random.chance(12)) {
      addOther(program, input);
      continue;
    }
    std::optional<StepResults> next = addTensorStep(program, input);
    if (!next)
      continue;
    --steps;
    used.insert(input);
    current = next->front();
    append_range(tensors, *next);
  }
  program.addOtherResults(tensors, used, current);
  return current;
}

} // namespace dml
