//===- FoldTiling.cpp - Tiles of fold -------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorTiling.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// The number of blocks in each spatial dimension.
static Indices getBlocks(OpBuilder &b, FoldOp op) {
  return reifySizes(
      b, op,
      getWindowBlocks(getFoldSpatialSizes(op.getType().getShape()),
                      op.getWindow()));
}

/// An iteration makes a row of the result, which is all that there is at one
/// position of the first spatial dimension, for one channel.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 FoldOp op) {
  Indices sizes = reifyInferredSizes(b, op, 0);
  IterationSpace space = {sizes, Indices(sizes.size(), index.constant(1))};
  for (unsigned i = 3, e = sizes.size(); i < e; ++i)
    std::swap(space.counts[i], space.grains[i]);
  return space;
}

/// The blocks that a range of rows adds up, as a fold without padding that has
/// these blocks and no others. Its result may begin before the rows and go on
/// behind them.
struct BlockRange {
  OpFoldResult begin, count;
  /// The size of its result, and where the rows begin.
  OpFoldResult size, first;
};

static BlockRange getBlocksOfRows(IndexArithmetic &index,
                                  const UnfoldWindow &window,
                                  OpFoldResult blocks, OpFoldResult offset,
                                  OpFoldResult count) {
  int64_t stride = window.strides[0];
  int64_t reach = getDilatedWindowSize(window, 0);
  OpFoldResult step = index.constant(stride);
  OpFoldResult row = index.linear(offset, 1, window.startPadding[0]);
  OpFoldResult begin = index.max(
      index.floorDiv(index.linear(row, 1, 1 - reach), step), index.constant(0));
  OpFoldResult last =
      index.floorDiv(index.linear(index.add(row, count), 1, -1), step);
  OpFoldResult end =
      index.linear(index.min(last, index.linear(blocks, 1, -1)), 1, 1);
  OpFoldResult numBlocks = index.subtract(end, begin);
  // The largest size with as many blocks has the rows that no block reaches.
  return {begin, numBlocks, index.linear(numBlocks, stride, reach - 1),
          index.subtract(row, index.linear(begin, stride))};
}

/// The same clauses, but no padding of the first spatial dimension.
static FoldOp createFold(TileBuilder &builder, FoldOp op, Value input,
                         ArrayRef<OpFoldResult> spatialSizes, bool isPadded) {
  SmallVector<int64_t> start(op.getStartPadding()), end(op.getEndPadding());
  if (!isPadded)
    start.front() = end.front() = 0;
  return FoldOp::create(builder.b, op.getLoc(), input, spatialSizes,
                        op.getWindowSizes(), op.getStrides(), op.getDilations(),
                        start, end);
}

FailureOr<TiledOperator> buildTile(TileBuilder &builder, FoldOp op) {
  IndexArithmetic &index = builder.index;
  const Tile &tile = builder.tile;
  unsigned batch = op.getInput().getType().getRank() - 3;
  int64_t rows = productOf(op.getWindowSizes());
  Tile part = builder.getAll(op.getInput());
  part.offsets[batch] = tile.offsets[0];
  part.sizes[batch] = tile.sizes[0];
  part.offsets[batch + 1] = index.linear(tile.offsets[1], rows);
  part.sizes[batch + 1] = index.linear(tile.sizes[1], rows);

  Indices spatial = Indices(ArrayRef(builder.space.counts).slice(2, 1));
  llvm::append_range(spatial, ArrayRef(builder.space.grains).drop_front(3));
  if (builder.isWhole(2))
    return builder.finish(createFold(builder, op,
                                     builder.slice(op.getInput(), part),
                                     spatial, /*isPadded=*/true));

  Indices blocks = getBlocks(builder.b, op);
  BlockRange range = getBlocksOfRows(index, op.getWindow(), blocks.front(),
                                     tile.offsets[2], tile.sizes[2]);
  OpFoldResult columns = index.product(ArrayRef(blocks).drop_front());
  part.offsets[batch + 2] = index.multiply(range.begin, columns);
  part.sizes[batch + 2] = index.multiply(range.count, columns);
  spatial.front() = range.size;
  TiledOperator tiled = builder.finish(
      createFold(builder, op, builder.slice(op.getInput(), part), spatial,
                 /*isPadded=*/false));
  tiled.first = {{2, range.first}};
  return tiled;
}

} // namespace dml
