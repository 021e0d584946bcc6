//===- UnfoldTiling.cpp - Tiles of unfold ---------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowTiling.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// An iteration makes the columns of all blocks that are at one position of the
/// first spatial dimension, for one channel. Those are neighbours.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 UnfoldOp op) {
  UnfoldWindow window = op.getWindow();
  int64_t rank = op.getInput().getType().getRank();
  int64_t ones = op.getType().getRank() - 3;
  Indices input = tensor::getMixedSizes(b, op.getLoc(), op.getInput());
  Indices blocks =
      reifySizes(b, op, getWindowBlocks(getSpatialOperandSizes(rank), window));
  IterationSpace space = {Indices(ones, index.constant(1)),
                          Indices(ones + 1, index.constant(1))};
  space.counts.append({input[0], input[1], blocks[0]});
  space.grains.push_back(index.constant(productOf(window.sizes)));
  space.grains.push_back(index.product(ArrayRef(blocks).drop_front()));
  return space;
}

FailureOr<TiledOperator> buildTile(TileBuilder &builder, UnfoldOp op) {
  unsigned batch = op.getType().getRank() - 3, last = batch + 2;
  const Tile &tile = builder.tile;
  Tile part = builder.getAll(op.getInput());
  for (unsigned i : {0, 1}) {
    part.offsets[i] = tile.offsets[batch + i];
    part.sizes[i] = tile.sizes[batch + i];
  }
  WindowSlice windows;
  if (!builder.isWhole(last)) {
    windows = sliceWindows(builder.index, op.getWindow(), 0, part.sizes[2],
                           tile.offsets[last], tile.sizes[last]);
    part.offsets[2] = windows.offset;
    part.sizes[2] = windows.size;
  }
  FailureOr<TiledOperator> tiled =
      builder.recreate(builder.slice(op.getInput(), part));
  if (succeeded(tiled) && windows.hasOthers)
    tiled->first = {{last, builder.index.multiply(windows.first,
                                                  builder.space.grains[last])}};
  return tiled;
}

} // namespace dml
