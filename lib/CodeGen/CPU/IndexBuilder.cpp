//===- IndexBuilder.cpp - Index arithmetic, loops, branches ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBuilder.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

template <typename Op, typename... Args>
Value IndexBuilder::emit(Args... args) {
  if (folding == Folding::AtOnce)
    return b.createOrFold<Op>(loc, args...);
  return Op::create(b, loc, args...);
}

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}
Value IndexBuilder::boolean(bool value) {
  return arith::ConstantIntOp::create(b, loc, value, 1);
}
Value IndexBuilder::add(Value lhs, Value rhs) {
  return emit<arith::AddIOp>(lhs, rhs);
}
Value IndexBuilder::subtract(Value lhs, Value rhs) {
  return emit<arith::SubIOp>(lhs, rhs);
}
Value IndexBuilder::multiply(Value lhs, Value rhs) {
  return emit<arith::MulIOp>(lhs, rhs);
}
Value IndexBuilder::product(ValueRange values) {
  Value result = constant(1);
  for (Value value : values)
    result = multiply(result, value);
  return result;
}
Value IndexBuilder::divide(Value lhs, Value rhs) {
  return emit<arith::DivUIOp>(lhs, rhs);
}
Value IndexBuilder::ceilDivide(Value lhs, Value rhs) {
  return emit<arith::CeilDivUIOp>(lhs, rhs);
}
Value IndexBuilder::remainder(Value lhs, Value rhs) {
  return emit<arith::RemUIOp>(lhs, rhs);
}
Value IndexBuilder::minimum(Value lhs, Value rhs) {
  return emit<arith::MinUIOp>(lhs, rhs);
}
Value IndexBuilder::maximum(Value lhs, Value rhs) {
  return emit<arith::MaxUIOp>(lhs, rhs);
}
Value IndexBuilder::signedMinimum(Value lhs, Value rhs) {
  return emit<arith::MinSIOp>(lhs, rhs);
}
Value IndexBuilder::signedMaximum(Value lhs, Value rhs) {
  return emit<arith::MaxSIOp>(lhs, rhs);
}
Value IndexBuilder::isEqual(Value lhs, Value rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::eq, lhs, rhs);
}
Value IndexBuilder::isBelow(Value lhs, Value rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::ult, lhs, rhs);
}
Value IndexBuilder::isSignedBelow(Value lhs, Value rhs) {
  return emit<arith::CmpIOp>(arith::CmpIPredicate::slt, lhs, rhs);
}
Value IndexBuilder::isRangeInside(Value position, Value size, Value extent) {
  Value exists = emit<arith::CmpIOp>(arith::CmpIPredicate::sle, size, extent);
  Value isInside = emit<arith::CmpIOp>(arith::CmpIPredicate::ule, position,
                                       subtract(extent, size));
  return both(exists, isInside);
}
Value IndexBuilder::both(Value lhs, Value rhs) {
  return emit<arith::AndIOp>(lhs, rhs);
}
Value IndexBuilder::either(Value lhs, Value rhs) {
  return emit<arith::OrIOp>(lhs, rhs);
}
Value IndexBuilder::invert(Value value) {
  return emit<arith::XOrIOp>(value, boolean(true));
}
Value IndexBuilder::select(Value condition, Value ifTrue, Value ifFalse) {
  return emit<arith::SelectOp>(condition, ifTrue, ifFalse);
}
Value IndexBuilder::roundDown(Value value, int64_t multiple) {
  return emit<arith::AndIOp>(value, constant(-multiple));
}
Value IndexBuilder::roundUp(Value value, int64_t multiple) {
  return roundDown(add(value, constant(multiple - 1)), multiple);
}

SmallVector<Value> IndexBuilder::delinearize(Value element,
                                             ArrayRef<Value> sizes) {
  SmallVector<Value> position(sizes.size());
  for (unsigned i = sizes.size(); i-- > 1;) {
    position[i] = remainder(element, sizes[i]);
    element = divide(element, sizes[i]);
  }
  if (!sizes.empty())
    position[0] = element;
  return position;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void IndexBuilder::forEach(Value begin, Value end, int64_t step,
                           llvm::function_ref<void(Value)> body) {
  forEach(begin, end, step, {}, [&](Value i, ValueRange) {
    body(i);
    return Values();
  });
}

IndexBuilder::Values
IndexBuilder::forEach(Value begin, Value end, int64_t step, Values inits,
                      llvm::function_ref<Values(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      b, loc, begin, end, constant(step), inits,
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        scf::YieldOp::create(b, loc, body(i, carried));
      });
  keepLoopAsWritten(loop);
  return Values(loop.getResults());
}

void IndexBuilder::parallelForEach(Value end, Value step,
                                   llvm::function_ref<void(Value)> body) {
  scf::ParallelOp::create(
      b, loc, constant(0), end, step,
      [&](OpBuilder &, Location, ValueRange i) { body(i.front()); });
}

/// What a condition folded to, if it did.
std::optional<bool> IndexBuilder::getKnown(Value condition) {
  llvm::APInt value;
  if (folding != Folding::AtOnce ||
      !matchPattern(condition, m_ConstantInt(&value)))
    return std::nullopt;
  return value.isOne();
}

void IndexBuilder::ifThen(Value condition, llvm::function_ref<void()> body) {
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

void IndexBuilder::ifThenElse(Value condition,
                              llvm::function_ref<void()> ifTrue,
                              llvm::function_ref<void()> ifFalse) {
  ifElse(
      condition,
      [&] {
        ifTrue();
        return Values();
      },
      [&] {
        ifFalse();
        return Values();
      });
}

IndexBuilder::Values
IndexBuilder::ifElse(Value condition, llvm::function_ref<Values()> ifTrue,
                     llvm::function_ref<Values()> ifFalse) {
  if (std::optional<bool> known = getKnown(condition))
    return *known ? ifTrue() : ifFalse();
  auto branches = scf::IfOp::create(
      b, loc, condition,
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, ifTrue()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, ifFalse()); });
  return Values(branches.getResults());
}

} // namespace dml
