//===- UnpoolNeighbours.cpp - Elementwise work around unpooling -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolNeighbours.h"
#include "Conversion/DMLToLinalg/ElementBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace dml {
namespace {

/// Whether vectors can compute an operation's elements, as they do the form's
/// on a CPU: each operation of the body by itself, none a division of integers.
bool isVectorizable(linalg::LinalgOp op) {
  return llvm::all_of(
      op.getBlock()->without_terminator(), [](Operation &inner) {
        return inner.getNumResults() == 1 && inner.getNumRegions() == 0 &&
               isPure(&inner) && !inner.getResult(0).getType().isIndex() &&
               (inner.hasTrait<OpTrait::ConstantLike>() ||
                OpTrait::hasElementwiseMappableTraits(&inner)) &&
               !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                    arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
                    arith::FloorDivSIOp, math::FPowIOp>(inner);
      });
}

/// The map of an input over the dimensions of the result.
AffineMap getMapFromResult(OpOperand &input) {
  auto op = cast<linalg::LinalgOp>(input.getOwner());
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return op.getMatchingIndexingMap(&input).compose(inversePermutation(written));
}

/// Whether an operation is computed from sums as soon as they are complete, and
/// better not where its result is read.
bool isEpilogue(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    return producer && producer.getNumReductionLoops() > 0 && input.hasOneUse();
  });
}

/// Whether an operation reads, for the elements of a plane in their order,
/// elements of tensors in that order and elements that the plane has in common.
bool readsInOrder(linalg::LinalgOp op) {
  return llvm::all_of(op.getDpsInputOperands(), [](OpOperand *input) {
    AffineMap map = getMapFromResult(*input);
    return UnpoolNeighbours::isByElement(*input) ||
           !(map.isFunctionOfDim(2) || map.isFunctionOfDim(3));
  });
}

/// Whether the neighbours along a row read one element, or neighbours.
bool readsRows(linalg::LinalgOp op) {
  return llvm::all_of(op.getDpsInputOperands(), [](OpOperand *input) {
    AffineMap map = getMapFromResult(*input);
    AffineExpr column = getAffineDimExpr(3, map.getContext());
    if (map.getNumResults() != 0 && map.getResults().back() == column)
      map = map.getMajorSubMap(map.getNumResults() - 1);
    return !map || !map.isFunctionOfDim(3);
  });
}

linalg::LinalgOp findProducer(UnpoolOp op) {
  auto producer = op.getValues().getDefiningOp<linalg::LinalgOp>();
  return producer && producer->getBlock() == op->getBlock() &&
                 op.getValues().hasOneUse() && computesElements(producer) &&
                 isVectorizable(producer) && isCheap(producer) &&
                 !isEpilogue(producer) &&
                 producer.getMatchingIndexingMap(producer.getDpsInitOperand(0))
                     .isPermutation() &&
                 readsInOrder(producer)
             ? producer
             : nullptr;
}

linalg::LinalgOp findConsumer(UnpoolOp op) {
  if (!op.getResult().hasOneUse())
    return nullptr;
  OpOperand &use = *op.getResult().getUses().begin();
  auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return consumer && consumer->getBlock() == op->getBlock() &&
                 consumer.isDpsInput(&use) && computesElements(consumer) &&
                 isVectorizable(consumer) && readsRows(consumer) &&
                 consumer.getMatchingIndexingMap(&use).isIdentity() &&
                 consumer.getMatchingIndexingMap(consumer.getDpsInitOperand(0))
                     .isIdentity()
             ? consumer
             : nullptr;
}

} // namespace

Value UnpoolNeighbours::getResult() {
  if (consumer)
    return consumer->getResult(0);
  return op.getResult();
}

SmallVector<Value> UnpoolNeighbours::getSources() {
  if (producer)
    return producer.getDpsInputs();
  return {op.getValues()};
}

bool UnpoolNeighbours::isByElement(OpOperand &input) {
  return isa<RankedTensorType>(input.get().getType()) &&
         getMapFromResult(input).isIdentity();
}

bool UnpoolNeighbours::readsByPlane() {
  auto isTensor = [](OpOperand *input) {
    return isa<RankedTensorType>(input->get().getType());
  };
  auto isOther = [&](OpOperand *input) {
    return isTensor(input) && input->get() != op.getResult();
  };
  return (producer && llvm::any_of(producer.getDpsInputOperands(),
                                   [&](OpOperand *input) {
                                     return isTensor(input) &&
                                            !isByElement(*input);
                                   })) ||
         (consumer && llvm::any_of(consumer.getDpsInputOperands(), isOther));
}

UnpoolNeighbours UnpoolNeighbours::find(UnpoolOp op, int64_t maxBuffers) {
  UnpoolNeighbours found(op);
  auto getPlanes = [](Value tensor) {
    return cast<ShapedType>(tensor.getType()).getShape().take_front(2);
  };
  // Otherwise a plane has other numbers of batch and channel behind `op`.
  if (getPlanes(op.getValues()) != getPlanes(op.getDest()))
    return found;
  found.consumer = findConsumer(op);
  found.producer = findProducer(op);
  auto fits = [&] {
    llvm::SmallPtrSet<Value, 8> tensors = {op.getIndices()};
    auto add = [&](Value value) {
      if (isa<RankedTensorType>(value.getType()))
        tensors.insert(value);
    };
    llvm::for_each(found.getSources(), add);
    // Of the consumer's inputs, one is the result of `op`, which counts for the
    // buffer that is written.
    if (found.consumer)
      llvm::for_each(found.consumer.getDpsInputs(), add);
    else
      add(op.getResult());
    // And whether an input is missed.
    int64_t numBuffers = tensors.size() + 1;
    return maxBuffers == 0 || numBuffers <= maxBuffers;
  };
  if (!fits())
    found.producer = nullptr;
  if (!fits())
    found.consumer = nullptr;
  return found;
}

} // namespace dml
