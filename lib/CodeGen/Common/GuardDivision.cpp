//===- GuardDivision.cpp - Divisions that do not trap ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/TensorOpMessages.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_GUARDDIVISION
#include "dml/CodeGen/Common/Passes.h.inc"
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

/// Whether the map divides by something that is not a constant.
bool dividesByValue(AffineMap map) {
  bool divides = false;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    divides |= binary && !isa<AffineConstantExpr>(binary.getRHS()) &&
               (expr.getKind() == AffineExprKind::Mod ||
                expr.getKind() == AffineExprKind::FloorDiv ||
                expr.getKind() == AffineExprKind::CeilDiv);
  });
  return divides;
}

/// Spells the division out in arith. Reports constant divisors below 1.
LogicalResult expand(affine::AffineApplyOp apply) {
  OpBuilder b(apply);
  auto values = affine::expandAffineMap(b, apply.getLoc(), apply.getAffineMap(),
                                        apply.getOperands());
  if (!values)
    return failure();
  apply.getResult().replaceAllUsesWith(values->front());
  apply.erase();
  return success();
}

struct GuardDivisionPass : impl::GuardDivisionBase<GuardDivisionPass> {
  void runOnOperation() override {
    SmallVector<affine::AffineApplyOp> applications;
    getOperation()->walk([&](affine::AffineApplyOp apply) {
      if (dividesByValue(apply.getAffineMap()))
        applications.push_back(apply);
    });
    for (affine::AffineApplyOp apply : applications)
      if (failed(expand(apply)))
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
