//===- LegalizeDynamicViews.cpp - Views that upstream mishandles ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_LEGALIZEDYNAMICVIEWS
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Replaces a view by a memref.reinterpret_cast. A constant that equals
/// kDynamic becomes 0, because upstream takes it for a dynamic size and
/// crashes. No valid view has such a size or stride.
void reinterpret(PatternRewriter &rewriter, Operation *view, MemRefType type,
                 Value source, OpFoldResult offset,
                 SmallVectorImpl<OpFoldResult> &sizes,
                 SmallVectorImpl<OpFoldResult> &strides) {
  auto replaceMarker = [&](OpFoldResult &value) {
    if (isConstantIntValue(value, ShapedType::kDynamic))
      value = rewriter.getIndexAttr(0);
  };
  replaceMarker(offset);
  llvm::for_each(sizes, replaceMarker);
  llvm::for_each(strides, replaceMarker);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      view, type, source, offset, sizes, strides);
}

struct SpellOutExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getResultType().hasStaticShape())
      return failure();
    bool isPacked = op.getSrcType().getLayout().isIdentity();
    OpFoldResult offset = rewriter.getIndexAttr(0);
    SmallVector<OpFoldResult> sourceStrides;
    if (!isPacked) {
      auto source = memref::ExtractStridedMetadataOp::create(
          rewriter, op.getLoc(), op.getSrc());
      offset = source.getConstifiedMixedOffset();
      sourceStrides = source.getConstifiedMixedStrides();
    }
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
          strides[part] = sourceStrides[i];
        else if (isLast)
          strides[part] = rewriter.getIndexAttr(1);
        else
          strides[part] = affine::makeComposedFoldedAffineApply(
              rewriter, op.getLoc(), product,
              {strides[part + 1], sizes[part + 1]});
      }
    // The type stays packed: a copy between packed buffers is a memcpy.
    reinterpret(rewriter, op, op.getResultType(), op.getSrc(), offset, sizes,
                strides);
    return success();
  }
};

struct SpellOutSubView : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getType().hasStaticShape() && op.getSourceType().hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    auto source =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSource());
    SmallVector<OpFoldResult> sourceStrides =
        source.getConstifiedMixedStrides();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    auto [typeStrides, typeOffset] = op.getType().getStridesAndOffset();
    AffineExpr a = rewriter.getAffineSymbolExpr(0);
    AffineExpr b = rewriter.getAffineSymbolExpr(1);
    AffineExpr c = rewriter.getAffineSymbolExpr(2);
    OpFoldResult offset = source.getConstifiedMixedOffset();
    SmallVector<OpFoldResult> sizes, strides;
    for (auto [i, start, size, step] : llvm::enumerate(
             op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
      offset = affine::makeComposedFoldedAffineApply(
          rewriter, loc, a + b * c, {offset, start, sourceStrides[i]});
      if (dropped.test(i))
        continue;
      int64_t stride = typeStrides[sizes.size()];
      strides.push_back(
          ShapedType::isDynamic(stride)
              ? affine::makeComposedFoldedAffineApply(rewriter, loc, a * b,
                                                      {step, sourceStrides[i]})
              : rewriter.getIndexAttr(stride));
      sizes.push_back(size);
    }
    if (!ShapedType::isDynamic(typeOffset))
      offset = rewriter.getIndexAttr(typeOffset);
    reinterpret(rewriter, op, op.getType(), op.getSource(), offset, sizes,
                strides);
    return success();
  }
};

/// Bufferization returns a strided buffer of dynamic shape through a cast to a
/// packed one, because the strides of neither are static.
struct CopyToPacked : OpRewritePattern<memref::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<MemRefType>(op.getSource().getType());
    auto to = dyn_cast<MemRefType>(op.getType());
    if (!from || !to || !to.getLayout().isIdentity() ||
        from.getLayout().isIdentity() ||
        memref::isStaticShapeAndContiguousRowMajor(from))
      return failure();
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < to.getRank(); ++i)
      if (to.isDynamicDim(i))
        sizes.push_back(
            memref::DimOp::create(rewriter, op.getLoc(), op.getSource(), i));
    Value packed = memref::AllocOp::create(rewriter, op.getLoc(), to, sizes);
    memref::CopyOp::create(rewriter, op.getLoc(), op.getSource(), packed);
    rewriter.replaceOp(op, packed);
    return success();
  }
};

struct LegalizeDynamicViewsPass
    : impl::LegalizeDynamicViewsBase<LegalizeDynamicViewsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<CopyToPacked, SpellOutExpandShape, SpellOutSubView>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
