//===- Fuse.cpp - Elementwise operations in the loops that move data ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/Contraction.h"
#include "Conversion/DMLToLinalg/ElementBody.h"
#include "FactorCopies.h"
#include "FuseReductions.h"
#include "LowerPad.h"
#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_FUSE
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// How many readers a value may have that is computed where it is read.
enum class Readers { OneOperand, OneOperation };

/// An operation may also name as the place of its result what it does not read
/// there.
SmallVector<OpOperand *> getReads(Value value) {
  SmallVector<OpOperand *> reads;
  for (OpOperand &use : value.getUses()) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !op.isDpsInit(&use) || !computesElements(op) ||
        !cast<ShapedType>(value.getType()).hasStaticShape())
      reads.push_back(&use);
  }
  return reads;
}

bool isReadBy(Readers readers, Value value) {
  SmallVector<OpOperand *> reads = getReads(value);
  if (readers == Readers::OneOperand)
    return reads.size() == 1;
  return !reads.empty() &&
         llvm::all_equal(llvm::map_range(
             reads, [](OpOperand *use) { return use->getOwner(); }));
}

/// Whether a factor costs little enough to be computed for each tile that reads
/// it: many products share an element, so positions and predicates do not
/// count.
bool isCheapFactor(linalg::LinalgOp op) {
  unsigned count = 0;
  auto isElement = [](Type type) {
    return !type.isIndex() && !type.isInteger(1);
  };
  return !op.getBlock()
              ->walk([&](Operation *inner) {
                if (isa<scf::IfOp>(inner) ||
                    inner->hasTrait<OpTrait::IsTerminator>())
                  return WalkResult::advance();
                count += llvm::count_if(inner->getResultTypes(), isElement);
                return isCheap(inner) && count <= kMaxRepeatedOps
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether an operation reduces a tensor, each element of which it uses once.
bool isReduced(OpOperand &operand) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() > 0 &&
         op.getMatchingIndexingMap(&operand).isPermutation();
}

/// The tensors that an operation reads, in its body, too.
llvm::SmallPtrSet<Value, 8> getTensorsRead(linalg::LinalgOp op) {
  llvm::SmallPtrSet<Value, 8> tensors;
  auto add = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()))
      tensors.insert(value);
  };
  llvm::for_each(op.getDpsInputs(), add);
  op.getBlock()->walk(
      [&](tensor::ExtractOp extract) { add(extract.getTensor()); });
  return tensors;
}

/// What is reshaped where nothing else uses the results, or the value itself.
Value skipReshapes(Value value, Readers readers) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) &&
         isReadBy(readers, value)) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return value;
}

/// Which operations become one with another.
class Fusion {
public:
  Fusion(bool intoContractions, bool intoReductions, int64_t minPackedProducts,
         int64_t maxBuffers)
      : intoContractions(intoContractions), intoReductions(intoReductions),
        minPackedProducts(minPackedProducts), maxBuffers(maxBuffers) {}

  /// The operation that computes an operand of another one, before a reshape
  /// perhaps, if the other one may compute its elements where it uses them.
  /// What more readers need is computed once, and kept.
  linalg::LinalgOp findProducer(OpOperand &operand,
                                Readers readers = Readers::OneOperand) const {
    auto consumer = dyn_cast<linalg::LinalgOp>(operand.getOwner());
    if (!consumer || !consumer.isDpsInput(&operand))
      return nullptr;
    bool isFactor = readsFactors(consumer);
    if (!isFactor && !computesElements(consumer) && !isReduced(operand))
      return nullptr;
    Value value = skipReshapes(operand.get(), readers);
    auto producer = value.getDefiningOp<linalg::LinalgOp>();
    if (!producer || !isReadBy(readers, value) || !computesElements(producer) ||
        producer->getBlock() != consumer->getBlock() ||
        !hasBuffers(consumer, producer))
      return nullptr;
    if (isFactor)
      return isCheapFactor(producer) &&
                     (minPackedProducts == 0 ||
                      (isComputedInCopies(operand, producer) &&
                       !isEpilogue(producer)))
                 ? producer
                 : nullptr;
    if (isReduced(operand) && !intoReductions && !isGathered(operand, producer))
      return nullptr;
    bool isUsedOnce = consumer.getMatchingIndexingMap(&operand).isPermutation();
    return isUsedOnce || isCheap(producer) ? producer : nullptr;
  }

  /// Whether the body has one of these operations.
  template <typename... OpTs> static bool has(linalg::LinalgOp op) {
    return op
        ->walk([](Operation *inner) {
          return isa<OpTs...>(inner) ? WalkResult::interrupt()
                                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// The operation that computes the tensor of which the body of another one,
  /// such as unfold's, reads elements at positions of its own; if the body may
  /// compute the elements. What is truncated in a body is not extended there
  /// again: a device may have narrow integers in memory only.
  linalg::LinalgOp findProducer(tensor::ExtractOp extract) const {
    auto consumer = extract->getParentOfType<linalg::LinalgOp>();
    auto producer = extract.getTensor().getDefiningOp<linalg::LinalgOp>();
    if (!consumer || !producer || !computesResults(consumer) ||
        !computesElements(producer) || !isCheap(producer) ||
        isEpilogue(producer) || producer->getBlock() != consumer->getBlock() ||
        !llvm::all_of(getReads(extract.getTensor()),
                      [&](OpOperand *read) {
                        return isa<tensor::ExtractOp>(read->getOwner()) &&
                               consumer->isAncestor(read->getOwner());
                      }) ||
        (has<arith::TruncIOp>(producer) &&
         has<arith::ExtUIOp, arith::ExtSIOp>(consumer)) ||
        !hasBuffers(consumer, producer))
      return nullptr;
    OpOperand *init = producer.getDpsInitOperand(0);
    return producer.getMatchingIndexingMap(init).isPermutation() ? producer
                                                                 : nullptr;
  }

  /// Whether an operation that is no contraction reduces what another one
  /// gathers. It computes the elements in its body, over its result.
  bool isGathered(OpOperand &operand, linalg::LinalgOp producer) const {
    auto consumer = cast<linalg::LinalgOp>(operand.getOwner());
    return isReduced(operand) && gathers(producer) && visitsInBody(consumer) &&
           !readsFactors(consumer);
  }

  /// Whether a reshape that stands between two such operations moves behind
  /// both. The operand is that of the reshape, or of the operation behind it.
  bool isMoved(OpOperand *operand) const {
    if (isa<tensor::ExpandShapeOp>(operand->getOwner())) {
      Value expanded = operand->getOwner()->getResult(0);
      return expanded.hasOneUse() && findProducer(*expanded.getUses().begin());
    }
    return findProducer(*operand) != nullptr;
  }

  llvm::SetVector<Operation *> findFused(Operation *root) const {
    llvm::SetVector<Operation *> found;
    root->walk([&](linalg::LinalgOp consumer) {
      for (OpOperand &operand : consumer->getOpOperands())
        if (linalg::LinalgOp producer =
                findProducer(operand, Readers::OneOperation)) {
          found.insert(producer);
          found.insert(consumer);
        }
    });
    root->walk([&](tensor::ExtractOp extract) {
      if (linalg::LinalgOp producer = findProducer(extract))
        found.insert(producer);
    });
    return found;
  }

  /// Whether padding is done where a contraction copies its factor.
  bool isPaddedFactor(tensor::PadOp pad) const {
    if (minPackedProducts == 0 || !pad->hasOneUse() ||
        pad.getResultType().getRank() == 0 ||
        pad.getResultType().getShape().back() < kMinPaddedRow)
      return false;
    OpOperand &use = *pad->getUses().begin();
    auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return consumer && consumer.isDpsInput(&use) && readsFactors(consumer) &&
           pad->getBlock() == consumer->getBlock();
  }

private:
  /// Whether an operation computes its factors where it reads them.
  bool readsFactors(linalg::LinalgOp op) const {
    if (!intoContractions)
      return false;
    if (minPackedProducts != 0)
      return copiesFactors(op, minPackedProducts);
    return op.hasPureTensorSemantics() && matchSumOfProducts(op);
  }

  /// Whether an operation is computed from sums as soon as they are complete,
  /// and better not where its result is read.
  bool isEpilogue(linalg::LinalgOp op) const {
    if (minPackedProducts == 0 || op.getBlock()->without_terminator().empty())
      return false;
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      Value value = skipReshapes(input->get(), Readers::OneOperand);
      auto producer = value.getDefiningOp<linalg::LinalgOp>();
      return producer && isReadBy(Readers::OneOperand, value) &&
             op.getMatchingIndexingMap(input).isPermutation() &&
             (copiesFactors(producer, minPackedProducts) ||
              (computesElements(producer) && isEpilogue(producer)));
    });
  }

  /// Whether two operations have no more buffers as one than are allowed, or
  /// than the second one has by itself.
  bool hasBuffers(linalg::LinalgOp consumer, linalg::LinalgOp producer) const {
    llvm::SmallPtrSet<Value, 8> tensors = getTensorsRead(consumer);
    size_t numBefore = tensors.size() + 1;
    llvm::SmallPtrSet<Value, 8> added = getTensorsRead(producer);
    tensors.insert(added.begin(), added.end());
    // With the consumer's result, but without the producer's.
    size_t numBuffers = tensors.size();
    return maxBuffers == 0 || numBuffers <= numBefore ||
           static_cast<int64_t>(numBuffers) <= maxBuffers;
  }

  /// Whether factors of sums of products are computed where they are read.
  bool intoContractions;
  /// Whether the elements of other sums are computed where they are read.
  bool intoReductions;
  /// Of contractions whose factors are copied; 0 if they need not be.
  int64_t minPackedProducts;
  /// Of an operation; 0 for any number.
  int64_t maxBuffers;
};

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
  for (Operation *user : llvm::make_early_inc_range(producer->getUsers()))
    replaceInit(rewriter, cast<linalg::LinalgOp>(user));
  rewriter.eraseOp(producer);
}

/// Computes what an operation reads in the operation itself.
struct FuseProducer : OpRewritePattern<linalg::GenericOp> {
  FuseProducer(MLIRContext *context, const Fusion &fusion)
      : OpRewritePattern(context), fusion(fusion) {}

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

private:
  const Fusion &fusion;
};

/// Inlines a producer's body where a consumer's body extracts its elements.
struct FuseIntoExtracts : OpInterfaceRewritePattern<linalg::LinalgOp> {
  FuseIntoExtracts(MLIRContext *context, const Fusion &fusion)
      : OpInterfaceRewritePattern(context), fusion(fusion) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp producer,
                                PatternRewriter &rewriter) const override {
    if (producer->getNumResults() != 1)
      return failure();
    auto isFused = [&](Operation *user) {
      auto extract = dyn_cast<tensor::ExtractOp>(user);
      return extract && fusion.findProducer(extract) == producer;
    };
    SmallVector<Operation *> extracts =
        llvm::filter_to_vector(producer->getUsers(), isFused);
    if (extracts.empty())
      return failure();
    for (Operation *op : extracts) {
      auto extract = cast<tensor::ExtractOp>(op);
      rewriter.setInsertionPoint(extract);
      rewriter.replaceOp(
          extract, computeElement(rewriter, producer, extract.getIndices()));
    }
    eraseProducer(rewriter, producer);
    return success();
  }

private:
  const Fusion &fusion;
};

/// Computes what an operation reduces in its body, over its result.
struct FuseIntoReduction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  FuseIntoReduction(MLIRContext *context, const Fusion &fusion)
      : OpInterfaceRewritePattern(context), fusion(fusion) {}

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

private:
  const Fusion &fusion;
};

struct FusePass : impl::FuseBase<FusePass> {
  using FuseBase::FuseBase;

  void runOnOperation() override {
    Fusion fusion(intoContractions, intoReductions, minPackedProducts,
                  maxBuffers);
    RewritePatternSet pads(&getContext());
    populateLowerPadPatterns(
        pads, [&](tensor::PadOp pad) { return fusion.isPaddedFactor(pad); });
    walkAndApplyPatterns(getOperation(), std::move(pads));
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
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [&](OpOperand *operand) { return fusion.isMoved(operand); });
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
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
