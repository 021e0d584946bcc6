//===- AssertToRequire.cpp - Assertions that return -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/Checks/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_ASSERTTOREQUIRE
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct RewriteAssert : OpRewritePattern<cf::AssertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(cf::AssertOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<RequireOp>(
        op, op.getArg(),
        rewriter.getStringAttr(describeLocation(op.getLoc()) + op.getMsg()),
        ValueRange());
    return success();
  }
};

struct AssertToRequirePass : impl::AssertToRequireBase<AssertToRequirePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RewriteAssert>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
