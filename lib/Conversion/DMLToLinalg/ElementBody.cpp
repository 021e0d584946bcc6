//===- ElementBody.cpp - Elements that an operation computes --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace dml {

bool computesResults(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         llvm::none_of(op.getDpsInitsMutable(),
                       [&](OpOperand &init) {
                         return op.payloadUsesValueFromOperand(&init);
                       }) &&
         llvm::all_of(
             op.getBlock()->without_terminator(),
             [](Operation &inner) { return isMemoryEffectFree(&inner); });
}

bool computesElements(linalg::LinalgOp op) {
  return op->getNumResults() == 1 && computesResults(op) &&
         !isa<linalg::FillOp>(op);
}

bool isCheap(Operation *inner) {
  return inner->getNumRegions() == 0 &&
         !isa<math::MathDialect>(inner->getDialect()) &&
         !isa<arith::DivFOp, arith::RemFOp>(inner);
}

bool isCheap(linalg::LinalgOp op) {
  unsigned count = 0;
  return llvm::all_of(op.getBlock()->without_terminator(),
                      [&](Operation &inner) {
                        return isCheap(&inner) && ++count <= kMaxRepeatedOps;
                      });
}

SmallVector<Value> getPosition(OpBuilder &b, Location loc, AffineMap map,
                               ValueRange iteration) {
  SmallVector<Value> position;
  for (AffineExpr result : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      position.push_back(iteration[dim.getPosition()]);
    else
      position.push_back(affine::AffineApplyOp::create(
          b, loc, AffineMap::get(map.getNumDims(), 0, result), iteration));
  }
  return position;
}

Value readInput(OpBuilder &b, OpOperand &input, ValueRange iteration) {
  Value value = input.get();
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  auto op = cast<linalg::LinalgOp>(input.getOwner());
  return tensor::ExtractOp::create(
      b, op.getLoc(), value,
      getPosition(b, op.getLoc(), op.getMatchingIndexingMap(&input),
                  iteration));
}

SmallVector<Value> inlineBody(OpBuilder &b, linalg::LinalgOp op,
                              ValueRange iteration, ValueRange arguments) {
  IRMapping mapping;
  Block *body = op.getBlock();
  mapping.map(body->getArguments().take_front(arguments.size()), arguments);
  for (Operation &inner : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), iteration[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return llvm::map_to_vector(
      body->getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Value computeElement(OpBuilder &b, linalg::LinalgOp op, ValueRange position) {
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SmallVector<Value> iteration =
      getPosition(b, op.getLoc(), inversePermutation(written), position);
  SmallVector<Value> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(readInput(b, *input, iteration));
  return inlineBody(b, op, iteration, arguments).front();
}

} // namespace dml
