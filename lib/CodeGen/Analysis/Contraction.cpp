//===- Contraction.cpp - Sums of products ---------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace dml {

/// Calls the function with the values that an operation uses, in its regions,
/// too.
static void forEachUsed(Operation *op, function_ref<void(Value)> use) {
  op->walk(
      [&](Operation *inner) { llvm::for_each(inner->getOperands(), use); });
}

SmallVector<Operation *> getOperationsOf(linalg::GenericOp op, Value value) {
  llvm::SmallPtrSet<Operation *, 8> used;
  auto use = [&](Value value) {
    if (Operation *def = value.getDefiningOp())
      used.insert(def);
  };
  use(value);
  SmallVector<Operation *> found;
  for (Operation &inner : llvm::reverse(op.getBody()->without_terminator())) {
    if (!used.contains(&inner))
      continue;
    found.push_back(&inner);
    forEachUsed(&inner, use);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// The loops that a value of the body depends on.
static llvm::SmallBitVector getLoopsOf(linalg::GenericOp op, Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  auto use = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody())
      return;
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (map.isFunctionOfDim(loop))
        loops.set(loop);
  };
  use(value);
  for (Operation *inner : getOperationsOf(op, value)) {
    inner->walk([&](linalg::IndexOp index) { loops.set(index.getDim()); });
    forEachUsed(inner, use);
  }
  return loops;
}

Operation *matchSumOfProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return nullptr;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  Value old = op.getRegionOutputArgs().front();
  for (unsigned i : {0, 1}) {
    Operation *product = sum->getOperand(1 - i).getDefiningOp();
    if (sum->getOperand(i) == old && old.hasOneUse() &&
        isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product) &&
        product->hasOneUse() && product->getBlock() == op.getBlock())
      return product;
  }
  return nullptr;
}

FailureOr<Contraction> Contraction::match(linalg::GenericOp op,
                                          const AccessNest &nest) {
  Operation *product =
      matchSumOfProducts(cast<linalg::LinalgOp>(op.getOperation()));
  // What is written must not be a factor.
  if (!product || !op.hasPureBufferSemantics() || nest.readsResults())
    return failure();
  Contraction contraction;
  contraction.product = product;
  contraction.sum = *product->user_begin();
  contraction.lhs.value = contraction.product->getOperand(0);
  contraction.rhs.value = contraction.product->getOperand(1);

  llvm::SmallBitVector movesLeft = getLoopsOf(op, contraction.lhs.value);
  llvm::SmallBitVector movesRight = getLoopsOf(op, contraction.rhs.value);
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    if (loop.isReduction)
      contraction.reductions.push_back(i);
    else if (movesLeft.test(i) == movesRight.test(i))
      contraction.batch.push_back(i);
    else
      (movesLeft.test(i) ? contraction.lhs : contraction.rhs)
          .loops.push_back(i);
  }
  if (contraction.reductions.empty())
    return failure();
  return contraction;
}

} // namespace dml
