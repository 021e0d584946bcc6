//===- LowerTensorMoves.cpp - Slices and padding to linalg ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/Fusion/TensorMoves.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_GPULOWERTENSORMOVES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// A reshape to a known shape, through one dimension.
struct LowerReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    // Canonicalisation and lowered inputs leave casts in front of it.
    Value flat = stripRankedCasts(op.getSource());
    auto source = dyn_cast<RankedTensorType>(flat.getType());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !type || !source.hasStaticShape() ||
        !type.hasStaticShape() ||
        source.getNumElements() != type.getNumElements())
      return failure();
    // To or from a tensor of rank 1.
    auto regroup = [&](Value from, RankedTensorType to) -> Value {
      int64_t rank = cast<RankedTensorType>(from.getType()).getRank();
      SmallVector<ReassociationIndices> groups;
      if (rank > 0 && to.getRank() > 0)
        groups.push_back(
            llvm::to_vector(llvm::seq(std::max(rank, to.getRank()))));
      if (rank < to.getRank())
        return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), to, from,
                                             groups);
      if (rank > to.getRank())
        return tensor::CollapseShapeOp::create(rewriter, op.getLoc(), to, from,
                                               groups);
      return from;
    };
    auto flatType = RankedTensorType::get({source.getNumElements()},
                                          source.getElementType());
    flat = regroup(regroup(flat, flatType), type);
    rewriter.replaceOp(op, flat);
    return success();
  }
};

/// Splits a concatenation of more tensors than a kernel can read: groups of
/// them are joined first, as few as leave no more than that.
struct SplitConcat : OpRewritePattern<tensor::ConcatOp> {
  SplitConcat(MLIRContext *context, size_t maxInputs)
      : OpRewritePattern(context, /*benefit=*/2), maxInputs(maxInputs) {}

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs(op.getInputs());
    if (inputs.size() <= maxInputs)
      return failure();
    SmallVector<Value> joined;
    size_t excess = inputs.size() - maxInputs;
    for (ArrayRef<Value> rest = inputs; !rest.empty();) {
      ArrayRef<Value> group = rest.take_front(std::min(maxInputs, excess + 1));
      rest = rest.drop_front(group.size());
      excess -= group.size() - 1;
      joined.push_back(group.size() == 1
                           ? group.front()
                           : tensor::ConcatOp::create(rewriter, op.getLoc(),
                                                      op.getDim(), group)
                                 .getResult());
    }
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(),
                                                  joined);
    return success();
  }

private:
  size_t maxInputs;
};

struct GPULowerTensorMovesPass
    : impl::GPULowerTensorMovesBase<GPULowerTensorMovesPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(checkStaticLists(getOperation())) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateTensorMovePatterns(patterns);
    patterns.add<LowerReshape>(&getContext());
    // One buffer is that of the result.
    patterns.add<SplitConcat>(&getContext(),
                              std::max<uint64_t>(maxStorageBuffers, 3) - 1);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace dml
