//===- RefineLoops.cpp - Types of what loops carry ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAssumptions.h"
#include "TypeRefinement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {
namespace {

/// Upstream's canonicalisation of scf.for gives a carried tensor the type that
/// enters the loop and casts what an iteration passes on to it, whether it has
/// those sizes or not; so none of it is used here.
template <typename OpT> struct RefineLoop : OpRewritePattern<OpT> {
  RefineLoop(MLIRContext *context, const LoopAssumptions &assumptions)
      : OpRewritePattern<OpT>(context), assumptions(assumptions) {}

protected:
  /// Gives what the loop carries at this index the type that enters the loop.
  /// `carriers` are the values that stand for it, inside and behind the loop.
  bool refineCarried(PatternRewriter &rewriter, OpT loop, unsigned index,
                     OpOperand &init, ValueRange carriers,
                     OpOperand &passedOn) const {
    Type declared = carriers.front().getType();
    Type carried = assumptions.getCarriedType(loop, index, declared,
                                              getKnownType(init.get()));
    if (carried == declared)
      return false;
    rewriter.setInsertionPoint(loop);
    Value entering = castTo(rewriter, init.get(), carried);
    rewriter.modifyOpInPlace(loop, [&] { init.set(entering); });
    for (Value carrier : carriers)
      declareType(rewriter, carrier, carried);
    rewriter.setInsertionPoint(passedOn.getOwner());
    Value assumed = LoopAssumptions::createAssumed(rewriter, loop, index,
                                                   passedOn.get(), carried);
    rewriter.modifyOpInPlace(passedOn.getOwner(),
                             [&] { passedOn.set(assumed); });
    return true;
  }

  const LoopAssumptions &assumptions;
};

struct RefineFor : RefineLoop<scf::ForOp> {
  using RefineLoop::RefineLoop;

  LogicalResult matchAndRewrite(scf::ForOp op,
                                PatternRewriter &rewriter) const override {
    bool isRefined = false;
    for (unsigned i = 0, e = op.getNumRegionIterArgs(); i < e; ++i)
      isRefined |= refineCarried(rewriter, op, i, op.getInitArgsMutable()[i],
                                 {op.getRegionIterArg(i), op.getResult(i)},
                                 (*op.getYieldedValuesMutable())[i]);
    return success(isRefined);
  }
};

/// The values that the condition lets through are the results, whatever the
/// loop carries.
struct RefineWhile : RefineLoop<scf::WhileOp> {
  using RefineLoop::RefineLoop;

  LogicalResult matchAndRewrite(scf::WhileOp op,
                                PatternRewriter &rewriter) const override {
    bool isRefined = false;
    for (unsigned i = 0, e = op.getBeforeArguments().size(); i < e; ++i)
      isRefined |= refineCarried(rewriter, op, i, op.getInitsMutable()[i],
                                 Value(op.getBeforeArguments()[i]),
                                 op.getYieldOp()->getOpOperand(i));
    scf::ConditionOp condition = op.getConditionOp();
    for (OpOperand &operand : condition.getArgsMutable()) {
      unsigned index = operand.getOperandNumber() - 1;
      Type known = getKnownType(operand.get());
      if (known == operand.get().getType())
        continue;
      rewriter.setInsertionPoint(condition);
      Value value = castTo(rewriter, operand.get(), known);
      rewriter.modifyOpInPlace(condition, [&] { operand.set(value); });
      declareType(rewriter, op.getAfterArguments()[index], known);
      declareType(rewriter, op.getResult(index), known);
      isRefined = true;
    }
    return success(isRefined);
  }
};

/// An iteration that is now known to pass on the assumed sizes.
struct DissolveMark : OpRewritePattern<UnrealizedConversionCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnrealizedConversionCastOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return failure();
    Value marked = LoopAssumptions::getMarked(op.getResult(0));
    Type assumed = op.getResult(0).getType();
    if (marked == op.getResult(0))
      return failure();
    // The sizes must be the value's own, for a cast would only assert them.
    Type known = getKnownType(marked);
    if (mergeTypes(known, assumed) != known)
      return failure();
    rewriter.replaceOp(op, castTo(rewriter, marked, assumed));
    return success();
  }
};

/// A loop that changes sizes has static ones in each iteration by itself.
struct UnrollSizeChangingLoop : OpRewritePattern<scf::ForOp> {
  UnrollSizeChangingLoop(MLIRContext *context,
                         const LoopAssumptions &assumptions)
      : OpRewritePattern(context, /*benefit=*/2), assumptions(assumptions) {}

  LogicalResult matchAndRewrite(scf::ForOp op,
                                PatternRewriter &rewriter) const override {
    if (!assumptions.changesSizes(op))
      return failure();
    std::optional<APInt> trips = op.getStaticTripCount();
    std::optional<int64_t> first = getConstantIntValue(op.getLowerBound());
    std::optional<int64_t> step = getConstantIntValue(op.getStep());
    // A run refuses other steps, and loops whose indices overflow.
    if (!trips || !first || !step || *step < 1 || trips->ugt(kMostIterations) ||
        !llvm::checkedMulAdd<int64_t>(kMostIterations, *step, *first))
      return failure();
    // Inner loops first, so that nests do not multiply beyond the bound.
    int64_t operations = 0;
    WalkResult walk = op.getBody()->walk([&](Operation *nested) {
      if (isa<scf::ForOp>(nested) && assumptions.changesSizes(nested))
        return WalkResult::interrupt();
      return ++operations > kMostOperations ? WalkResult::interrupt()
                                            : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();

    SmallVector<Value> carried(op.getInitArgs());
    Type type = op.getInductionVar().getType();
    for (int64_t i = 0, e = trips->getZExtValue(); i < e; ++i) {
      IRMapping mapping;
      Value iteration = arith::ConstantOp::create(
          rewriter, op.getLoc(),
          rewriter.getIntegerAttr(type, *first + i * *step));
      mapping.map(op.getInductionVar(), iteration);
      mapping.map(op.getRegionIterArgs(), carried);
      for (Operation &nested : op.getBody()->without_terminator())
        rewriter.clone(nested, mapping);
      for (auto [value, yielded] :
           llvm::zip_equal(carried, op.getYieldedValues()))
        value = mapping.lookupOrDefault(yielded);
    }
    rewriter.replaceOp(op, carried);
    return success();
  }

private:
  static constexpr uint64_t kMostIterations = 16;
  static constexpr int64_t kMostOperations = 256;

  const LoopAssumptions &assumptions;
};

} // namespace

void populateLoopPatterns(RewritePatternSet &patterns,
                          const LoopAssumptions &assumptions) {
  patterns.add<DissolveMark>(patterns.getContext());
  patterns.add<RefineFor, RefineWhile, UnrollSizeChangingLoop>(
      patterns.getContext(), assumptions);
}

} // namespace dml
