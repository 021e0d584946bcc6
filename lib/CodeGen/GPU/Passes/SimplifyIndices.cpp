//===- SimplifyIndices.cpp - Index arithmetic in 32 bits ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Words/IndexAnalysis.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_GPUSIMPLIFYINDICES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether an operation computes indices from indices.
bool isIndexArithmetic(Operation *op) {
  return op->getNumResults() > 0 &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return type.isIndex(); }) &&
         isa_and_present<affine::AffineDialect, arith::ArithDialect>(
             op->getDialect()) &&
         !isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

class IndexSimplifier {
public:
  void simplify(arith::CmpIOp op) {
    IndexExpr lhs = analysis.getExpr(op.getLhs());
    IndexExpr rhs = analysis.getExpr(op.getRhs());
    OpBuilder b(op);
    WordBuilder w(b, op.getLoc());
    casesLeft = kMaxCases;
    if (Value result = compare(w, op.getPredicate(), lhs, rhs)) {
      op.getResult().replaceAllUsesWith(result);
      op.erase();
    }
  }

  /// Users see 32 bits of the value; what sees more keeps the value.
  void simplifyOperand(OpOperand &operand) {
    IndexExpr expr = analysis.getExpr(operand.get());
    auto cast = dyn_cast<arith::IndexCastOp>(operand.getOwner());
    if (cast && cast.getType().getIntOrFloatBitWidth() > 32 &&
        !analysis.isSignedWord(expr))
      return;
    OpBuilder b(operand.getOwner());
    Location loc = operand.getOwner()->getLoc();
    operand.set(arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                           analysis.materialize(b, loc, expr)));
  }

private:
  /// Nothing where words cannot be compared instead.
  Value compare(WordBuilder &w, arith::CmpIPredicate predicate,
                const IndexExpr &lhs, const IndexExpr &rhs) {
    if (std::optional<bool> known = decide(predicate, lhs, rhs))
      return w.boolean(*known);
    if (predicate == arith::CmpIPredicate::ult && rhs.isConstant() &&
        rhs.constant >= 0 && !analysis.isSignedWord(lhs))
      return isInside(w, analysis.exprs.takeRemainders(lhs), rhs.constant);
    // The 32-bit values order as the 64-bit ones where all are signed 32-bit
    // numbers. A negative one is larger than any size either way.
    if (!analysis.isSignedWord(lhs) || !analysis.isSignedWord(rhs))
      return {};
    return arith::CmpIOp::create(w.b, w.loc, predicate,
                                 analysis.materialize(w.b, w.loc, lhs),
                                 analysis.materialize(w.b, w.loc, rhs));
  }

  /// `0 <= expr < size` where 32 bits do not hold the expression; nothing where
  /// that would take too many comparisons.
  Value isInside(WordBuilder &w, const IndexExpr &expr, int64_t size) {
    constexpr int64_t maxWord = std::numeric_limits<uint32_t>::max();
    constexpr int64_t maxCases = 64;
    IndexRange range = analysis.exprs.getRange(expr);
    if (range.hi < 0 || range.lo >= size)
      return w.boolean(false);
    if (range.lo >= 0 && range.hi < size)
      return w.boolean(true);
    // 64 bits do not hold it either.
    if (range.lo == std::numeric_limits<int64_t>::min() ||
        range.hi == std::numeric_limits<int64_t>::max())
      return {};
    // How much it is above its least value is an unsigned number.
    int64_t extent;
    if (!llvm::SubOverflow(range.hi, range.lo, extent) && extent <= maxWord) {
      Value above = analysis.materialize(
          w.b, w.loc,
          analysis.exprs.add(expr, IndexExprs::constant(-range.lo)));
      Value result = w.boolean(true);
      if (range.lo < 0)
        result = w.logicalNot(w.isLessUnsigned(above, -range.lo));
      if (range.hi >= size)
        result = w.bitAnd(result, w.isLessUnsigned(above, size - range.lo));
      return result;
    }
    // The largest factor is that of a huge stride, of which there are few.
    auto largest = *llvm::max_element(expr.terms, [](const auto &lhs,
                                                     const auto &rhs) {
      return llvm::AbsoluteValue(lhs.second) < llvm::AbsoluteValue(rhs.second);
    });
    IndexExpr atom = {{{largest.first, 1}}, 0};
    IndexRange values = analysis.exprs.getRange(atom);
    if (values.lo < 0 || values.hi - values.lo >= std::min(maxCases, casesLeft))
      return {};
    casesLeft -= values.hi - values.lo + 1;
    IndexExpr others = analysis.exprs.subtract(
        expr, analysis.exprs.scale(atom, largest.second));
    Value word = analysis.materialize(w.b, w.loc, atom);
    Value result = w.boolean(false);
    for (int64_t value = values.lo; value <= values.hi; ++value) {
      IndexExpr rest = analysis.exprs.add(
          others,
          analysis.exprs.scale(IndexExprs::constant(value), largest.second));
      Value here = isInside(w, rest, size);
      if (!here)
        return {};
      result = w.bitOr(result, w.bitAnd(w.isEqual(word, value), here));
    }
    return result;
  }

  std::optional<bool> decide(arith::CmpIPredicate predicate,
                             const IndexExpr &lhs, const IndexExpr &rhs) {
    bool isEquality = predicate == arith::CmpIPredicate::eq;
    if (lhs == rhs && (isEquality || predicate == arith::CmpIPredicate::ne))
      return isEquality;
    auto getRange = [&](const IndexExpr &expr) {
      auto [lo, hi] = analysis.exprs.getRange(expr);
      return ConstantIntRanges::fromSigned(APInt(64, lo, /*isSigned=*/true),
                                           APInt(64, hi, /*isSigned=*/true));
    };
    return intrange::evaluatePred(
        static_cast<intrange::CmpPredicate>(predicate), getRange(lhs),
        getRange(rhs));
  }

  /// Values of indices with huge strides, for each of which the rest is
  /// compared on its own.
  static constexpr int64_t kMaxCases = 1024;

  IndexAnalysis analysis;
  /// Of the comparison that is simplified.
  int64_t casesLeft = 0;
};

struct GPUSimplifyIndicesPass
    : impl::GPUSimplifyIndicesBase<GPUSimplifyIndicesPass> {
  void runOnOperation() override {
    if (failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    getOperation()->walk([&](gpu::LaunchOp launch) { simplify(launch); });
  }

  void simplify(gpu::LaunchOp launch) {
    IndexSimplifier simplifier;
    SmallVector<arith::CmpIOp> comparisons;
    SmallVector<OpOperand *> operands;
    launch.walk([&](Operation *op) {
      if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
        if (compare.getLhs().getType().isIndex() && !isGuard(compare))
          comparisons.push_back(compare);
        return;
      }
      if (isIndexArithmetic(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (Operation *source = operand.get().getDefiningOp())
          if (operand.get().getType().isIndex() && isIndexArithmetic(source))
            operands.push_back(&operand);
    });
    for (OpOperand *operand : operands)
      simplifier.simplifyOperand(*operand);
    for (arith::CmpIOp op : comparisons)
      simplifier.simplify(op);
    IRRewriter rewriter(launch.getContext());
    (void)runRegionDCE(rewriter, launch.getBody());
    // Positions of elements repeat each other: tens of thousands of operations,
    // which canonicalisation takes seconds for.
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, launch);
  }
};

} // namespace
} // namespace dml
