//===- StreamResults.cpp - Computed results in streams of lines -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/IndexAnalysis.h"
#include "CodeGen/CPU/Move/BodyVectorizer.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "CodeGen/CPU/Move/StreamSchedule.h"
#include "CodeGen/CPU/Move/WriteCombiningBuffer.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace dml {
#define GEN_PASS_DEF_CPUSTREAMRESULTS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Up to so many vectors of a row are emitted without a loop.
constexpr int64_t kMaxUnrolledVectors = 4;

/// Builds the tasks of one operation.
class StreamEmitter : IndexBuilder {
public:
  StreamEmitter(OpBuilder &b, linalg::LinalgOp op, const AccessNest &nest,
                const StreamSchedule &schedule)
      : IndexBuilder(b, op.getLoc(), Folding::AtOnce), op(op), nest(nest),
        schedule(schedule), width(nest.loops.back().size),
        vectors(b, op, schedule.vectorLength) {
    for (auto [i, write] : llvm::enumerate(nest.writes))
      if (write.combiner)
        combiners.push_back(i);
      else
        result = i;
  }

  /// Fails where the body does not work in vectors.
  LogicalResult emit() {
    SmallVector<Value> rowSizes;
    int64_t numParts = width / schedule.partElements, numRows = numParts;
    for (const NestLoop &loop : ArrayRef(nest.loops).drop_back()) {
      rowSizes.push_back(constant(loop.size));
      numRows *= loop.size;
    }
    rowSizes.push_back(constant(numParts));
    Value dest = nest.writes[result].buffer;
    Value output = target = createFlatView(b, loc, dest);
    Value misalignment;
    if (schedule.gathersLines)
      misalignment = getMisalignment(b, loc, dest);
    parallelForEach(
        constant(numRows), constant(schedule.grain), [&](Value first) {
          Value last = minimum(add(first, schedule.grain), numRows);
          Values state;
          if (schedule.gathersLines) {
            Value position = getPosition(delinearize(first, rowSizes));
            buffer.emplace(b, loc, output, misalignment, position,
                           boolean(schedule.bypassesCache),
                           2 * schedule.stripElements * getElementBytes());
            target = buffer->getBuffer();
            state = {buffer->getStart().size, buffer->getStart().base};
          }
          for (unsigned i : combiners)
            state.push_back(vectors.broadcast(loc, getIdentity(i)));
          state =
              forEach(first, last, 1, state, [&](Value row, ValueRange now) {
                return emitRow(delinearize(row, rowSizes), Values(now));
              });
          if (buffer)
            buffer->finish({state[0], state[1]});
          for (auto [i, value] : llvm::zip_equal(
                   combiners, ArrayRef(state).take_back(combiners.size())))
            combineInMemory(nest.writes[i], value);
        });
    return success(!isFailed);
  }

private:
  int64_t getElementBytes() const {
    return *getLineElementBytes(nest.writes[result].elementType);
  }

  void combineInMemory(const Access &write, Value value) {
    if (isa<VectorType>(value.getType()))
      value = vector::getVectorReductionOp(*write.combiner, b, loc, value);
    memref::AtomicRMWOp::create(b, loc, *write.combiner, value, write.buffer,
                                ValueRange());
  }

  /// The result's element that a row, or a part of one, starts at.
  Value getPosition(ArrayRef<Value> row) {
    Value position = constant(0);
    for (auto [i, loop] : llvm::enumerate(ArrayRef(nest.loops).drop_back()))
      position = add(multiply(position, loop.size), row[i]);
    return add(multiply(position, width),
               multiply(row.back(), schedule.partElements));
  }

  /// The state is that of the buffer, if there is one, and what combiners made
  /// so far.
  Values emitRow(ArrayRef<Value> row, Values state) {
    Value begin = multiply(row.back(), schedule.partElements);
    rowStart = subtract(getPosition(row), begin);
    Value end = getEnd(begin, schedule.partElements, constant(width));
    indices = llvm::to_vector(row.drop_back());
    areAllInside = boolean(true);
    for (const Predicate &predicate : getPredicates(nest))
      if (dependsOnRow(predicate))
        areAllInside = both(areAllInside, holds(predicate, width - 1));
    // What is read behind the row's end need not be of the row.
    if (schedule.overruns)
      for (const Access &read : nest.reads)
        areAllInside =
            both(areAllInside,
                 holds(getBounds(read),
                       schedule.vectorLength * schedule.unrolling - 1));
    Value numStrips = divide(subtract(end, begin), schedule.stripElements);
    return forEach(
        constant(0), numStrips, 1, state, [&](Value strip, ValueRange now) {
          Value first = add(begin, multiply(strip, schedule.stripElements));
          return emitStrip(first, getEnd(first, schedule.stripElements, end),
                           Values(now));
        });
  }

  /// Where a piece of a range ends: with the range if less than another piece
  /// follows.
  Value getEnd(Value begin, int64_t size, Value rangeEnd) {
    Value isLast = isBelow(subtract(rangeEnd, begin), 2 * size);
    return select(isLast, rangeEnd, add(begin, size));
  }

  /// Whether a predicate holds for all elements of the current row up to
  /// `last`. Positions ascend.
  Value holds(const Predicate &predicate, int64_t last) {
    Value bound = getValueOrCreateConstantIndexOp(b, loc, predicate.bound);
    Value first = isBelow(evaluate(predicate.position, 0), bound);
    if (predicate.position.factors.back() == 0)
      return first;
    return both(first, isBelow(evaluate(predicate.position, last), bound));
  }

  /// A form at an element of the current row.
  Value evaluate(const LinearForm &form, int64_t element) {
    SmallVector<AffineExpr> loops;
    for (unsigned i = 0; i < indices.size(); ++i)
      loops.push_back(b.getAffineDimExpr(i));
    loops.push_back(b.getAffineConstantExpr(element));
    AffineExpr sum = b.getAffineConstantExpr(form.constant);
    for (auto [loop, division, factor] :
         llvm::zip_equal(loops, form.divisions, form.factors))
      sum = sum + (loop + division.shift).floorDiv(division.divisor) * factor;
    return affine::makeComposedAffineApply(
        b, loc, AffineMap::get(indices.size(), 0, sum),
        getAsOpFoldResult(indices));
  }

  /// Elements [begin, end) of a row.
  Values emitStrip(Value begin, Value end, Values state) {
    // From an element of the row to where it is stored.
    Value shift = buffer ? subtract(state[0], begin) : rowStart;
    Values combined(ArrayRef(state).take_back(combiners.size()));
    auto clamp = [&](int64_t position, Value from) {
      return signedMinimum(signedMaximum(constant(position), from), end);
    };
    combined = ifElse(
        areAllInside,
        [&] {
          Value first = clamp(schedule.interiorBegin, begin);
          Value last = clamp(schedule.interiorEnd, first);
          int64_t vector = schedule.vectorLength * schedule.unrolling;
          if (!schedule.overruns)
            last = select(isBelow(subtract(last, first), vector), first, last);
          Values next = emitVectors(first, last, shift, combined);
          return emitElements(begin, first, last, end, shift, next);
        },
        [&] { return emitElements(begin, end, end, end, shift, combined); });
    if (!buffer)
      return combined;
    WriteCombiningBuffer::State next =
        buffer->advance({state[0], state[1]}, subtract(end, begin));
    Values result = {next.size, next.base};
    llvm::append_range(result, combined);
    return result;
  }

  /// Elements [begin, first) and [last, end) of a row, one by one.
  Values emitElements(Value begin, Value first, Value last, Value end,
                      Value shift, Values combined) {
    Value inner = subtract(last, first);
    Value size = subtract(subtract(end, begin), inner);
    if (getConstantIntValue(size) == 0)
      return combined;
    Values scalars = llvm::map_to_vector<2>(
        combiners, [&](unsigned i) { return getIdentity(i); });
    BodyVectorizer body(b, op, /*length=*/1);
    scalars = forEach(
        constant(0), size, 1, scalars, [&](Value element, ValueRange now) {
          element = add(element, begin);
          element =
              select(isBelow(element, first), element, add(element, inner));
          return emitBody(body, {indices, element, 1, 0},
                          /*isInterior=*/false, Values(now), [&](Value value) {
                            storeAt(value, add(element, shift));
                          });
        });
    for (auto [i, scalar, vector] :
         llvm::zip_equal(combiners, scalars, combined))
      vector = arith::getReductionOp(*nest.writes[i].combiner, b, loc, vector,
                                     vectors.broadcast(loc, scalar));
    return combined;
  }

  /// Elements [begin, end) of the interior of a row: none, or at least a vector
  /// of iterations, unless it overruns the row. The last vector may overlap the
  /// one before.
  Values emitVectors(Value begin, Value end, Value shift, Values combined) {
    int64_t length = schedule.vectorLength;
    Value first = divide(begin, schedule.unrolling);
    Value last = divide(end, schedule.unrolling);
    if (schedule.overruns)
      return emitVector(first, shift, combined);
    auto emitAt = [&](Value position, Values now) {
      return emitVector(minimum(position, subtract(last, length)), shift, now);
    };
    std::optional<int64_t> size = getConstantIntValue(subtract(last, first));
    if (!size || *size > kMaxUnrolledVectors * length)
      return forEach(first, last, length, combined,
                     [&](Value position, ValueRange now) {
                       return emitAt(position, Values(now));
                     });
    for (int64_t i = 0; i < *size; i += length)
      combined = emitAt(add(first, i), combined);
    return combined;
  }

  /// A vector of iterations: `unrolling` elements of each.
  Values emitVector(Value position, Value shift, Values combined) {
    SmallVector<Value> results;
    Values before = combined;
    for (int64_t i = 0; i < schedule.unrolling; ++i)
      combined = emitBody(vectors, {indices, position, schedule.unrolling, i},
                          /*isInterior=*/true, combined,
                          [&](Value value) { results.push_back(value); });
    if (isFailed)
      return combined;
    if (schedule.overruns)
      for (auto [value, old] : llvm::zip_equal(combined, before))
        value = select(createRowMask(), value, old);
    Value at = add(multiply(position, schedule.unrolling), shift);
    if (schedule.vectorLength > 1)
      results = interleaveLines(b, loc, results);
    for (auto [i, value] : llvm::enumerate(results))
      storeAt(value, add(at, i * schedule.vectorLength));
    return combined;
  }

  /// The lanes of a vector at a row's start that are in the row.
  Value createRowMask() {
    SmallVector<bool> lanes(schedule.vectorLength);
    std::fill_n(lanes.begin(), width / schedule.unrolling, true);
    return arith::ConstantOp::create(b, loc, b.getBoolVectorAttr(lanes));
  }

  void storeAt(Value value, Value position) {
    if (isa<VectorType>(value.getType()))
      vector::StoreOp::create(b, loc, value, target, position);
    else
      memref::StoreOp::create(b, loc, value, target, position);
  }

  Value getIdentity(unsigned write) {
    return arith::getIdentityValue(*nest.writes[write].combiner,
                                   nest.writes[write].elementType, b, loc);
  }

  /// Computes elements of the row, and combines their other results.
  Values emitBody(BodyVectorizer &body, const BodyIterations &iterations,
                  bool isInterior, ValueRange combined,
                  llvm::function_ref<void(Value)> store) {
    IRMapping known;
    for (auto [init, value] : llvm::zip_equal(combiners, combined))
      known.map(op.getMatchingBlockArgument(op.getDpsInitOperand(init)), value);
    if (isInterior)
      for (const Predicate &predicate : getPredicates(nest))
        known.map(predicate.condition, boolean(true));
    FailureOr<SmallVector<Value>> results = body.emit(iterations, known);
    if (failed(results)) {
      isFailed = true;
      return Values(combined);
    }
    Value value = body.broadcast(loc, (*results)[result]);
    Type stored = b.getIntegerType(8 * getElementBytes());
    if (auto type = dyn_cast<VectorType>(value.getType()))
      stored = VectorType::get(type.getShape(), stored);
    if (value.getType() != stored)
      value = arith::BitcastOp::create(b, loc, stored, value);
    store(value);
    return llvm::map_to_vector<2>(combiners, [&](unsigned init) {
      return body.broadcast(loc, (*results)[init]);
    });
  }

  linalg::LinalgOp op;
  const AccessNest &nest;
  const StreamSchedule &schedule;
  int64_t width;
  BodyVectorizer vectors;
  /// Of the writes.
  unsigned result = 0;
  SmallVector<unsigned> combiners;
  std::optional<WriteCombiningBuffer> buffer;
  /// Where elements are stored: the buffer or the result.
  Value target;
  /// The current row's indices of the outer loops, and its first element in the
  /// result.
  SmallVector<Value> indices;
  Value rowStart;
  /// Whether all predicates hold that depend on the row.
  Value areAllInside;
  bool isFailed = false;
};

struct CPUStreamResultsPass : impl::CPUStreamResultsBase<CPUStreamResultsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (succeeded(lower(op)))
        op->erase();
  }

private:
  /// Whether the body reads the buffer that it writes: overlapping vectors
  /// would read what they have written.
  static bool readsResult(linalg::LinalgOp op, Value result) {
    Value root = getRootBuffer(result);
    auto isResult = [&](Value buffer) {
      return isa<MemRefType>(buffer.getType()) && getRootBuffer(buffer) == root;
    };
    return llvm::any_of(op.getDpsInputs(), isResult) ||
           op->getRegion(0)
               .walk([&](memref::LoadOp load) {
                 return isResult(load.getMemRef()) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
               })
               .wasInterrupted();
  }

  LogicalResult lower(linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics() ||
        llvm::any_of(op.getDpsInits(), [](Value init) {
          return !isa<MemRefType>(init.getType());
        }))
      return failure();
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest))
      return failure();
    FailureOr<StreamSchedule> schedule =
        chooseStreamSchedule(*nest, cacheBytes);
    if (failed(schedule))
      return failure();
    for (auto [write, init] :
         llvm::zip_equal(nest->writes, op.getDpsInitsMutable()))
      if (!write.combiner && op.payloadUsesValueFromOperand(&init))
        return failure();
    if (readsResult(op, nest->getMainWrite().buffer))
      return failure();
    Operation *before = op->getPrevNode();
    OpBuilder b(op);
    if (succeeded(StreamEmitter(b, op, *nest, *schedule).emit())) {
      remarkSchedule(op.getLoc(), "StreamSchedule", *schedule);
      return success();
    }
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return failure();
  }
};

} // namespace
} // namespace dml
