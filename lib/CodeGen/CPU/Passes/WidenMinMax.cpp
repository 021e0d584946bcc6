//===- WidenMinMax.cpp - Minima and maxima of narrow floats in f32 --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_CPUWIDENMINMAX
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isExtremum(Operation *op) {
  return isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                         arith::MinNumFOp>(op);
}

/// Returns a value before it is rounded to the nearest of its type: numbers in
/// order are in order when they are rounded, so that the largest is the same.
Value widen(PatternRewriter &rewriter, Value value) {
  Location loc = value.getLoc();
  auto extend = [&](Value narrow) -> Value {
    return rewriter.createOrFold<arith::ExtFOp>(loc, rewriter.getF32Type(),
                                                narrow);
  };
  Operation *op = value.getDefiningOp();
  if (auto rounded = dyn_cast_or_null<arith::TruncFOp>(op))
    if (rounded.getIn().getType().isF32() && !rounded.getRoundingmodeAttr())
      return rounded.getIn();
  // Rounding to f32 first does not change the narrow result: f32 has more than
  // twice the digits.
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                      arith::DivFOp>(op))
    return rewriter
        .create(loc, op->getName().getIdentifier(),
                llvm::map_to_vector(op->getOperands(), extend),
                rewriter.getF32Type(), op->getAttrs())
        ->getResult(0);
  return extend(value);
}

struct WidenExtremum : RewritePattern {
  explicit WidenExtremum(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isExtremum(op) ||
        !isa<Float16Type, BFloat16Type>(op->getResult(0).getType()))
      return failure();
    Location loc = op->getLoc();
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value operand) {
          return widen(rewriter, operand);
        });
    Operation *wide =
        rewriter.create(loc, op->getName().getIdentifier(), operands,
                        rewriter.getF32Type(), op->getAttrs());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op->getResult(0).getType(),
                                                 wide->getResult(0));
    return success();
  }
};

struct CPUWidenMinMaxPass : impl::CPUWidenMinMaxBase<CPUWidenMinMaxPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<WidenExtremum>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
