//===- SpaceToDepth1Tiling.cpp - Tiles of space_to_depth1 -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTiling.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// An iteration takes a block apart. Its elements are neighbours in the order
/// column_row_depth; in the other one they are channels that lie C apart (S4),
/// and an iteration makes all channels.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 SpaceToDepth1Op op) {
  OpFoldResult block = index.constant(op.getBlockSize());
  OpFoldResult one = index.constant(1);
  Indices counts = tensor::getMixedSizes(b, op.getLoc(), op.getInput());
  counts[2] = index.floorDiv(counts[2], block);
  counts[3] = index.floorDiv(counts[3], block);
  OpFoldResult channels = index.multiply(block, block);
  if (op.getOrder() == DepthSpaceOrder::DepthColumnRow) {
    channels = index.multiply(counts[1], channels);
    counts[1] = one;
  }
  return {counts, {one, channels, one, one}};
}

FailureOr<TiledOperator> buildTile(TileBuilder &builder, SpaceToDepth1Op op) {
  Tile part = builder.tile;
  if (op.getOrder() == DepthSpaceOrder::DepthColumnRow)
    part.sizes[1] = builder.getAll(op.getInput()).sizes[1];
  for (unsigned i : {2, 3}) {
    part.offsets[i] = builder.index.linear(part.offsets[i], op.getBlockSize());
    part.sizes[i] = builder.index.linear(part.sizes[i], op.getBlockSize());
  }
  return builder.recreate(builder.slice(op.getInput(), part));
}

} // namespace dml
