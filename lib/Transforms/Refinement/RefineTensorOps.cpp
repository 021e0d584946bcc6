//===- RefineTensorOps.cpp - Types of tensor operations -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRefinement.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

using Sizes = SmallVector<int64_t>;

/// The size as a constant where it is one, and one that a tensor can have.
int64_t getKnownSize(OpFoldResult size) {
  std::optional<int64_t> constant = getConstantIntValue(size);
  return constant && *constant >= 0 && *constant <= kMaxUInt32
             ? *constant
             : ShapedType::kDynamic;
}

/// What the declared type and these sizes know together; null when they
/// contradict each other.
Type mergeSizes(Type declared, ArrayRef<int64_t> sizes) {
  auto tensor = cast<TensorType>(declared);
  if (auto ranked = dyn_cast<RankedTensorType>(declared))
    return mergeTypes(ranked, ranked.clone(sizes));
  return RankedTensorType::get(sizes, tensor.getElementType());
}

/// The product of the known sizes; nothing when it overflows.
std::optional<int64_t> getProductOfKnown(ArrayRef<int64_t> sizes) {
  std::optional<int64_t> product = 1;
  for (int64_t size : sizes)
    if (product && !ShapedType::isDynamic(size))
      product = llvm::checkedMul(*product, size);
  return product;
}

/// Infers the one size that is not known from the number of elements.
void inferMissingSize(MutableArrayRef<int64_t> sizes, int64_t elements) {
  if (ShapedType::isDynamic(elements) ||
      llvm::count(sizes, ShapedType::kDynamic) != 1)
    return;
  std::optional<int64_t> known = getProductOfKnown(sizes);
  if (known && *known > 0 && elements % *known == 0)
    *llvm::find(sizes, ShapedType::kDynamic) = elements / *known;
}

//===----------------------------------------------------------------------===//
// Operations that keep their operands but for the type
//===----------------------------------------------------------------------===//

/// Retypes an operation with one tensor as its first operand, which may come
/// through a cast, to the result sizes that `inferSizes` knows.
template <typename OpT, typename DerivedT>
struct RefineFromSource : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Type> operandTypes(op->getOperandTypes());
    operandTypes[0] = getKnownType(op->getOperand(0));
    auto source = dyn_cast<RankedTensorType>(operandTypes[0]);
    if (!source)
      return failure();
    FailureOr<Sizes> sizes = DerivedT::inferSizes(op, source);
    if (failed(sizes))
      return failure();
    Type result = mergeSizes(op->getResult(0).getType(), *sizes);
    if (!result)
      return failure();
    return retype(rewriter, op, operandTypes, result);
  }
};

struct RefineBitcast : RefineFromSource<tensor::BitcastOp, RefineBitcast> {
  using RefineFromSource::RefineFromSource;

  static FailureOr<Sizes> inferSizes(tensor::BitcastOp,
                                     RankedTensorType source) {
    return Sizes(source.getShape());
  }
};

struct RefineCollapse
    : RefineFromSource<tensor::CollapseShapeOp, RefineCollapse> {
  using RefineFromSource::RefineFromSource;

  static FailureOr<Sizes> inferSizes(tensor::CollapseShapeOp op,
                                     RankedTensorType source) {
    Sizes sizes;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      Sizes parts;
      for (int64_t dimension : group)
        parts.push_back(source.getDimSize(dimension));
      std::optional<int64_t> product = getProductOfKnown(parts);
      if (!product)
        return failure();
      sizes.push_back(llvm::is_contained(parts, ShapedType::kDynamic)
                          ? ShapedType::kDynamic
                          : *product);
    }
    return sizes;
  }
};

struct RefineReshape : RefineFromSource<tensor::ReshapeOp, RefineReshape> {
  using RefineFromSource::RefineFromSource;

  static FailureOr<Sizes> inferSizes(tensor::ReshapeOp op,
                                     RankedTensorType source) {
    auto shape = cast<RankedTensorType>(op.getShape().getType());
    if (!shape.hasStaticShape())
      return failure();
    // It is the rank of a result that declares none.
    constexpr int64_t maxRank = 1024;
    if (shape.getDimSize(0) > maxRank)
      return failure();
    Sizes sizes(shape.getDimSize(0), ShapedType::kDynamic);
    DenseIntElementsAttr constant;
    if (matchPattern(op.getShape(), m_Constant(&constant))) {
      for (auto [size, value] :
           llvm::zip_equal(sizes, constant.getValues<APInt>()))
        size = value.isNegative() || value.getActiveBits() > 32
                   ? ShapedType::kDynamic
                   : static_cast<int64_t>(value.getZExtValue());
    } else if (auto elements =
                   op.getShape().getDefiningOp<tensor::FromElementsOp>()) {
      for (auto [size, value] : llvm::zip_equal(sizes, elements.getElements()))
        size = getKnownSize(value);
    }
    if (source.hasStaticShape())
      if (std::optional<int64_t> elements =
              getProductOfKnown(source.getShape()))
        inferMissingSize(sizes, *elements);
    return sizes;
  }
};

/// What is not gathered from is copied whole or by one; the type has its rank.
struct RefineGather : OpRewritePattern<tensor::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::GatherOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
    auto source = cast<RankedTensorType>(operandTypes[0]);
    auto indices = cast<RankedTensorType>(operandTypes[1]);
    for (bool isRankReduced : {false, true}) {
      RankedTensorType inferred = tensor::GatherOp::inferResultType(
          source, indices, op.getGatherDims(), isRankReduced);
      if (inferred.getRank() != op.getType().getRank())
        continue;
      Type result = mergeSizes(op.getType(), inferred.getShape());
      return result ? retype(rewriter, op, operandTypes, result) : failure();
    }
    return failure();
  }
};

struct RefineScatter : OpRewritePattern<tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
    return retype(rewriter, op, operandTypes, getKnownType(op.getDest()));
  }
};

struct RefineConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
    auto dimension = static_cast<int64_t>(op.getDim());
    // Joined along one dimension, the same in all others.
    int64_t sum = 0;
    Type common = op.getType();
    for (Type type : operandTypes) {
      Sizes sizes(cast<RankedTensorType>(type).getShape());
      if (ShapedType::isDynamic(sizes[dimension]) || ShapedType::isDynamic(sum))
        sum = ShapedType::kDynamic;
      else
        sum = llvm::checkedAdd(sum, sizes[dimension])
                  .value_or(ShapedType::kDynamic);
      sizes[dimension] = ShapedType::kDynamic;
      common = mergeSizes(common, sizes);
      if (!common)
        return failure();
    }
    Sizes joined(op.getType().getRank(), ShapedType::kDynamic);
    joined[dimension] = sum;
    Type result = mergeSizes(common, joined);
    if (!result)
      return failure();
    return retype(rewriter, op, operandTypes, result);
  }
};

//===----------------------------------------------------------------------===//
// Operations that lose operands with what becomes static
//===----------------------------------------------------------------------===//

/// A group's sizes are those that are static or constant: one that would follow
/// from the number of elements may be another in a run, which refuses it then.
/// Only a group of known sizes can have a static source.
struct RefineExpand : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto known = cast<RankedTensorType>(getKnownType(op.getSrc()));
    Sizes source(known.getShape());
    SmallVector<OpFoldResult> parts = op.getMixedOutputShape();
    Sizes result(op.getResultType().getShape());
    for (auto [dimension, group] :
         llvm::enumerate(op.getReassociationIndices()))
      refineGroup(source[dimension], op.getSrcType().getDimSize(dimension),
                  group, parts, result);
    if (ArrayRef<int64_t>(result) == op.getResultType().getShape())
      return failure();

    Value cast = castTo(rewriter, op.getSrc(), known.clone(source));
    auto expanded = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), op.getResultType().clone(result), cast,
        op.getReassociationIndices(), parts);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), expanded);
    return success();
  }

private:
  static void refineGroup(int64_t &source, int64_t declared,
                          const ReassociationIndices &group,
                          MutableArrayRef<OpFoldResult> parts,
                          MutableArrayRef<int64_t> result) {
    Sizes sizes;
    for (int64_t i : group)
      sizes.push_back(ShapedType::isDynamic(result[i]) ? getKnownSize(parts[i])
                                                       : result[i]);
    std::optional<int64_t> product = getProductOfKnown(sizes);
    bool isKnown = product && !llvm::is_contained(sizes, ShapedType::kDynamic);
    if (!isKnown || (!ShapedType::isDynamic(source) && source != *product)) {
      source = declared;
      return;
    }
    source = *product;
    Builder builder(parts.front().getContext());
    for (auto [i, size] : llvm::zip_equal(group, sizes)) {
      parts[i] = builder.getIndexAttr(size);
      result[i] = size;
    }
  }
};

/// Unlike upstream's patterns this declares no negative size, and leaves a
/// declared one that contradicts the padding to run time.
struct RefinePad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(getKnownType(op.getSource()));
    SmallVector<OpFoldResult> low = op.getMixedLowPad();
    SmallVector<OpFoldResult> high = op.getMixedHighPad();
    // A run refuses it; the builder takes kDynamic for no constant.
    if (!llvm::all_of(low, mayBePadding) || !llvm::all_of(high, mayBePadding))
      return failure();
    low = foldConstants(rewriter, low);
    high = foldConstants(rewriter, high);
    Sizes sizes;
    for (auto [size, before, after] :
         llvm::zip_equal(source.getShape(), low, high)) {
      sizes.push_back(getPaddedSize(size, before, after));
      if (sizes.back() < 0 && !ShapedType::isDynamic(sizes.back()))
        return failure();
    }
    Type result = mergeSizes(op.getType(), sizes);
    if (!result || (result == op.getType() && source == op.getSourceType()))
      return failure();

    auto padded = tensor::PadOp::create(
        rewriter, op.getLoc(), result, castTo(rewriter, op.getSource(), source),
        low, high, op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), padded.getRegion(),
                                padded.getRegion().begin());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), padded);
    return success();
  }

private:
  static bool mayBePadding(OpFoldResult amount) {
    std::optional<int64_t> constant = getConstantIntValue(amount);
    return !constant || (*constant >= 0 && *constant <= kMaxUInt32);
  }

  static SmallVector<OpFoldResult> foldConstants(Builder &builder,
                                                 ArrayRef<OpFoldResult> sizes) {
    return llvm::map_to_vector(sizes, [&](OpFoldResult size) -> OpFoldResult {
      std::optional<int64_t> constant = getConstantIntValue(size);
      return constant ? builder.getIndexAttr(*constant) : size;
    });
  }

  static int64_t getPaddedSize(int64_t size, OpFoldResult low,
                               OpFoldResult high) {
    std::optional<int64_t> before = getConstantIntValue(low);
    std::optional<int64_t> after = getConstantIntValue(high);
    if (ShapedType::isDynamic(size) || !before || !after)
      return ShapedType::kDynamic;
    std::optional<int64_t> padding = llvm::checkedAdd(*before, *after);
    return padding
               ? llvm::checkedAdd(size, *padding).value_or(ShapedType::kDynamic)
               : ShapedType::kDynamic;
  }
};

/// Constant sizes become static ones of the type.
struct RefineSplat : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    Sizes sizes(op.getType().getShape());
    SmallVector<Value> dynamicSizes;
    auto operand = op.getDynamicSizes().begin();
    for (int64_t &size : sizes) {
      if (!ShapedType::isDynamic(size))
        continue;
      Value given = *operand++;
      size = getKnownSize(given);
      if (ShapedType::isDynamic(size))
        dynamicSizes.push_back(given);
    }
    if (dynamicSizes.size() == op.getDynamicSizes().size())
      return failure();
    auto refined = tensor::SplatOp::create(rewriter, op.getLoc(),
                                           op.getType().clone(sizes),
                                           op.getInput(), dynamicSizes);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), refined);
    return success();
  }
};

} // namespace

void populateTensorOpPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<RefineBitcast, RefineCollapse, RefineConcat, RefineExpand,
           RefineGather, RefinePad, RefineReshape, RefineScatter, RefineSplat>(
          context);
  tensor::CastOp::getCanonicalizationPatterns(patterns, context);
  tensor::DimOp::getCanonicalizationPatterns(patterns, context);
  tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExtractOp::getCanonicalizationPatterns(patterns, context);
  tensor::GenerateOp::getCanonicalizationPatterns(patterns, context);
  scf::ForallOp::getCanonicalizationPatterns(patterns, context);
}

} // namespace dml
