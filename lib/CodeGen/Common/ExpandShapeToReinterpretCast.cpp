//===- ExpandShapeToReinterpretCast.cpp - Spell out views -----------------===//
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

struct SpellOutExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getResultType().hasStaticShape())
      return failure();
    auto [sourceStrides, sourceOffset] = op.getSrcType().getStridesAndOffset();
    bool isPacked = op.getSrcType().getLayout().isIdentity();
    memref::ExtractStridedMetadataOp metadata;
    if (!isPacked)
      metadata = memref::ExtractStridedMetadataOp::create(rewriter, op.getLoc(),
                                                          op.getSrc());
    auto get = [&](int64_t known, auto getValue) -> OpFoldResult {
      if (ShapedType::isDynamic(known))
        return OpFoldResult(getValue());
      return rewriter.getIndexAttr(known);
    };
    SmallVector<OpFoldResult> sizes = getMixedValues(
        op.getStaticOutputShape(), op.getOutputShape(), rewriter);
    SmallVector<OpFoldResult> strides(sizes.size());
    AffineExpr product =
        rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    for (int64_t i = static_cast<int64_t>(groups.size()) - 1; i >= 0; --i)
      for (int64_t part : llvm::reverse(groups[i])) {
        bool isLastPart = part == groups[i].back();
        bool isLast = part + 1 == static_cast<int64_t>(sizes.size());
        if (isLastPart && !isPacked)
          strides[part] =
              get(sourceStrides[i], [&] { return metadata.getStrides()[i]; });
        else if (isLast)
          strides[part] = rewriter.getIndexAttr(1);
        else
          strides[part] = affine::makeComposedFoldedAffineApply(
              rewriter, op.getLoc(), product,
              {strides[part + 1], sizes[part + 1]});
      }
    OpFoldResult offset =
        get(sourceOffset, [&] { return metadata.getOffset(); });
    // The type stays packed: a copy between packed buffers is a memcpy.
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, op.getResultType(), op.getSrc(), offset, sizes, strides);
    return success();
  }
};

struct ExpandShapeToReinterpretCastPass
    : impl::ExpandShapeToReinterpretCastBase<ExpandShapeToReinterpretCastPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SpellOutExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
