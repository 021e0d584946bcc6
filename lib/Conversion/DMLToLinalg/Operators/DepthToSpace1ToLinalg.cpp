//===- DepthToSpace1ToLinalg.cpp - depth_to_space1 to linalg --------------===//
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
lowerToLinalg(OpBuilder &b, DepthToSpace1Op op, const LoweringOptions &) {
  Location loc = op.getLoc();
  int64_t block = op.getBlockSize();
  Attribute blockAttr = b.getIndexAttr(block);
  Sizes resultSizes = getKnownResultSizes(op, 0);
  Sizes inputSizes = resultSizes;
  for (auto [i, size] : llvm::enumerate(inputSizes))
    if (!ShapedType::isDynamic(size) && i > 0)
      size = i == 1 ? size * block * block : size / block;

  Value input =
      withSizes(b, loc, asSignless(b, loc, op.getInput()), inputSizes);
  SmallVector<OpFoldResult> sizes =
      matchKnownSizes(b, loc, tensor::getMixedSizes(b, loc, input), inputSizes);
  SmallVector<OpFoldResult> computed =
      matchKnownSizes(b, loc, reifyInferredSizes(b, op, 0), resultSizes);
  OpFoldResult channels = computed[1];

  // D4: channels are (i, j, c); D5: (c, i, j).
  Transposition transposition = {
      {sizes[0], channels, blockAttr, blockAttr, sizes[2], sizes[3]},
      {sizes[0], channels, sizes[2], blockAttr, sizes[3], blockAttr},
      {{0}, {1, 2, 3}, {4}, {5}},
      {{0}, {1}, {2, 3}, {4, 5}},
      {0, 1, 4, 2, 5, 3}};
  if (op.getOrder() == DepthSpaceOrder::DepthColumnRow) {
    transposition.inputParts = {sizes[0], blockAttr, blockAttr,
                                channels, sizes[2],  sizes[3]};
    transposition.permutation = {0, 3, 4, 1, 5, 2};
  }
  Value result = transpose(b, loc, input, resultSizes, computed, transposition);
  return SmallVector<Value>{result};
}

} // namespace dml
