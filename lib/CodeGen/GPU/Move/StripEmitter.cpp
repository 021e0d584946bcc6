//===- StripEmitter.cpp - Consecutive elements of a result ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace dml {

static Value scale(WordBuilder &w, Value index, int64_t factor) {
  return w.apply(w.b.getAffineDimExpr(0) * factor, index);
}

SmallVector<Strip> StripEmitter::emitStrips(WordBuilder &w, Value number) {
  if (schedule.rows)
    return {emitStripInRows(w, number)};
  SmallVector<Strip> strips;
  for (int64_t step = 0; step < schedule.getNumSteps(); ++step)
    strips.push_back(emitStrip(w, number, getIndices(w, number, step), step));
  return strips;
}

Strip StripEmitter::emitStripInRow(WordBuilder &w, Value number) {
  int64_t count = schedule.stripElements;
  int64_t rowElements = schedule.rows->getNumElements();
  Value begin =
      w.apply((w.b.getAffineDimExpr(0) * count) % rowElements, number);
  Value isWhole = w.isLessUnsigned(w.asWord(begin), rowElements - count + 1);
  return {scale(w, number, count),
          elementEmitter.emit(w, getRowIndices(w, number, 0).indices), isWhole};
}

Strip StripEmitter::emitStripInRows(WordBuilder &w, Value number) {
  auto [indices, steps] = getRowIndices(w, number, 0);
  SmallVector<Value> isInRow;
  for (Value step : steps)
    isInRow.push_back(w.isLessUnsigned(step, schedule.rows->numSteps));
  SmallVector<Value> elements = elementEmitter.emit(w, indices);
  RowIndices behind = getRowIndices(w, number, 1);
  size_t numResults = elements.size() / indices.size();
  for (auto [i, next] : llvm::enumerate(elementEmitter.emit(w, behind.indices)))
    elements[i] = w.select(isInRow[i / numResults], elements[i], next);
  return {scale(w, number, schedule.stripElements), elements};
}

SmallVector<SmallVector<StripEmitter::Values>>
StripEmitter::getIndicesInRow(WordBuilder &w, Value row, Value strip) const {
  SmallVector<int64_t> sizes(
      elementEmitter.getSizes().take_front(schedule.rows->firstDim));
  int64_t steps = schedule.getNumSteps();
  if (schedule.repeated)
    sizes[schedule.repeated->dim] /= steps;
  SmallVector<Value> outer =
      affine::AffineDelinearizeIndexOp::create(w.b, w.loc, row, sizes)
          .getResults();
  AffineExpr d0 = w.b.getAffineDimExpr(0);
  SmallVector<SmallVector<Values>> indices;
  for (int64_t step = 0; step < steps; ++step) {
    SmallVector<Value> ofStep = outer;
    if (schedule.repeated)
      ofStep[schedule.repeated->dim] =
          w.apply(d0 * steps + step, outer[schedule.repeated->dim]);
    indices.push_back(
        getRowIndices(w, ofStep, d0 * schedule.stripElements, strip).indices);
  }
  return indices;
}

/// The indices of a strip's elements as if all of them were in the row in which
/// the strip begins, or in the next one.
StripEmitter::RowIndices StripEmitter::getRowIndices(WordBuilder &w,
                                                     Value number,
                                                     int64_t rowsBehind) const {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  int64_t rowElements = rows.getNumElements();
  AffineExpr begin = w.b.getAffineDimExpr(0) * schedule.stripElements;
  Value row = w.apply(begin.floorDiv(rowElements) + rowsBehind, number);
  SmallVector<Value> outer =
      affine::AffineDelinearizeIndexOp::create(
          w.b, w.loc, row, elementEmitter.getSizes().take_front(rows.firstDim))
          .getResults();
  return getRowIndices(w, outer, begin % rowElements - rowsBehind * rowElements,
                       number);
}

/// The indices of a strip's elements in a row, which the indices of the
/// dimensions outside of it give. `begin` is the strip's first element in the
/// row. It may lie outside of the row; indices are then too large or negative.
StripEmitter::RowIndices
StripEmitter::getRowIndices(WordBuilder &w, ValueRange outer, AffineExpr begin,
                            ValueRange operands) const {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  ArrayRef<int64_t> sizes = elementEmitter.getSizes();
  ArrayRef<unsigned> loops = elementEmitter.getLoops();
  RowIndices result;
  for (int64_t i = 0; i < schedule.stripElements; ++i) {
    Values &indices = result.indices.emplace_back(numLoops, Value());
    for (auto [dim, index] : llvm::enumerate(outer))
      indices[loops[dim]] = index;
    AffineExpr place = begin + i;
    result.steps.push_back(
        w.apply(place.floorDiv(rows.stepElements), operands));
    int64_t inside = rows.getNumElements();
    for (size_t dim = rows.firstDim; dim < sizes.size(); ++dim) {
      inside /= sizes[dim];
      AffineExpr index = place.floorDiv(inside);
      bool isFirst = dim == rows.firstDim;
      indices[loops[dim]] =
          w.apply(isFirst ? index : index % sizes[dim], operands);
    }
  }
  return result;
}

/// The indices of a strip's elements in dimensions of these sizes.
SmallVector<SmallVector<Value>>
StripEmitter::delinearizeStrip(WordBuilder &w, Value number,
                               ArrayRef<int64_t> sizes) {
  int64_t count = schedule.stripElements;
  AffineExpr first = w.b.getAffineDimExpr(0) * count;
  return elementEmitter.delinearize(w, first, number, count, sizes);
}

/// The loops' indices of a strip's elements at a step of the repeated dimension
/// or of a cell.
SmallVector<SmallVector<Value>>
StripEmitter::getIndices(WordBuilder &w, Value number, int64_t step) {
  SmallVector<int64_t> sizes(elementEmitter.getSizes());
  if (!schedule.cell.empty())
    return getCellIndices(w, number, step);
  if (schedule.turns)
    return getTurnIndices(w, number);
  if (!schedule.repeated)
    return delinearizeStrip(w, number, sizes);
  if (schedule.repeated->distance > 0)
    return getSpreadIndices(w, number, step);
  auto [dim, steps, distance] = *schedule.repeated;
  int64_t size = sizes[dim];
  int64_t groups = sizes[dim] = llvm::divideCeil(size, steps);
  AffineExpr d0 = w.b.getAffineDimExpr(0);
  AffineExpr first = d0 * steps;
  // The last group ends with the dimension, so it may overlap the one before.
  if (groups > 1)
    first = first - d0.floorDiv(groups - 1) * (groups * steps - size);
  SmallVector<Values> indices = delinearizeStrip(w, number, sizes);
  for (Values &ofElement : indices) {
    Value &index = ofElement[elementEmitter.getLoops()[dim]];
    index = w.apply(first + step, index);
  }
  return indices;
}

/// The same of spread steps.
SmallVector<SmallVector<Value>>
StripEmitter::getSpreadIndices(WordBuilder &w, Value number, int64_t step) {
  auto [dim, steps, distance] = *schedule.repeated;
  SmallVector<int64_t> sizes(elementEmitter.getSizes());
  std::fill_n(sizes.begin(), dim, 1);
  sizes[dim] = distance;
  SmallVector<Values> indices = delinearizeStrip(w, number, sizes);
  ArrayRef<unsigned> loops = elementEmitter.getLoops();
  for (Values &ofElement : indices) {
    Value together = w.apply(w.b.getAffineDimExpr(0) + distance * step,
                             ofElement[loops[dim]]);
    auto parts = affine::AffineDelinearizeIndexOp::create(
        w.b, w.loc, together, elementEmitter.getSizes().take_front(dim + 1));
    for (auto [loop, part] : llvm::zip(loops, parts.getResults()))
      ofElement[loop] = part;
  }
  return indices;
}

/// The same of a cell.
SmallVector<SmallVector<Value>>
StripEmitter::getCellIndices(WordBuilder &w, Value number, int64_t step) {
  SmallVector<int64_t> sizes(elementEmitter.getSizes());
  for (auto [dim, steps] : schedule.cell)
    sizes[dim] = llvm::divideCeil(sizes[dim], steps);
  SmallVector<Values> indices = delinearizeStrip(w, number, sizes);
  AffineExpr d0 = w.b.getAffineDimExpr(0);
  for (auto [dim, steps] : schedule.cell) {
    for (Values &ofElement : indices) {
      Value &index = ofElement[elementEmitter.getLoops()[dim]];
      index = w.apply(d0 * steps + step % steps, index);
    }
    step /= steps;
  }
  return indices;
}

/// The same where neighbouring threads take strips that are apart.
SmallVector<SmallVector<Value>> StripEmitter::getTurnIndices(WordBuilder &w,
                                                             Value number) {
  auto [distance, threads] = *schedule.turns;
  int64_t count = schedule.stripElements;
  SmallVector<int64_t> sizes(elementEmitter.getSizes());
  int64_t groups = llvm::divideCeil(sizes.pop_back_val(), distance * threads);
  sizes.append({groups, distance / count, threads});
  SmallVector<Value> parts =
      affine::AffineDelinearizeIndexOp::create(w.b, w.loc, number, sizes)
          .getResults();
  ArrayRef<unsigned> loops = elementEmitter.getLoops();
  Values first(numLoops, Value());
  for (auto [loop, part] : llvm::zip(loops.drop_back(), parts))
    first[loop] = part;
  AffineExpr d0, d1, d2;
  bindDims(w.b.getContext(), d0, d1, d2);
  AffineExpr begin = (d0 * threads + d2) * distance + d1 * count;
  SmallVector<Values> indices(count, first);
  for (auto [i, ofElement] : llvm::enumerate(indices))
    ofElement[loops.back()] = w.apply(begin + i, ArrayRef(parts).take_back(3));
  return indices;
}

/// Whether the indices of a step lie before the ends of all dimensions; null
/// where they always do.
Value StripEmitter::isInside(WordBuilder &w, ArrayRef<Value> indices,
                             int64_t step) const {
  Value isInside;
  ArrayRef<int64_t> sizes = elementEmitter.getSizes();
  auto limit = [&](size_t dim) {
    Value index = w.asWord(indices[elementEmitter.getLoops()[dim]]);
    Value isBefore = w.isLessUnsigned(index, sizes[dim]);
    isInside = isInside ? w.bitAnd(isInside, isBefore) : isBefore;
  };
  if (schedule.turns &&
      sizes.back() % (schedule.turns->distance * schedule.turns->threads) != 0)
    limit(sizes.size() - 1);
  for (auto [dim, steps] : schedule.cell) {
    int64_t size = sizes[dim];
    int64_t last = llvm::alignDown(size - 1, steps) + step % steps;
    step /= steps;
    if (last >= size)
      limit(dim);
  }
  return isInside;
}

/// The strip of which the elements have these indices of the loops.
Strip StripEmitter::emitStrip(WordBuilder &w, Value number,
                              ArrayRef<Values> indices, int64_t step) {
  if (!schedule.cell.empty() || schedule.turns)
    return {linearize(w, indices.front()), elementEmitter.emit(w, indices),
            isInside(w, indices.front(), step)};
  Value place = scale(w, number, schedule.stripElements);
  if (!schedule.repeated)
    return {place, elementEmitter.emit(w, indices)};
  auto [dim, steps, distance] = *schedule.repeated;
  if (distance == 0)
    return {linearize(w, indices.front()), elementEmitter.emit(w, indices)};
  int64_t share =
      llvm::product_of(elementEmitter.getSizes().drop_front(dim + 1), distance);
  Value position = w.apply(w.b.getAffineDimExpr(0) + share * step, place);
  int64_t numElements = elementEmitter.getNumElements();
  Value isWhole;
  if (share * (step + 1) > numElements)
    isWhole = w.isLessUnsigned(w.asWord(position), numElements);
  return {position, elementEmitter.emit(w, indices), isWhole};
}

/// The position in the results of an element with these loops' indices.
Value StripEmitter::linearize(WordBuilder &w, ArrayRef<Value> indices) const {
  AffineExpr position = w.b.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [loop, size] :
       llvm::zip_equal(elementEmitter.getLoops(), elementEmitter.getSizes())) {
    position = position * size + w.b.getAffineDimExpr(operands.size());
    operands.push_back(indices[loop]);
  }
  return w.apply(position, operands);
}

} // namespace dml
