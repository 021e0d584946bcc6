//===- RefineBranches.cpp - Types of what branches choose between ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRefinement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {
namespace {

/// A result knows what the values of all branches agree on.
template <typename OpT> struct RefineBranches : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Operation *> yields;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (isa<scf::YieldOp>(block.back()))
          yields.push_back(&block.back());

    bool isRefined = false;
    for (OpResult result : op->getResults()) {
      Type joined;
      for (Operation *yield : yields) {
        Type known = getKnownType(yield->getOperand(result.getResultNumber()));
        joined = joined ? joinTypes(joined, known) : known;
        if (!joined)
          break;
      }
      if (!joined || joined == result.getType())
        continue;
      for (Operation *yield : yields) {
        OpOperand &operand = yield->getOpOperand(result.getResultNumber());
        rewriter.setInsertionPoint(yield);
        Value value = castTo(rewriter, operand.get(), joined);
        rewriter.modifyOpInPlace(yield, [&] { operand.set(value); });
      }
      declareType(rewriter, result, joined);
      isRefined = true;
    }
    return success(isRefined);
  }
};

/// The sizes now known decide many a condition; what is certain to run can be
/// checked here.
struct InlineDecidedIf : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op,
                                PatternRewriter &rewriter) const override {
    APInt condition;
    if (!matchPattern(op.getCondition(), m_ConstantInt(&condition)))
      return failure();
    Region &taken =
        condition.isZero() ? op.getElseRegion() : op.getThenRegion();
    if (taken.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    Operation *yield = taken.front().getTerminator();
    SmallVector<Value> results(yield->getOperands());
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// One condition for whole tensors is a branch without regions.
struct RefineSelect : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (isElementwise(op) || !isa<TensorType>(op.getType()))
      return failure();
    Type joined = joinTypes(getKnownType(op.getTrueValue()),
                            getKnownType(op.getFalseValue()));
    if (!joined)
      return failure();
    return retype(rewriter, op, {op.getCondition().getType(), joined, joined},
                  joined);
  }
};

} // namespace

void populateBranchPatterns(RewritePatternSet &patterns) {
  patterns
      .add<RefineBranches<scf::IfOp>, RefineBranches<scf::IndexSwitchOp>,
           RefineBranches<scf::ExecuteRegionOp>, InlineDecidedIf, RefineSelect>(
          patterns.getContext());
}

} // namespace dml
