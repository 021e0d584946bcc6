//===- SplitGuardedLoops.cpp - Parts of loops without guards --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/IndexBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_CPUSPLITGUARDEDLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Each side of a guard has at most so many operations, its terminator
/// included: parts compute both sides.
constexpr int64_t kMaxGuardedOps = 8;
/// Loops of fewer iterations stay as they are.
constexpr int64_t kMinIterations = 16;
/// A loop is split only if its positions at index 0 are from minus this to
/// below this, and sizes count up to this: so bounds of parts do not overflow.
constexpr int64_t kMaxPosition = int64_t(1) << 62;

/// A position that grows with a loop's index by `step`. `apply` computes it; it
/// is null for the index itself.
struct LinearPosition {
  affine::AffineApplyOp apply;
  int64_t step;
};

/// A loop with guarded reads, and its parts without branches: the interior,
/// where all positions that move with the loop are inside, and what is around
/// it.
class GuardedLoop : IndexBuilder {
public:
  GuardedLoop(RewriterBase &rewriter, scf::ForOp loop)
      : IndexBuilder(rewriter, loop.getLoc()), rewriter(rewriter), loop(loop) {}

  /// Finds the guards. Fails if there are none, if one guards more than reads
  /// and what is computed of them, or if a position moves otherwise than in
  /// steps.
  LogicalResult analyze();
  void split();

private:
  bool isInvariant(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  std::optional<LinearPosition> getLinear(Value position);
  LogicalResult analyzeBranch(scf::IfOp branch);
  LogicalResult analyzeCondition(Value condition);
  LogicalResult analyzeRead(memref::LoadOp load);

  /// The size of a buffer's dimension.
  Value getSize(Value buffer, unsigned dim);
  /// Narrows the interior to where a position is inside of a size.
  void restrictInterior(Value position, Value size);
  void emitPart(Value from, Value to, bool isInterior);
  void emitBranch(scf::IfOp branch, IRMapping &mapping, bool isInterior);
  Value emitCondition(Value condition, IRMapping &mapping, bool isInterior);

  RewriterBase &rewriter;
  scf::ForOp loop;
  SmallVector<scf::IfOp> branches;
  /// Comparisons that hold in the interior.
  llvm::SmallSetVector<Operation *, 8> comparisons;
  /// Positions of reads that move with the loop, and the dimensions of buffers
  /// that they are in.
  llvm::SmallSetVector<std::tuple<Value, Value, unsigned>, 8> movingIndices;

  /// The interior, and whether there are parts: else the loop stays.
  Value from, to, canSplit;
};

std::optional<LinearPosition> GuardedLoop::getLinear(Value position) {
  if (position == loop.getInductionVar())
    return LinearPosition{nullptr, 1};
  auto apply = position.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return std::nullopt;
  AffineMap map = apply.getAffineMap();
  SmallVector<int64_t> flattened;
  if (failed(getFlattenedAffineExpr(map.getResult(0), map.getNumDims(),
                                    map.getNumSymbols(), &flattened)) ||
      flattened.size() != map.getNumInputs() + 1)
    return std::nullopt;
  int64_t step = 0;
  for (auto [operand, coefficient] :
       llvm::zip(apply.getMapOperands(), flattened))
    if (operand == loop.getInductionVar())
      step += coefficient;
    else if (!isInvariant(operand))
      return std::nullopt;
  return step > 0 ? std::optional(LinearPosition{apply, step}) : std::nullopt;
}

LogicalResult GuardedLoop::analyzeCondition(Value condition) {
  if (isInvariant(condition))
    return success();
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return success(succeeded(analyzeCondition(both.getLhs())) &&
                   succeeded(analyzeCondition(both.getRhs())));
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
      !compare.getLhs().getType().isIndex() || !isInvariant(compare.getRhs()))
    return failure();
  if (!getLinear(compare.getLhs()))
    return failure();
  comparisons.insert(compare);
  return success();
}

LogicalResult GuardedLoop::analyzeRead(memref::LoadOp load) {
  if (!isInvariant(load.getMemRef()))
    return failure();
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    if (isInvariant(index))
      continue;
    if (!getLinear(index))
      return failure();
    movingIndices.insert({index, load.getMemRef(), dim});
  }
  return success();
}

LogicalResult GuardedLoop::analyzeBranch(scf::IfOp branch) {
  if (branch.getNumResults() == 0 ||
      branch.thenBlock()->getOps<memref::LoadOp>().empty() ||
      failed(analyzeCondition(branch.getCondition())))
    return failure();
  for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
    if (block->getOperations().size() > kMaxGuardedOps)
      return failure();
    for (Operation &op : block->without_terminator()) {
      auto load = dyn_cast<memref::LoadOp>(op);
      if (load && block == branch.thenBlock()) {
        if (failed(analyzeRead(load)))
          return failure();
      } else if (!isPure(&op) || op.getNumRegions() > 0) {
        return failure();
      }
    }
  }
  branches.push_back(branch);
  return success();
}

LogicalResult GuardedLoop::analyze() {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  std::optional<APInt> iterations = loop.getStaticTripCount();
  if (loop.getNumResults() > 0 || step != 1 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex() ||
      (iterations && iterations->ult(kMinIterations)))
    return failure();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      if (failed(analyzeBranch(branch)))
        return failure();
    } else if (op.getNumRegions() > 0) {
      return failure();
    }
  }
  return success(!branches.empty());
}

Value GuardedLoop::getSize(Value buffer, unsigned dim) {
  return rewriter.createOrFold<memref::DimOp>(loc, buffer, dim);
}

void GuardedLoop::restrictInterior(Value position, Value size) {
  LinearPosition linear = *getLinear(position);
  Value start = constant(0);
  if (linear.apply) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), start);
    start = b.clone(*linear.apply, mapping)->getResult(0);
  }
  canSplit =
      bitAnd(canSplit, isLessUnsigned(add(start, kMaxPosition),
                                      constant(2 * uint64_t(kMaxPosition))));
  restrict(from, to, start, linear.step,
           signedMinimum(size, constant(kMaxPosition)));
}

Value GuardedLoop::emitCondition(Value condition, IRMapping &mapping,
                                 bool isInterior) {
  if (isInterior && comparisons.contains(condition.getDefiningOp()))
    return Value();
  auto both = condition.getDefiningOp<arith::AndIOp>();
  if (!both || isInvariant(condition))
    return mapping.lookupOrDefault(condition);
  Value lhs = emitCondition(both.getLhs(), mapping, isInterior);
  Value rhs = emitCondition(both.getRhs(), mapping, isInterior);
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return bitAnd(lhs, rhs);
}

void GuardedLoop::emitBranch(scf::IfOp branch, IRMapping &mapping,
                             bool isInterior) {
  for (Block *block : {branch.thenBlock(), branch.elseBlock()})
    for (Operation &op : block->without_terminator()) {
      Operation *copy = b.clone(op, mapping);
      auto load = dyn_cast<memref::LoadOp>(op);
      if (!load)
        continue;
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(copy);
      MutableOperandRange indices =
          cast<memref::LoadOp>(copy).getIndicesMutable();
      for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
        if (isInterior && !isInvariant(index))
          continue;
        Value last = subtract(getSize(load.getMemRef(), dim), 1);
        indices[dim].set(arith::MinUIOp::create(
            b, loc, mapping.lookupOrDefault(index), last));
      }
    }
  Value condition = emitCondition(branch.getCondition(), mapping, isInterior);
  for (auto [result, then, otherwise] :
       llvm::zip_equal(branch.getResults(), branch.thenYield().getOperands(),
                       branch.elseYield().getOperands())) {
    Value selected = mapping.lookupOrDefault(then);
    if (condition)
      selected = arith::SelectOp::create(b, loc, condition, selected,
                                         mapping.lookupOrDefault(otherwise));
    mapping.map(result, selected);
  }
}

void GuardedLoop::emitPart(Value from, Value to, bool isInterior) {
  auto part = scf::ForOp::create(b, loc, from, to, loop.getStep());
  part->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(part.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), part.getInductionVar());
  for (Operation &op : loop.getBody()->without_terminator())
    if (auto branch = dyn_cast<scf::IfOp>(op))
      emitBranch(branch, mapping, isInterior);
    else
      b.clone(op, mapping);
}

void GuardedLoop::split() {
  b.setInsertionPoint(loop);
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  from = begin, to = end;
  canSplit = isLessSigned(constant(kMinIterations - 1), subtract(end, begin));
  // Of an empty buffer nothing can be read, whatever the guards are.
  llvm::SmallDenseSet<Value> checked;
  for (scf::IfOp branch : branches)
    for (auto load : branch.thenBlock()->getOps<memref::LoadOp>())
      if (checked.insert(load.getMemRef()).second)
        for (int64_t dim = 0; dim < load.getMemRefType().getRank(); ++dim)
          canSplit =
              bitAnd(canSplit,
                     isLessSigned(constant(0), getSize(load.getMemRef(), dim)));
  for (Operation *compare : comparisons)
    restrictInterior(compare->getOperand(0), compare->getOperand(1));
  for (auto [position, buffer, dim] : movingIndices)
    restrictInterior(position, getSize(buffer, dim));
  from = signedMinimum(from, end);
  to = signedMaximum(from, to);

  auto branch = scf::IfOp::create(b, loc, canSplit, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  // Iterations keep their order, as one may read what another writes: what is
  // before the interior, the interior, then nothing of it and what is behind.
  auto sides =
      scf::ForOp::create(b, loc, constant(0), constant(2), constant(1));
  b.setInsertionPointToStart(sides.getBody());
  Value isBefore = isEqual(sides.getInductionVar(), constant(0));
  emitPart(select(isBefore, begin, to), select(isBefore, from, end),
           /*isInterior=*/false);
  emitPart(select(isBefore, from, to), to, /*isInterior=*/true);
  rewriter.moveOpBefore(loop, branch.elseBlock()->getTerminator());
}

struct CPUSplitGuardedLoopsPass
    : impl::CPUSplitGuardedLoopsBase<CPUSplitGuardedLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      GuardedLoop guarded(rewriter, loop);
      if (succeeded(guarded.analyze()))
        guarded.split();
    }
  }
};

} // namespace
} // namespace dml
