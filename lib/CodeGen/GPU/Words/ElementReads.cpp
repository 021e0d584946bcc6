//===- ElementReads.cpp - Reads of elements in kernels --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementReads.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace dml {

/// Whether a buffer holds elements that words can be made of, as opposed to
/// words already: views, and the memory of a workgroup.
bool holdsElements(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return hasWords(type.getElementType()) && !type.getMemorySpace() &&
         !buffer.getDefiningOp<ViewWordsOp>();
}

/// Guarded reads become reads and selections: no position leaves its buffer
/// once reads are those of words.
static void speculateReads(gpu::LaunchOp launch) {
  IRRewriter rewriter(launch.getContext());
  launch.walk([&](scf::IfOp op) {
    if (op.getNumResults() == 0 || !op.elseBlock())
      return;
    auto canHoist = [](Operation &inner) {
      if (auto load = dyn_cast<memref::LoadOp>(inner))
        return holdsElements(load.getMemRef());
      return isPure(&inner) && inner.getNumRegions() == 0;
    };
    for (Block *block : {op.thenBlock(), op.elseBlock()})
      if (!llvm::all_of(block->without_terminator(), canHoist))
        return;
    rewriter.setInsertionPoint(op);
    SmallVector<Value> results;
    for (auto [then, otherwise] : llvm::zip_equal(op.thenYield().getOperands(),
                                                  op.elseYield().getOperands()))
      results.push_back(arith::SelectOp::create(
          rewriter, op.getLoc(), op.getCondition(), then, otherwise));
    // The selections stay behind what they select from.
    Operation *front = results.front().getDefiningOp();
    for (Block *block : {op.thenBlock(), op.elseBlock()})
      for (Operation &inner :
           llvm::make_early_inc_range(block->without_terminator()))
        rewriter.moveOpBefore(&inner, front);
    rewriter.replaceOp(op, results);
  });
}

/// Reads of one element of a buffer that the launch does not write become one.
/// Returns whether there were any.
static bool mergeEqualReads(gpu::LaunchOp launch, const WordViews &views) {
  IndexAnalysis analysis;
  SmallVector<memref::LoadOp> merged;
  launch.walk([&](Block *block) {
    using Element = std::tuple<const void *, const void *, IndexExpr>;
    std::map<Element, memref::LoadOp> reads;
    for (auto op : block->getOps<memref::LoadOp>()) {
      if (!holdsElements(op.getMemRef()))
        continue;
      Value root = getRootBuffer(op.getMemRef());
      if (views.isWritten(root))
        continue;
      Element element = {
          root.getAsOpaquePointer(), op.getType().getAsOpaquePointer(),
          analysis.getPosition(op.getMemRefType(), op.getIndices())};
      auto [it, isNew] = reads.insert({element, op});
      if (isNew)
        continue;
      op.getResult().replaceAllUsesWith(it->second.getResult());
      merged.push_back(op);
    }
  });
  for (memref::LoadOp op : merged)
    op.erase();
  return !merged.empty();
}

/// Candidates that turn out to be the same are compared and selected once.
static void removeRepetition(gpu::LaunchOp launch) {
  IRRewriter rewriter(launch.getContext());
  DominanceInfo dominance(launch);
  eliminateCommonSubExpressions(rewriter, dominance, launch);
  launch.walk([](arith::SelectOp op) {
    auto isRepeated = [&](arith::SelectOp inner) {
      return inner && inner.getCondition() == op.getCondition();
    };
    for (auto inner = op.getFalseValue().getDefiningOp<arith::SelectOp>();
         isRepeated(inner);
         inner = op.getFalseValue().getDefiningOp<arith::SelectOp>())
      op.getFalseValueMutable().assign(inner.getFalseValue());
  });
}

void simplifyReads(gpu::LaunchOp launch, const WordViews &views) {
  speculateReads(launch);
  if (mergeEqualReads(launch, views))
    removeRepetition(launch);
}

} // namespace dml
