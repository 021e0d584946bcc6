//===- IndexArithmetic.cpp - Sizes and offsets that fold ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexArithmetic.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace dml {

OpFoldResult IndexArithmetic::apply(AffineExpr formula,
                                    ArrayRef<OpFoldResult> operands) {
  return affine::makeComposedFoldedAffineApply(
      b, loc, AffineMap::get(operands.size(), 0, formula), operands);
}

OpFoldResult IndexArithmetic::linear(OpFoldResult x, int64_t factor,
                                     int64_t addend) {
  return apply(b.getAffineDimExpr(0) * factor + addend, x);
}

OpFoldResult IndexArithmetic::add(OpFoldResult lhs, OpFoldResult rhs) {
  return apply(b.getAffineDimExpr(0) + b.getAffineDimExpr(1), {lhs, rhs});
}

OpFoldResult IndexArithmetic::subtract(OpFoldResult lhs, OpFoldResult rhs) {
  return apply(b.getAffineDimExpr(0) - b.getAffineDimExpr(1), {lhs, rhs});
}

OpFoldResult IndexArithmetic::multiply(OpFoldResult lhs, OpFoldResult rhs) {
  if (std::optional<int64_t> factor = getConstantIntValue(lhs))
    return linear(rhs, *factor);
  if (std::optional<int64_t> factor = getConstantIntValue(rhs))
    return linear(lhs, *factor);
  return b.createOrFold<arith::MulIOp>(
      loc, getValueOrCreateConstantIndexOp(b, loc, lhs),
      getValueOrCreateConstantIndexOp(b, loc, rhs));
}

OpFoldResult IndexArithmetic::product(ArrayRef<OpFoldResult> factors) {
  OpFoldResult product = constant(1);
  for (OpFoldResult factor : factors)
    product = multiply(product, factor);
  return product;
}

OpFoldResult IndexArithmetic::floorDiv(OpFoldResult x, OpFoldResult divisor) {
  if (std::optional<int64_t> known = getConstantIntValue(divisor))
    return apply(b.getAffineDimExpr(0).floorDiv(*known), x);
  return b.createOrFold<arith::DivUIOp>(
      loc, getValueOrCreateConstantIndexOp(b, loc, x),
      getValueOrCreateConstantIndexOp(b, loc, divisor));
}

OpFoldResult IndexArithmetic::ceilDiv(OpFoldResult x, OpFoldResult divisor) {
  return floorDiv(linear(add(x, divisor), 1, -1), divisor);
}

OpFoldResult IndexArithmetic::min(OpFoldResult lhs, OpFoldResult rhs) {
  return affine::makeComposedFoldedAffineMin(
      b, loc, b.getMultiDimIdentityMap(2), {lhs, rhs});
}

OpFoldResult IndexArithmetic::max(OpFoldResult lhs, OpFoldResult rhs) {
  return affine::makeComposedFoldedAffineMax(
      b, loc, b.getMultiDimIdentityMap(2), {lhs, rhs});
}

bool areKnownEqual(OpFoldResult lhs, OpFoldResult rhs) {
  if (isEqualConstantIntOrValue(lhs, rhs))
    return true;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(lhs, rhs);
  return succeeded(equal) && *equal;
}

static bool isKnownPositive(const ValueBoundsConstraintSet::Variable &index) {
  Builder b(index.getContext());
  return ValueBoundsConstraintSet::compare(
      index, ValueBoundsConstraintSet::ComparisonOperator::GE,
      OpFoldResult(b.getIndexAttr(1)));
}

bool isKnownPositive(OpFoldResult index) {
  if (std::optional<int64_t> known = getConstantIntValue(index))
    return *known >= 1;
  auto value = cast<Value>(index);
  // The bounds of a minimum do not say that it is one of these.
  if (auto minimum = value.getDefiningOp<affine::AffineMinOp>())
    return llvm::all_of(
        minimum.getMap().getResults(), [&](AffineExpr candidate) {
          AffineMap map = minimum.getMap();
          return isKnownPositive(ValueBoundsConstraintSet::Variable(
              AffineMap::get(map.getNumDims(), map.getNumSymbols(), candidate),
              minimum.getOperands()));
        });
  return isKnownPositive(ValueBoundsConstraintSet::Variable(index));
}

} // namespace dml
