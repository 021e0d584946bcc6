//===- SplitDividedLoops.cpp - Quotients and remainders of loops ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Schedule/StreamSchedule.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
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

/// A loop that is divided by a number, and its parts.
struct DividedLoop {
  unsigned number;
  int64_t divisor, numQuotients;
  SmallVector<LoopPart> parts;
};

bool dependsOn(AffineExpr expr, AffineExpr index) {
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return expr.isFunctionOfDim(dim.getPosition());
  return expr.isFunctionOfSymbol(cast<AffineSymbolExpr>(index).getPosition());
}

/// The position that has an operand.
AffineExpr getPosition(OpOperand &use) {
  return cast<affine::AffineApplyOp>(use.getOwner())
      .getAffineMap()
      .getResult(0);
}

/// The expression of an operand in its position.
AffineExpr getOperandExpr(OpOperand &use) {
  auto apply = cast<affine::AffineApplyOp>(use.getOwner());
  unsigned number = use.getOperandNumber();
  unsigned numDims = apply.getAffineMap().getNumDims();
  return number < numDims
             ? getAffineDimExpr(number, apply.getContext())
             : getAffineSymbolExpr(number - numDims, apply.getContext());
}

/// Calls `body` for each quotient and remainder of an index in a position, with
/// the constant that is added to the index before it is divided. Fails if
/// something else that depends on the index is divided.
LogicalResult
forEachDivision(OpOperand &use,
                llvm::function_ref<void(AffineBinaryOpExpr, int64_t)> body) {
  AffineExpr index = getOperandExpr(use);
  WalkResult result = getPosition(use).walk([&](AffineExpr part) {
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

/// The operands of affine.apply that are the index of a loop.
SmallVector<OpOperand *> findIndexUses(linalg::GenericOp op, unsigned loop) {
  SmallVector<OpOperand *> uses;
  op->walk([&](linalg::IndexOp index) {
    if (index.getDim() == loop)
      for (OpOperand &use : index->getUses())
        if (isa<affine::AffineApplyOp>(use.getOwner()))
          uses.push_back(&use);
  });
  return uses;
}

/// The same of the index of a loop in all positions of an operation.
LogicalResult
forEachDivision(linalg::GenericOp op, unsigned loop,
                llvm::function_ref<void(AffineBinaryOpExpr, int64_t)> body) {
  for (OpOperand *use : findIndexUses(op, loop))
    if (failed(forEachDivision(*use, body)))
      return failure();
  return success();
}

/// Whether some position depends on quotients, or on remainders, of a loop.
struct LoopDivisions {
  bool hasQuotient = false, hasRemainder = false;
};

/// Whether a position that divides an index has the index besides.
bool isUsedUndivided(OpOperand *use) {
  DenseMap<AffineExpr, AffineExpr> divisions;
  auto remove = [&](AffineBinaryOpExpr division, int64_t) {
    divisions[division] = getAffineConstantExpr(0, division.getContext());
  };
  return succeeded(forEachDivision(*use, remove)) && !divisions.empty() &&
         dependsOn(getPosition(*use).replace(divisions), getOperandExpr(*use));
}

/// Fails if something is divided that is not just the loop's index.
FailureOr<LoopDivisions> findDivisions(linalg::GenericOp op, unsigned loop) {
  LoopDivisions result;
  auto note = [&](AffineBinaryOpExpr division, int64_t) {
    (division.getKind() == AffineExprKind::Mod ? result.hasRemainder
                                               : result.hasQuotient) = true;
  };
  if (failed(forEachDivision(op, loop, note)))
    return failure();
  // Neighbours differ by an index beside its quotients, too:
  // i - i floordiv n * n is a remainder.
  result.hasRemainder |= result.hasQuotient &&
                         llvm::any_of(findIndexUses(op, loop), isUsedUndivided);
  return result;
}

/// Divides a loop into parts. Fails where no single number divides it, or where
/// it has no whole quotient.
FailureOr<DividedLoop> divideLoop(linalg::GenericOp op, unsigned number) {
  std::optional<int64_t> divisor, phase;
  bool isUniform = true;
  auto note = [&](AffineBinaryOpExpr division, int64_t constant) {
    int64_t by = cast<AffineConstantExpr>(division.getRHS()).getValue();
    isUniform &= by > 1 && divisor.value_or(by) == by;
    divisor = by;
    int64_t first = by > 1 ? llvm::mod(-constant, by) : 0;
    isUniform &= phase.value_or(first) == first;
    phase = first;
  };
  if (failed(forEachDivision(op, number, note)))
    return failure();
  if (!divisor || !isUniform)
    return failure();
  int64_t size = op.getStaticLoopRanges()[number];
  if (ShapedType::isDynamic(size))
    return failure();
  int64_t numQuotients = (size - *phase) / *divisor;
  if (numQuotients < 1)
    return failure();
  int64_t end = *phase + numQuotients * *divisor;
  DividedLoop loop = {number, *divisor, numQuotients, {}};
  if (*phase > 0)
    loop.parts.push_back({0, *phase, /*isSplit=*/false});
  loop.parts.push_back({*phase, end - *phase, /*isSplit=*/true});
  if (end < size)
    loop.parts.push_back({end, size - end, /*isSplit=*/false});
  return loop;
}

/// Whether each element of the one result is what one load gives, or a
/// constant.
bool movesElements(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 0 || op.getNumDpsInits() != 1 ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return false;
  int64_t numLoads = 0;
  auto isPartOfMove = [&](Operation *inner) {
    numLoads += isa<memref::LoadOp>(inner);
    if (isa<arith::AndIOp>(inner))
      return inner->getResult(0).getType().isInteger(1);
    return isa<linalg::IndexOp, affine::AffineApplyOp, arith::ConstantOp,
               arith::CmpIOp, scf::IfOp, scf::YieldOp, memref::LoadOp,
               linalg::YieldOp>(inner);
  };
  WalkResult result = op.getBlock()->walk([&](Operation *inner) {
    return isPartOfMove(inner) ? WalkResult::advance()
                               : WalkResult::interrupt();
  });
  return numLoads == 1 && !result.wasInterrupted();
}

/// Whether the innermost loop has enough quotients for a vector, or many
/// remainders. LLVM's loops move few of both as fast.
bool isLong(const DividedLoop &loop) {
  return loop.divisor > kMaxStreamUnrolling ||
         loop.numQuotients >= kMinStreamIterations;
}

/// Blocks whose columns are the quotients of one row have at least so many.
/// LLVM's loops move fewer of them faster. Measured:
/// benchmarks/results/2026-12-01-cpu-outliers.md.
constexpr int64_t kMinColumnsOfPart = 16;

/// Whether the innermost loop has few whole quotients, and padding at its start
/// leaves out others that a row of the source has. Blocks do not join such rows
/// of the source.
bool hasFewColumns(const DividedLoop &loop) {
  return !loop.parts.front().isSplit && loop.numQuotients < kMinColumnsOfPart;
}

/// Whether an operation loads neighbours of a row for neighbouring remainders
/// of its innermost loop.
bool loadsRemaindersInRow(linalg::GenericOp op) {
  unsigned innermost = op.getNumLoops() - 1;
  bool isRemainder = false;
  auto note = [&](AffineBinaryOpExpr division, int64_t) {
    isRemainder |= division.getKind() == AffineExprKind::Mod;
  };
  op->walk([&](memref::LoadOp load) {
    if (load.getIndices().empty())
      return;
    auto column =
        load.getIndices().back().getDefiningOp<affine::AffineApplyOp>();
    for (OpOperand *use : findIndexUses(op, innermost))
      if (use->getOwner() == column)
        (void)forEachDivision(*use, note);
  });
  return isRemainder;
}

/// Whether vectors can load what neighbouring iterations of a loop read.
bool readsNearElements(const AccessNest &nest, unsigned loop) {
  return llvm::all_of(nest.getAllReads(), [&](const Access &read) {
    return read.strides[loop] > 0 && read.strides[loop] <= kMaxLoadStep;
  });
}

/// The outermost divided loop of an operation that moves elements. Once all are
/// split, it reads at places that are linear in its loops. Fails where one of
/// them cannot be split.
FailureOr<DividedLoop> findDividedLoopOfMove(linalg::GenericOp op) {
  FailureOr<DividedLoop> outermost = failure();
  unsigned innermost = op.getNumLoops() - 1;
  for (unsigned loop = op.getNumLoops(); loop-- > 0;) {
    FailureOr<LoopDivisions> divisions = findDivisions(op, loop);
    if (failed(divisions))
      return failure();
    if (!divisions->hasQuotient && !divisions->hasRemainder)
      continue;
    // Without remainders neighbours read the same element.
    if (!divisions->hasRemainder)
      return failure();
    outermost = divideLoop(op, loop);
    if (failed(outermost) || (loop == innermost && !isLong(*outermost)))
      return failure();
    // Vectors read the only whole row, and the parts beside it, as they are.
    if (loop == innermost && outermost->numQuotients == 1 &&
        loadsRemaindersInRow(op))
      return failure();
  }
  return outermost;
}

/// Elements of at least so many bytes are faster in vectors of few quotients
/// than in split loops. Narrower elements are if there are few remainders, too.
/// Measured: benchmarks/results/2026-11-29-cpu-short-rows.md.
constexpr int64_t kMinBytesOfFewQuotients = 4;

/// Whether an operation is streamed with its innermost loop whole. `loop` has
/// the parts of that loop, or is a failure if no single number divides it.
bool isStreamed(const AccessNest &nest, const FailureOr<DividedLoop> &loop,
                bool isMove) {
  if (succeeded(choosePlaneSchedule(nest, /*cacheBytes=*/0)) ||
      (!isMove && isComputedByPhase(nest)))
    return true;
  if (failed(loop) || !isInterleaved(nest, loop->divisor))
    return false;
  if (loop->numQuotients >= kMinStreamIterations)
    return true;
  bool isFast =
      !isLong(*loop) || getWrittenBytes(nest).first >= kMinBytesOfFewQuotients;
  return isFast && succeeded(chooseStreamSchedule(nest, /*cacheBytes=*/0));
}

/// The loop to split: the innermost one, or each that is divided of an
/// operation that moves elements. Fails if the innermost one is streamed, or is
/// too short.
FailureOr<DividedLoop> findDividedLoop(linalg::GenericOp op) {
  unsigned innermost = op.getNumLoops() - 1;
  FailureOr<DividedLoop> loop = divideLoop(op, innermost);
  FailureOr<LoopDivisions> divisions = findDivisions(op, innermost);
  if (failed(divisions))
    return failure();
  bool isLongEnough =
      succeeded(loop) && loop->numQuotients >= kMinStreamIterations;
  bool isMove = movesElements(op);
  bool isDivided = divisions->hasQuotient || divisions->hasRemainder;
  if (!isLongEnough && isDivided && !isMove)
    return failure();
  if (isMove && isDivided && succeeded(loop) && hasFewColumns(*loop))
    return failure();
  if (isDivided || isMove) {
    FailureOr<AccessNest> nest = createTaskNest(op);
    if (isDivided && (failed(nest) || isStreamed(*nest, loop, isMove)))
      return failure();
    // Vectors read rows whose elements are near each other in the source.
    if (!isDivided && succeeded(nest) && readsNearElements(*nest, innermost))
      return failure();
  }
  if (isMove)
    if (FailureOr<DividedLoop> outermost = findDividedLoopOfMove(op);
        succeeded(outermost))
      return outermost;
  if (!isLongEnough)
    return failure();
  return loop;
}

/// Whether operands can be cut along any loop: it is a dimension of their own,
/// or does not concern them.
bool canCut(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0)
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      return map.getNumResults() == 0;
    return map.isProjectedPermutation() && type.isStrided();
  });
}

/// The least and the largest value of an index in the body of an operation, if
/// it is a sum of products of loops and constants.
std::optional<std::pair<int64_t, int64_t>> getRange(linalg::GenericOp op,
                                                    Value index) {
  if (auto loop = index.getDefiningOp<linalg::IndexOp>()) {
    int64_t size = op.getStaticLoopRanges()[loop.getDim()];
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    return std::pair<int64_t, int64_t>(0, size - 1);
  }
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return std::nullopt;
  SmallVector<std::optional<int64_t>> least, most;
  for (Value operand : apply.getOperands()) {
    auto range = getRange(op, operand);
    least.push_back(range ? std::optional(range->first) : std::nullopt);
    most.push_back(range ? std::optional(range->second) : std::nullopt);
  }
  AffineMap map = apply.getAffineMap();
  auto getBound = [&](bool isUpper) {
    return getBoundForAffineExpr(map.getResult(0), map.getNumDims(),
                                 map.getNumSymbols(), least, most, isUpper);
  };
  std::optional<int64_t> first = getBound(/*isUpper=*/false);
  std::optional<int64_t> last = getBound(/*isUpper=*/true);
  if (!first || !last)
    return std::nullopt;
  return std::pair(*first, *last);
}

/// Removes the branches of an operation's body that are always, or never,
/// taken: those that ask for the end of a loop which its part does not reach.
void foldBranches(linalg::GenericOp op) {
  SmallVector<Operation *> ops;
  op.getBlock()->walk([&](Operation *inner) {
    ops.push_back(inner);
    auto compare = dyn_cast<arith::CmpIOp>(inner);
    IntegerAttr bound;
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
        !matchPattern(compare.getRhs(), m_Constant(&bound)) ||
        bound.getInt() < 0)
      return;
    auto range = getRange(op, compare.getLhs());
    if (!range)
      return;
    bool holds = range->first >= 0 && range->second < bound.getInt();
    bool fails = range->second < 0 || range->first >= bound.getInt();
    if (!holds && !fails)
      return;
    OpBuilder b(compare);
    compare.getResult().replaceAllUsesWith(
        arith::ConstantOp::create(b, compare.getLoc(), b.getBoolAttr(holds)));
  });
  RewritePatternSet patterns(op.getContext());
  scf::IfOp::getCanonicalizationPatterns(patterns, op.getContext());
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}

/// Builds copies of an operation for parts of one of its loops.
class LoopSplitter {
public:
  LoopSplitter(linalg::GenericOp op, const DividedLoop &loop)
      : b(op), loc(op.getLoc()), op(op), number(loop.number),
        divisor(loop.divisor) {}

  linalg::GenericOp emit(const LoopPart &part) {
    unsigned numLoops = op.getNumLoops() + part.isSplit;
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      std::optional<unsigned> dim =
          map.getResultPosition(b.getAffineDimExpr(number));
      operands.push_back(dim ? cut(operand.get(), *dim, part) : operand.get());
      // The loop of remainders is the one inside that of quotients.
      if (part.isSplit)
        map = map.shiftDims(1, /*offset=*/number + 1);
      SmallVector<AffineExpr> results(map.getResults());
      if (dim && part.isSplit)
        results.insert(results.begin() + *dim + 1,
                       b.getAffineDimExpr(number + 1));
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
      if (index.getDim() == number)
        indices.push_back(index);
      else if (index.getDim() > number && part.isSplit)
        index.setDim(index.getDim() + 1);
    });
    for (linalg::IndexOp index : indices)
      replaceIndex(index, part);
    foldBranches(copy);
    return copy;
  }

private:
  /// The part of a buffer, with a dimension for each of its loops.
  Value cut(Value buffer, unsigned dim, const LoopPart &part) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
        sizes = memref::getMixedSizes(b, loc, buffer),
        strides(type.getRank(), b.getIndexAttr(1));
    offsets[dim] = b.getIndexAttr(part.begin);
    sizes[dim] = b.getIndexAttr(part.size);
    buffer = memref::SubViewOp::create(b, loc, buffer, offsets, sizes, strides);
    if (!part.isSplit)
      return buffer;
    sizes[dim] = b.getIndexAttr(part.size / divisor);
    sizes.insert(sizes.begin() + dim + 1, b.getIndexAttr(divisor));
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < type.getRank(); ++i) {
      groups.push_back({next++});
      if (i == dim)
        groups.back().push_back(next++);
    }
    SmallVector<int64_t> shape = decomposeMixedValues(sizes).first;
    return memref::ExpandShapeOp::create(b, loc, shape, buffer, groups, sizes);
  }

  /// Replaces the index of the loop that became a part.
  void replaceIndex(linalg::IndexOp index, const LoopPart &part) {
    OpBuilder inner(index->getContext());
    inner.setInsertionPointAfter(index);
    SmallVector<Value> loops = {index};
    AffineExpr position = b.getAffineDimExpr(0) + part.begin;
    if (part.isSplit) {
      loops.push_back(linalg::IndexOp::create(inner, loc, index.getDim() + 1));
      position =
          b.getAffineDimExpr(0) * divisor + b.getAffineDimExpr(1) + part.begin;
    }
    auto whole = affine::AffineApplyOp::create(
        inner, loc, AffineMap::get(loops.size(), 0, position), loops);
    index.getResult().replaceAllUsesExcept(whole, whole);
    llvm::SetVector<Operation *> users(whole->user_begin(), whole->user_end());
    for (Operation *user : users)
      if (auto apply = dyn_cast<affine::AffineApplyOp>(user))
        replaceDivisions(apply, whole, loops, part);
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
        (void)forEachDivision(operand, replace);
    SmallVector<Value> operands(apply.getMapOperands());
    operands.insert(operands.begin() + numDims, loops.begin(), loops.end());
    apply.setMap(AffineMap::get(numDims + loops.size(), map.getNumSymbols(),
                                map.getResult(0).replace(replacements)));
    apply.getMapOperandsMutable().assign(operands);
  }

  OpBuilder b;
  Location loc;
  linalg::GenericOp op;
  unsigned number;
  int64_t divisor;
};

struct CPUSplitDividedLoopsPass
    : impl::CPUSplitDividedLoopsBase<CPUSplitDividedLoopsPass> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) { ops.push_back(op); });
    while (!ops.empty()) {
      linalg::GenericOp op = ops.pop_back_val();
      if (!canCut(op))
        continue;
      FailureOr<DividedLoop> loop = findDividedLoop(op);
      if (failed(loop))
        continue;
      // Other loops of the parts may be divided, too.
      for (const LoopPart &part : loop->parts)
        ops.push_back(LoopSplitter(op, *loop).emit(part));
      op->erase();
    }
  }
};

} // namespace
} // namespace dml
