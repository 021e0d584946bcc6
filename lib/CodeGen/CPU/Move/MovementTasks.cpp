//===- MovementTasks.cpp - A movement as parallel tasks -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementTasks.h"
#include "GatherStrips.h"
#include "MovementIndices.h"
#include "RangeStreams.h"
#include "WriteCombiningBuffer.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

/// Output of the inner loops that makes finding their place worth it.
constexpr uint64_t kRowBytes = 1024;
/// The most ranges that RangeStreams writes, and the fewest bytes that each
/// range takes of a row. These and the next constant are measured:
/// benchmarks/results/2026-11-26-cpu-streamed-ranges.md.
constexpr int64_t kMaxStreamedRanges = 4, kMinStreamedBytes = 128;
/// The most bytes that a range takes of a row before it is the next range's
/// turn.
constexpr int64_t kStreamedPieceBytes = 4 * 1024;
static_assert(2 * kRangeCombiningBytes <= kPieceSlackBytes,
              "a piece of a range may be two that were merged");
static_assert(kPieceSlackBytes <= kTaskPartBytes,
              "what vectors store past the end of a part is in the next one");

/// The caches keep what strips of one range touch if it is at most so many
/// times `cacheBytes`. Measured:
/// benchmarks/results/2026-11-30-cpu-direct-moves.md.
constexpr int64_t kStripShare = 2;

/// Builds the tasks of a movement and their rows. Pieces of the strips of a row
/// are gathered in a buffer, or in the output.
class MovementEmitter : public MovementIndices {
public:
  MovementEmitter(const MovementIndices &indices, const StripShape &shape,
                  int64_t elementBytes, const CacheLimits &limits,
                  bool isStreamed)
      : MovementIndices(indices), shape(shape), elementBytes(elementBytes),
        isStreamed(isStreamed), stripLoop(loops.size() - shape.getNumLoops()),
        partElements(kTaskPartBytes / elementBytes) {
    int64_t loopElements =
        shape.hasRows ? loops.back().guessSize() : shape.numSources;
    std::optional<int64_t> length = loops[stripLoop].size;
    isStripCut =
        length ? *length > 2 * (partElements / loopElements) : stripLoop == 0;
    numOuter = isStripCut ? stripLoop : countOuterLoops();
    misalignment = getMisalignment(nest.writes.front().buffer);
    bypassesCache =
        exceedsCache(limits, elementBytes, shape.rangeLoop ? 1 : kStripShare);
  }

  void emit() {
    // A row is what the inner loops write, or a part of a long strip.
    rowSizes.assign(sizes.begin(), sizes.begin() + numOuter);
    Value rowElements = product(getInnerSizes());
    if (isStripCut) {
      partLength = getLength(partElements);
      rowSizes.push_back(ceilDivide(sizes[stripLoop], partLength));
      rowElements = constant(partElements);
    }
    // Stretches are rows that are neighbours in the output. No task has rows
    // of two.
    unsigned numStretchLoops = 0;
    if (shape.rangeLoop) {
      for (unsigned i = shape.firstRangeLoop; i <= *shape.rangeLoop; ++i)
        rowSizes[i] = constant(1);
      numStretchLoops = *shape.rangeLoop + 1;
    }
    Value numStretches =
        product(ArrayRef(rowSizes).take_front(numStretchLoops));
    Value numRows = product(ArrayRef(rowSizes).drop_front(numStretchLoops));
    int64_t taskElements = kTaskBytes / elementBytes / shape.numRanges;
    Value grain = ceilDivide(constant(taskElements), maximum(rowElements, 1));
    Value numTasks = ceilDivide(numRows, grain);
    parallelForEach(multiply(numStretches, numTasks), 1, [&](Value task) {
      Value begin = multiply(divide(task, numTasks), numRows);
      Value first = multiply(remainder(task, numTasks), grain);
      Value last = minimum(add(first, grain), numRows);
      emitTask(add(begin, first), add(begin, last), add(begin, numRows));
    });
  }

private:
  /// The loops that tasks divide: as many as leave a row that is long enough.
  unsigned countOuterLoops() {
    // A row of the source that is dealt out writes to all ranges.
    auto bytes = llvm::SaturatingMultiply<uint64_t>(
        shape.guessBytes(loops, elementBytes), shape.numRanges);
    unsigned outer = stripLoop;
    unsigned least = shape.rangeLoop ? *shape.rangeLoop + 1 : 1;
    while (outer > least && bytes < kRowBytes)
      bytes =
          llvm::SaturatingMultiply<uint64_t>(bytes, loops[--outer].guessSize());
    return outer;
  }

  /// The sizes of the loops that tasks do not divide.
  ArrayRef<Value> getInnerSizes() const {
    return ArrayRef(sizes).drop_front(numOuter);
  }

  /// Output of an iteration of a strip's outer loop.
  Value getLoopElements() {
    return shape.hasRows ? sizes.back() : constant(shape.numSources);
  }

  /// The most iterations of a strip with at most so many elements of output.
  Value getLength(int64_t elements) {
    if (!shape.hasRows)
      return constant(elements / shape.numSources);
    if (std::optional<int64_t> length = loops.back().size)
      return constant(elements / *length);
    return divide(constant(elements), sizes.back());
  }

  /// All output of a strip, if it is known.
  std::optional<int64_t> getNumStripElements() const {
    std::optional<int64_t> elements = 1;
    for (const MovementLoop &loop : ArrayRef(loops).drop_front(stripLoop)) {
      if (!elements || !loop.size)
        return std::nullopt;
      elements = llvm::checkedMul(*elements, *loop.size);
    }
    return elements;
  }

  //===--------------------------------------------------------------------===//
  // Tasks and rows
  //===--------------------------------------------------------------------===//

  /// A loop that LLVM may rewrite. It carries the state of the buffer.
  Values emitLoop(ValueRange state, Value begin, Value end, Operand step,
                  llvm::function_ref<Values(Value, ValueRange)> body) {
    return ScalarBuilder(b, loc).forEach(begin, end, step, Values(state), body);
  }

  /// Rows [first, last), which are neighbours in the output, of those before
  /// `end`. Their thread mostly has the rows behind them next, so these are
  /// prefetched, too.
  void emitTask(Value first, Value last, Value end) {
    WriteCombiningBuffer::Ranges ranges = {1, {}};
    if (shape.rangeLoop)
      ranges = {shape.numRanges,
                product(ArrayRef(sizes).drop_front(*shape.rangeLoop + 1))};
    Value begin = getOutputPosition(delinearize(first, rowSizes));
    if (isStreamed) {
      streams.emplace(b, loc, output, misalignment, begin, bypassesCache,
                      ranges.count, ranges.pitch);
      Values written = emitRows({constant(0)}, first, last, end);
      return streams->finish(written.front());
    }
    // Vectors to several ranges, or several to a line, are faster to a buffer
    // in the first cache.
    Value beginGathered = begin;
    if (!shape.rangeLoop &&
        shape.guessBytes(loops, elementBytes) >= kLineBytes &&
        mayBeDirect(bypassesCache)) {
      firstGathered =
          getFirstGathered(bypassesCache, first, last, countGatheredRows(last));
      beginGathered = getOutputPosition(delinearize(firstGathered, rowSizes));
    }
    staging.emplace(b, loc, output, misalignment, beginGathered, bypassesCache,
                    kPieceSlackBytes, ranges);
    staging->finish(emitRows(firstGathered ? staging->getDirectStart(begin)
                                           : staging->getStart(),
                             first, last, end));
  }

  /// How many of the rows before `last`, at the end of a task, have as many
  /// elements as vectors may store past the end of the row before them.
  Value countGatheredRows(Value last) {
    int64_t slack = kPieceSlackBytes / elementBytes;
    if (!isStripCut)
      return ceilDivide(constant(slack), maximum(product(getInnerSizes()), 1));
    // A strip that is cut has that many elements, so a short part of it has a
    // long one in front of it.
    SmallVector<Value> row(delinearize(subtract(last, 1), rowSizes));
    Value iterations =
        subtract(sizes[stripLoop], multiply(row.back(), partLength));
    Value length = multiply(iterations, getLoopElements());
    return select(isLessUnsigned(length, slack), constant(2), 1);
  }

  /// Rows [first, last), from this state on.
  Values emitRows(ValueRange start, Value first, Value last, Value end) {
    return emitLoop(start, first, last, 1, [&](Value row, ValueRange state) {
      SmallVector<Value> at(delinearize(row, rowSizes));
      if (streams)
        return emitRow(state, at);
      prefetchDistance = getPrefetchDistance(row, end, at);
      if (!firstGathered)
        return emitRow(state, at);
      return emitRow(staging->beginPart(row, firstGathered, state), at);
    });
  }

  /// The output's element that a row starts at.
  Value getOutputPosition(ArrayRef<Value> row) {
    Value position = constant(0);
    for (unsigned i = 0; i < numOuter; ++i)
      position = add(multiply(position, sizes[i]), row[i]);
    position = multiply(position, product(getInnerSizes()));
    if (!isStripCut)
      return position;
    return add(position,
               multiply(row.back(), multiply(partLength, getLoopElements())));
  }

  /// The elements of the source between what the row at these indices reads and
  /// what a later row reads: the row that comes kPrefetchBytes of output later,
  /// or the last one before `end`.
  Value getPrefetchDistance(Value row, Value end, ArrayRef<Value> indices) {
    Value rowElements =
        isStripCut ? constant(partElements) : product(getInnerSizes());
    Value numAhead =
        ceilDivide(constant(kPrefetchBytes / elementBytes),
                   maximum(multiply(rowElements, shape.numRanges), 1));
    SmallVector<Value> later(
        delinearize(minimum(add(row, numAhead), subtract(end, 1)), rowSizes));
    Value distance = constant(0);
    for (unsigned i = 0; i < numOuter; ++i)
      distance =
          add(distance, multiply(subtract(later[i], indices[i]), strides[i]));
    if (!isStripCut)
      return distance;
    Value numParts = subtract(later.back(), indices.back());
    return add(distance,
               multiply(multiply(numParts, partLength), strides[stripLoop]));
  }

  /// The row at these indices of the loops that tasks divide and, where strips
  /// are cut, of the strip's parts.
  Values emitRow(ValueRange state, ArrayRef<Value> row) {
    SmallVector<Value> position(row.take_front(numOuter));
    Value begin = constant(0), end = sizes[stripLoop];
    if (isStripCut) {
      begin = multiply(row.back(), partLength);
      end = signedMinimum(end, add(begin, partLength));
    }
    return emitLoops(state, position, begin, end);
  }

  /// The loops between the outer ones and the strip.
  Values emitLoops(ValueRange state, SmallVectorImpl<Value> &position,
                   Value begin, Value end) {
    unsigned loop = position.size();
    if (loop == stripLoop)
      return emitStrip(state, position, begin, end);
    return emitLoop(state, constant(0), sizes[loop], 1,
                    [&](Value i, ValueRange inner) {
                      position.push_back(i);
                      Values next = emitLoops(inner, position, begin, end);
                      position.pop_back();
                      return next;
                    });
  }

  //===--------------------------------------------------------------------===//
  // Strips
  //===--------------------------------------------------------------------===//

  /// Iterations [begin, end) of the strip at this position of the loops
  /// outside.
  Values emitStrip(ValueRange state, ArrayRef<Value> position, Value begin,
                   Value end) {
    Value from = getPosition(position);
    if (streams)
      return emitStreams(state, from, begin, end);
    std::optional<StripRange> range = emitRange(position);

    // Whole lines of each source, or whole rows.
    int64_t pieceBytes = shape.rangeLoop ? kRangeCombiningBytes : kPieceBytes;
    int64_t maxElements =
        shape.numSources *
        llvm::alignDown(pieceBytes / elementBytes / shape.numSources,
                        kLineBytes / elementBytes);
    std::optional<int64_t> rowLength = loops.back().size;
    if (shape.hasRows && rowLength)
      maxElements -= maxElements % *rowLength;
    std::optional<int64_t> size = getNumStripElements();
    assert(!(shape.rangeLoop && shape.hasRows) && "ranges have no rows");
    // Less than two pieces of ranges are one.
    if (shape.rangeLoop && size && *size < 2 * maxElements)
      maxElements = std::max(maxElements, *size);
    if (size && *size <= maxElements && !isStripCut)
      return emitPiece(state, from, range, begin, end, *size);
    Value pieceLength = getLength(maxElements);
    return emitLoop(
        state, begin, end, pieceLength, [&](Value i, ValueRange inner) {
          Value last = signedMinimum(end, add(i, pieceLength));
          return emitPiece(inner, from, range, i, last, maxElements);
        });
  }

  /// Deals iterations [begin, end) of the strip that starts at `from` out to
  /// the ranges. `state` counts the elements that each range has already. The
  /// ranges take turns after each piece, which stays in the first cache.
  Values emitStreams(ValueRange state, Value from, Value begin, Value end) {
    Value pieceLength = constant(kStreamedPieceBytes / elementBytes);
    return emitLoop(state, begin, end, pieceLength,
                    [&](Value i, ValueRange inner) {
                      Value length = minimum(subtract(end, i), pieceLength);
                      Value first = add(from, multiply(i, shape.stride));
                      int64_t range = 0;
                      for (Value offset : getRowOffsets())
                        for (int64_t part = 0; part < shape.stride; ++part)
                          streams->write(range++, inner.front(),
                                         {source, add(first, offset), length,
                                          shape.stride, part});
                      return Values{add(inner.front(), length)};
                    });
  }

  /// Iterations [begin, end) of the strip that starts at `from`, which have up
  /// to so many elements.
  Values emitPiece(ValueRange state, Value from,
                   std::optional<StripRange> range, Value begin, Value end,
                   int64_t maxElements) {
    Value length = subtract(end, begin);
    Value step = constant(shape.stride);
    if (shape.hasRows)
      step = multiply(step, sizes.back());
    StripPiece piece = {source,
                        add(from, multiply(begin, step)),
                        staging->getTarget(),
                        staging->getCursors(state),
                        shape,
                        shape.hasRows ? length : constant(1),
                        shape.hasRows ? sizes.back() : length,
                        maxElements / shape.numSources};
    piece.isMostlyFull = getNumStripElements().has_value();
    piece.prefetchDistance = prefetchDistance;
    if (shape.numSources > 1)
      piece.distance = strides.back();
    else if (shape.rangeLoop)
      piece.rowOffsets = getRowOffsets();
    if (range)
      piece.range = cutRange(*range, piece, begin);
    dml::emitPiece(*this, piece);
    return staging->advance(state, multiply(length, getLoopElements()));
  }

  /// The places of the rows that the range loops outside of the innermost one
  /// read, relative to the first row.
  SmallVector<Value> getRowOffsets() {
    SmallVector<Value> offsets = {constant(0)};
    for (unsigned i = shape.firstRangeLoop; i < *shape.rangeLoop; ++i) {
      SmallVector<Value> next;
      for (Value offset : offsets)
        for (int64_t k = 0; k < *loops[i].size; ++k)
          next.push_back(add(offset, multiply(strides[i], k)));
      offsets = std::move(next);
    }
    return offsets;
  }

  /// Cuts the range of a strip to a piece that begins at an iteration.
  StripRange cutRange(StripRange range, const StripPiece &piece, Value begin) {
    auto cut = [&](Value &first, Value &last, Value offset, Value size) {
      first = signedMaximum(signedMinimum(subtract(first, offset), size), 0);
      last = signedMaximum(signedMinimum(subtract(last, offset), size), first);
    };
    Value none = constant(0);
    cut(range.firstRow, range.lastRow, shape.hasRows ? begin : none,
        piece.numRows);
    cut(range.firstColumn, range.lastColumn, shape.hasRows ? none : begin,
        piece.rowLength);
    return range;
  }

  /// The iterations of a strip that lie inside of all predicates.
  std::optional<StripRange> emitRange(ArrayRef<Value> position) {
    if (bounds.empty())
      return std::nullopt;
    Value zero = constant(0), numColumns = sizes.back();
    Value numRows = shape.hasRows ? sizes[stripLoop] : constant(1);
    StripRange range = {zero, numRows, zero, numColumns, nest.otherwise};
    for (auto [p, bound] : llvm::enumerate(bounds)) {
      Value start = getPredicatePosition(p, position);
      int64_t ofColumn = loops.back().predicateSteps[p];
      int64_t ofRow = shape.hasRows ? loops[stripLoop].predicateSteps[p] : 0;
      if (ofColumn != 0)
        restrict(range.firstColumn, range.lastColumn, start, ofColumn, bound);
      else if (ofRow != 0)
        restrict(range.firstRow, range.lastRow, start, ofRow, bound);
      else
        range.firstRow =
            select(isLessUnsigned(start, bound), range.firstRow, numRows);
    }
    return range;
  }

  const StripShape &shape;
  int64_t elementBytes;
  /// Whether ranges are written straight from registers.
  bool isStreamed;
  /// The loop whose iterations are a strip, and how many are divided among
  /// tasks.
  unsigned stripLoop, numOuter;
  /// Whether one strip is work for several threads, and output of a part.
  bool isStripCut;
  int64_t partElements;
  Value misalignment, bypassesCache;
  /// Iterations of the strip's loop in a part of a strip that is cut.
  Value partLength;
  /// The sizes of the loops that tasks divide, and of the parts of a cut strip.
  SmallVector<Value> rowSizes;
  /// One of these two writes the output of a task.
  std::optional<WriteCombiningBuffer> staging;
  std::optional<RangeStreams> streams;
  /// Rows of the current task before this one are written straight to the
  /// output, the others are gathered in the buffer. Null if all are gathered.
  Value firstGathered;
  /// Of the current row (getPrefetchDistance).
  Value prefetchDistance;
};

/// Whether ranges are written straight from registers: a few ranges, to which
/// long rows are dealt out. With more ranges each row is loaded more often, and
/// of short rows most lines are carries.
Value emitIsStreamed(MovementIndices &m, const StripShape &shape,
                     int64_t elementBytes) {
  if (!shape.rangeLoop || shape.numRanges > kMaxStreamedRanges)
    return m.boolean(false);
  return m.isLessUnsigned(m.constant((kMinStreamedBytes - 1) / elementBytes),
                          m.sizes.back());
}

/// Whether a strip has the rows that its shape says.
Value emitHasRows(MovementIndices &m, const StripShape &shape,
                  int64_t elementBytes) {
  Value length = m.sizes.back();
  // From 2 on.
  Value isShort = m.isLessUnsigned(m.subtract(length, 2),
                                   getMaxRowLength(elementBytes) - 1);
  return m.bitAnd(isShort, m.isEqual(m.strides.end()[-2],
                                     m.multiply(length, shape.stride)));
}

} // namespace

void emitMovementTasks(OpBuilder &b, Location loc, const AccessNest &nest,
                       const StripShape &shape, const CacheLimits &limits) {
  int64_t elementBytes = *getLineElementBytes(nest.writes.front().elementType);
  MovementIndices indices(b, loc, nest);
  auto emit = [&](const StripShape &shape) {
    auto emitAs = [&](bool isStreamed) {
      MovementEmitter(indices, shape, elementBytes, limits, isStreamed).emit();
    };
    indices.ifElse(
        emitIsStreamed(indices, shape, elementBytes), [&] { emitAs(true); },
        [&] { emitAs(false); });
  };
  std::optional<StripShape> rows = addDynamicRows(shape, indices.loops);
  if (!rows)
    return emit(shape);
  indices.ifElse(
      emitHasRows(indices, *rows, elementBytes), [&] { emit(*rows); },
      [&] { emit(shape); });
}

} // namespace dml
