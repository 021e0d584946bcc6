//===- SplitGuardedLoops.cpp - Index-set splitting at guards --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/IndexBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace dml {
#define GEN_PASS_DEF_CPUSPLITGUARDEDLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// `0 <= coefficient * i + offset < size`, where i is the loop's index.
struct AffineGuard {
  int64_t coefficient;
  Value offset;
  Value size;
};

/// The conditions of a branch in the body: guards of the loop's index, and
/// conditions that the loop does not change.
struct Guards {
  SmallVector<AffineGuard> affine;
  SmallVector<Value> invariant;
};

/// Constant factor of the loop's index in an affine expression, or nothing if
/// the expression divides.
std::optional<int64_t> getCoefficient(AffineExpr expr, unsigned numDims,
                                      ValueRange operands, Value index) {
  if (isa<AffineConstantExpr>(expr))
    return 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()] == index;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()] == index;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = getCoefficient(binary.getLHS(), numDims, operands, index);
  auto rhs = getCoefficient(binary.getRHS(), numDims, operands, index);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (lhs && rhs && expr.getKind() == AffineExprKind::Add)
    return llvm::checkedAdd(*lhs, *rhs);
  if (lhs && factor && expr.getKind() == AffineExprKind::Mul)
    return llvm::checkedMul(*lhs, factor.getValue());
  return std::nullopt;
}

std::optional<AffineGuard> matchAffineGuard(OpBuilder &b, scf::ForOp loop,
                                            Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
      !loop.isDefinedOutsideOfLoop(compare.getRhs()))
    return std::nullopt;
  Value index = loop.getInductionVar();
  AffineMap map = b.getMultiDimIdentityMap(1);
  SmallVector<Value> operands = {compare.getLhs()};
  if (auto position = operands[0].getDefiningOp<affine::AffineApplyOp>()) {
    map = position.getAffineMap();
    operands = llvm::to_vector(position.getOperands());
  }
  std::optional<int64_t> coefficient =
      getCoefficient(map.getResult(0), map.getNumDims(), operands, index);
  if (!coefficient || *coefficient <= 0)
    return std::nullopt;
  SmallVector<OpFoldResult> atZero;
  for (Value operand : operands) {
    if (operand == index)
      atZero.push_back(b.getIndexAttr(0));
    else if (loop.isDefinedOutsideOfLoop(operand))
      atZero.push_back(operand);
    else
      return std::nullopt;
  }
  Value offset = getValueOrCreateConstantIndexOp(
      b, loop.getLoc(),
      affine::makeComposedFoldedAffineApply(b, loop.getLoc(), map, atZero));
  return AffineGuard{*coefficient, offset, compare.getRhs()};
}

/// Takes a conjunction apart; fails on a condition that is neither a guard nor
/// invariant.
LogicalResult collectGuards(OpBuilder &b, scf::ForOp loop, Value condition,
                            Guards &guards) {
  if (loop.isDefinedOutsideOfLoop(condition)) {
    guards.invariant.push_back(condition);
    return success();
  }
  if (auto conjunction = condition.getDefiningOp<arith::AndIOp>())
    return success(
        succeeded(collectGuards(b, loop, conjunction.getLhs(), guards)) &&
        succeeded(collectGuards(b, loop, conjunction.getRhs(), guards)));
  std::optional<AffineGuard> guard = matchAffineGuard(b, loop, condition);
  if (!guard)
    return failure();
  guards.affine.push_back(*guard);
  return success();
}

/// Beyond every position, and small enough to subtract an offset from.
constexpr int64_t kHugeSize = int64_t(1) << 61;

bool isOrdinarySize(Value size) {
  APInt known;
  return size.getDefiningOp<memref::DimOp>() ||
         (matchPattern(size, m_ConstantInt(&known)) && known.ule(kHugeSize));
}

/// The part [first, last) of the loop's range in which all guards hold.
std::pair<Value, Value> computeRange(OpBuilder &b, scf::ForOp loop,
                                     const Guards &guards) {
  IndexBuilder i(b, loop.getLoc());
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value first = begin, last = end;
  AffineExpr offset, size;
  bindSymbols(b.getContext(), offset, size);
  auto apply = [&](AffineExpr formula, ArrayRef<OpFoldResult> operands) {
    return getValueOrCreateConstantIndexOp(
        b, i.loc,
        affine::makeComposedFoldedAffineApply(b, i.loc, formula, operands));
  };
  for (const AffineGuard &guard : guards.affine) {
    Value from = apply((-offset).ceilDiv(guard.coefficient), {guard.offset});
    // The comparison is unsigned: a negative size is above every position.
    Value bound = guard.size;
    if (!isOrdinarySize(bound))
      bound = i.minimum(bound, kHugeSize);
    Value to = apply((size - offset).ceilDiv(guard.coefficient),
                     {guard.offset, bound});
    first = i.signedMaximum(first, from);
    last = i.signedMinimum(last, to);
  }
  first = i.signedMinimum(first, end);
  for (Value condition : guards.invariant)
    first = i.select(condition, first, end);
  last = i.signedMaximum(last, first);
  return {first, last};
}

/// A copy of the loop over part of its range, where the branch is known.
void cloneRange(OpBuilder &b, scf::ForOp loop, scf::IfOp branch, Value from,
                Value to, bool condition) {
  auto copy = scf::ForOp::create(b, loop.getLoc(), from, to, loop.getStep());
  OpBuilder body = OpBuilder::atBlockBegin(copy.getBody());
  Value known = arith::ConstantIntOp::create(body, loop.getLoc(), condition, 1);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  for (Operation &op : loop.getBody()->without_terminator()) {
    Operation *cloned = body.clone(op, mapping);
    if (&op == branch)
      cast<scf::IfOp>(cloned).getConditionMutable().assign(known);
  }
}

LogicalResult splitLoop(scf::ForOp loop) {
  if (loop.getNumResults() != 0 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex() ||
      !matchPattern(loop.getStep(), m_One()))
    return failure();
  OpBuilder b(loop);
  for (auto branch : loop.getBody()->getOps<scf::IfOp>()) {
    Guards guards;
    if (failed(collectGuards(b, loop, branch.getCondition(), guards)))
      continue;
    auto [first, last] = computeRange(b, loop, guards);
    cloneRange(b, loop, branch, loop.getLowerBound(), first, false);
    cloneRange(b, loop, branch, first, last, true);
    cloneRange(b, loop, branch, last, loop.getUpperBound(), false);
    loop.erase();
    return success();
  }
  return failure();
}

struct CPUSplitGuardedLoopsPass
    : impl::CPUSplitGuardedLoopsBase<CPUSplitGuardedLoopsPass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> innermost;
    getOperation()->walk([&](scf::ForOp loop) {
      if (loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted())
        return;
      innermost.push_back(loop);
    });
    for (scf::ForOp loop : innermost)
      (void)splitLoop(loop);
  }
};

} // namespace
} // namespace dml
