//===- CheckBuilder.cpp - Run-time checks of one operation ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

CheckBuilder::CheckBuilder(OpBuilder &b, Operation *op)
    : b(b), loc(op->getLoc()),
      prefix(describeLocation(op->getLoc()) + getMessagePrefix(op)) {}

Value CheckBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value CheckBuilder::toValue(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(b, loc, size);
}

Value CheckBuilder::sizeOf(Value shaped, int64_t dimension) {
  return toValue(isa<RankedTensorType>(shaped.getType())
                     ? tensor::getMixedSize(b, loc, shaped, dimension)
                     : memref::getMixedSize(b, loc, shaped, dimension));
}

Value CheckBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                            Value rhs) {
  return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
}

Value CheckBuilder::equal(Value lhs, Value rhs) {
  return compare(arith::CmpIPredicate::eq, lhs, rhs);
}

Value CheckBuilder::isAtLeast(Value value, int64_t least) {
  return compare(arith::CmpIPredicate::sge, value, constant(least));
}

Value CheckBuilder::isAtMost(Value value, int64_t most) {
  return compare(arith::CmpIPredicate::sle, value, constant(most));
}

Value CheckBuilder::isBelow(Value value, Value bound) {
  return compare(arith::CmpIPredicate::ult, value, bound);
}

Value CheckBuilder::both(ArrayRef<Value> conditions) {
  Value all = conditions.front();
  for (Value condition : conditions.drop_front())
    all = create<arith::AndIOp>(all, condition);
  return all;
}

Value CheckBuilder::either(Value lhs, Value rhs) {
  return create<arith::OrIOp>(lhs, rhs);
}

Value CheckBuilder::select(Value condition, Value value, Value otherwise) {
  return b.createOrFold<arith::SelectOp>(loc, condition, value, otherwise);
}

void CheckBuilder::require(Value condition, const Twine &message,
                           ValueRange values) {
  if (!matchPattern(condition, m_One()))
    RequireOp::create(b, loc, condition, b.getStringAttr(prefix + message),
                      values);
}

void CheckBuilder::requireEqual(const Twine &what, Value expected,
                                Value given) {
  require(equal(expected, given), messages::mismatch(what, "{0}", "{1}"),
          {expected, given});
}

Value CheckBuilder::requireElementCount(StringRef tensor, ValueRange sizes) {
  Value left = constant(kMaxUInt32), one = constant(1);
  Value fits = arith::ConstantIntOp::create(b, loc, 1, 1);
  std::string text;
  // Dividing what is left of the limit by each size in turn cannot wrap.
  for (auto [i, size] : llvm::enumerate(sizes)) {
    fits = both({fits, compare(arith::CmpIPredicate::ule, size, left)});
    left = create<arith::DivUIOp>(left, create<arith::MaxUIOp>(size, one));
    text += (i ? "x{" : "{") + std::to_string(i) + "}";
  }
  require(fits, messages::tooManyElements(tensor, text), sizes);
  return fits;
}

} // namespace dml
