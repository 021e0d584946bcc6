//===- RandomDepthToSpace1.cpp - depth_to_space1 --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"
#include "dml/IR/Operators/DepthToSpace1Sizes.h"

namespace dml {

static ValueId addDepthToSpace1(RandomProgram &program, ValueId input,
                                int64_t blockSize) {
  return addBlockOperator(program, "depth_to_space1", input, blockSize,
                          inferDepthToSpace1Sizes);
}

std::optional<StepResults> addDepthToSpace1(RandomProgram &program,
                                            ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() != 4)
    return std::nullopt;
  int64_t channels = value.base.sizes[1];
  int64_t block = pickBlockSize(
      program, [&](int64_t block) { return channels % (block * block) == 0; });
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
  fitTo(random, program.getMaxElements() / (block * block), sizes);
  sizes[1] *= block * block;
  ValueId input = addSource(program, pickElementType(random), sizes);
  return {addDepthToSpace1(program, input, block)};
}

} // namespace dml
