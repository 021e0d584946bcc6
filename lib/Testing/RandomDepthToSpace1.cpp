//===- RandomDepthToSpace1.cpp - depth_to_space1 --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DepthToSpace1Sizes.h"
#include "dml/Testing/RandomOperators.h"

using namespace llvm;

namespace dml {

static ValueId addDepthToSpace1(RandomProgram &program, ValueId input,
                                int64_t blockSize) {
  Random &random = program.getRandom();
  ElementType type = program.getValue(input).elementType;
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Expected<Sizes> sizes =
        inferDepthToSpace1Sizes(values[input].sizes, blockSize);
    if (!sizes)
      return sizes.takeError();
    return RunValue{*sizes};
  };
  Sizes result = cantFail(
      inferDepthToSpace1Sizes(program.getValue(input).base.sizes, blockSize));
  Sizes declared = program.declare(result);
  std::string text =
      "dml.depth_to_space1 " + program.getNameOf(input) +
      ", block_size = " + std::to_string(blockSize) + ", order = " +
      (random.chance(50) ? "depth_column_row" : "column_row_depth") + " : (" +
      program.getType(input) + ") -> " + spellTensorType(declared, type);
  ValueId id = program.addStep(StepKind::Operator, type, declared, text, infer);
  maybeOutline(program, input);
  return id;
}

std::optional<StepResults> addDepthToSpace1(RandomProgram &program,
                                            ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() != 4)
    return std::nullopt;
  // The largest block that divides the channels, or any.
  int64_t channels = value.base.sizes[1];
  SmallVector<int64_t> blocks;
  for (int64_t block = 1; block <= 5; ++block)
    if (channels % (block * block) == 0)
      blocks.push_back(block);
  int64_t block = program.getRandom().chance(70)
                      ? blocks.back()
                      : program.getRandom().pick(ArrayRef(blocks));
  return StepResults{addDepthToSpace1(program, input, block)};
}

StepResults addDepthToSpace1Program(RandomProgram &program) {
  Random &random = program.getRandom();
  int64_t block = random.pick({1, 2, 2, 2, 3, 3, 4, 5});
  int64_t channels = random.between(1, 6);
  // Equal ones hide wrong reshapes.
  if (channels == block)
    channels += random.chance(90);
  Sizes sizes = {random.between(1, 3), channels, pickSize(random),
                 pickWidth(random)};
  shrinkTo(random, program.getMaxElements() / (block * block), sizes);
  sizes[1] *= block * block;
  ValueId input = addSource(program, pickElementType(random), sizes);
  return {addDepthToSpace1(program, input, block)};
}

} // namespace dml
