//===- StreamRows.cpp - The rows of a stream in vectors -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamRows.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace dml {

StreamRows::StreamRows(OpBuilder &b, linalg::LinalgOp op,
                       const AccessNest &nest, const StreamSchedule &schedule)
    : VectorBuilder(b, op.getLoc()), op(op), nest(nest), schedule(schedule),
      width(nest.loops.back().size),
      vectors(b, op, schedule.vectorLength, schedule.prefetches,
              schedule.prefetchBytes),
      scalars(b, op, /*length=*/1, /*prefetches=*/false, /*prefetchBytes=*/0) {
  sizes = createLoopSizes(nest);
  bypassesCache = schedule.maxCachedBytes ? exceedsCache()
                                          : boolean(schedule.bypassesCache);
}

StreamResult &StreamRows::addResult(unsigned number) {
  const Access &write = nest.writes[number];
  results.push_back({number, *getLineElementBytes(write.elementType),
                     createFlatView(write.buffer),
                     getMisalignment(write.buffer)});
  return results.back();
}

Value StreamRows::countElements(Value buffer) {
  return product(getValueOrCreateConstantIndexOp(
      b, loc, memref::getMixedSizes(b, loc, buffer)));
}

Value StreamRows::exceedsCache() {
  Value bytes = constant(0);
  for (const Access &write : nest.writes)
    if (!write.combiner)
      bytes = add(bytes, multiply(product(sizes),
                                  *getLineElementBytes(write.elementType)));
  llvm::SmallPtrSet<void *, 4> counted;
  for (const Access &read : nest.getAllReads())
    if (std::optional<int64_t> size = getLineElementBytes(read.elementType);
        size && counted.insert(read.buffer.getAsOpaquePointer()).second)
      bytes = add(bytes, multiply(countElements(read.buffer), *size));
  return isLessUnsigned(constant(*schedule.maxCachedBytes), bytes);
}

ScalarBuilder::Values StreamRows::emitGroup(ArrayRef<Value> row, Value rowStart,
                                            Values state) {
  SmallVector<SmallVector<Value>> group(1, SmallVector<Value>(row));
  if (schedule.groupRows == 1)
    return emitRows(group, isInside(row), rowStart, state);
  for (int64_t i = 1; i < schedule.groupRows; ++i) {
    group.push_back(group.front());
    group.back().end()[-2] = scale(row.end()[-2], 1, i);
  }
  // Predicates hold between rows that they hold for.
  Value numRows = sizes.end()[-2];
  Value isWhole = bitAnd(isLessUnsigned(group.back().end()[-2], numRows),
                         bitAnd(isInside(row), isInside(group.back())));
  return ifElse(
      isWhole, [&] { return emitRows(group, boolean(true), rowStart, state); },
      [&] {
        Value count =
            minimum(subtract(numRows, row.end()[-2]), schedule.groupRows);
        return forEach(constant(0), count, 1, state, [&](Value i, Values now) {
          SmallVector<Value> single(row);
          single.end()[-2] = add(row.end()[-2], i);
          return emitRows({single}, isInside(single),
                          add(rowStart, multiply(i, sizes.back())), now);
        });
      });
}

void StreamRows::emitPhase(ArrayRef<Value> row, Value begin, Value end,
                           Value rowStart) {
  SmallVector<Value> withPart(row);
  withPart.push_back({});
  areAllInside = isInside(withPart);
  rows.assign({llvm::to_vector(row)});
  emitStrip(begin, end, rowStart, Values());
}

Value StreamRows::scale(Value index, int64_t factor, int64_t more) {
  return affine::makeComposedAffineApply(
      b, loc, b.getAffineDimExpr(0) * factor + more, {index});
}

Value StreamRows::isInside(ArrayRef<Value> row) {
  indices = llvm::to_vector(row.drop_back());
  Value inside = boolean(true);
  OpFoldResult last = getAsOpFoldResult(subtract(sizes.back(), 1));
  for (const Access &read : nest.getAllReads())
    for (const Predicate &predicate : read.predicates)
      if (dependsOnRow(predicate) && schedule.packedIterations == 0)
        inside =
            bitAnd(inside, holds(predicate, getBound(read, predicate), last));
  // What is read behind the row's end need not be of the row.
  if (schedule.overruns)
    for (const Access &read : nest.reads)
      inside = bitAnd(
          inside, holds(getBounds(read), countElements(read.buffer),
                        b.getIndexAttr(
                            schedule.vectorLength * schedule.unrolling - 1)));
  return inside;
}

Value StreamRows::getBound(const Access &read, const Predicate &predicate) {
  if (!predicate.bound)
    return countElements(read.buffer);
  return getValueOrCreateConstantIndexOp(b, loc, predicate.bound);
}

ScalarBuilder::Values StreamRows::emitRows(ArrayRef<SmallVector<Value>> group,
                                           Value areInside, Value rowStart,
                                           Values state) {
  rows.clear();
  for (ArrayRef<Value> row : group)
    rows.push_back(llvm::to_vector(row.drop_back()));
  indices = rows.front();
  areAllInside = areInside;
  Value begin = multiply(group.front().back(), schedule.partElements);
  Value end = getEnd(begin, schedule.partElements, sizes.back());
  Value numStrips = divide(subtract(end, begin), schedule.stripElements);
  if (!hasKnownRows(nest))
    numStrips = maximum(numStrips, 1);
  return forEach(
      constant(0), numStrips, 1, state, [&](Value strip, Values now) {
        Value first = add(begin, multiply(strip, schedule.stripElements));
        return emitStrip(first, getEnd(first, schedule.stripElements, end),
                         rowStart, now);
      });
}

Value StreamRows::getEnd(Value begin, int64_t size, Value rangeEnd) {
  Value isLast = isLessUnsigned(subtract(rangeEnd, begin), 2 * size);
  return select(isLast, rangeEnd, add(begin, size));
}

Value StreamRows::holds(const Predicate &predicate, Value bound,
                        OpFoldResult last) {
  // Within a row a position may go from below 0 to above it. As an unsigned
  // number it then exceeds each bound that is not negative.
  Value first = bitAnd(
      isLessSigned(constant(-1), bound),
      isLessUnsigned(evaluate(predicate.position, b.getIndexAttr(0)), bound));
  if (predicate.position.factors.back() == 0)
    return first;
  return bitAnd(first,
                isLessUnsigned(evaluate(predicate.position, last), bound));
}

Value StreamRows::evaluate(const LinearForm &form, OpFoldResult element) {
  if (std::optional<int64_t> known = getConstantIntValue(element))
    return evaluate(form, b.getAffineConstantExpr(*known), indices);
  SmallVector<Value> operands(indices);
  operands.push_back(cast<Value>(element));
  return evaluate(form, b.getAffineDimExpr(indices.size()), operands);
}

Value StreamRows::evaluateAt(const LinearForm &form, Value iteration) {
  SmallVector<Value> operands(indices);
  operands.push_back(iteration);
  return evaluate(form, b.getAffineDimExpr(indices.size()) * schedule.unrolling,
                  operands);
}

Value StreamRows::evaluate(const LinearForm &form, AffineExpr element,
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

ScalarBuilder::Values StreamRows::emitStrip(Value begin, Value end,
                                            Value rowStart, Values state) {
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
  else if (!hasKnownRows(nest))
    combined = emitAnyVectors(divide(begin, schedule.unrolling),
                              ceilDivide(end, schedule.unrolling), combined);
  else if (hasConstantEnds())
    combined = emitRowWithEnds(combined);
  else
    combined = emitVectors(divide(begin, schedule.unrolling),
                           ceilDivide(end, schedule.unrolling), combined);
  Values next;
  if (schedule.gathersLines)
    for (auto [i, result] : llvm::enumerate(results))
      llvm::append_range(
          next,
          result.buffer->advance(ArrayRef(state).slice(2 * i, 2),
                                 multiply(subtract(end, begin), rows.size())));
  llvm::append_range(next, combined);
  return next;
}

int64_t StreamRows::countVectors(int64_t elements) const {
  return llvm::divideCeil(elements, schedule.unrolling * schedule.vectorLength);
}

bool StreamRows::hasConstantEnds() const {
  int64_t interior = schedule.interiorEnd - schedule.interiorBegin;
  return schedule.stripElements == width && schedule.partElements == width &&
         interior < width && countVectors(schedule.interiorBegin) <= 1 &&
         countVectors(width - schedule.interiorEnd) <= 1 &&
         (countVectors(width) <= 2 ||
          interior >= schedule.unrolling * schedule.vectorLength);
}

ScalarBuilder::Values StreamRows::emitRowWithEnds(Values combined) {
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
    now = forEach(constant(hasHead ? length : 0), hasTail ? last : iterations,
                  length, now, [&](Value position, Values before) {
                    position = signedMinimum(position, interiorEnd - length);
                    return emitVector(position, before, middle);
                  });
    return hasTail ? emitVector(constant(last), now, ends) : now;
  };
  return ifElse(
      areAllInside, [&] { return emitAll(Inside::Row, Inside::Elements); },
      [&] { return emitAll(Inside::None, Inside::Columns); });
}

ScalarBuilder::Values StreamRows::emitVectors(Value begin, Value end,
                                              Values combined) {
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
  Value head = ceilDivide(subtract(first, begin), length);
  Value tail = ceilDivide(subtract(end, last), length);
  combined = forEach(
      constant(0), add(head, tail), 1, combined, [&](Value i, Values now) {
        Value inHead = signedMinimum(add(begin, multiply(i, length)),
                                     subtract(end, length));
        Value toEnd = multiply(subtract(add(head, tail), i), length);
        Value inTail = signedMaximum(subtract(end, toEnd), begin);
        return emitVector(select(isLessUnsigned(i, head), inHead, inTail), now,
                          Inside::None);
      });
  return forEach(add(begin, multiply(head, length)),
                 subtract(end, multiply(tail, length)), length, combined,
                 [&](Value position, Values now) {
                   position = signedMinimum(position, subtract(last, length));
                   return emitVector(position, now, Inside::Elements);
                 });
}

ScalarBuilder::Values StreamRows::emitPackedVectors(Value begin, Value end,
                                                    Values combined) {
  int64_t length = schedule.packedIterations;
  Value last = ceilDivide(end, schedule.unrolling);
  return forEach(
      begin, last, length, combined, [&](Value position, Values now) {
        position = signedMinimum(position, subtract(last, length));
        Value isInside = boolean(true);
        for (const Access &read : nest.getAllReads())
          for (const Predicate &predicate : read.predicates)
            isInside =
                bitAnd(isInside,
                       isLessUnsigned(evaluateAt(predicate.position, position),
                                      getBound(read, predicate)));
        return ifElse(
            isInside, [&] { return emitPackedVector(position, end, now); },
            [&] { return emitElements(position, end, now); });
      });
}

ScalarBuilder::Values StreamRows::emitPackedVector(Value position, Value end,
                                                   Values combined) {
  SmallVector<SmallVector<Value>> stored(results.size());
  vectors.forgetPrefetches();
  int64_t numPacked = schedule.packedIterations * schedule.unrolling;
  Value at = multiply(position, schedule.unrolling);
  Value inRow;
  if (!combiners.empty())
    inRow = vectors.createLaneMask(constant(0),
                                   signedMinimum(subtract(end, at), numPacked));
  combined =
      emitBody(vectors, {indices, position, schedule.unrolling, 0, numPacked},
               IRMapping(), Value(), inRow, combined, stored);
  if (isFailed)
    return combined;
  for (auto [result, values] : llvm::zip_equal(results, stored))
    storeAs(values.front(), result.getTarget(), add(at, result.shift));
  return combined;
}

ScalarBuilder::Values StreamRows::emitElements(Value position, Value end,
                                               Values combined) {
  Values identities;
  for (unsigned i : combiners)
    identities.push_back(getIdentity(i));
  Value begin = multiply(position, schedule.unrolling);
  int64_t numPacked = schedule.packedIterations * schedule.unrolling;
  Values made =
      forEach(begin, signedMinimum(add(begin, numPacked), end), 1, identities,
              [&](Value element, Values now) {
                SmallVector<SmallVector<Value>> stored(results.size());
                Values next =
                    emitBody(scalars, {indices, element, 1, 0}, IRMapping(),
                             Value(), Value(), now, stored);
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

ScalarBuilder::Values StreamRows::emitVector(Value position, Values combined,
                                             Inside inside) {
  // By row and result.
  SmallVector<SmallVector<SmallVector<Value>>> stored(rows.size());
  vectors.forgetPrefetches();
  for (auto [i, row] : llvm::enumerate(rows)) {
    indices = row;
    stored[i].resize(results.size());
    for (int64_t element = 0; element < (phase ? 1 : schedule.unrolling);
         ++element)
      combined =
          emitBody({indices, position, schedule.unrolling, element, 0, phase},
                   combined, inside, stored[i]);
  }
  if (isFailed)
    return combined;
  for (auto [i, ofRow] : llvm::enumerate(stored)) {
    Value at = phase ? position
                     : add(multiply(position, schedule.unrolling), i * width);
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

Value StreamRows::createRowMask(const BodyIterations &iterations,
                                Inside inside) {
  int64_t length = schedule.vectorLength;
  bool endsInVector = schedule.overruns || !hasKnownRows(nest) ||
                      width % schedule.unrolling != 0;
  if (length == 1 || !endsInVector ||
      (inside == Inside::Elements && combiners.empty()))
    return Value();
  Value rest = subtract(subtract(sizes.back(), iterations.offset),
                        multiply(iterations.first, iterations.step));
  if (iterations.phase)
    rest = subtract(rest, iterations.phase);
  Value numLanes = ceilDivide(signedMaximum(rest, 0), iterations.step);
  return vectors.createLaneMask(constant(0), signedMinimum(numLanes, length));
}

Value StreamRows::getIdentity(unsigned write) {
  return arith::getIdentityValue(*nest.writes[write].combiner,
                                 nest.writes[write].elementType, b, loc);
}

ScalarBuilder::Values
StreamRows::emitBody(const BodyIterations &iterations, ValueRange combined,
                     Inside inside,
                     MutableArrayRef<SmallVector<Value>> stored) {
  IRMapping known;
  for (const Predicate &predicate : getPredicates(nest))
    if (inside == Inside::Elements ||
        inside == (dependsOnRow(predicate) ? Inside::Row : Inside::Columns))
      known.map(predicate.condition, boolean(true));
  Value inRow = createRowMask(iterations, inside);
  return emitBody(vectors, iterations, known,
                  inside == Inside::Elements ? Value() : inRow, inRow, combined,
                  stored);
}

ScalarBuilder::Values
StreamRows::emitBody(BodyVectorizer &vectors, const BodyIterations &iterations,
                     IRMapping known, Value mask, Value inRow,
                     ValueRange combined,
                     MutableArrayRef<SmallVector<Value>> stored) {
  for (auto [init, value] : llvm::zip_equal(combiners, combined))
    known.map(op.getMatchingBlockArgument(op.getDpsInitOperand(init)), value);
  FailureOr<SmallVector<Value>> values = vectors.emit(iterations, known, mask);
  if (failed(values)) {
    isFailed = true;
    return Values(combined);
  }
  for (auto [result, into] : llvm::zip_equal(results, stored)) {
    Value value = vectors.broadcast((*values)[result.number]);
    into.push_back(bitcastTo(b.getIntegerType(8 * result.elementBytes), value));
  }
  Values next;
  for (auto [init, old] : llvm::zip_equal(combiners, combined)) {
    Value value = vectors.broadcast((*values)[init]);
    next.push_back(inRow ? select(inRow, value, old) : value);
  }
  return next;
}

} // namespace dml
