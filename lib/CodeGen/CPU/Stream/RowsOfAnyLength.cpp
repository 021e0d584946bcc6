//===- RowsOfAnyLength.cpp - Rows whose length only a run knows -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamRows.h"

using namespace mlir;

namespace dml {

void StreamRows::createInterior() {
  interiorBegin = constant(0);
  interiorEnd = sizes.back();
  // Bounds are cut to 31 bits, so that no product below overflows. The interior
  // may then be smaller than it could be.
  constexpr int64_t maxBound = std::numeric_limits<int32_t>::max();
  auto restrict = [&](const Predicate &predicate, Value bound) {
    const LinearForm &position = predicate.position;
    int64_t factor = position.factors.back();
    LoopDivision division = position.divisions.back();
    if (factor == 0) {
      Value holds = isLessUnsigned(constant(position.constant), bound);
      interiorEnd = select(holds, interiorEnd, 0);
      return;
    }
    // The first element whose position is not below a limit.
    auto getFirst = [&](Value limit) {
      Value distance = signedMaximum(subtract(limit, position.constant), 0);
      Value first = multiply(ceilDivide(distance, factor), division.divisor);
      return signedMaximum(subtract(first, division.shift), 0);
    };
    interiorBegin = signedMaximum(interiorBegin, getFirst(constant(0)));
    interiorEnd = signedMinimum(interiorEnd, getFirst(bound));
  };
  for (const Access &read : nest.getAllReads())
    for (const Predicate &predicate : read.predicates) {
      if (predicate.position.factors.back() < 0)
        interiorEnd = constant(0);
      else if (!dependsOnRow(predicate))
        restrict(predicate, minimum(getBound(read, predicate), maxBound));
    }
  Value unrolling = constant(schedule.unrolling);
  interiorBegin = ceilDivide(interiorBegin, unrolling);
  interiorEnd = divide(interiorEnd, unrolling);
  rowVectors = countVectors(constant(0), ceilDivide(sizes.back(), unrolling));
  isShort = bitAnd(
      isLessUnsigned(sizes.back(), 2 * schedule.stripElements),
      bitAnd(isLessUnsigned(rowVectors.first, 2),
             isLessUnsigned(subtract(rowVectors.all, rowVectors.last), 2)));
}

StreamRows::VectorCounts StreamRows::countVectors(Value begin, Value end) {
  Value length = constant(schedule.vectorLength);
  auto getDistance = [&](Value position) {
    return signedMaximum(subtract(position, begin), 0);
  };
  Value all = ceilDivide(subtract(end, begin), length);
  Value first = minimum(ceilDivide(getDistance(interiorBegin), length), all);
  Value last = divide(getDistance(signedMinimum(interiorEnd, end)), length);
  return {all, first, maximum(last, first)};
}

ScalarBuilder::Values StreamRows::emitAnyVectors(Value begin, Value end,
                                                 Values combined) {
  auto getPosition = [&](Value vector) {
    return add(begin, multiply(vector, schedule.vectorLength));
  };
  auto emitLong = [&] {
    VectorCounts vectors = countVectors(begin, end);
    Value numInside =
        select(areAllInside, subtract(vectors.last, vectors.first), 0);
    Values now =
        forEach(constant(0), subtract(vectors.all, numInside), 1, combined,
                [&](Value i, Values now) {
                  Value vector = select(isLessUnsigned(i, vectors.first), i,
                                        add(i, numInside));
                  return emitVector(getPosition(vector), now, Inside::None);
                });
    return forEach(vectors.first, add(vectors.first, numInside), 1, now,
                   [&](Value i, Values now) {
                     return emitVector(getPosition(i), now, Inside::Elements);
                   });
  };
  return ifElse(
      bitAnd(isShort, areAllInside), [&] { return emitShortRow(combined); },
      emitLong);
}

/// LLVM takes the masks of the first and the last vector out of the loops over
/// rows.
ScalarBuilder::Values StreamRows::emitShortRow(Values combined) {
  auto getPosition = [&](Value vector) {
    return multiply(vector, schedule.vectorLength);
  };
  auto emitIf = [&](Value condition, Value vector, Values now) {
    return ifElse(
        condition,
        [&] { return emitVector(getPosition(vector), now, Inside::Row); },
        [&] { return now; });
  };
  Value last = subtract(rowVectors.all, 1);
  combined = emitIf(isLessUnsigned(constant(0), rowVectors.first), constant(0),
                    combined);
  combined =
      emitIf(isLessUnsigned(rowVectors.last, rowVectors.all), last, combined);
  return forEach(rowVectors.first, rowVectors.last, 1, combined,
                 [&](Value i, Values now) {
                   return emitVector(getPosition(i), now, Inside::Elements);
                 });
}

} // namespace dml
