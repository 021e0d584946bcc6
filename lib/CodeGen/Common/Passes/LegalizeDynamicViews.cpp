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
#include "mlir/Dialect/Utils/IndexingUtils.h"
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

LogicalResult spellOutExpandShape(memref::ExpandShapeOp op,
                                  PatternRewriter &rewriter) {
  if (op.getResultType().hasStaticShape())
    return failure();
  bool isPacked = op.getSrcType().getLayout().isIdentity();
  OpFoldResult offset = rewriter.getIndexAttr(0);
  OpFoldResult stride = rewriter.getIndexAttr(1);
  SmallVector<OpFoldResult> sourceStrides;
  if (!isPacked) {
    auto source = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), op.getSrc());
    offset = source.getConstifiedMixedOffset();
    sourceStrides = source.getConstifiedMixedStrides();
  }
  SmallVector<OpFoldResult> sizes =
      getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), rewriter);
  SmallVector<OpFoldResult> strides(sizes.size());
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  for (size_t i = groups.size(); i-- > 0;) {
    if (!isPacked)
      stride = sourceStrides[i];
    for (int64_t part : llvm::reverse(groups[i])) {
      strides[part] = stride;
      if (part != (isPacked ? 0 : groups[i].front()))
        stride = affine::makeComposedFoldedAffineApply(
            rewriter, op.getLoc(), product, {stride, sizes[part]});
    }
  }
  // The type stays packed: a copy between packed buffers is a memcpy.
  reinterpret(rewriter, op, op.getResultType(), op.getSrc(), offset, sizes,
              strides);
  return success();
}

LogicalResult spellOutSubView(memref::SubViewOp op, PatternRewriter &rewriter) {
  if (op.getType().hasStaticShape() && op.getSourceType().hasStaticShape())
    return failure();
  Location loc = op.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSource());
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  auto [typeStrides, typeOffset] = op.getType().getStridesAndOffset();
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [i, size, step] :
       llvm::enumerate(op.getMixedSizes(), op.getMixedStrides())) {
    if (dropped.test(i))
      continue;
    int64_t stride = typeStrides[sizes.size()];
    strides.push_back(
        ShapedType::isDynamic(stride)
            ? affine::makeComposedFoldedAffineApply(rewriter, loc, product,
                                                    {step, sourceStrides[i]})
            : rewriter.getIndexAttr(stride));
    sizes.push_back(size);
  }
  auto [sum, terms] = computeLinearIndex(source.getConstifiedMixedOffset(),
                                         sourceStrides, op.getMixedOffsets());
  OpFoldResult offset =
      ShapedType::isDynamic(typeOffset)
          ? affine::makeComposedFoldedAffineApply(rewriter, loc, sum, terms)
          : rewriter.getIndexAttr(typeOffset);
  reinterpret(rewriter, op, op.getType(), op.getSource(), offset, sizes,
              strides);
  return success();
}

/// Bufferization returns a strided buffer of dynamic shape through a cast to a
/// packed one, because the strides of neither are static.
LogicalResult copyToPacked(memref::CastOp op, PatternRewriter &rewriter) {
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

struct LegalizeDynamicViewsPass
    : impl::LegalizeDynamicViewsBase<LegalizeDynamicViewsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(copyToPacked);
    patterns.add(spellOutExpandShape);
    patterns.add(spellOutSubView);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
