//===- SimplifyIndices.cpp - Index arithmetic in 32 bits ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/IndexAnalysis.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
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

bool isUnsignedOrdering(arith::CmpIPredicate predicate) {
  return predicate == arith::CmpIPredicate::ult ||
         predicate == arith::CmpIPredicate::ule ||
         predicate == arith::CmpIPredicate::ugt ||
         predicate == arith::CmpIPredicate::uge;
}

class IndexSimplifier {
public:
  void simplify(arith::CmpIOp op) {
    IndexExpr lhs = analysis.getExpr(op.getLhs());
    IndexExpr rhs = analysis.getExpr(op.getRhs());
    OpBuilder b(op);
    if (std::optional<bool> known = decide(op.getPredicate(), lhs, rhs)) {
      op.getResult().replaceAllUsesWith(
          arith::ConstantIntOp::create(b, op.getLoc(), *known, 1));
      op.erase();
      return;
    }
    if (op.getPredicate() == arith::CmpIPredicate::ult && rhs.isConstant() &&
        rhs.constant >= 0 && !fits(lhs)) {
      if (Value result = isInside(b, op.getLoc(), lhs, rhs.constant)) {
        op.getResult().replaceAllUsesWith(result);
        op.erase();
      }
      return;
    }
    // The 32-bit values order as the 64-bit ones where all are signed 32-bit
    // numbers. A negative one is larger than any size either way.
    if (!fits(lhs) || !fits(rhs))
      return;
    Value replaced =
        arith::CmpIOp::create(b, op.getLoc(), op.getPredicate(),
                              analysis.materialize(b, op.getLoc(), lhs),
                              analysis.materialize(b, op.getLoc(), rhs));
    op.getResult().replaceAllUsesWith(replaced);
    op.erase();
  }

  /// Users see 32 bits of the value; what sees more keeps the value.
  void simplifyOperand(OpOperand &operand) {
    IndexExpr expr = analysis.getExpr(operand.get());
    auto cast = dyn_cast<arith::IndexCastOp>(operand.getOwner());
    if (cast && cast.getType().getIntOrFloatBitWidth() > 32 && !fits(expr))
      return;
    OpBuilder b(operand.getOwner());
    Location loc = operand.getOwner()->getLoc();
    operand.set(arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                           analysis.materialize(b, loc, expr)));
  }

private:
  /// `0 <= expr < size` where 32 bits do not hold the expression; nothing where
  /// that would take too many comparisons.
  Value isInside(OpBuilder &b, Location loc, const IndexExpr &expr,
                 int64_t size) {
    constexpr int64_t maxWord = std::numeric_limits<uint32_t>::max();
    constexpr int64_t maxCases = 64;
    auto compare = [&](arith::CmpIPredicate predicate, Value value,
                       int64_t bound) -> Value {
      return arith::CmpIOp::create(b, loc, predicate, value,
                                   createWord(b, loc, bound));
    };
    IndexRange range = analysis.exprs.getRange(expr);
    if (range.hi < 0 || range.lo >= size)
      return arith::ConstantIntOp::create(b, loc, 0, 1);
    if (range.lo >= 0 && range.hi < size)
      return arith::ConstantIntOp::create(b, loc, 1, 1);
    // 64 bits do not hold it either.
    if (range.lo == std::numeric_limits<int64_t>::min() ||
        range.hi == std::numeric_limits<int64_t>::max())
      return {};
    // How much it is above its least value is an unsigned number.
    int64_t extent;
    if (!llvm::SubOverflow(range.hi, range.lo, extent) && extent <= maxWord) {
      Value above = analysis.materialize(
          b, loc, analysis.exprs.add(expr, IndexExprs::constant(-range.lo)));
      Value result = arith::ConstantIntOp::create(b, loc, 1, 1);
      if (range.lo < 0)
        result = compare(arith::CmpIPredicate::uge, above, -range.lo);
      if (range.hi >= size)
        result = arith::AndIOp::create(
            b, loc, result,
            compare(arith::CmpIPredicate::ult, above, size - range.lo));
      return result;
    }
    // The largest factor is that of a huge stride, of which there are few.
    auto largest = *llvm::max_element(expr.terms, [](const auto &lhs,
                                                     const auto &rhs) {
      return llvm::AbsoluteValue(lhs.second) < llvm::AbsoluteValue(rhs.second);
    });
    IndexExpr atom = {{{largest.first, 1}}, 0};
    IndexRange values = analysis.exprs.getRange(atom);
    if (values.lo < 0 || values.hi - values.lo >= maxCases)
      return {};
    IndexExpr others = analysis.exprs.subtract(
        expr, analysis.exprs.scale(atom, largest.second));
    Value word = analysis.materialize(b, loc, atom);
    Value result = arith::ConstantIntOp::create(b, loc, 0, 1);
    for (int64_t value = values.lo; value <= values.hi; ++value) {
      IndexExpr rest = analysis.exprs.add(
          others,
          analysis.exprs.scale(IndexExprs::constant(value), largest.second));
      if (analysis.exprs.takeFailure())
        return {};
      Value here = isInside(b, loc, rest, size);
      if (!here)
        return {};
      result = arith::OrIOp::create(
          b, loc, result,
          arith::AndIOp::create(
              b, loc, compare(arith::CmpIPredicate::eq, word, value), here));
    }
    return result;
  }

  bool fits(const IndexExpr &expr) const {
    IndexRange range = analysis.exprs.getRange(expr);
    return range.lo >= std::numeric_limits<int32_t>::min() &&
           range.hi <= std::numeric_limits<int32_t>::max();
  }

  std::optional<bool> decide(arith::CmpIPredicate predicate,
                             const IndexExpr &lhs, const IndexExpr &rhs) {
    IndexRange left = analysis.exprs.getRange(lhs);
    IndexRange right = analysis.exprs.getRange(rhs);
    bool isNatural = left.lo >= 0 && right.lo >= 0;
    // As unsigned numbers, negative ones are larger than all sizes.
    if (predicate == arith::CmpIPredicate::ult && left.hi < 0 && right.lo >= 0)
      return false;
    if (isUnsignedOrdering(predicate) && !isNatural)
      return std::nullopt;
    switch (predicate) {
    case arith::CmpIPredicate::ult:
    case arith::CmpIPredicate::slt:
      return order(left.hi < right.lo, left.lo >= right.hi);
    case arith::CmpIPredicate::ule:
    case arith::CmpIPredicate::sle:
      return order(left.hi <= right.lo, left.lo > right.hi);
    case arith::CmpIPredicate::ugt:
    case arith::CmpIPredicate::sgt:
      return order(left.lo > right.hi, left.hi <= right.lo);
    case arith::CmpIPredicate::uge:
    case arith::CmpIPredicate::sge:
      return order(left.lo >= right.hi, left.hi < right.lo);
    case arith::CmpIPredicate::eq:
      return order(lhs == rhs, left.hi < right.lo || left.lo > right.hi);
    case arith::CmpIPredicate::ne:
      return order(left.hi < right.lo || left.lo > right.hi, lhs == rhs);
    }
    return std::nullopt;
  }

  static std::optional<bool> order(bool isTrue, bool isFalse) {
    if (isTrue || isFalse)
      return isTrue;
    return std::nullopt;
  }

  IndexAnalysis analysis;
};

struct GPUSimplifyIndicesPass
    : impl::GPUSimplifyIndicesBase<GPUSimplifyIndicesPass> {
  void runOnOperation() override {
    if (failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    SmallVector<gpu::LaunchOp> launches;
    getOperation()->walk(
        [&](gpu::LaunchOp launch) { launches.push_back(launch); });
    for (gpu::LaunchOp launch : launches)
      simplify(launch);
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
  }
};

} // namespace
} // namespace dml
