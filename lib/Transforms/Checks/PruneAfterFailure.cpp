//===- PruneAfterFailure.cpp - Code behind checks that always fail --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/FoldScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_PRUNEAFTERFAILURE
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

RequireOp findCertainFailure(Block &block) {
  for (auto require : block.getOps<RequireOp>())
    if (matchPattern(require.getCondition(), m_Zero()))
      return require;
  return {};
}

bool hasPlaceholder(Type type) {
  return isa<RankedTensorType>(type) || type.isSignlessIntOrIndexOrFloat();
}

/// A value that is never read; a tensor has no elements where it may.
Value createPlaceholder(OpBuilder &b, Location loc, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  SmallVector<Value> sizes(tensor.getNumDynamicDims());
  for (Value &size : sizes)
    size = arith::ConstantIndexOp::create(b, loc, 0);
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

/// Erases what stands between a check that always fails and the end of its
/// block.
void prune(RequireOp failure) {
  Operation *terminator = failure->getBlock()->getTerminator();
  if (!isa<func::ReturnOp, scf::YieldOp>(terminator))
    return;
  auto isPruned = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->getBlock() == failure->getBlock() &&
           failure->isBeforeInBlock(op);
  };
  if (!llvm::all_of(terminator->getOperands(), [&](Value value) {
        return !isPruned(value) || hasPlaceholder(value.getType());
      }))
    return;
  OpBuilder b(terminator);
  SmallVector<Operation *> pruned;
  for (Operation *op = failure->getNextNode(); op != terminator;
       op = op->getNextNode())
    pruned.push_back(op);
  for (OpOperand &operand : terminator->getOpOperands())
    if (isPruned(operand.get()))
      operand.set(
          createPlaceholder(b, terminator->getLoc(), operand.get().getType()));
  for (Operation *op : llvm::reverse(pruned))
    op->erase();
}

struct PruneAfterFailurePass
    : impl::PruneAfterFailureBase<PruneAfterFailurePass> {
  void runOnOperation() override {
    foldConditions();
    // Inner blocks first: an outer failure erases them with its own.
    SmallVector<RequireOp> failures;
    getOperation()->walk([&](Block *block) {
      if (RequireOp failure = findCertainFailure(*block))
        failures.push_back(failure);
    });
    for (RequireOp failure : failures)
      prune(failure);
  }

private:
  void foldConditions() {
    RewritePatternSet patterns(&getContext());
    populateFoldScalarPatterns(patterns);
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal()
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .enableFolding(false);
    // Conditions are valid after every rewrite, so it may stop early.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};

} // namespace
} // namespace dml
