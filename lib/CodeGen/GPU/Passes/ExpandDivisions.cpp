//===- ExpandDivisions.cpp - Divisions that SPIR-V does not have ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_GPUEXPANDDIVISIONS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Vulkan defines no signed remainder of negative operands. Upstream's
/// conversion takes the one of the absolute values, and the smallest integer,
/// which is its own, for a positive number.
LogicalResult expandRemainder(arith::RemSIOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value quotient =
      arith::DivSIOp::create(rewriter, loc, op.getLhs(), op.getRhs());
  Value product = arith::MulIOp::create(rewriter, loc, quotient, op.getRhs());
  rewriter.replaceOpWithNewOp<arith::SubIOp>(op, op.getLhs(), product);
  return success();
}

struct GPUExpandDivisionsPass
    : impl::GPUExpandDivisionsBase<GPUExpandDivisionsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(expandRemainder);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
