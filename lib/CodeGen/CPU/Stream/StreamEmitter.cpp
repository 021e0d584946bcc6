//===- StreamEmitter.cpp - Computed results in streams of lines -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamEmitter.h"
#include "BodyVectorizer.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "CodeGen/CPU/Move/MovementIndices.h"
#include "CodeGen/CPU/Move/WriteCombiningBuffer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace dml {
namespace {

/// A result that each iteration writes its element of.
struct StreamResult {
  /// Of the operation's results.
  unsigned number;
  int64_t elementBytes;
  /// One-dimensional.
  Value output;
  std::optional<WriteCombiningBuffer> buffer = std::nullopt;
  /// If results are transposed: the current block, which is written in parts
  /// of this shape, and whether these bypass the caches.
  Value block = {};
  BlockShape shape = {};
  Value bypassesCache = {};
  /// The distance from the number of an element in the current row to its
  /// position in the target.
  Value shift = {};

  /// The memory that vectors are stored in.
  Value getTarget() const {
    return buffer ? buffer->getBuffer() : block ? block : output;
  }
};

/// Which predicates hold for all elements of a vector: those that depend on the
/// row, the others, or all.
enum class Inside { None, Row, Columns, Elements };

/// Builds the tasks of one operation.
class StreamEmitter : VectorBuilder {
public:
  StreamEmitter(OpBuilder &b, linalg::LinalgOp op, const AccessNest &nest,
                const StreamSchedule &schedule)
      : VectorBuilder(b, op.getLoc()), op(op), nest(nest), schedule(schedule),
        width(nest.loops.back().size),
        vectors(b, op, schedule.vectorLength, schedule.prefetches),
        scalars(b, op, /*length=*/1, /*prefetches=*/false) {}

  LogicalResult emit() {
    if (nest.isMove && schedule.blockColumns > 0)
      move.emplace(b, loc, nest);
    SmallVector<Value> rowSizes;
    int64_t numParts = width / schedule.partElements, numRows = numParts;
    for (const NestLoop &loop : ArrayRef(nest.loops).drop_back()) {
      rowSizes.push_back(constant(loop.size));
      numRows *= loop.size;
    }
    auto divideLoop = [&](int64_t size, int64_t count) {
      rowSizes.back() = constant(count);
      numRows = numRows / size * count;
    };
    if (schedule.blockColumns > 0)
      divideLoop(nest.loops.end()[-2].size,
                 nest.loops.end()[-2].size / schedule.blockColumns);
    if (schedule.groupRows > 1)
      divideLoop(
          nest.loops.end()[-2].size,
          llvm::divideCeil(nest.loops.end()[-2].size, schedule.groupRows));
    // Rows follow each other in the order of the results.
    ArrayRef<int64_t> strides = nest.getMainWrite().strides;
    auto partLoop = llvm::count_if(strides.drop_back(), [&](int64_t stride) {
      return stride > strides.back();
    });
    bool hasPartLoop = numParts > 1 || rowSizes.empty();
    if (hasPartLoop)
      rowSizes.insert(rowSizes.begin() + partLoop, constant(numParts));
    auto toRow = [&](SmallVector<Value> row) {
      if (hasPartLoop)
        std::rotate(row.begin() + partLoop, row.begin() + partLoop + 1,
                    row.end());
      else
        row.push_back(constant(0));
      if (schedule.groupRows > 1)
        row.end()[-2] = scale(row.end()[-2], schedule.groupRows, 0);
      return row;
    };
    SmallVector<Value> misalignments;
    for (auto [i, write] : llvm::enumerate(nest.writes)) {
      if (write.combiner) {
        combiners.push_back(i);
        continue;
      }
      results.push_back({static_cast<unsigned>(i),
                         *getLineElementBytes(write.elementType),
                         createFlatView(write.buffer)});
      misalignments.push_back(getMisalignment(write.buffer));
      if (schedule.blockColumns > 0)
        chooseShape(results.back(), misalignments.back());
    }
    parallelForEach(
        constant(numRows), constant(schedule.grain), [&](Value first) {
          Value last = minimum(add(first, schedule.grain), numRows);
          Values state;
          if (schedule.gathersLines)
            state =
                createBuffers(getPosition(toRow(delinearize(first, rowSizes))),
                              misalignments);
          if (schedule.blockColumns > 0 && !move)
            createBlocks();
          for (unsigned i : combiners)
            state.push_back(vectors.broadcast(getIdentity(i)));
          state = forEachRow(
              first, last, rowSizes, state,
              [&](SmallVector<Value> indices, ValueRange now) {
                SmallVector<Value> row = toRow(indices);
                if (schedule.blockColumns > 0) {
                  emitBlock(row);
                  return Values();
                }
                Value begin = multiply(row.back(), schedule.partElements);
                return emitGroup(row, subtract(getPosition(row), begin),
                                 Values(now));
              });
          finish(state);
        });
    return success(!isFailed);
  }

private:
  /// Rows [first, last), in a loop of its own for each index of the outer
  /// loops, whose share of the work is then done once.
  Values
  forEachRow(Value first, Value last, ArrayRef<Value> sizes, Values state,
             llvm::function_ref<Values(SmallVector<Value>, ValueRange)> body) {
    // The only index of a loop is a constant.
    unsigned numLoops = sizes.size();
    while (numLoops > 1 && getConstantIntValue(sizes[numLoops - 1]) == 1)
      --numLoops;
    Value size = sizes[numLoops - 1];
    return forEach(divide(first, size), ceilDivide(last, size), 1, state,
                   [&](Value group, ValueRange now) {
                     SmallVector<Value> outer =
                         delinearize(group, sizes.take_front(numLoops - 1));
                     Value begin = multiply(group, size);
                     Value from = subtract(maximum(first, begin), begin);
                     Value to = minimum(subtract(last, begin), size);
                     return forEach(from, to, 1, Values(now),
                                    [&](Value inner, ValueRange now) {
                                      SmallVector<Value> indices(outer);
                                      indices.push_back(inner);
                                      indices.resize(sizes.size(), constant(0));
                                      return body(indices, now);
                                    });
                   });
  }

  /// LLVM takes conditions out of the loops.
  void annotateLoop(scf::ForOp) override {}

  /// Returns their states.
  Values createBuffers(Value position, ArrayRef<Value> misalignments) {
    Values state;
    int64_t slack = 2 * schedule.stripElements * schedule.groupRows +
                    schedule.vectorLength * schedule.unrolling;
    for (auto [result, misalignment] :
         llvm::zip_equal(results, misalignments)) {
      result.buffer.emplace(b, loc, result.output, misalignment, position,
                            boolean(schedule.bypassesCache),
                            slack * result.elementBytes);
      llvm::append_range(state, result.buffer->getStart());
    }
    return state;
  }

  void finish(ArrayRef<Value> state) {
    for (auto [i, value] :
         llvm::zip_equal(combiners, state.take_back(combiners.size())))
      combineInMemory(nest.writes[i], value);
    for (StreamResult &result : results)
      if (schedule.blockColumns > 0) {
        ifThen(result.bypassesCache, [&] { createStoreFence(); });
        if (result.block)
          memref::DeallocOp::create(b, loc, result.block);
      }
    if (!schedule.gathersLines)
      return;
    // Buffers are freed in the reverse order of their creation.
    for (int64_t i = results.size(); i-- > 0;)
      results[i].buffer->finish(state.slice(2 * i, 2));
  }

  void combineInMemory(const Access &write, Value value) {
    if (isa<VectorType>(value.getType()))
      value = vector::getVectorReductionOp(*write.combiner, b, loc, value);
    memref::AtomicRMWOp::create(b, loc, *write.combiner, value, write.buffer,
                                ValueRange());
  }

  /// The results' element that a row, or a part of one, starts at.
  Value getPosition(ArrayRef<Value> row) {
    Value position = constant(0);
    for (auto [i, loop] : llvm::enumerate(ArrayRef(nest.loops).drop_back()))
      position = add(multiply(position, loop.size), row[i]);
    return add(multiply(position, width),
               multiply(row.back(), schedule.partElements));
  }

  /// If the rows of a result are whole lines and begin with one, they may
  /// bypass the caches.
  void chooseShape(StreamResult &result, Value misalignment) {
    result.shape = BlockShape::get(schedule.partElements, schedule.blockColumns,
                                   kLineBytes / result.elementBytes);
    int64_t numColumns = result.shape.numColumns;
    bool hasLines = numColumns * result.elementBytes == kLineBytes &&
                    nest.loops.end()[-2].size % numColumns == 0;
    for (int64_t stride : nest.writes[result.number].strides)
      hasLines &= stride == 1 || stride % numColumns == 0;
    result.bypassesCache = bitAnd(boolean(schedule.bypassesCache && hasLines),
                                  isEqual(misalignment, 0));
  }

  /// Memory for the largest block, and for vectors that reach past its end.
  void createBlocks() {
    int64_t maxColumns = nest.loops.end()[-2].size % schedule.blockColumns +
                         schedule.blockColumns;
    int64_t size = maxColumns * getBlockPitch() +
                   schedule.vectorLength * schedule.unrolling;
    for (StreamResult &result : results)
      result.block = memref::AllocOp::create(
          b, loc, MemRefType::get({size}, getElementTypeOrSelf(result.output)),
          ValueRange(), b.getI64IntegerAttr(kLineBytes));
  }

  /// Elements between the columns of a block.
  int64_t getBlockPitch() const {
    return llvm::alignTo(width % schedule.partElements + schedule.partElements,
                         schedule.vectorLength);
  }

  /// A range of columns of a part of the rows, all at once.
  void emitBlock(SmallVector<Value> row) {
    Value first = multiply(row.back(), schedule.partElements);
    Value last = getEnd(first, schedule.partElements, constant(width));
    Value &column = row.end()[-2];
    Value begin = multiply(column, schedule.blockColumns);
    Value end = getEnd(begin, schedule.blockColumns,
                       constant(nest.loops.end()[-2].size));
    auto getPlace = [&](Value element, Value column) {
      return add(multiply(subtract(column, begin), getBlockPitch()),
                 subtract(element, first));
    };
    if (!move)
      forEach(begin, end, 1, [&](Value i) {
        column = i;
        emitGroup(row, getPlace(constant(0), i), Values());
      });
    // Parts in the order of the result. The last one of a range ends with it
    // and overlaps the one before, so that no vector is masked.
    auto forEachPart = [&](Value from, Value to, int64_t length,
                           llvm::function_ref<void(Value)> body) {
      Value lastPart = subtract(to, length);
      // LLVM leaves these loops as they are.
      IndexBuilder(b, loc).forEach(
          from, to, length, [&](Value i) { body(signedMinimum(i, lastPart)); });
    };
    for (const StreamResult &result : results) {
      ArrayRef<int64_t> strides = nest.writes[result.number].strides;
      forEachPart(begin, end, result.shape.numColumns, [&](Value i) {
        forEachPart(first, last, result.shape.numRows, [&](Value element) {
          Value from = getPlace(element, i),
                to = multiply(element, strides.back());
          column = i;
          for (auto [index, stride] :
               llvm::zip_equal(ArrayRef(row).drop_back(), strides.drop_back()))
            to = add(to, multiply(index, stride));
          storeTransposed(result,
                          move ? readColumns(row, element)
                               : loadColumns(result, from),
                          to, strides.back());
        });
      });
    }
  }

  /// Rows are so many elements apart.
  void storeTransposed(const StreamResult &result, ArrayRef<Value> columns,
                       Value position, int64_t rowStride) {
    SmallVector<Value> rows = transposeBlock(b, loc, columns, result.shape);
    auto store = [&](LineStore kind) {
      Value at = position;
      for (Value row : rows) {
        storeLine(row, result.output, at, kind);
        at = add(at, rowStride);
      }
    };
    ifElse(
        result.bypassesCache, [&] { store(LineStore::NonTemporal); },
        [&] { store(LineStore::Unaligned); });
  }

  Values loadColumns(const StreamResult &result, Value from) {
    auto type = VectorType::get(result.shape.numRows,
                                getElementTypeOrSelf(result.block));
    Values columns;
    for (int64_t i = 0; i < result.shape.numColumns; ++i)
      columns.push_back(
          loadAs(result.block, add(from, i * getBlockPitch()), type));
    return columns;
  }

  /// The same of an operation that moves, from where it reads them.
  Values readColumns(ArrayRef<Value> row, Value element) {
    SmallVector<Value> position(row.drop_back());
    position.push_back(element);
    BlockShape shape = results.front().shape;
    return move->loadColumns(position, shape.numRows, shape.numColumns);
  }

  /// Computes the rows of a group, of which `row` is the first one. Its first
  /// element belongs at `rowStart` in the output or the block. The state is
  /// that of the buffers, if there are any, and what combiners made so far.
  Values emitGroup(ArrayRef<Value> row, Value rowStart, Values state) {
    SmallVector<SmallVector<Value>> group(1, SmallVector<Value>(row));
    if (schedule.groupRows == 1)
      return emitRows(group, isInside(row), rowStart, state);
    for (int64_t i = 1; i < schedule.groupRows; ++i) {
      group.push_back(group.front());
      group.back().end()[-2] = scale(row.end()[-2], 1, i);
    }
    // Predicates hold between rows that they hold for.
    int64_t numRows = nest.loops.end()[-2].size;
    Value isWhole = bitAnd(isLessUnsigned(group.back().end()[-2], numRows),
                           bitAnd(isInside(row), isInside(group.back())));
    return ifElse(
        isWhole,
        [&] { return emitRows(group, boolean(true), rowStart, state); },
        [&] {
          Value count = minimum(subtract(constant(numRows), row.end()[-2]),
                                schedule.groupRows);
          return forEach(
              constant(0), count, 1, state, [&](Value i, ValueRange now) {
                SmallVector<Value> single(row);
                single.end()[-2] = add(row.end()[-2], i);
                return emitRows({single}, isInside(single),
                                add(rowStart, multiply(i, width)), Values(now));
              });
        });
  }

  /// An index times `factor`, and some more, as an affine expression: rows of a
  /// group then compute the places that they share alike.
  Value scale(Value index, int64_t factor, int64_t more) {
    return affine::makeComposedAffineApply(
        b, loc, b.getAffineDimExpr(0) * factor + more, {index});
  }

  /// Whether all predicates hold that depend on the row.
  Value isInside(ArrayRef<Value> row) {
    indices = llvm::to_vector(row.drop_back());
    Value inside = boolean(true);
    for (const Predicate &predicate : getPredicates(nest))
      if (dependsOnRow(predicate) && schedule.packedIterations == 0)
        inside = bitAnd(inside, holds(predicate, width - 1));
    // What is read behind the row's end need not be of the row.
    if (schedule.overruns)
      for (const Access &read : nest.reads)
        inside = bitAnd(inside,
                        holds(getBounds(read),
                              schedule.vectorLength * schedule.unrolling - 1));
    return inside;
  }

  /// Computes rows that follow each other, all at once. `areInside` says
  /// whether isInside holds for each.
  Values emitRows(ArrayRef<SmallVector<Value>> group, Value areInside,
                  Value rowStart, Values state) {
    rows.clear();
    for (ArrayRef<Value> row : group)
      rows.push_back(llvm::to_vector(row.drop_back()));
    indices = rows.front();
    areAllInside = areInside;
    Value begin = multiply(group.front().back(), schedule.partElements);
    Value end = getEnd(begin, schedule.partElements, constant(width));
    Value numStrips = divide(subtract(end, begin), schedule.stripElements);
    return forEach(
        constant(0), numStrips, 1, state, [&](Value strip, ValueRange now) {
          Value first = add(begin, multiply(strip, schedule.stripElements));
          return emitStrip(first, getEnd(first, schedule.stripElements, end),
                           rowStart, Values(now));
        });
  }

  /// Where a piece of a range ends: with the range if less than another piece
  /// follows.
  Value getEnd(Value begin, int64_t size, Value rangeEnd) {
    Value isLast = isLessUnsigned(subtract(rangeEnd, begin), 2 * size);
    return select(isLast, rangeEnd, add(begin, size));
  }

  /// Whether a predicate holds for all elements of the current row up to
  /// `last`. Positions ascend.
  Value holds(const Predicate &predicate, int64_t last) {
    Value bound = getValueOrCreateConstantIndexOp(b, loc, predicate.bound);
    Value first = isLessUnsigned(evaluate(predicate.position, 0), bound);
    if (predicate.position.factors.back() == 0)
      return first;
    return bitAnd(first,
                  isLessUnsigned(evaluate(predicate.position, last), bound));
  }

  /// A form at an element of the current row.
  Value evaluate(const LinearForm &form, int64_t element) {
    return evaluate(form, b.getAffineConstantExpr(element), indices);
  }
  /// The same at the first element of an iteration.
  Value evaluateAt(const LinearForm &form, Value iteration) {
    SmallVector<Value> operands(indices);
    operands.push_back(iteration);
    return evaluate(form,
                    b.getAffineDimExpr(indices.size()) * schedule.unrolling,
                    operands);
  }
  Value evaluate(const LinearForm &form, AffineExpr element,
                 ArrayRef<Value> operands) {
    SmallVector<AffineExpr> loops;
    for (unsigned i = 0; i < indices.size(); ++i)
      loops.push_back(b.getAffineDimExpr(i));
    loops.push_back(element);
    AffineExpr sum = b.getAffineConstantExpr(form.constant);
    for (auto [loop, division, factor] :
         llvm::zip_equal(loops, form.divisions, form.factors))
      sum = sum + (loop + division.shift).floorDiv(division.divisor) * factor;
    return affine::makeComposedAffineApply(
        b, loc, AffineMap::get(operands.size(), 0, sum),
        getAsOpFoldResult(operands));
  }

  /// Elements [begin, end) of the current rows.
  Values emitStrip(Value begin, Value end, Value rowStart, Values state) {
    for (auto [i, result] : llvm::enumerate(results))
      result.shift = result.buffer ? subtract(state[2 * i], begin) : rowStart;
    Values combined(ArrayRef<Value>(state).take_back(combiners.size()));
    if (schedule.overruns)
      combined = ifElse(
          areAllInside,
          [&] { return emitVector(constant(0), combined, Inside::Elements); },
          [&] { return emitVector(constant(0), combined, Inside::None); });
    else if (schedule.packedIterations > 0)
      combined =
          emitPackedVectors(divide(begin, schedule.unrolling), end, combined);
    else if (hasConstantEnds())
      combined = emitRowWithEnds(combined);
    else
      combined =
          emitVectors(divide(begin, schedule.unrolling),
                      ceilDivide(end, constant(schedule.unrolling)), combined);
    Values next;
    if (schedule.gathersLines)
      for (auto [i, result] : llvm::enumerate(results))
        llvm::append_range(next,
                           result.buffer->advance(
                               ArrayRef(state).slice(2 * i, 2),
                               multiply(subtract(end, begin), rows.size())));
    llvm::append_range(next, combined);
    return next;
  }

  int64_t countVectors(int64_t elements) const {
    return llvm::divideCeil(elements,
                            schedule.unrolling * schedule.vectorLength);
  }

  /// Whether a row is one strip, of which at most the first and the last vector
  /// are not in the interior.
  bool hasConstantEnds() const {
    int64_t interior = schedule.interiorEnd - schedule.interiorBegin;
    return schedule.stripElements == width && schedule.partElements == width &&
           interior < width && countVectors(schedule.interiorBegin) <= 1 &&
           countVectors(width - schedule.interiorEnd) <= 1 &&
           (countVectors(width) <= 2 ||
            interior >= schedule.unrolling * schedule.vectorLength);
  }

  /// All iterations of a row. Masks of the first and the last vector are
  /// constants where predicates hold that depend on the row.
  Values emitRowWithEnds(Values combined) {
    int64_t length = schedule.vectorLength;
    int64_t iterations = llvm::divideCeil(width, schedule.unrolling);
    int64_t last = iterations - length;
    int64_t interiorEnd = schedule.interiorEnd / schedule.unrolling;
    // Without a vector in the interior, the first and the last one are all.
    bool hasMiddle =
        interiorEnd - schedule.interiorBegin / schedule.unrolling >= length;
    bool hasHead = schedule.interiorBegin > 0 || !hasMiddle;
    bool hasTail =
        (interiorEnd < iterations || !hasMiddle) && (last > 0 || !hasHead);
    auto emitAll = [&](Inside ends, Inside middle) {
      Values now = combined;
      if (hasHead)
        now = emitVector(constant(0), now, ends);
      now = forEach(
          constant(hasHead ? length : 0), constant(hasTail ? last : iterations),
          length, now, [&](Value position, ValueRange before) {
            position = signedMinimum(position, constant(interiorEnd - length));
            return emitVector(position, Values(before), middle);
          });
      return hasTail ? emitVector(constant(last), now, ends) : now;
    };
    return ifElse(
        areAllInside, [&] { return emitAll(Inside::Row, Inside::Elements); },
        [&] { return emitAll(Inside::None, Inside::Columns); });
  }

  /// Iterations [begin, end) of a row: at least a vector. Head and tail are
  /// computed with predicates, what is between them without.
  Values emitVectors(Value begin, Value end, Values combined) {
    int64_t length = schedule.vectorLength;
    auto clamp = [&](int64_t element, Value from) {
      Value iteration = constant(element / schedule.unrolling);
      return signedMinimum(signedMaximum(iteration, from), end);
    };
    Value first = clamp(schedule.interiorBegin, begin);
    Value last = clamp(schedule.interiorEnd, first);
    Value isSplit = bitAnd(areAllInside, isLessUnsigned(constant(length - 1),
                                                        subtract(last, first)));
    first = select(isSplit, first, end);
    last = select(isSplit, last, end);
    Value head = ceilDivide(subtract(first, begin), constant(length));
    Value tail = ceilDivide(subtract(end, last), constant(length));
    combined = forEach(
        constant(0), add(head, tail), 1, combined,
        [&](Value i, ValueRange now) {
          Value inHead = signedMinimum(add(begin, multiply(i, length)),
                                       subtract(end, length));
          Value toEnd = multiply(subtract(add(head, tail), i), length);
          Value inTail = signedMaximum(subtract(end, toEnd), begin);
          return emitVector(select(isLessUnsigned(i, head), inHead, inTail),
                            Values(now), Inside::None);
        });
    return forEach(add(begin, multiply(head, length)),
                   subtract(end, multiply(tail, length)), length, combined,
                   [&](Value position, ValueRange now) {
                     position = signedMinimum(position, subtract(last, length));
                     return emitVector(position, Values(now), Inside::Elements);
                   });
  }

  /// Emits the iterations from `begin` to element `end` of a row, in order:
  /// each vector overwrites what the lanes without elements of the one before
  /// wrote. Where a vector would read beyond a buffer, elements are computed
  /// one by one.
  Values emitPackedVectors(Value begin, Value end, Values combined) {
    int64_t length = schedule.packedIterations;
    Value last = ceilDivide(end, constant(schedule.unrolling));
    return forEach(
        begin, last, length, combined, [&](Value position, ValueRange now) {
          position = signedMinimum(position, subtract(last, length));
          Value isInside = boolean(true);
          for (const Predicate &predicate : getPredicates(nest))
            isInside =
                bitAnd(isInside,
                       isLessUnsigned(evaluateAt(predicate.position, position),
                                      getValueOrCreateConstantIndexOp(
                                          b, loc, predicate.bound)));
          return ifElse(
              isInside,
              [&] { return emitPackedVector(position, end, Values(now)); },
              [&] { return emitElements(position, end, Values(now)); });
        });
  }

  Values emitPackedVector(Value position, Value end, Values combined) {
    SmallVector<SmallVector<Value>> stored(results.size());
    int64_t numPacked = schedule.packedIterations * schedule.unrolling;
    Value at = multiply(position, schedule.unrolling);
    Value inRow;
    if (!combiners.empty())
      inRow = vectors.createLaneMask(
          constant(0), signedMinimum(subtract(end, at), constant(numPacked)));
    combined =
        emitBody(vectors, {indices, position, schedule.unrolling, 0, numPacked},
                 IRMapping(), Value(), inRow, combined, stored);
    if (isFailed)
      return combined;
    for (auto [result, values] : llvm::zip_equal(results, stored))
      storeAs(values.front(), result.getTarget(), add(at, result.shift));
    return combined;
  }

  /// The elements of a packed vector, one by one.
  Values emitElements(Value position, Value end, Values combined) {
    Values identities;
    for (unsigned i : combiners)
      identities.push_back(getIdentity(i));
    Value begin = multiply(position, schedule.unrolling);
    int64_t numPacked = schedule.packedIterations * schedule.unrolling;
    Values made = forEach(
        begin, signedMinimum(add(begin, numPacked), end), 1, identities,
        [&](Value element, ValueRange now) {
          SmallVector<SmallVector<Value>> stored(results.size());
          Values next = emitBody(scalars, {indices, element, 1, 0}, IRMapping(),
                                 Value(), Value(), Values(now), stored);
          if (!isFailed)
            for (auto [result, values] : llvm::zip_equal(results, stored))
              storeAs(values.front(), result.getTarget(),
                      add(element, result.shift));
          return next;
        });
    for (auto [init, all, some] : llvm::zip_equal(combiners, combined, made))
      all = arith::getReductionOp(*nest.writes[init].combiner, b, loc, all,
                                  vectors.broadcast(some));
    return combined;
  }

  /// A vector of iterations of each row: `unrolling` elements of each.
  Values emitVector(Value position, Values combined, Inside inside) {
    // By row and result.
    SmallVector<SmallVector<SmallVector<Value>>> stored(rows.size());
    vectors.forgetPrefetches();
    for (auto [i, row] : llvm::enumerate(rows)) {
      indices = row;
      stored[i].resize(results.size());
      for (int64_t element = 0; element < schedule.unrolling; ++element)
        combined = emitBody({indices, position, schedule.unrolling, element},
                            combined, inside, stored[i]);
    }
    if (isFailed)
      return combined;
    for (auto [i, ofRow] : llvm::enumerate(stored)) {
      Value at = add(multiply(position, schedule.unrolling), i * width);
      for (auto [result, values] : llvm::zip_equal(results, ofRow)) {
        if (schedule.vectorLength > 1)
          values = interleaveLines(b, loc, values);
        for (auto [k, value] : llvm::enumerate(values))
          storeAs(value, result.getTarget(),
                  add(add(at, k * schedule.vectorLength), result.shift));
      }
    }
    return combined;
  }

  /// The lanes of a vector that are elements of the row. Null if all are, or if
  /// it does not matter.
  Value createRowMask(const BodyIterations &iterations, Inside inside) {
    int64_t length = schedule.vectorLength;
    bool endsInVector = schedule.overruns || width % schedule.unrolling != 0;
    if (length == 1 || !endsInVector ||
        (inside == Inside::Elements && combiners.empty()))
      return Value();
    Value rest = subtract(constant(width - iterations.offset),
                          multiply(iterations.first, iterations.step));
    Value numLanes =
        ceilDivide(signedMaximum(rest, constant(0)), constant(iterations.step));
    return vectors.createLaneMask(constant(0),
                                  signedMinimum(numLanes, constant(length)));
  }

  Value getIdentity(unsigned write) {
    return arith::getIdentityValue(*nest.writes[write].combiner,
                                   nest.writes[write].elementType, b, loc);
  }

  /// Computes an element of each iteration: `stored` gets those of results,
  /// and what combiners made of the others is returned.
  Values emitBody(const BodyIterations &iterations, ValueRange combined,
                  Inside inside, MutableArrayRef<SmallVector<Value>> stored) {
    IRMapping known;
    for (const Predicate &predicate : getPredicates(nest))
      if (inside == Inside::Elements ||
          inside == (dependsOnRow(predicate) ? Inside::Row : Inside::Columns))
        known.map(predicate.condition, boolean(true));
    Value inRow = createRowMask(iterations, inside);
    return emitBody(vectors, iterations, known,
                    inside == Inside::Elements ? Value() : inRow, inRow,
                    combined, stored);
  }

  /// The same with conditions that are known, and lanes that read and that are
  /// combined.
  Values emitBody(BodyVectorizer &vectors, const BodyIterations &iterations,
                  IRMapping known, Value mask, Value inRow, ValueRange combined,
                  MutableArrayRef<SmallVector<Value>> stored) {
    for (auto [init, value] : llvm::zip_equal(combiners, combined))
      known.map(op.getMatchingBlockArgument(op.getDpsInitOperand(init)), value);
    FailureOr<SmallVector<Value>> values =
        vectors.emit(iterations, known, mask);
    if (failed(values)) {
      isFailed = true;
      return Values(combined);
    }
    for (auto [result, into] : llvm::zip_equal(results, stored)) {
      Value value = vectors.broadcast((*values)[result.number]);
      Type type = b.getIntegerType(8 * result.elementBytes);
      if (auto vector = dyn_cast<VectorType>(value.getType()))
        type = VectorType::get(vector.getShape(), type);
      if (value.getType() != type)
        value = arith::BitcastOp::create(b, loc, type, value);
      into.push_back(value);
    }
    Values next;
    for (auto [init, old] : llvm::zip_equal(combiners, combined)) {
      Value value = vectors.broadcast((*values)[init]);
      next.push_back(inRow ? select(inRow, value, old) : value);
    }
    return next;
  }

  linalg::LinalgOp op;
  const AccessNest &nest;
  const StreamSchedule &schedule;
  int64_t width;
  BodyVectorizer vectors, scalars;
  std::vector<StreamResult> results;
  /// The numbers of results that are combined of all iterations.
  SmallVector<unsigned> combiners;
  /// The current rows' indices of the outer loops, and those of one of them.
  SmallVector<SmallVector<Value>> rows;
  SmallVector<Value> indices;
  /// Whether all predicates hold that depend on the current rows.
  Value areAllInside;
  bool isFailed = false;
  /// Of an operation that moves blocks.
  std::optional<MovementIndices> move;
};

} // namespace

LogicalResult emitStream(OpBuilder &b, linalg::LinalgOp op,
                         const AccessNest &nest,
                         const StreamSchedule &schedule) {
  return StreamEmitter(b, op, nest, schedule).emit();
}

} // namespace dml
