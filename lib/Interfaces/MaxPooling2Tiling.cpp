//===- MaxPooling2Tiling.cpp - Tiles of max_pooling2 ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowTiling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

/// An iteration makes a value.
IterationSpace getIterationSpace(IndexArithmetic &index, OpBuilder &b,
                                 MaxPooling2Op op) {
  Indices sizes = reifyInferredSizes(b, op, 0);
  return {sizes, Indices(sizes.size(), index.constant(1))};
}

namespace {

/// Turns indices into a slice of the input into indices into all of it (M4).
class IndexMover {
public:
  IndexMover(OpBuilder &b, Location loc, Value input, const Tile &part,
             ArrayRef<bool> isSliced)
      : b(b), loc(loc), isSliced(isSliced) {
    for (auto [i, size] :
         llvm::enumerate(tensor::getMixedSizes(b, loc, input))) {
      sizes.push_back(toValue(size));
      offsets.push_back(toValue(part.offsets[i]));
      partSizes.push_back(toValue(part.sizes[i]));
    }
  }

  Value move(Value indices);

private:
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  }
  template <typename OpT> Value create(OpBuilder &b, Value lhs, Value rhs) {
    return b.createOrFold<OpT>(loc, lhs, rhs);
  }
  Value moveOne(OpBuilder &b, Value local);

  OpBuilder &b;
  Location loc;
  ArrayRef<bool> isSliced;
  SmallVector<Value> sizes, offsets, partSizes;
};

} // namespace

/// For an element of the indices, in a body that is at its position.
Value IndexMover::moveOne(OpBuilder &b, Value local) {
  // Batch and channel are those of the element itself.
  Value n = linalg::IndexOp::create(b, loc, 0);
  Value c = linalg::IndexOp::create(b, loc, 1);
  Value plane =
      create<arith::AddIOp>(b, create<arith::MulIOp>(b, n, partSizes[1]), c);
  Value wholePlane = create<arith::AddIOp>(
      b,
      create<arith::MulIOp>(b, create<arith::AddIOp>(b, n, offsets[0]),
                            sizes[1]),
      create<arith::AddIOp>(b, c, offsets[1]));
  for (unsigned i = 2, e = sizes.size(); i < e; ++i) {
    plane = create<arith::MulIOp>(b, plane, partSizes[i]);
    wholePlane = create<arith::MulIOp>(b, wholePlane, sizes[i]);
  }
  Value rest = create<arith::SubIOp>(b, local, plane);
  if (llvm::none_of(isSliced, [](bool sliced) { return sliced; }))
    return create<arith::AddIOp>(b, wholePlane, rest);

  // The position within the plane, from the last dimension on.
  Value whole = wholePlane, step;
  for (unsigned i = sizes.size() - 1; i >= 2; --i) {
    Value position = rest;
    if (i > 2) {
      position = create<arith::RemUIOp>(b, rest, partSizes[i]);
      rest = create<arith::DivUIOp>(b, rest, partSizes[i]);
    }
    position = create<arith::AddIOp>(b, position, offsets[i]);
    whole = create<arith::AddIOp>(
        b, whole, step ? create<arith::MulIOp>(b, position, step) : position);
    step = step ? create<arith::MulIOp>(b, step, sizes[i]) : sizes[i];
  }
  return whole;
}

Value IndexMover::move(Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  IntegerType element = b.getIntegerType(type.getElementTypeBitWidth());
  Value local = tensor::BitcastOp::create(b, loc, type.clone(element), indices);
  Value dest = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, local), element);
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    Value given = arguments.front();
    Value moved = moveOne(
        b, arith::IndexCastUIOp::create(b, loc, b.getIndexType(), given));
    moved = arith::IndexCastUIOp::create(b, loc, element, moved);
    // M6: a window outside of the input stays one.
    Value none = arith::ConstantIntOp::create(b, loc, element, -1);
    Value isNone =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, given, none);
    Value result = arith::SelectOp::create(b, loc, isNone, none, moved);
    linalg::YieldOp::create(b, loc, result);
  };
  auto generic = linalg::GenericOp::create(
      b, loc, dest.getType(), local, dest, ArrayRef{identity, identity},
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      body);
  return tensor::BitcastOp::create(b, loc, type, generic.getResult(0));
}

FailureOr<TiledOperator> buildTile(TileBuilder &builder, MaxPooling2Op op) {
  const Tile &tile = builder.tile;
  Tile part = builder.getAll(op.getInput());
  SmallVector<std::pair<unsigned, OpFoldResult>, 1> first;
  SmallVector<bool> isSliced;
  bool isWhole = builder.isWhole(0) && builder.isWhole(1);
  for (unsigned i = 0; i < 2; ++i) {
    part.offsets[i] = tile.offsets[i];
    part.sizes[i] = tile.sizes[i];
  }
  for (unsigned i = 2, e = part.sizes.size(); i < e; ++i) {
    isSliced.push_back(!builder.isWhole(i));
    if (!isSliced.back())
      continue;
    isWhole = false;
    WindowSlice windows =
        sliceWindows(builder.index, op.getWindow(), i - 2, part.sizes[i],
                     tile.offsets[i], tile.sizes[i]);
    part.offsets[i] = windows.offset;
    part.sizes[i] = windows.size;
    if (windows.hasOthers)
      first.push_back({i, windows.first});
  }

  FailureOr<TiledOperator> tiled =
      builder.recreate(builder.slice(op.getInput(), part));
  if (failed(tiled))
    return failure();
  tiled->first = first;
  if (op.getIndices() && !isWhole)
    tiled->values[1] =
        IndexMover(builder.b, op.getLoc(), op.getInput(), part, isSliced)
            .move(tiled->values[1]);
  return tiled;
}

} // namespace dml
