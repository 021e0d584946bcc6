//===- InsertInPlace.cpp - Compute where results are inserted -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_CPUINSERTINPLACE
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether the elements of a slice follow each other without gaps, so that what
/// computes it writes whole lines.
bool isContiguous(tensor::InsertSliceOp op) {
  ArrayRef<int64_t> sizes = op.getStaticSizes();
  RankedTensorType type = op.getDestType();
  if (!type.hasStaticShape() || ShapedType::isDynamicShape(sizes) ||
      !op.hasUnitStride())
    return false;
  unsigned first = 0;
  while (first < sizes.size() && sizes[first] == 1)
    ++first;
  return first == sizes.size() ||
         sizes.drop_front(first + 1) == type.getShape().drop_front(first + 1);
}

bool isReshape(Operation *op) {
  return isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

struct InsertInPlace : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Operation *> reshapes;
    Value value = op.getSource();
    while (value.hasOneUse() && isReshape(value.getDefiningOp())) {
      reshapes.push_back(value.getDefiningOp());
      value = reshapes.back()->getOperand(0);
    }
    auto producer = value.getDefiningOp<linalg::LinalgOp>();
    if (!producer || !value.hasOneUse() || producer->getNumResults() != 1 ||
        producer->getBlock() != op->getBlock() || !isContiguous(op) ||
        !cast<RankedTensorType>(value.getType()).hasStaticShape())
      return failure();
    OpOperand &init = producer.getDpsInitsMutable()[0];
    Value empty = init.get();
    while (isReshape(empty.getDefiningOp()))
      empty = empty.getDefiningOp()->getOperand(0);
    if (!empty.getDefiningOp<tensor::EmptyOp>())
      return failure();
    // Nothing else needs them, and the destination is known here.
    rewriter.moveOpBefore(producer, op);
    for (Operation *reshape : llvm::reverse(reshapes))
      rewriter.moveOpBefore(reshape, op);
    rewriter.setInsertionPoint(producer);
    Location loc = op.getLoc();
    Value place = tensor::ExtractSliceOp::create(
        rewriter, loc, op.getSourceType(), op.getDest(), op.getMixedOffsets(),
        op.getMixedSizes(), op.getMixedStrides());
    for (Operation *reshape : reshapes) {
      Type type = reshape->getOperand(0).getType();
      if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape))
        place = tensor::ExpandShapeOp::create(
            rewriter, loc, type, place, collapse.getReassociationIndices());
      else
        place = tensor::CollapseShapeOp::create(
            rewriter, loc, type, place,
            cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices());
    }
    rewriter.modifyOpInPlace(producer, [&] { init.set(place); });
    return success();
  }
};

struct CPUInsertInPlacePass : impl::CPUInsertInPlaceBase<CPUInsertInPlacePass> {
  void runOnOperation() override {
    RewritePatternSet parts(&getContext()), patterns(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(parts);
    walkAndApplyPatterns(getOperation(), std::move(parts));
    patterns.add<InsertInPlace>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
