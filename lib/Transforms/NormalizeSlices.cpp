//===- NormalizeSlices.cpp - Slices of full rank --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/NormalizeSlices.h"
#include "Transforms/Refinement/TypeRefinement.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace dml {
#define GEN_PASS_DEF_NORMALIZESLICES
#include "dml/Transforms/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Puts each dropped dimension into the group of the kept one before it, or of
/// the first one. All are of size 1, so any grouping keeps the elements' order.
SmallVector<ReassociationIndices>
groupDimensions(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (unsigned i = 0; i < dropped.size(); ++i) {
    if (!dropped.test(i))
      groups.emplace_back(std::exchange(leading, {}));
    (groups.empty() ? leading : groups.back()).push_back(i);
  }
  return groups;
}

/// Of a dimension of one element, every stride selects the same.
bool normalizeStrides(ArrayRef<int64_t> staticSizes,
                      MutableArrayRef<OpFoldResult> strides) {
  bool changed = false;
  for (auto [size, stride] : llvm::zip_equal(staticSizes, strides)) {
    if (size != 1 || !isa<Attribute>(stride) || isConstantIntValue(stride, 1))
      continue;
    stride = IntegerAttr::get(
        IndexType::get(cast<Attribute>(stride).getContext()), 1);
    changed = true;
  }
  return changed;
}

struct NormalizeExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    bool changes = normalizeStrides(op.getStaticSizes(), strides);
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (!changes && dropped.none())
      return failure();
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
        op.getMixedSizes(), strides);
    if (dropped.any())
      slice = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), op.getType(), slice, groupDimensions(dropped));
    rewriter.replaceOp(op, slice);
    return success();
  }
};

/// Whether a size is known to be another than the source has. The run refuses
/// that, in the words for the insertion.
template <typename InsertOpT>
bool contradictsSource(InsertOpT op, const llvm::SmallBitVector &dropped) {
  ArrayRef<int64_t> source =
      cast<RankedTensorType>(getKnownType(op.getSource())).getShape();
  for (auto [i, size] : llvm::enumerate(op.getMixedSizes())) {
    if (dropped.test(i))
      continue;
    std::optional<int64_t> known = getConstantIntValue(size);
    if (known && !ShapedType::isDynamic(source.front()) &&
        *known != source.front())
      return true;
    source = source.drop_front();
  }
  return false;
}

template <typename InsertOpT>
struct NormalizeInsertSlice : OpRewritePattern<InsertOpT> {
  using OpRewritePattern<InsertOpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(InsertOpT op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    bool changes = normalizeStrides(op.getStaticSizes(), strides);
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (!changes && dropped.none())
      return failure();
    Value source = op.getSource();
    if (contradictsSource(op, dropped))
      return failure();
    if (dropped.any()) {
      OpBuilder::InsertionGuard guard(rewriter);
      // Only insertions may stand beside a parallel one.
      if (isa<tensor::ParallelInsertSliceOp>(op))
        rewriter.setInsertionPoint(op->getParentOp());
      auto type = cast<RankedTensorType>(source.getType());
      auto full = RankedTensorType::get(
          op.getStaticSizes(), type.getElementType(), type.getEncoding());
      source = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), full,
                                             source, groupDimensions(dropped),
                                             op.getMixedSizes());
    }
    rewriter.replaceOpWithNewOp<InsertOpT>(op, source, op.getDest(),
                                           op.getMixedOffsets(),
                                           op.getMixedSizes(), strides);
    return success();
  }
};

/// Whether neighbours along a dimension of the slice may lie apart by less than
/// one element: backwards, or in the same place.
bool mayGoBackwards(tensor::ExtractSliceOp slice) {
  return llvm::any_of(
      llvm::zip_equal(slice.getMixedSizes(), slice.getMixedStrides()),
      [](auto bounds) {
        auto [mixedSize, mixedStride] = bounds;
        std::optional<int64_t> size = getConstantIntValue(mixedSize);
        std::optional<int64_t> stride = getConstantIntValue(mixedStride);
        return (!size || *size > 1) && (!stride || *stride < 1);
      });
}

/// Buffers have strides of at least 1: upstream's lowering takes positions for
/// unsigned, and bufferization takes the elements of a slice for distinct.
struct GatherBackwardSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!mayGoBackwards(op))
      return failure();
    rewriter.replaceOp(op, gatherSlice(rewriter, op));
    return success();
  }
};

bool isEmpty(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(),
                            0);
}

/// Bufferization would make a view of no elements at the end of the result,
/// which does not verify.
struct DropEmptyParts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts(op.getInputs());
    llvm::erase_if(parts, [&](Value part) {
      return cast<RankedTensorType>(part.getType()).getDimSize(op.getDim()) ==
             0;
    });
    if (parts.empty())
      parts.push_back(op.getInputs().front());
    if (parts.size() == op.getInputs().size())
      return failure();
    // The type may declare more than the other parts tell.
    auto joined = tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(),
                                           ValueRange(parts));
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), joined);
    return success();
  }
};

/// As DropEmptyParts, where only run time knows which parts are empty. The
/// result has a static size: a view's begin is compared with no other.
struct InsertParts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    auto isDynamic = [&](Value part) {
      return cast<RankedTensorType>(part.getType()).isDynamicDim(op.getDim());
    };
    if (op.getResultType().isDynamicDim(op.getDim()) ||
        llvm::none_of(op.getInputs(), isDynamic))
      return failure();
    Location loc = op.getLoc();
    ReifiedRankedShapedTypeDims sizes;
    if (failed(reifyResultShapes(rewriter, op, sizes)))
      return failure();
    Value result = tensor::EmptyOp::create(rewriter, loc, sizes.front(),
                                           op.getResultType().getElementType());
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value begin = zero;
    for (Value part : op.getInputs()) {
      SmallVector<OpFoldResult> offsets(op.getResultType().getRank(),
                                        rewriter.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(offsets.size(),
                                        rewriter.getIndexAttr(1));
      Value size = tensor::DimOp::create(rewriter, loc, part, op.getDim());
      Value isEmpty = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, size, zero);
      offsets[op.getDim()] =
          arith::SelectOp::create(rewriter, loc, isEmpty, zero, begin)
              .getResult();
      result = tensor::InsertSliceOp::create(
          rewriter, loc, part, result, offsets,
          tensor::getMixedSizes(rewriter, loc, part), strides);
      begin = arith::AddIOp::create(rewriter, loc, begin, size);
    }
    rewriter.replaceOp(op, castTo(rewriter, result, op.getType()));
    return success();
  }
};

/// Whether the source has no elements: by its type, or since the padding makes
/// up the declared size.
bool padsNothing(tensor::PadOp op) {
  if (isEmpty(op.getSource()))
    return true;
  for (auto [source, low, high, result] :
       llvm::zip_equal(op.getSourceType().getShape(), op.getStaticLow(),
                       op.getStaticHigh(), op.getResultType().getShape())) {
    if (!ShapedType::isDynamic(source) || ShapedType::isDynamic(result))
      continue;
    std::optional<int64_t> left = result;
    for (int64_t amount : {low, high})
      if (left && !ShapedType::isDynamic(amount))
        left = llvm::checkedSub(*left, amount);
    // No source leaves what does not fit 64 bits.
    if (left.value_or(0) <= 0)
      return true;
  }
  return false;
}

/// As DropEmptyParts: all elements are padding.
struct NormalizeEmptyPad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    if (!padsNothing(op))
      return failure();
    Location loc = op.getLoc();
    auto toValue = [&](OpFoldResult size) {
      return getValueOrCreateConstantIndexOp(rewriter, loc, size);
    };
    SmallVector<Value> sizes;
    for (auto [i, low, high] :
         llvm::enumerate(op.getMixedLowPad(), op.getMixedHighPad())) {
      if (!op.getResultType().isDynamicDim(i))
        continue;
      Value size =
          toValue(tensor::getMixedSize(rewriter, loc, op.getSource(), i));
      for (OpFoldResult amount : {low, high})
        size = arith::AddIOp::create(rewriter, loc, size, toValue(amount));
      sizes.push_back(size);
    }
    Value padding = op.getConstantPaddingValue();
    if (!padding) {
      auto generate =
          tensor::GenerateOp::create(rewriter, loc, op.getResultType(), sizes);
      rewriter.inlineRegionBefore(op.getRegion(), generate.getBody(),
                                  generate.getBody().begin());
      rewriter.replaceOp(op, generate);
      return success();
    }
    if (op.getRegion().isAncestor(padding.getParentRegion()))
      padding = rewriter.clone(*padding.getDefiningOp())->getResult(0);
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, padding,
                                                 op.getResultType(), sizes);
    return success();
  }
};

/// A tensor without elements is made anew: no verifier takes a view of nothing
/// where there is nothing, and bufferization gives the collapse of an empty
/// dimension and a dynamic one the wrong type.
struct DropEmptyResult
    : OpInterfaceRewritePattern<ReifyRankedShapedTypeOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReifyRankedShapedTypeOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op.getOperation());
    if (!(collapse && isEmpty(collapse.getSrc())) &&
        !(isa<tensor::ConcatOp, tensor::PadOp>(op.getOperation()) &&
          isEmpty(op->getResult(0))))
      return failure();
    ReifiedRankedShapedTypeDims sizes;
    if (failed(reifyResultShapes(rewriter, op, sizes)))
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes.front(),
                                          type.getElementType());
    rewriter.replaceOp(op, castTo(rewriter, empty, type));
    return success();
  }
};

bool hasSizeZero(OffsetSizeAndStrideOpInterface op) {
  return llvm::any_of(op.getMixedSizes(), [](OpFoldResult size) {
    return isConstantIntValue(size, 0);
  });
}

/// The same where an operand says so: upstream makes no type of it, because the
/// element in front of the first one would be out of bounds.
struct DropSliceOfSizeZero : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasSizeZero(op))
      return failure();
    SmallVector<OpFoldResult> sizes = getKeptSizes(op);
    for (OpFoldResult &size : sizes)
      if (std::optional<int64_t> known = getConstantIntValue(size))
        if (*known >= 0)
          size = rewriter.getIndexAttr(*known);
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes,
                                          op.getType().getElementType());
    rewriter.replaceOp(op, castTo(rewriter, empty, op.getType()));
    return success();
  }
};

struct DropEmptyInsertion : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSource()) && !hasSizeZero(op))
      return failure();
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

struct NormalizeSubView : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getType().getRank() == op.getSourceType().getRank())
      return failure();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<ReassociationIndices> groups = groupDimensions(dropped);
    auto full = memref::SubViewOp::create(
        rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides());
    if (!memref::CollapseShapeOp::isGuaranteedCollapsible(full.getType(),
                                                          groups))
      return failure();
    Value view =
        memref::CollapseShapeOp::create(rewriter, op.getLoc(), full, groups);
    if (view.getType() != op.getType())
      view = memref::CastOp::create(rewriter, op.getLoc(), op.getType(), view);
    rewriter.replaceOp(op, view);
    return success();
  }
};

/// Upstream folds transposes that together keep the order to the first one's
/// input, whatever the input's type.
struct DropInverseTransposes : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op->getResultTypes().empty() ? Type() : op->getResultTypes()[0];
    SmallVector<int64_t> order(op.getPermutation());
    auto first = op;
    while (!isIdentityPermutation(order)) {
      first = first.getInput().getDefiningOp<linalg::TransposeOp>();
      if (!first)
        return failure();
      for (int64_t &dim : order)
        dim = first.getPermutation()[dim];
    }
    Value input = first.getInput();
    if (!type || !tensor::CastOp::areCastCompatible(input.getType(), type))
      return failure();
    rewriter.replaceOp(op, castTo(rewriter, input, type));
    return success();
  }
};

struct NormalizeSlicesPass : impl::NormalizeSlicesBase<NormalizeSlicesPass> {
  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateNormalizeSlicesPatterns(patterns);
    // These drop operations, whose checks have been emitted by now.
    patterns.add<DropEmptyInsertion, DropEmptyParts, DropInverseTransposes,
                 InsertParts, NormalizeEmptyPad>(&getContext());
    patterns.add<GatherBackwardSlice>(&getContext(), /*benefit=*/2);
    patterns.add<DropEmptyResult, DropSliceOfSizeZero>(&getContext(),
                                                       /*benefit=*/3);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

SmallVector<OpFoldResult> getKeptSizes(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!dropped.test(i))
      sizes.push_back(size);
  return sizes;
}

Value gatherSlice(OpBuilder &b, tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> strides = slice.getMixedStrides();
  RankedTensorType type = slice.getType();
  Value empty = tensor::EmptyOp::create(b, slice.getLoc(), getKeptSizes(slice),
                                        type.getElementType());
  auto getPosition = [&](OpBuilder &b, Location loc, unsigned dimension,
                         unsigned loop) -> Value {
    auto toValue = [&](OpFoldResult value) {
      return getValueOrCreateConstantIndexOp(b, loc, value);
    };
    OpFoldResult offset = offsets[dimension], stride = strides[dimension];
    if (dropped.test(dimension))
      return toValue(offset);
    Value index = linalg::IndexOp::create(b, loc, loop);
    std::optional<int64_t> first = getConstantIntValue(offset);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (first && step)
      return affine::AffineApplyOp::create(
          b, loc, AffineMap::get(1, 0, b.getAffineDimExpr(0) * *step + *first),
          index);
    return arith::AddIOp::create(
        b, loc, toValue(offset),
        arith::MulIOp::create(b, loc, index, toValue(stride)));
  };
  auto gather = linalg::GenericOp::create(
      b, slice.getLoc(), empty.getType(), ValueRange(), empty,
      b.getMultiDimIdentityMap(type.getRank()),
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &b, Location loc, ValueRange) {
        SmallVector<Value> position;
        unsigned loop = 0;
        for (unsigned i = 0; i < dropped.size(); ++i) {
          position.push_back(getPosition(b, loc, i, loop));
          loop += !dropped.test(i);
        }
        Value element =
            tensor::ExtractOp::create(b, loc, slice.getSource(), position);
        linalg::YieldOp::create(b, loc, element);
      });
  return castTo(b, gather.getResult(0), type);
}

void populateNormalizeSlicesPatterns(RewritePatternSet &patterns) {
  patterns
      .add<NormalizeExtractSlice, NormalizeInsertSlice<tensor::InsertSliceOp>,
           NormalizeInsertSlice<tensor::ParallelInsertSliceOp>,
           NormalizeSubView>(patterns.getContext());
}

} // namespace dml
