//===- FusionRules.cpp - Which operations become one ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionRules.h"
#include "CodeGen/Analysis/Contraction.h"
#include "Conversion/DMLToLinalg/ElementBody.h"
#include "FactorCopies.h"
#include "FuseElements.h"
#include "FuseReductions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

/// An operation may also name as the place of its result what it does not read
/// there.
static SmallVector<OpOperand *> getReads(Value value) {
  SmallVector<OpOperand *> reads;
  for (OpOperand &use : value.getUses()) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!op || !op.isDpsInit(&use) || !computesElements(op) ||
        !cast<ShapedType>(value.getType()).hasStaticShape())
      reads.push_back(&use);
  }
  return reads;
}

static bool isReadBy(Readers readers, Value value) {
  SmallVector<OpOperand *> reads = getReads(value);
  if (readers == Readers::OneOperand)
    return reads.size() == 1;
  return !reads.empty() &&
         llvm::all_equal(llvm::map_range(
             reads, [](OpOperand *use) { return use->getOwner(); }));
}

bool collectElementReads(Value value, linalg::LinalgOp reader,
                         SmallVectorImpl<tensor::ExtractOp> &found) {
  return llvm::all_of(getReads(value), [&](OpOperand *use) {
    Operation *user = use->getOwner();
    if (isStaticReshape(user))
      return collectElementReads(user->getResult(0), reader, found);
    auto extract = dyn_cast<tensor::ExtractOp>(user);
    if (!extract || !reader->isAncestor(extract))
      return false;
    found.push_back(extract);
    return true;
  });
}

/// How many elements the body reads and computes, if each costs little.
/// Positions, predicates and constants do not count.
static std::optional<unsigned> countElements(linalg::LinalgOp op) {
  unsigned count = 0;
  auto isElement = [](Type type) {
    return !type.isIndex() && !type.isInteger(1);
  };
  auto walked = op.getBlock()->walk([&](Operation *inner) {
    if (isa<scf::IfOp, arith::ConstantOp>(inner) ||
        inner->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    count += llvm::count_if(inner->getResultTypes(), isElement);
    return isCheap(inner) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walked.wasInterrupted() ? std::nullopt : std::optional(count);
}

/// Whether a factor costs little enough to be computed for each tile that reads
/// it: many products share an element.
static bool isCheapFactor(linalg::LinalgOp op) {
  return countElements(op).value_or(kMaxRepeatedOps + 1) <= kMaxRepeatedOps;
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

/// Whether the elements of an operation's result are others that it reads at
/// positions of its own, as those of unfold are.
static bool gathers(linalg::LinalgOp op) { return has<tensor::ExtractOp>(op); }

/// Whether an operation only moves elements that lie in the caches if they are
/// read once more.
static bool isGather(linalg::LinalgOp op) {
  return gathers(op) && countElements(op) == 1u;
}

/// Whether an operation reduces a tensor, each element of which it uses once.
static bool isReduced(OpOperand &operand) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() > 0 &&
         op.getMatchingIndexingMap(&operand).isPermutation();
}

/// The tensors that an operation reads, in its body, too.
static llvm::SmallPtrSet<Value, 8> getTensorsRead(linalg::LinalgOp op) {
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
static Value skipReshapes(Value value, Readers readers) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) &&
         isReadBy(readers, value)) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return value;
}

/// Whether one operand reads a value, and each that is reshaped to give it.
static bool isReadOnce(Value value) {
  while (isReadBy(Readers::OneOperand, value)) {
    if (!isStaticReshape(value.getDefiningOp()))
      return true;
    value = value.getDefiningOp()->getOperand(0);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether an operation computes its factors where it reads them.
bool Fusion::readsFactors(linalg::LinalgOp op) const {
  if (!options.intoContractions)
    return false;
  if (options.minPackedProducts != 0)
    return copiesFactors(op, options.minPackedProducts);
  return op.hasPureTensorSemantics() && matchSumOfProducts(op);
}

/// Whether an operation is computed from sums as soon as they are complete,
/// and better not where its result is read.
bool Fusion::isEpilogue(linalg::LinalgOp op) const {
  if (options.minPackedProducts == 0 ||
      op.getBlock()->without_terminator().empty())
    return false;
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    Value value = skipReshapes(input->get(), Readers::OneOperand);
    auto producer = value.getDefiningOp<linalg::LinalgOp>();
    return producer && isReadBy(Readers::OneOperand, value) &&
           op.getMatchingIndexingMap(input).isPermutation() &&
           (copiesFactors(producer, options.minPackedProducts) ||
            (computesElements(producer) && isEpilogue(producer)));
  });
}

/// Whether two operations have no more buffers as one than are allowed, or
/// than the second one has by itself.
bool Fusion::hasBuffers(linalg::LinalgOp consumer,
                        linalg::LinalgOp producer) const {
  llvm::SmallPtrSet<Value, 8> tensors = getTensorsRead(consumer);
  size_t numBefore = tensors.size() + 1;
  llvm::SmallPtrSet<Value, 8> added = getTensorsRead(producer);
  tensors.insert(added.begin(), added.end());
  // With the consumer's result, but without the producer's.
  size_t numBuffers = tensors.size();
  return options.maxBuffers == 0 || numBuffers <= numBefore ||
         static_cast<int64_t>(numBuffers) <= options.maxBuffers;
}

linalg::LinalgOp Fusion::findProducer(OpOperand &operand,
                                      Readers readers) const {
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
    return isCheapFactor(producer) && (options.minPackedProducts == 0 ||
                                       (isComputedInCopies(operand, producer) &&
                                        !isEpilogue(producer)))
               ? producer
               : nullptr;
  if (isReduced(operand) && !options.intoReductions &&
      !isGathered(operand, producer))
    return nullptr;
  bool isUsedOnce = consumer.getMatchingIndexingMap(&operand).isPermutation();
  return isUsedOnce || isCheap(producer) ? producer : nullptr;
}

/// The operation that computes the elements of a tensor, perhaps before
/// reshapes, if they may be computed one by one where they are read.
linalg::LinalgOp Fusion::findElementProducer(Value tensor) const {
  Value value = skipStaticReshapes(tensor);
  auto producer = value.getDefiningOp<linalg::LinalgOp>();
  if (!producer || !computesElements(producer) || isEpilogue(producer) ||
      !producer.getMatchingIndexingMap(producer.getDpsInitOperand(0))
           .isPermutation())
    return nullptr;
  return producer;
}

linalg::LinalgOp
Fusion::findProducer(linalg::LinalgOp consumer, Value tensor,
                     SmallVectorImpl<tensor::ExtractOp> &reads) const {
  linalg::LinalgOp producer = findElementProducer(tensor);
  return producer && consumer && computesResults(consumer) &&
                 producer->getBlock() == consumer->getBlock() &&
                 collectElementReads(producer->getResult(0), consumer, reads)
             ? producer
             : nullptr;
}

linalg::LinalgOp Fusion::findProducer(tensor::ExtractOp extract) const {
  auto consumer = extract->getParentOfType<linalg::LinalgOp>();
  SmallVector<tensor::ExtractOp> reads;
  linalg::LinalgOp producer =
      findProducer(consumer, extract.getTensor(), reads);
  if (!producer ||
      (has<arith::TruncIOp>(producer) &&
       has<arith::ExtUIOp, arith::ExtSIOp>(consumer)) ||
      !hasBuffers(consumer, producer) ||
      llvm::any_of(reads, [&](tensor::ExtractOp read) {
        return dividesHugePositions(producer, read);
      }))
    return nullptr;
  auto isGuarded = [&](tensor::ExtractOp read) {
    return read->getBlock() != consumer.getBlock();
  };
  if (options.linearPositions &&
      (!llvm::all_of(reads, readsLinearly) ||
       (llvm::any_of(reads, isGuarded) && !readsNeighboursOnly(producer))))
    return nullptr;
  return isCheap(producer) || isGather(producer) ||
                 (reads.size() == 1 && readsEachOnce(extract))
             ? producer
             : nullptr;
}

std::optional<LoopSplit> Fusion::findSplit(linalg::LinalgOp consumer) const {
  std::optional<LoopSplit> split;
  consumer->walk([&](tensor::ExtractOp extract) {
    SmallVector<tensor::ExtractOp> reads;
    if (findProducer(consumer, extract.getTensor(), reads))
      split = findLoopSplit(extract);
    return split ? WalkResult::interrupt() : WalkResult::advance();
  });
  return split;
}

bool Fusion::isGathered(OpOperand &operand, linalg::LinalgOp producer) const {
  auto consumer = cast<linalg::LinalgOp>(operand.getOwner());
  return isReduced(operand) && gathers(producer) && visitsInBody(consumer) &&
         !readsFactors(consumer);
}

bool Fusion::isMoved(OpOperand *operand) const {
  if (isa<tensor::ExpandShapeOp>(operand->getOwner())) {
    Value expanded = operand->getOwner()->getResult(0);
    return expanded.hasOneUse() && findProducer(*expanded.getUses().begin());
  }
  return findProducer(*operand) != nullptr;
}

/// Whether a contraction copies the result in rows that are too short to be
/// tested for padding as they are copied.
bool Fusion::isShortFactor(tensor::PadOp pad) const {
  return llvm::any_of(pad->getUses(), [&](OpOperand &use) {
    auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return consumer && readsFactors(consumer) &&
           (!pad->hasOneUse() || pad.getResultType().getRank() == 0 ||
            pad.getResultType().getShape().back() < kMinPaddedRow);
  });
}

/// Whether the result is read by an operation that computes elements of it,
/// or by another move.
static bool isReadWhereComputed(tensor::ConcatOp concat) {
  if (!isReadBy(Readers::OneOperand, concat))
    return false;
  OpOperand &use = *getReads(concat).front();
  auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return isa<tensor::ConcatOp, tensor::ExtractSliceOp, tensor::PadOp>(
             use.getOwner()) ||
         (consumer && consumer.isDpsInput(&use) && computesElements(consumer));
}

/// Whether operations compute parts that follow each other in memory, and
/// can do so in their place.
static bool isJoinedInPlace(tensor::ConcatOp concat) {
  ArrayRef<int64_t> outer =
      concat.getResultType().getShape().take_front(concat.getDim());
  return llvm::all_of(outer, [](int64_t size) { return size == 1; }) &&
         llvm::any_of(concat.getInputs(), [](Value part) {
           Value computed = skipReshapes(part, Readers::OneOperand);
           return computed.hasOneUse() &&
                  computed.getDefiningOp<linalg::LinalgOp>();
         });
}

bool Fusion::isFusedMove(Operation *op) const {
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return !isShortFactor(pad);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (!isReadOnce(slice.getSource()) ||
        (options.linearPositions && dividesPositions(slice)))
      return false;
    linalg::LinalgOp producer = findElementProducer(slice.getSource());
    return (producer && producer->getBlock() == slice->getBlock()) ||
           isa_and_nonnull<tensor::ConcatOp, tensor::PadOp>(
               slice.getSource().getDefiningOp());
  }
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  return concat && (isReadWhereComputed(concat) || !isJoinedInPlace(concat));
}

llvm::SetVector<Operation *> Fusion::findFused(Operation *root) const {
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
    SmallVector<tensor::ExtractOp> reads;
    linalg::LinalgOp producer =
        findProducer(extract->getParentOfType<linalg::LinalgOp>(),
                     extract.getTensor(), reads);
    if (producer && (findProducer(extract) || findLoopSplit(extract)))
      found.insert(producer);
  });
  return found;
}

} // namespace dml
