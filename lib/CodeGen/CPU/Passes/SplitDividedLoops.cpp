//===- SplitDividedLoops.cpp - Quotients and remainders of loops ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Schedule/StreamSchedule.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_CPUSPLITDIVIDEDLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Iterations [begin, begin + size) of a loop. They become one loop over
/// remainders or, if they are split, a loop over quotients and one over
/// remainders.
struct LoopPart {
  int64_t begin, size;
  bool isSplit;
};

/// An innermost loop that is divided by a number, and its parts.
struct DividedLoop {
  int64_t divisor;
  SmallVector<LoopPart> parts;
};

bool dependsOn(AffineExpr expr, AffineExpr index) {
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return expr.isFunctionOfDim(dim.getPosition());
  return expr.isFunctionOfSymbol(cast<AffineSymbolExpr>(index).getPosition());
}

/// Calls `body` for each quotient and remainder of an index in an expression,
/// with the constant that is added to the index before it is divided. Fails if
/// something else that depends on the index is divided.
LogicalResult
forEachDivision(AffineExpr expr, AffineExpr index,
                llvm::function_ref<void(AffineBinaryOpExpr, int64_t)> body) {
  WalkResult result = expr.walk([&](AffineExpr part) {
    auto division = dyn_cast<AffineBinaryOpExpr>(part);
    if (!division || division.getKind() == AffineExprKind::Add ||
        division.getKind() == AffineExprKind::Mul)
      return WalkResult::advance();
    AffineExpr operand = division.getLHS();
    auto sum = dyn_cast<AffineBinaryOpExpr>(operand);
    int64_t constant = 0;
    if (sum && sum.getKind() == AffineExprKind::Add)
      if (auto addend = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
        constant = addend.getValue();
        operand = sum.getLHS();
      }
    if (operand == index && division.getKind() != AffineExprKind::CeilDiv &&
        isa<AffineConstantExpr>(division.getRHS())) {
      body(division, constant);
      return WalkResult::advance();
    }
    return dependsOn(division, index) ? WalkResult::interrupt()
                                      : WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

/// The operands of affine.apply that are the index of the innermost loop.
SmallVector<OpOperand *> findIndexUses(linalg::GenericOp op) {
  SmallVector<OpOperand *> uses;
  op->walk([&](linalg::IndexOp index) {
    if (index.getDim() + 1 == op.getNumLoops())
      for (OpOperand &use : index->getUses())
        if (isa<affine::AffineApplyOp>(use.getOwner()))
          uses.push_back(&use);
  });
  return uses;
}

/// The expression of an operand of a map.
AffineExpr getOperandExpr(OpOperand &use) {
  auto apply = cast<affine::AffineApplyOp>(use.getOwner());
  unsigned number = use.getOperandNumber();
  unsigned numDims = apply.getAffineMap().getNumDims();
  return number < numDims
             ? getAffineDimExpr(number, apply.getContext())
             : getAffineSymbolExpr(number - numDims, apply.getContext());
}

/// Whether a stream is faster than blocks that are transposed. A stream has a
/// vector for each remainder, and interleaves these vectors with shuffles. It
/// interleaves two halves at a time until the number of vectors is odd. That
/// many vectors are interleaved at once, which takes as many shuffles for each
/// vector.
bool isStreamed(const AccessNest &nest, int64_t divisor) {
  constexpr int64_t maxShuffles = 384;
  int64_t oddPart = divisor >> llvm::countr_zero<uint64_t>(divisor);
  return divisor <= getMaxUnrolling(nest) && divisor * oddPart <= maxShuffles;
}

/// Fails where the innermost loop is not divided by one number, or has too few
/// quotients for a vector, or is streamed.
FailureOr<DividedLoop> findDividedLoop(linalg::GenericOp op) {
  std::optional<int64_t> divisor, phase;
  bool isUniform = true;
  for (OpOperand *use : findIndexUses(op)) {
    auto note = [&](AffineBinaryOpExpr division, int64_t constant) {
      int64_t by = cast<AffineConstantExpr>(division.getRHS()).getValue();
      isUniform &= by > 1 && divisor.value_or(by) == by;
      divisor = by;
      int64_t first = by > 1 ? llvm::mod(-constant, by) : 0;
      isUniform &= phase.value_or(first) == first;
      phase = first;
    };
    AffineMap map = cast<affine::AffineApplyOp>(use->getOwner()).getAffineMap();
    if (failed(forEachDivision(map.getResult(0), getOperandExpr(*use), note)))
      return failure();
  }
  int64_t size = op.getStaticLoopRanges().back();
  if (!divisor || !isUniform ||
      (size - *phase) / *divisor < kMinStreamIterations)
    return failure();
  FailureOr<AccessNest> nest =
      AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
  if (failed(nest) || isStreamed(*nest, *divisor))
    return failure();
  int64_t end = size - (size - *phase) % *divisor;
  DividedLoop loop = {*divisor, {}};
  if (*phase > 0)
    loop.parts.push_back({0, *phase, /*isSplit=*/false});
  loop.parts.push_back({*phase, end - *phase, /*isSplit=*/true});
  if (end < size)
    loop.parts.push_back({end, size - end, /*isSplit=*/false});
  return loop;
}

/// Whether operands can be cut along the innermost loop: it is a dimension of
/// their own, or does not concern them.
bool canCut(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0)
    return false;
  if (ShapedType::isDynamic(op.getStaticLoopRanges().back()))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      return map.getNumResults() == 0;
    return map.isProjectedPermutation() && type.hasStaticShape() &&
           type.isStrided();
  });
}

/// Builds copies of an operation for parts of its innermost loop.
class LoopSplitter {
public:
  LoopSplitter(linalg::GenericOp op, int64_t divisor)
      : b(op), loc(op.getLoc()), op(op), divisor(divisor) {}

  void emit(const LoopPart &part) {
    unsigned last = op.getNumLoops() - 1;
    unsigned numLoops = op.getNumLoops() + part.isSplit;
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      std::optional<unsigned> dim =
          map.getResultPosition(b.getAffineDimExpr(last));
      operands.push_back(dim ? cut(operand.get(), *dim, part) : operand.get());
      SmallVector<AffineExpr> results(map.getResults());
      if (dim && part.isSplit)
        results.insert(results.begin() + *dim + 1,
                       b.getAffineDimExpr(last + 1));
      maps.push_back(AffineMap::get(numLoops, 0, results, b.getContext()));
    }
    SmallVector<utils::IteratorType> iterators(numLoops,
                                               utils::IteratorType::parallel);
    unsigned numInputs = op.getNumDpsInputs();
    auto copy = linalg::GenericOp::create(
        b, loc, ArrayRef(operands).take_front(numInputs),
        ArrayRef(operands).drop_front(numInputs), maps, iterators);
    IRMapping mapping;
    op.getRegion().cloneInto(&copy.getRegion(), mapping);
    SmallVector<linalg::IndexOp> indices;
    copy->walk([&](linalg::IndexOp index) {
      if (index.getDim() == last)
        indices.push_back(index);
    });
    for (linalg::IndexOp index : indices)
      replaceIndex(index, part);
  }

private:
  /// The part of a buffer, with a dimension for each of its loops.
  Value cut(Value buffer, unsigned dim, const LoopPart &part) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<int64_t> offsets(type.getRank(), 0), sizes(type.getShape()),
        strides(type.getRank(), 1);
    offsets[dim] = part.begin;
    sizes[dim] = part.size;
    buffer = memref::SubViewOp::create(b, loc, buffer, offsets, sizes, strides);
    if (!part.isSplit)
      return buffer;
    sizes[dim] = part.size / divisor;
    sizes.insert(sizes.begin() + dim + 1, divisor);
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < type.getRank(); ++i) {
      groups.push_back({next++});
      if (i == dim)
        groups.back().push_back(next++);
    }
    return memref::ExpandShapeOp::create(b, loc, sizes, buffer, groups);
  }

  /// Replaces the index of the loop that became a part.
  void replaceIndex(linalg::IndexOp index, const LoopPart &part) {
    SmallVector<OpOperand *> uses(llvm::make_pointer_range(index->getUses()));
    llvm::SetVector<Operation *> applies;
    OpBuilder inner(index->getContext());
    inner.setInsertionPointAfter(index);
    SmallVector<Value> loops = {index};
    AffineExpr position = b.getAffineDimExpr(0) + part.begin;
    if (part.isSplit) {
      loops.push_back(linalg::IndexOp::create(inner, loc, index.getDim() + 1));
      position =
          b.getAffineDimExpr(0) * divisor + b.getAffineDimExpr(1) + part.begin;
    }
    Value whole = affine::AffineApplyOp::create(
        inner, loc, AffineMap::get(loops.size(), 0, position), loops);
    for (OpOperand *use : uses) {
      use->set(whole);
      if (isa<affine::AffineApplyOp>(use->getOwner()))
        applies.insert(use->getOwner());
    }
    for (Operation *apply : applies)
      replaceDivisions(cast<affine::AffineApplyOp>(apply), whole, loops, part);
  }

  /// Replaces quotients and remainders of an index by the loops of a part.
  void replaceDivisions(affine::AffineApplyOp apply, Value index,
                        ValueRange loops, const LoopPart &part) {
    AffineMap map = apply.getAffineMap();
    unsigned numDims = map.getNumDims();
    AffineExpr first = b.getAffineDimExpr(numDims);
    AffineExpr second = b.getAffineDimExpr(numDims + 1);
    DenseMap<AffineExpr, AffineExpr> replacements;
    auto replace = [&](AffineBinaryOpExpr division, int64_t constant) {
      int64_t begin = part.begin + constant;
      int64_t quotient = llvm::divideFloorSigned(begin, divisor);
      bool isQuotient = division.getKind() == AffineExprKind::FloorDiv;
      AffineExpr result = isQuotient ? b.getAffineConstantExpr(quotient)
                                     : first + llvm::mod(begin, divisor);
      if (part.isSplit)
        result = isQuotient ? first + quotient : second;
      replacements[division] = result;
    };
    for (OpOperand &operand : apply->getOpOperands())
      if (operand.get() == index)
        (void)forEachDivision(map.getResult(0), getOperandExpr(operand),
                              replace);
    SmallVector<Value> operands(apply.getMapOperands());
    operands.insert(operands.begin() + numDims, loops.begin(), loops.end());
    apply.setMap(AffineMap::get(numDims + loops.size(), map.getNumSymbols(),
                                map.getResult(0).replace(replacements)));
    apply.getMapOperandsMutable().assign(operands);
  }

  OpBuilder b;
  Location loc;
  linalg::GenericOp op;
  int64_t divisor;
};

struct CPUSplitDividedLoopsPass
    : impl::CPUSplitDividedLoopsBase<CPUSplitDividedLoopsPass> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      if (!canCut(op))
        continue;
      FailureOr<DividedLoop> loop = findDividedLoop(op);
      if (failed(loop))
        continue;
      for (const LoopPart &part : loop->parts)
        LoopSplitter(op, loop->divisor).emit(part);
      op->erase();
    }
  }
};

} // namespace
} // namespace dml
