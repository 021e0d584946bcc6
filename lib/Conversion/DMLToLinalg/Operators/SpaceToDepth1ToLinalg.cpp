//===- SpaceToDepth1ToLinalg.cpp - space_to_depth1 to linalg --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorLowering.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

llvm::Expected<SmallVector<Value>>
lowerToLinalg(OpBuilder &b, SpaceToDepth1Op op, const LoweringOptions &) {
  Location loc = op.getLoc();
  int64_t block = op.getBlockSize();
  Attribute blockAttr = b.getIndexAttr(block);
  Sizes resultSizes = getKnownResultSizes(op, 0);
  Sizes inputSizes = resultSizes;
  for (auto [i, size] : llvm::enumerate(inputSizes))
    if (!ShapedType::isDynamic(size) && i > 0)
      size = i == 1 ? size / (block * block) : size * block;

  Value input =
      withSizes(b, loc, asSignless(b, loc, op.getInput()), inputSizes);
  SmallVector<OpFoldResult> sizes =
      matchKnownSizes(b, loc, tensor::getMixedSizes(b, loc, input), inputSizes);
  SmallVector<OpFoldResult> computed =
      matchKnownSizes(b, loc, reifyInferredSizes(b, op, 0), resultSizes);
  OpFoldResult height = computed[2], width = computed[3];
  // S4: channels are (i, j, c) or (c, i, j).
  Transposition transposition = {
      {sizes[0], sizes[1], height, blockAttr, width, blockAttr},
      {sizes[0], sizes[1], blockAttr, blockAttr, height, width},
      {{0}, {1}, {2, 3}, {4, 5}},
      {{0}, {1, 2, 3}, {4}, {5}},
      {0, 1, 3, 5, 2, 4}};
  if (op.getOrder() == DepthSpaceOrder::DepthColumnRow) {
    transposition.resultParts = {sizes[0], blockAttr, blockAttr,
                                 sizes[1], height,    width};
    transposition.permutation = {0, 3, 5, 1, 2, 4};
  }
  Value result = transpose(b, loc, input, resultSizes, computed, transposition);
  return SmallVector<Value>{result};
}

} // namespace dml
