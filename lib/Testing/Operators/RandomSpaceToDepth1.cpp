//===- RandomSpaceToDepth1.cpp - space_to_depth1 --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"
#include "dml/IR/Operators/SpaceToDepth1Sizes.h"

namespace dml {

static ValueId addSpaceToDepth1(RandomProgram &program, ValueId input,
                                int64_t blockSize) {
  return addBlockOperator(program, "space_to_depth1", input, blockSize,
                          inferSpaceToDepth1Sizes);
}

std::optional<StepResults> addSpaceToDepth1(RandomProgram &program,
                                            ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() != 4)
    return std::nullopt;
  int64_t height = value.base.sizes[2], width = value.base.sizes[3];
  int64_t block = pickBlockSize(program, [&](int64_t block) {
    return height % block == 0 && width % block == 0;
  });
  return StepResults{addSpaceToDepth1(program, input, block)};
}

StepResults addSpaceToDepth1Program(RandomProgram &program) {
  Random &random = program.getRandom();
  int64_t block = random.pick({1, 2, 2, 2, 3, 3, 4, 5});
  int64_t channels = random.between(1, 6);
  // Equal ones hide wrong reshapes.
  if (channels == block)
    channels += random.chance(90);
  Sizes sizes = {random.between(1, 3), channels, pickSize(random),
                 pickWidth(random)};
  fitTo(random, program.getMaxElements() / (block * block), sizes);
  sizes[2] *= block;
  sizes[3] *= block;
  ValueId input = addSource(program, pickElementType(random), sizes);
  return {addSpaceToDepth1(program, input, block)};
}

} // namespace dml
