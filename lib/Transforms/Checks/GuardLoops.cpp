//===- GuardLoops.cpp - Checks of loops ---------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOpGuard.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

void TensorOpGuard::guardLoop(scf::ForOp loop) {
  OpOperand &step = loop.getStepMutable();
  guardSteps(loop.getLowerBound(), loop.getUpperBound(), step,
             loop.getUnsignedCmp());
  if (!loop.getUnsignedCmp())
    requireDistance(loop.getLowerBound(), loop.getUpperBound());
}

void TensorOpGuard::guardLoop(scf::ParallelOp loop) {
  MutableOperandRange steps = loop.getStepMutable();
  for (auto [i, lower, upper] :
       llvm::enumerate(loop.getLowerBound(), loop.getUpperBound())) {
    guardSteps(lower, upper, steps[i], /*isUnsigned=*/false);
    requireDistance(lower, upper);
  }
}

void TensorOpGuard::guardLoop(scf::ForallOp loop) {
  Value ok = yes();
  for (auto [lower, upper, step] :
       llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(),
                       loop.getMixedStep())) {
    Value from = toValue(lower), to = toValue(upper);
    ok = both({ok, requireStep(from, to, toValue(step), /*isUnsigned=*/false),
               requireDistance(from, to)});
  }
  replaceUnless(ok, loop.getDynamicLowerBoundMutable(), 0);
  replaceUnless(ok, loop.getDynamicUpperBoundMutable(), 0);
  replaceUnless(ok, loop.getDynamicStepMutable(), 1);
}

Value TensorOpGuard::requireStep(Value lower, Value upper, Value step,
                                 bool isUnsigned) {
  Type type = step.getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  auto integer = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, step.getLoc(),
                                     b.getIntegerAttr(type, value));
  };
  using Predicate = arith::CmpIPredicate;
  Value one = integer(APInt(width, 1));
  Value isPositive =
      compare(isUnsigned ? Predicate::uge : Predicate::sge, step, one);
  // The message has values of type index.
  auto describe = [&](const Twine &text, ArrayRef<Value> values) {
    return type.isIndex() ? report(isPositive, text, values)
                          : require(isPositive, text, {});
  };
  describe(messages::stepBelowOne(), step);
  if (isConstantIntValue(step, 1))
    return isPositive;
  Value most = integer(isUnsigned ? APInt::getMaxValue(width)
                                  : APInt::getSignedMaxValue(width));
  most = create<arith::SubIOp>(most, create<arith::SubIOp>(step, one));
  Value ends = either(
      compare(isUnsigned ? Predicate::uge : Predicate::sge, lower, upper),
      compare(isUnsigned ? Predicate::ule : Predicate::sle, upper, most));
  require(either(ends, create<arith::XOrIOp>(isPositive, yes())),
          messages::upperBoundTooLarge(), {});
  return both({isPositive, ends});
}

void TensorOpGuard::guardSteps(Value lower, Value upper, OpOperand &step,
                               bool isUnsigned) {
  Value given = step.get();
  Value ok = requireStep(lower, upper, given, isUnsigned);
  // A loop without end stops a GPU, whatever is reported after it.
  Value one = arith::ConstantOp::create(b, given.getLoc(),
                                        b.getIntegerAttr(given.getType(), 1));
  step.set(select(ok, given, one));
}

Value TensorOpGuard::requireDistance(Value lower, Value upper) {
  APInt least;
  if (matchPattern(lower, m_ConstantInt(&least)) && !least.isNegative())
    return yes();
  Value zero = arith::ConstantOp::create(b, lower.getLoc(),
                                         b.getIntegerAttr(lower.getType(), 0));
  Value ok = either(compare(arith::CmpIPredicate::sge, lower, upper),
                    compare(arith::CmpIPredicate::sge,
                            create<arith::SubIOp>(upper, lower), zero));
  require(ok, messages::distanceOverflows(), {});
  return ok;
}

} // namespace dml
