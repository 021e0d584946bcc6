//===- SparsePositions.cpp - Positions that folds sum at ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparsePositions.h"
#include "OperatorLowering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace dml {

SparsePositions::SparsePositions(const UnfoldWindow &window,
                                 SizesRef spatialSizes)
    : window(window) {
  for (auto [i, size] : llvm::enumerate(spatialSizes)) {
    int64_t divisor = std::gcd(window.strides[i], window.dilations[i]);
    int64_t first = llvm::divideCeil(window.startPadding[i], divisor);
    int64_t end = window.startPadding[i] + size - 1;
    int64_t last = llvm::divideFloorSigned(end, divisor);
    divisors.push_back(divisor);
    sizes.push_back(last - first + 1);
    strides.push_back(window.strides[i] / divisor);
    dilations.push_back(window.dilations[i] / divisor);
    startPadding.push_back(first);
    endPadding.push_back((end + window.endPadding[i]) / divisor - last);
  }
}

bool SparsePositions::canLeaveOut() const {
  return llvm::any_of(divisors, [](int64_t d) { return d > 1; }) &&
         llvm::all_of(sizes, [](int64_t size) { return size > 0; });
}

uint64_t SparsePositions::getDistance() const {
  uint64_t distance = 1;
  for (int64_t divisor : divisors)
    distance = llvm::SaturatingMultiply<uint64_t>(distance, divisor);
  return distance;
}

Value SparsePositions::spread(OpBuilder &b, Location loc, Value dense,
                              SizesRef resultSizes,
                              ArrayRef<OpFoldResult> computed) const {
  Type type = getElementTypeOrSelf(dense.getType());
  Value dest = createDestination(b, loc, resultSizes, type, computed);
  unsigned rank = resultSizes.size();
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    SmallVector<Value> indices;
    for (int64_t i : {0, 1})
      indices.push_back(linalg::IndexOp::create(b, loc, i));
    Value isHere;
    for (unsigned i = 0; i < divisors.size(); ++i)
      indices.push_back(locate(b, loc, i, isHere));
    auto load = [&](OpBuilder &b, Location loc) -> Value {
      return tensor::ExtractOp::create(b, loc, dense, indices);
    };
    auto zero = [&](OpBuilder &b, Location loc) -> Value {
      return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    };
    Value element = loadGuarded(b, loc, isHere, load, zero);
    linalg::YieldOp::create(b, loc, element);
  };
  return linalg::GenericOp::create(b, loc, dest.getType(), ValueRange(), dest,
                                   b.getMultiDimIdentityMap(rank),
                                   SmallVector<utils::IteratorType>(
                                       rank, utils::IteratorType::parallel),
                                   body)
      .getResult(0);
}

Value SparsePositions::locate(OpBuilder &b, Location loc, unsigned i,
                              Value &isHere) const {
  Value position = linalg::IndexOp::create(b, loc, i + 2);
  AffineExpr t = b.getAffineDimExpr(0) + window.startPadding[i];
  auto compute = [&](AffineExpr formula) {
    return getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(1, 0, formula), {position}));
  };
  if (divisors[i] > 1)
    isHere = requireZero(b, loc, isHere, compute(t % divisors[i]));
  return compute(t.floorDiv(divisors[i]) - startPadding[i]);
}

} // namespace dml
