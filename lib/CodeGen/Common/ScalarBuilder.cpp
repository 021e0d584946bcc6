//===- ScalarBuilder.cpp - Arithmetic, branches, loops --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ScalarBuilder::boolean(bool value) {
  return arith::ConstantIntOp::create(b, loc, value, 1);
}

Value ScalarBuilder::constantLike(Value other, int64_t value) {
  Type type = getElementTypeOrSelf(other);
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  APInt bits(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  TypedAttr attr = IntegerAttr::get(type, bits);
  if (auto vector = dyn_cast<VectorType>(other.getType()))
    attr = DenseElementsAttr::get(vector, bits);
  return arith::ConstantOp::create(b, loc, attr);
}

Value ScalarBuilder::resolve(Value lhs, Operand rhs) {
  return rhs.value ? rhs.value : constantLike(lhs, rhs.constant);
}

static bool isConstantPowerOf2(ScalarBuilder::Operand operand) {
  return !operand.value && llvm::isPowerOf2_64(operand.constant);
}

Value ScalarBuilder::add(Value lhs, Operand rhs) {
  return emit<arith::AddIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::subtract(Value lhs, Operand rhs) {
  return emit<arith::SubIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::multiply(Value lhs, Operand rhs) {
  return emit<arith::MulIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::divide(Value lhs, Operand rhs) {
  if (isConstantPowerOf2(rhs))
    return shiftRight(lhs, llvm::Log2_64(rhs.constant));
  return emit<arith::DivUIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::remainder(Value lhs, Operand rhs) {
  if (isConstantPowerOf2(rhs))
    return bitAnd(lhs, rhs.constant - 1);
  return emit<arith::RemUIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::minimum(Value lhs, Operand rhs) {
  return emit<arith::MinUIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::maximum(Value lhs, Operand rhs) {
  return emit<arith::MaxUIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::shiftLeft(Value lhs, Operand bits) {
  if (!bits.value && bits.constant == 0)
    return lhs;
  return emit<arith::ShLIOp>(lhs, resolve(lhs, bits));
}
Value ScalarBuilder::shiftRight(Value lhs, Operand bits) {
  if (!bits.value && bits.constant == 0)
    return lhs;
  return emit<arith::ShRUIOp>(lhs, resolve(lhs, bits));
}

Value ScalarBuilder::isEqual(Value lhs, Operand rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::eq, lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::isNotEqual(Value lhs, Operand rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::ne, lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::isLessUnsigned(Value lhs, Operand rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::ult, lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::bitAnd(Value lhs, Operand rhs) {
  return emit<arith::AndIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::bitOr(Value lhs, Operand rhs) {
  return emit<arith::OrIOp>(lhs, resolve(lhs, rhs));
}
Value ScalarBuilder::logicalNot(Value condition) {
  return emit<arith::XOrIOp>(condition, constantLike(condition, 1));
}
Value ScalarBuilder::select(Value condition, Value ifTrue, Operand ifFalse) {
  return emit<arith::SelectOp>(condition, ifTrue, resolve(ifTrue, ifFalse));
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

/// Returns what a condition folded to, if it did.
static std::optional<bool> getKnown(Value condition) {
  llvm::APInt value;
  if (!matchPattern(condition, m_ConstantInt(&value)))
    return std::nullopt;
  return value.isOne();
}

Value ScalarBuilder::isAnySet(ValueRange flags) {
  Value isSet = boolean(false);
  for (Value flag : flags)
    isSet = bitOr(isSet, isNotEqual(memref::LoadOp::create(b, loc, flag), 0));
  return isSet;
}

void ScalarBuilder::ifThen(Value condition, llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  if (std::optional<bool> known = getKnown(condition)) {
    if (*known)
      body();
    return;
  }
  scf::IfOp::create(b, loc, condition, [&](OpBuilder &, Location) {
    body();
    scf::YieldOp::create(b, loc);
  });
}

ScalarBuilder::Values
ScalarBuilder::branch(Value condition, llvm::function_ref<Values()> ifTrue,
                      llvm::function_ref<Values()> ifFalse) {
  if (std::optional<bool> known = getKnown(condition))
    return *known ? ifTrue() : ifFalse();
  auto branches = scf::IfOp::create(
      b, loc, condition,
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, ifTrue()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, ifFalse()); });
  return Values(branches.getResults());
}

void ScalarBuilder::forEach(Value begin, Operand end, Operand step,
                            llvm::function_ref<void(Value)> body) {
  forEach(begin, end, step, {}, [&](Value i, Values) {
    body(i);
    return Values();
  });
}

ScalarBuilder::Values
ScalarBuilder::forEach(Value begin, Operand end, Operand step, Values inits,
                       llvm::function_ref<Values(Value, Values)> body) {
  auto loop = scf::ForOp::create(
      b, loc, begin, resolve(begin, end), resolve(begin, step), inits,
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        scf::YieldOp::create(b, loc, body(i, Values(carried)));
      });
  annotateLoop(loop);
  return Values(loop.getResults());
}

} // namespace dml
