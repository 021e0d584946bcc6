//===- RefineStructuredOps.cpp - Types of elementwise and linalg ops ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRefinement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

bool isElementwise(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>() ||
      !isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()))
    return false;
  // One condition for whole tensors chooses between two of any sizes.
  auto select = dyn_cast<arith::SelectOp>(op);
  return !select || isa<TensorType>(select.getCondition().getType());
}

namespace {

Type withSizesOf(Type type, ArrayRef<int64_t> sizes) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(sizes) : type;
}

/// All tensors of an elementwise operation have the sizes that one of them
/// knows.
struct RefineElementwise : OpTraitRewritePattern<OpTrait::Elementwise> {
  using OpTraitRewritePattern::OpTraitRewritePattern;

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return failure();
    SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
    SmallVector<Type> resultTypes(op->getResultTypes());
    // The first tensor collects what all of them know, in one element type.
    RankedTensorType merged;
    for (Type type : llvm::concat<Type>(operandTypes, resultTypes)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        continue;
      if (!merged)
        merged = tensor;
      auto sameElements = RankedTensorType::get(
          tensor.getShape(), merged.getElementType(), merged.getEncoding());
      merged = dyn_cast_if_present<RankedTensorType>(
          mergeTypes(merged, sameElements));
      if (!merged)
        return failure();
    }
    if (!merged)
      return failure();
    for (Type &type : operandTypes)
      type = withSizesOf(type, merged.getShape());
    for (Type &type : resultTypes)
      type = withSizesOf(type, merged.getShape());
    return retype(rewriter, op, operandTypes, resultTypes);
  }
};

/// The sizes of the loops of a linalg operation, as far as its operands know
/// them; fails when they contradict each other.
FailureOr<SmallVector<int64_t>> getLoopSizes(linalg::LinalgOp op,
                                             ArrayRef<Type> operandTypes) {
  SmallVector<int64_t> loops(op.getNumLoops(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type =
        dyn_cast<RankedTensorType>(operandTypes[operand.getOperandNumber()]);
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [index, size] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (!loop || ShapedType::isDynamic(size))
        continue;
      int64_t &known = loops[loop.getPosition()];
      if (!ShapedType::isDynamic(known) && known != size)
        return failure();
      known = size;
    }
  }
  return loops;
}

/// Destinations know what the casts know that they come through, and the
/// results know what their destinations know. In a linalg operation one
/// operand's sizes are those of all operands that the same loop runs over.
struct RefineDestinationStyle
    : OpInterfaceRewritePattern<DestinationStyleOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(DestinationStyleOpInterface op,
                                PatternRewriter &rewriter) const override {
    // Upstream's patterns know its offsets and sizes.
    if (!op.hasPureTensorSemantics() || isa<tensor::InsertSliceOp>(op))
      return failure();
    SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation())) {
      FailureOr<SmallVector<int64_t>> loops =
          getLoopSizes(linalgOp, operandTypes);
      if (failed(loops))
        return failure();
      for (OpOperand &operand : op->getOpOperands())
        declareLoopSizes(operandTypes[operand.getOperandNumber()],
                         linalgOp.getMatchingIndexingMap(&operand), *loops);
    }
    return retype(rewriter, op, operandTypes,
                  getTiedResultTypes(op, operandTypes));
  }

private:
  static void declareLoopSizes(Type &type, AffineMap map,
                               ArrayRef<int64_t> loops) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return;
    SmallVector<int64_t> sizes(tensor.getShape());
    for (auto [size, index] : llvm::zip_equal(sizes, map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(index))
        size = ShapedType::isDynamic(size) ? loops[loop.getPosition()] : size;
    type = tensor.clone(sizes);
  }
};

} // namespace

void populateStructuredOpPatterns(RewritePatternSet &patterns) {
  patterns.add<RefineElementwise, RefineDestinationStyle>(
      patterns.getContext());
}

} // namespace dml
