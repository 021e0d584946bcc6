//===- GuardDivision.cpp - Divisions that do not trap ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/FoldScalars.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dml {
#define GEN_PASS_DEF_GUARDDIVISION
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp, index::DivSOp, index::RemSOp,
             index::CeilDivSOp, index::FloorDivSOp>(op);
}

bool isDivision(Operation *op) {
  return isSignedDivision(op) ||
         isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, index::DivUOp,
             index::RemUOp, index::CeilDivUOp>(op);
}

/// Whether the divisor may be zero or -1. Elementwise divisions are scalar, in
/// the body of a linalg operation, by the time this runs.
bool needsGuard(Operation *op) {
  // A check is not allowed inside of an atomic update.
  if (!isDivision(op) || !op->getResult(0).getType().isIntOrIndex() ||
      op->getParentOfType<memref::GenericAtomicRMWOp>())
    return false;
  APInt divisor;
  return !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
         divisor.isZero() || divisor.isAllOnes();
}

void guard(Operation *op) {
  OpBuilder b(op);
  CheckBuilder check(b, op);
  Value dividend = op->getOperand(0), divisor = op->getOperand(1);
  Type type = divisor.getType();
  auto differs = [&](Value value, const APInt &from) {
    Value constant = arith::ConstantOp::create(b, op->getLoc(), type,
                                               b.getIntegerAttr(type, from));
    return check.compare(arith::CmpIPredicate::ne, value, constant);
  };

  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  check.require(differs(divisor, APInt::getZero(width)),
                messages::dividesByZero(), {});
  if (isSignedDivision(op))
    check.require(
        check.either(differs(dividend, APInt::getSignedMinValue(width)),
                     differs(divisor, APInt::getAllOnes(width))),
        messages::divisionOverflows(), {});
}

/// Spells the map of an affine.apply, min or max out in arith. Reports constant
/// divisors below 1.
template <typename AffineOpT> LogicalResult expand(AffineOpT op) {
  OpBuilder b(op);
  auto values = affine::expandAffineMap(b, op.getLoc(), op.getAffineMap(),
                                        op->getOperands());
  if (!values)
    return failure();
  Value result = values->front();
  for (Value value : llvm::drop_begin(*values))
    if constexpr (std::is_same_v<AffineOpT, affine::AffineMinOp>)
      result = arith::MinSIOp::create(b, op.getLoc(), result, value);
    else
      result = arith::MaxSIOp::create(b, op.getLoc(), result, value);
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}

struct GuardDivisionPass : impl::GuardDivisionBase<GuardDivisionPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](Operation *op) {
      return llvm::TypeSwitch<Operation *, WalkResult>(op)
          .Case<affine::AffineApplyOp, affine::AffineMaxOp,
                affine::AffineMinOp>([](auto op) {
            return mayDivideByZero(op.getAffineMap()) ? WalkResult(expand(op))
                                                      : WalkResult::advance();
          })
          .Default(WalkResult::advance());
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    SmallVector<Operation *> divisions;
    getOperation()->walk([&](Operation *op) {
      if (needsGuard(op))
        divisions.push_back(op);
    });
    for (Operation *division : divisions)
      guard(division);
  }
};

} // namespace
} // namespace dml
