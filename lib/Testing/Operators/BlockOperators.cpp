//===- BlockOperators.cpp - depth_to_space1 and its inverse ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"

using namespace llvm;

namespace dml {

ValueId addBlockOperator(RandomProgram &program, StringRef mnemonic,
                         ValueId input, int64_t blockSize,
                         InferBlockSizes inferSizes) {
  Random &random = program.getRandom();
  ElementType type = program.getValue(input).elementType;
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Expected<Sizes> sizes = inferSizes(values[input].sizes, blockSize);
    if (!sizes)
      return sizes.takeError();
    return RunValue{*sizes};
  };
  Sizes result =
      cantFail(inferSizes(program.getValue(input).base.sizes, blockSize));
  Sizes declared = program.declare(result);
  std::string text =
      ("dml." + mnemonic + " ").str() + program.getNameOf(input) +
      ", block_size = " + std::to_string(blockSize) + ", order = " +
      (random.chance(50) ? "depth_column_row" : "column_row_depth") + " : (" +
      program.getType(input) + ") -> " + spellTensorType(declared, type);
  ValueId id = program.addStep(StepKind::Operator, type, declared, text, infer);
  maybeOutline(program, input);
  return id;
}

int64_t pickBlockSize(RandomProgram &program,
                      function_ref<bool(int64_t)> isValid) {
  SmallVector<int64_t> blocks;
  for (int64_t block = 1; block <= 5; ++block)
    if (isValid(block))
      blocks.push_back(block);
  return program.getRandom().chance(70)
             ? blocks.back()
             : program.getRandom().pick(ArrayRef(blocks));
}

} // namespace dml
