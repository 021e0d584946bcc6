//===- WidenNegations.cpp - 16-bit negations in 32 bits -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_GPUWIDENNEGATIONS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether a driver may take an operation for a negation: 0 - x, x * -1 and
/// ~x + 1 are. The zero may be one that only the driver finds.
bool mayNegate(Operation *op) {
  auto isConstant = [](Value operand) {
    return getConstantIntValue(operand).has_value();
  };
  return isa<arith::SubIOp>(op) || llvm::any_of(op->getOperands(), isConstant);
}

template <typename OpT> LogicalResult widen(OpT op, PatternRewriter &rewriter) {
  if (!op.getType().isInteger(16) || !mayNegate(op))
    return failure();
  auto extend = [&](Value operand) -> Value {
    return arith::ExtSIOp::create(rewriter, op.getLoc(), rewriter.getI32Type(),
                                  operand);
  };
  Value wide = OpT::create(rewriter, op.getLoc(), extend(op.getLhs()),
                           extend(op.getRhs()));
  rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, op.getType(), wide);
  return success();
}

struct GPUWidenNegationsPass
    : impl::GPUWidenNegationsBase<GPUWidenNegationsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(widen<arith::AddIOp>);
    patterns.add(widen<arith::MulIOp>);
    patterns.add(widen<arith::SubIOp>);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
