//===- ExpandShapeToReinterpretCast.cpp - Spell out packed views ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_EXPANDSHAPETOREINTERPRETCAST
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct SpellOutPackedExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getSrcType().getLayout().isIdentity() ||
        op.getResultType().hasStaticShape())
      return failure();
    SmallVector<OpFoldResult> sizes = getMixedValues(
        op.getStaticOutputShape(), op.getOutputShape(), rewriter);
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    AffineExpr product =
        rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
    for (int64_t i = static_cast<int64_t>(sizes.size()) - 2; i >= 0; --i)
      strides[i] = affine::makeComposedFoldedAffineApply(
          rewriter, op.getLoc(), product, {strides[i + 1], sizes[i + 1]});
    // The type stays packed: a copy between packed buffers is a memcpy.
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, op.getResultType(), op.getSrc(), rewriter.getIndexAttr(0), sizes,
        strides);
    return success();
  }
};

struct ExpandShapeToReinterpretCastPass
    : impl::ExpandShapeToReinterpretCastBase<ExpandShapeToReinterpretCastPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SpellOutPackedExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
