//===- DepthToSpace1Tiling.cpp - Tiles of depth_to_space1 -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTiling.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// An iteration makes a block.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 DepthToSpace1Op op) {
  int64_t block = op.getBlockSize();
  Indices counts = tensor::getMixedSizes(b, op.getLoc(), op.getInput());
  counts[1] = index.floorDiv(counts[1], index.constant(block * block));
  OpFoldResult one = index.constant(1), side = index.constant(block);
  return {counts, {one, one, side, side}};
}

/// D4: channels are (i, j, c), so those of some c are not neighbours.
static Value sliceChannels(TileBuilder &builder, DepthToSpace1Op op,
                           const Tile &part) {
  OpBuilder &b = builder.b;
  Location loc = op.getLoc();
  int64_t blockArea = op.getBlockSize() * op.getBlockSize();
  RankedTensorType type = op.getInput().getType();
  Indices sizes = builder.getAll(op.getInput()).sizes;
  sizes.insert(sizes.begin() + 1, builder.index.constant(blockArea));
  sizes[2] = builder.space.counts[1];
  // A constant that the type does not know stays a value.
  if (type.isDynamicDim(1))
    sizes[2] = getValueOrCreateConstantIndexOp(b, loc, sizes[2]);
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2}, {3}, {4}};
  auto expandedType = RankedTensorType::get(decomposeMixedValues(sizes).first,
                                            type.getElementType());
  Value expanded = tensor::ExpandShapeOp::create(b, loc, expandedType,
                                                 op.getInput(), groups, sizes);
  Tile expandedPart = part;
  expandedPart.offsets.insert(expandedPart.offsets.begin() + 1,
                              builder.index.constant(0));
  expandedPart.sizes.insert(expandedPart.sizes.begin() + 1,
                            builder.index.constant(blockArea));
  return tensor::CollapseShapeOp::create(
      b, loc, builder.slice(expanded, expandedPart), groups);
}

FailureOr<TiledOperator> buildTile(TileBuilder &builder, DepthToSpace1Op op) {
  int64_t blockArea = op.getBlockSize() * op.getBlockSize();
  Tile part = builder.tile;
  if (!builder.isWhole(1) && op.getOrder() == DepthSpaceOrder::DepthColumnRow)
    return builder.recreate(sliceChannels(builder, op, part));
  part.offsets[1] = builder.index.linear(part.offsets[1], blockArea);
  part.sizes[1] = builder.index.linear(part.sizes[1], blockArea);
  return builder.recreate(builder.slice(op.getInput(), part));
}

} // namespace dml
