//===- Fuse.cpp - Elementwise operations in the loops that move data ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/DMLToLinalg/ElementBody.h"
#include "FuseElements.h"
#include "FuseReductions.h"
#include "FusionRules.h"
#include "TensorMoves.h"
#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_FUSE
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Gives the result a place of its own, so that what lay there need not be
/// computed. Dynamic sizes would have to be asked of that.
void replaceInit(RewriterBase &rewriter, linalg::LinalgOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  auto type = cast<RankedTensorType>(init->get().getType());
  if (!type.hasStaticShape() || init->get().getDefiningOp<tensor::EmptyOp>())
    return;
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                        type.getElementType());
  rewriter.modifyOpInPlace(op, [&] { init->set(empty); });
}

/// Erases an operation whose result nothing reads any more. Others may still
/// name it as the place of theirs.
void eraseProducer(RewriterBase &rewriter, Operation *producer) {
  for (Operation *user : llvm::make_early_inc_range(producer->getUsers())) {
    if (isStaticReshape(user))
      eraseProducer(rewriter, user);
    else
      replaceInit(rewriter, cast<linalg::LinalgOp>(user));
  }
  rewriter.eraseOp(producer);
}

/// A pattern that asks which operations shall become one (FusionRules.h).
template <typename PatternT> struct FusionPattern : PatternT {
  FusionPattern(MLIRContext *context, const Fusion &fusion,
                PatternBenefit benefit = 1)
      : PatternT(context, benefit), fusion(fusion) {}

  const Fusion &fusion;
};

/// Computes what an operation reads in the operation itself. Upstream says
/// whether the maps allow it.
struct FuseProducer : FusionPattern<OpRewritePattern<linalg::GenericOp>> {
  using FusionPattern::FusionPattern;

  LogicalResult matchAndRewrite(linalg::GenericOp consumer,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : consumer->getOpOperands()) {
      linalg::LinalgOp producer = fusion.findProducer(operand);
      if (!producer || producer != operand.get().getDefiningOp() ||
          !linalg::areElementwiseOpsFusable(&operand))
        continue;
      FailureOr<linalg::ElementwiseOpFusionResult> fused =
          linalg::fuseElementwiseOps(rewriter, &operand);
      if (failed(fused))
        continue;
      // The producer had this one use.
      rewriter.replaceOp(consumer, fused->fusedOp->getResults().take_back());
      eraseProducer(rewriter, producer);
      return success();
    }
    return failure();
  }
};

/// Gives an operation a loop for each dimension of what it reads elements of
/// behind a reshape.
struct SplitLoops : FusionPattern<OpRewritePattern<linalg::GenericOp>> {
  using FusionPattern::FusionPattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<LoopSplit> split = fusion.findSplit(op);
    return split ? splitLoop(rewriter, op, *split) : failure();
  }
};

/// Inlines a producer's body where a consumer's body extracts its elements.
struct FuseIntoExtracts
    : FusionPattern<OpInterfaceRewritePattern<linalg::LinalgOp>> {
  using FusionPattern::FusionPattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp consumer,
                                PatternRewriter &rewriter) const override {
    linalg::LinalgOp producer;
    consumer->walk([&](tensor::ExtractOp extract) {
      producer = fusion.findProducer(extract);
      return producer ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!producer)
      return failure();
    SmallVector<tensor::ExtractOp> reads;
    collectElementReads(producer->getResult(0), consumer, reads);
    for (tensor::ExtractOp read : reads) {
      rewriter.setInsertionPoint(read);
      rewriter.replaceOp(read,
                         computeElement(rewriter, producer,
                                        getSourcePosition(rewriter, read)));
    }
    eraseProducer(rewriter, producer);
    return success();
  }
};

/// Computes what an operation reduces in its body, over its result.
struct FuseIntoReduction
    : FusionPattern<OpInterfaceRewritePattern<linalg::LinalgOp>> {
  using FusionPattern::FusionPattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp consumer,
                                PatternRewriter &rewriter) const override {
    auto findProducer = [&](OpOperand &operand) -> linalg::LinalgOp {
      linalg::LinalgOp producer = fusion.findProducer(operand);
      return producer && producer == operand.get().getDefiningOp() &&
                     fusion.isGathered(operand, producer)
                 ? producer
                 : nullptr;
    };
    SmallVector<Operation *> producers;
    for (OpOperand *input : consumer.getDpsInputOperands())
      if (linalg::LinalgOp producer = findProducer(*input))
        producers.push_back(producer);
    if (producers.empty())
      return failure();
    rewriter.replaceOp(consumer, visitInBody(rewriter, consumer, findProducer));
    for (Operation *producer : producers)
      eraseProducer(rewriter, producer);
    return success();
  }
};

/// Erases a reshape that changes nothing. Where nothing is folded, upstream's
/// patterns crash on such a tensor.collapse_shape of a tensor.cast (LLVM 22.1).
template <typename ReshapeT>
struct EraseIdentityReshape : OpRewritePattern<ReshapeT> {
  explicit EraseIdentityReshape(MLIRContext *context)
      : OpRewritePattern<ReshapeT>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ReshapeT op,
                                PatternRewriter &rewriter) const override {
    if (op.getSrcType() != op.getResultType())
      return failure();
    rewriter.replaceOp(op, op.getSrc());
    return success();
  }
};

struct FusePass : impl::FuseBase<FusePass> {
  using FuseBase::FuseBase;

  void runOnOperation() override {
    Fusion fusion({intoContractions, intoReductions, linearPositions,
                   minPackedProducts, maxBuffers});
    RewritePatternSet moves(&getContext());
    populateTensorMovePatterns(
        moves, [&](Operation *op) { return fusion.isFusedMove(op); });
    walkAndApplyPatterns(getOperation(), std::move(moves));
    llvm::SetVector<Operation *> fused = fusion.findFused(getOperation());
    if (fused.empty())
      return;
    IRRewriter rewriter(&getContext());
    for (Operation *op : fused) {
      if (computesElements(cast<linalg::LinalgOp>(op)))
        replaceInit(rewriter, cast<linalg::LinalgOp>(op));
      if (isa<linalg::GenericOp>(op))
        continue;
      rewriter.setInsertionPoint(op);
      // What has no general form stays.
      (void)linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
    }
    RewritePatternSet patterns(&getContext());
    // What an operation reads twice it is to read once.
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    patterns.add<FuseProducer, FuseIntoExtracts, FuseIntoReduction>(
        &getContext(), fusion);
    patterns.add<SplitLoops>(&getContext(), fusion, /*benefit=*/2);
    patterns.add<EraseIdentityReshape<tensor::CollapseShapeOp>,
                 EraseIdentityReshape<tensor::ExpandShapeOp>>(&getContext());
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [&](OpOperand *operand) { return fusion.isMoved(operand); });
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::populateBubbleUpExpandShapePatterns(patterns);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    // Nothing else is simplified: checks of other operations may come later.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    config.enableConstantCSE(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // What does not converge is not fused any further.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};

} // namespace
} // namespace dml
