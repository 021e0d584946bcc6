//===- PoolCodes.cpp - Narrow codes of pooled indices ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoolCodes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

bool hasCodes(const PlaneReach &reach) {
  return llvm::isUInt<8>(reach.rows.getSize() * reach.columns.getSize());
}

std::pair<Value, Value> encodeIndices(OpBuilder &b, UnpoolOp op,
                                      const PoolGeometry &geometry,
                                      const PlaneReach &reach, Value missed) {
  Location loc = op.getLoc();
  auto indices = cast<TypedValue<RankedTensorType>>(op.getIndices());
  SmallVector<int64_t> sizes(indices.getType().getShape());
  std::rotate(sizes.begin() + 1, sizes.begin() + 2, sizes.end());
  Type code = b.getI8Type();
  Value place = bufferization::AllocTensorOp::create(
      b, loc, RankedTensorType::get(sizes, code), ValueRange());
  unsigned rank = sizes.size();
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, b.getContext())};
  auto generic = linalg::GenericOp::create(
      b, loc, {place.getType(), missed.getType()}, ValueRange(),
      {place, missed}, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::reduction),
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        PoolElementBuilder e(b, loc, geometry, indices.getType().getDimSize(1));
        SmallVector<Value> at;
        for (unsigned i = 0; i < rank; ++i)
          at.push_back(linalg::IndexOp::create(b, loc, i));
        ElementPosition input = {{at[0], at[3]}, at[1], at[2]};
        ElementPosition home = {input.plane, e.getHome(at[1], e.rows),
                                e.getHome(at[2], e.columns)};
        Value pointer =
            tensor::ExtractOp::create(b, loc, indices, input.getIndices());
        auto [number, isInReach] = e.getCode(pointer, home, reach, code);
        Value isMissed = e.either(arguments[1], e.select(isInReach, 0, 1));
        linalg::YieldOp::create(b, loc, {number, isMissed});
      });
  return {generic.getResult(0), generic.getResult(1)};
}

} // namespace dml
