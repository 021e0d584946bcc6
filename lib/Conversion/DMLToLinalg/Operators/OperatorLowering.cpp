//===- OperatorLowering.cpp - Lowering one operator -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

Sizes getKnownResultSizes(OperatorInterface op, unsigned result) {
  SizesOfResults inferred = cantFail(inferResultSizes(op, getOperandSizes(op)));
  auto type = cast<RankedTensorType>(op->getResult(result).getType());
  return mergeSizes(inferred[result], type.getShape());
}

Value asSignless(OpBuilder &b, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.isSignless())
    return tensor;
  return tensor::BitcastOp::create(
      b, loc, type.clone(b.getIntegerType(element.getWidth())), tensor);
}

Value withSizes(OpBuilder &b, Location loc, Value tensor, SizesRef sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getShape() == sizes)
    return tensor;
  return tensor::CastOp::create(b, loc, type.clone(sizes), tensor);
}

SmallVector<OpFoldResult> matchKnownSizes(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> sizes,
                                          SizesRef known) {
  SmallVector<OpFoldResult> matched;
  for (auto [size, knownSize] : llvm::zip_equal(sizes, known)) {
    if (ShapedType::isDynamic(knownSize))
      matched.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    else
      matched.push_back(b.getIndexAttr(knownSize));
  }
  return matched;
}

static SmallVector<Value> getDynamicSizes(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> sizes,
                                          SizesRef staticSizes) {
  SmallVector<Value> values;
  for (auto [size, known] : llvm::zip_equal(sizes, staticSizes))
    if (ShapedType::isDynamic(known))
      values.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  return values;
}

Value createDestination(OpBuilder &b, Location loc, SizesRef sizes,
                        Type elementType, ArrayRef<OpFoldResult> dynamic) {
  return tensor::EmptyOp::create(b, loc, sizes, elementType,
                                 getDynamicSizes(b, loc, dynamic, sizes));
}

Value expandShape(OpBuilder &b, Location loc, Value tensor,
                  ArrayRef<OpFoldResult> parts, const Groups &groups) {
  auto [staticParts, dynamicParts] =
      decomposeMixedValues(SmallVector<OpFoldResult>(parts));
  (void)dynamicParts;
  Sizes source(cast<RankedTensorType>(tensor.getType()).getShape());
  for (auto [size, group] : llvm::zip_equal(source, groups))
    if (llvm::any_of(group, [&, &statics = staticParts](int64_t i) {
          return ShapedType::isDynamic(statics[i]);
        }))
      size = ShapedType::kDynamic;
  Value cast = withSizes(b, loc, tensor, source);
  auto type = llvm::cast<RankedTensorType>(tensor.getType()).clone(staticParts);
  return tensor::ExpandShapeOp::create(b, loc, type, cast, groups, parts);
}

Value both(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(b, loc, lhs, rhs);
}

Value requireInBounds(OpBuilder &b, Location loc, Value condition, Value index,
                      OpFoldResult size) {
  // Unsigned: a negative index is large.
  Value bound = getValueOrCreateConstantIndexOp(b, loc, size);
  Value isBelow =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, bound);
  return both(b, loc, condition, isBelow);
}

Value requireZero(OpBuilder &b, Location loc, Value condition, Value index) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isZero =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, index, zero);
  return both(b, loc, condition, isZero);
}

Value loadGuarded(OpBuilder &b, Location loc, Value condition,
                  ValueBuilder load, ValueBuilder otherwise) {
  if (!condition)
    return load(b, loc);
  auto yield = [](ValueBuilder build) {
    return [=](OpBuilder &b, Location loc) {
      scf::YieldOp::create(b, loc, build(b, loc));
    };
  };
  return scf::IfOp::create(b, loc, condition, yield(load), yield(otherwise))
      .getResult(0);
}

Value transpose(OpBuilder &b, Location loc, Value input, SizesRef resultSizes,
                ArrayRef<OpFoldResult> computed, const Transposition &t) {
  Value parts = expandShape(b, loc, input, t.inputParts, t.inputGroups);
  Value empty = createDestination(
      b, loc, resultSizes, getElementTypeOrSelf(input.getType()), computed);
  Value dest = expandShape(b, loc, empty, t.resultParts, t.resultGroups);
  Value moved = linalg::TransposeOp::create(b, loc, parts, dest, t.permutation)
                    ->getResult(0);
  return tensor::CollapseShapeOp::create(
      b, loc, cast<RankedTensorType>(empty.getType()), moved, t.resultGroups);
}

} // namespace dml
