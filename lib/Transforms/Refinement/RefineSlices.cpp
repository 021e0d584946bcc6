//===- RefineSlices.cpp - Types of slices and what they are put into ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRefinement.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

/// Offsets, sizes and strides, static where they are known.
struct SliceBounds {
  SliceBounds(Builder &b, OffsetSizeAndStrideOpInterface op)
      : offsets(op.getMixedOffsets()), sizes(op.getMixedSizes()),
        strides(op.getMixedStrides()) {
    auto makeStatic = [&](MutableArrayRef<OpFoldResult> values,
                          function_ref<bool(int64_t)> isPossible) {
      for (OpFoldResult &value : values)
        if (std::optional<int64_t> constant = getConstantIntValue(value))
          if (isPossible(*constant))
            value = b.getIndexAttr(*constant);
    };
    // A stride may be negative, but 0 is static in no buffer's type.
    makeStatic(offsets, [](int64_t offset) { return offset >= 0; });
    makeStatic(sizes, [](int64_t size) { return size >= 0; });
    makeStatic(strides, [](int64_t stride) {
      return stride != 0 && !ShapedType::isDynamic(stride);
    });
  }

  /// Whether the operation has them already.
  bool areOf(OffsetSizeAndStrideOpInterface op) const {
    SmallVector<int64_t> values;
    SmallVector<Value> operands;
    for (ArrayRef<OpFoldResult> list :
         {ArrayRef(offsets), ArrayRef(sizes), ArrayRef(strides)})
      dispatchIndexOpFoldResults(list, operands, values);
    return operands.size() == op.getOffsets().size() + op.getSizes().size() +
                                  op.getStrides().size();
  }

  /// An empty slice may begin at the end, for a run but not for the verifier.
  void moveEmptyToStart(Builder &b, RankedTensorType whole) {
    for (auto [offset, size, extent] :
         llvm::zip_equal(offsets, sizes, whole.getShape())) {
      std::optional<int64_t> first = getConstantIntValue(offset);
      if (isConstantIntValue(size, 0) && first && *first >= 0 &&
          *first <= extent)
        offset = b.getIndexAttr(0);
    }
  }

  /// Whether a slice of this tensor verifies. Upstream's check wraps.
  bool fit(RankedTensorType whole) const {
    for (auto [offset, size, stride] :
         llvm::zip_equal(offsets, sizes, strides)) {
      std::optional<int64_t> first = getConstantIntValue(offset);
      std::optional<int64_t> count = getConstantIntValue(size);
      std::optional<int64_t> step = getConstantIntValue(stride);
      if (first && count && step && *count > 0 &&
          !llvm::checkedMulAdd(*count - 1, *step, *first))
        return false;
    }
    return verifyInBoundsSlice(whole.getShape(), offsets, sizes, strides)
        .isValid;
  }

  /// The type of what has these sizes, with the declared elements. A static
  /// size of `source` says nothing of the slice, which a run may refuse for it.
  /// Null where they contradict each other.
  RankedTensorType getType(Value source) const {
    SmallVector<int64_t> staticSizes;
    SmallVector<Value> dynamicSizes;
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    auto type = cast<RankedTensorType>(source.getType()).clone(staticSizes);
    return mergeTypes(getKnownType(source), type) ? type : RankedTensorType();
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
};

/// A slice has the static sizes among its own. Upstream's pattern is not used:
/// it takes kDynamic for a size or stride, and guesses which dimensions were
/// dropped.
struct RefineExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(getKnownType(op.getSource()));
    SliceBounds bounds(rewriter, op);
    bounds.moveEmptyToStart(rewriter, source);
    if ((bounds.areOf(op) && source == op.getSourceType()) ||
        op.getDroppedDims().any() || !bounds.fit(source))
      return failure();
    auto slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), castTo(rewriter, op.getSource(), source),
        bounds.offsets, bounds.sizes, bounds.strides);
    rewriter.replaceOp(op, castTo(rewriter, slice, op.getType()));
    return success();
  }
};

/// The destination is read through its casts, and the source has the static
/// sizes. The result has the destination's type.
struct RefineInsertSlice : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto dest = cast<RankedTensorType>(getKnownType(op.getDest()));
    SliceBounds bounds(rewriter, op);
    bounds.moveEmptyToStart(rewriter, dest);
    if ((bounds.areOf(op) && dest == op.getDestType()) ||
        op.getDroppedDims().any() || !bounds.fit(dest))
      return failure();
    RankedTensorType source = bounds.getType(op.getSource());
    if (!source)
      return failure();
    auto insert = tensor::InsertSliceOp::create(
        rewriter, op.getLoc(), castTo(rewriter, op.getSource(), source),
        castTo(rewriter, op.getDest(), dest), bounds.offsets, bounds.sizes,
        bounds.strides);
    rewriter.replaceOp(op, castTo(rewriter, insert, op.getType()));
    return success();
  }
};

/// As RefineInsertSlice, but the loop's result decides the destination's type.
struct RefineParallelInsertSlice
    : OpRewritePattern<tensor::ParallelInsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ParallelInsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    SliceBounds bounds(rewriter, op);
    bounds.moveEmptyToStart(rewriter, op.getDestType());
    if (bounds.areOf(op) || op.getDroppedDims().any() ||
        !bounds.fit(op.getDestType()))
      return failure();
    RankedTensorType source = bounds.getType(op.getSource());
    if (!source)
      return failure();
    Operation *parent = op->getParentOp();
    rewriter.setInsertionPoint(parent);
    Value cast = castTo(rewriter, op.getSource(), source);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<tensor::ParallelInsertSliceOp>(
        op, cast, op.getDest(), bounds.offsets, bounds.sizes, bounds.strides);
    return success();
  }
};

} // namespace

void populateSlicePatterns(RewritePatternSet &patterns) {
  patterns
      .add<RefineExtractSlice, RefineInsertSlice, RefineParallelInsertSlice>(
          patterns.getContext());
}

} // namespace dml
