//===- PoolElementBuilder.cpp - One element of a pooled plane -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoolElementBuilder.h"
#include "Conversion/DMLToLinalg/Operators/OperatorLowering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

Value PoolElementBuilder::apply(AffineExpr expr, ValueRange operands) {
  return affine::AffineApplyOp::create(
      b, loc, AffineMap::get(operands.size(), 0, expr), operands);
}

Value PoolElementBuilder::word(int64_t value) {
  return arith::ConstantIntOp::create(b, loc, b.getI32Type(),
                                      static_cast<int32_t>(value));
}

Value PoolElementBuilder::asWord(Value index) {
  return arith::IndexCastUIOp::create(b, loc, b.getI32Type(), index);
}

Value PoolElementBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                                  Value rhs) {
  return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
}

Value PoolElementBuilder::select(Value condition, int64_t ifTrue,
                                 int64_t ifFalse) {
  return arith::SelectOp::create(b, loc, condition, word(ifTrue),
                                 word(ifFalse));
}

Value PoolElementBuilder::both(Value lhs, Value rhs) {
  return dml::both(b, loc, lhs, rhs);
}

Value PoolElementBuilder::either(Value lhs, Value rhs) {
  return lhs ? arith::OrIOp::create(b, loc, lhs, rhs) : rhs;
}

SmallVector<Value>
PoolElementBuilder::ifElse(Value condition,
                           function_ref<SmallVector<Value>()> ifTrue,
                           function_ref<SmallVector<Value>()> ifFalse) {
  auto build = [](function_ref<SmallVector<Value>()> side) {
    return [=](OpBuilder &b, Location loc) {
      scf::YieldOp::create(b, loc, side());
    };
  };
  return scf::IfOp::create(b, loc, condition, build(ifTrue), build(ifFalse))
      .getResults();
}

ElementPosition PoolElementBuilder::getElement(unsigned rank) {
  SmallVector<Value> indices;
  for (unsigned i = 0; i < rank; ++i)
    indices.push_back(linalg::IndexOp::create(b, loc, i));
  Value column = indices.pop_back_val(), row = indices.pop_back_val();
  return {indices, row, column};
}

SmallVector<Value> PoolElementBuilder::getPlane(Value number, unsigned rank) {
  if (rank == 3)
    return {number};
  AffineExpr d0 = b.getAffineDimExpr(0);
  return {apply(d0.floorDiv(channels), number), apply(d0 % channels, number)};
}

Value PoolElementBuilder::getNumber(ValueRange plane) {
  if (plane.size() == 1)
    return plane.front();
  return apply(b.getAffineDimExpr(0) * channels + b.getAffineDimExpr(1), plane);
}

std::pair<Value, Value> PoolElementBuilder::splitIndex(Value pointer) {
  if (pointer.getType().isInteger(32))
    return {pointer, Value()};
  Value bits = arith::ConstantIntOp::create(b, loc, pointer.getType(), 32);
  Value high = arith::ShRUIOp::create(b, loc, pointer, bits);
  return {arith::TruncIOp::create(b, loc, b.getI32Type(), pointer),
          arith::TruncIOp::create(b, loc, b.getI32Type(), high)};
}

Value PoolElementBuilder::isNarrow(Value high) {
  return high ? compare(arith::CmpIPredicate::eq, high, word(0)) : Value();
}

Value PoolElementBuilder::getHome(Value input, const PoolAxis &axis) {
  return apply(b.getAffineDimExpr(0) * axis.stride - axis.padding, input);
}

Value PoolElementBuilder::pointsTo(Value pointer, Value place) {
  return compare(arith::CmpIPredicate::eq, splitIndex(pointer).first, place);
}

Value PoolElementBuilder::isInReach(Value pointer, const ElementPosition &home,
                                    const PlaneReach &reach) {
  auto [low, high] = splitIndex(pointer);
  AffineExpr d0 = b.getAffineDimExpr(0);
  auto subtract = [&](Value lhs, Value rhs) -> Value {
    return arith::SubIOp::create(b, loc, lhs, rhs);
  };
  auto multiply = [&](Value lhs, int64_t rhs) -> Value {
    return arith::MulIOp::create(b, loc, lhs, word(rhs));
  };
  auto isBelow = [&](Value value, int64_t bound) {
    return compare(arith::CmpIPredicate::ult, value, word(bound));
  };
  // The rows of the reach that are in the plane.
  Value firstRow = arith::MaxSIOp::create(
      b, loc, asWord(apply(d0 + reach.rows.first, home.row)), word(0));
  Value endRow = arith::MinSIOp::create(
      b, loc, asWord(apply(d0 + (reach.rows.last + 1), home.row)),
      word(rows.outputs));
  Value planePlace = asWord(
      apply(d0 * (rows.outputs * columns.outputs), getNumber(home.plane)));
  Value distance =
      subtract(subtract(low, planePlace), multiply(firstRow, columns.outputs));
  Value result = compare(arith::CmpIPredicate::ult, distance,
                         multiply(subtract(endRow, firstRow), columns.outputs));
  // Columns are compared as fractions of 31 bits. A column outside of the plane
  // needs the 32nd bit, so it is not mistaken for one of the next row. Valid
  // columns may be rejected if rows are shorter than the reach, which costs
  // time only.
  int64_t factor = 1;
  if (rows.outputs > 1) {
    factor = columns.getFractionFactor();
    distance = arith::AndIOp::create(b, loc, multiply(distance, factor),
                                     word(kFractions - 1));
  }
  Value firstColumn = asWord(apply(d0 + reach.columns.first, home.column));
  Value fromFirst = subtract(distance, multiply(firstColumn, factor));
  int64_t bound = std::min(reach.columns.getSize() * factor, kFractions);
  result = both(result, isBelow(fromFirst, bound));
  return both(result, isNarrow(high));
}

Value PoolElementBuilder::isInCell(Value pointer, const ElementPosition &home) {
  auto [low, high] = splitIndex(pointer);
  Value distance = arith::SubIOp::create(b, loc, low, getPlace(home));
  Value result;
  for (int64_t row = 0; row < rows.stride; ++row) {
    Value inRow =
        arith::SubIOp::create(b, loc, distance, word(row * columns.outputs));
    result = either(result, compare(arith::CmpIPredicate::ult, inRow,
                                    word(columns.stride)));
  }
  return both(result, isNarrow(high));
}

std::pair<Value, Value> PoolElementBuilder::getCode(Value pointer,
                                                    const ElementPosition &home,
                                                    const PlaneReach &reach,
                                                    Type type) {
  auto [low, high] = splitIndex(pointer);
  AffineExpr d0 = b.getAffineDimExpr(0);
  auto isBelow = [&](Value value, int64_t bound) {
    return compare(arith::CmpIPredicate::ult, value,
                   arith::ConstantIndexOp::create(b, loc, bound));
  };
  // The columns of the reach that are in the plane, as numbers in the reach.
  Value column = apply(d0 + reach.columns.first, home.column);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value firstColumn = arith::MaxSIOp::create(b, loc, apply(-d0, column), zero);
  Value endColumn = arith::MinSIOp::create(
      b, loc, apply(-d0 + columns.outputs, column),
      arith::ConstantIndexOp::create(b, loc, reach.columns.getSize()));
  Value numColumns = arith::SubIOp::create(b, loc, endColumn, firstColumn);
  Value code = word(-1);
  for (int64_t i = 0; i < reach.rows.getSize(); ++i) {
    Value row = apply(d0 + (reach.rows.first + i), home.row);
    Value numInRow = arith::SelectOp::create(b, loc, isBelow(row, rows.outputs),
                                             numColumns, zero);
    Value first = arith::AddIOp::create(b, loc, column, firstColumn);
    Value distance =
        arith::SubIOp::create(b, loc, low, getPlace({home.plane, row, first}));
    Value isInRow =
        compare(arith::CmpIPredicate::ult, distance, asWord(numInRow));
    Value number = arith::AddIOp::create(
        b, loc, distance,
        asWord(apply(d0 + i * reach.columns.getSize(), firstColumn)));
    code = arith::SelectOp::create(b, loc, isInRow, number, code);
  }
  Value isInReach =
      both(compare(arith::CmpIPredicate::ne, code, word(-1)), isNarrow(high));
  return {arith::TruncIOp::create(b, loc, type, code), isInReach};
}

Value PoolElementBuilder::getCodeOf(const ElementPosition &element,
                                    const PlaneReach &reach, int64_t rowShift,
                                    int64_t columnShift, Type type) {
  AffineExpr d0, d1;
  bindDims(b.getContext(), d0, d1);
  auto getDistance = [](AffineExpr output, const PoolAxis &axis,
                        PoolReach reach, int64_t shift) {
    AffineExpr input = (output + shift).floorDiv(axis.stride);
    return output - (input * axis.stride - axis.padding + reach.first);
  };
  Value code = apply(getDistance(d0, rows, reach.rows, rowShift) *
                             reach.columns.getSize() +
                         getDistance(d1, columns, reach.columns, columnShift),
                     {element.row, element.column});
  return arith::IndexCastUIOp::create(b, loc, type, code);
}

AffineExpr PoolElementBuilder::getPlaceExpr() {
  AffineExpr d0, d1, d2;
  bindDims(b.getContext(), d0, d1, d2);
  return (d0 * rows.outputs + d1) * columns.outputs + d2;
}

Value PoolElementBuilder::getPlace(const ElementPosition &element) {
  return asWord(apply(getPlaceExpr(), getNumbers(element)));
}

SmallVector<Value>
PoolElementBuilder::getNumbers(const ElementPosition &element) {
  return {getNumber(element.plane), element.row, element.column};
}

std::pair<Value, Value> PoolElementBuilder::getInput(Value output,
                                                     const PoolAxis &axis,
                                                     int64_t shift) {
  Value input =
      apply((b.getAffineDimExpr(0) + shift).floorDiv(axis.stride), output);
  bool isAlways =
      shift >= 0 && (axis.outputs - 1 + shift) / axis.stride < axis.inputs;
  if (isAlways)
    return {input, Value()};
  Value size = arith::ConstantIndexOp::create(b, loc, axis.inputs);
  return {input, compare(arith::CmpIPredicate::ult, input, size)};
}

} // namespace dml
