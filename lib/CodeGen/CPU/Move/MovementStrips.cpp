//===- MovementStrips.cpp - Rows of a movement, strip by strip ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementStrips.h"

using namespace mlir;

namespace dml {

MovementStrips::MovementStrips(MovementIndices &indices,
                               const StripShape &shape,
                               const TaskTiling &division, Value partLength,
                               Value source, WriteCombiningBuffer &staging)
    : m(indices), shape(shape), division(division), partLength(partLength),
      source(source), staging(staging) {
  if (shape.windowLoop)
    windows.emplace(indices, shape, source);
}

void MovementStrips::finish() {
  if (windows)
    windows->emitDealloc();
}

WriteCombiningBuffer::State
MovementStrips::emit(WriteCombiningBuffer::State state, ArrayRef<Value> row) {
  SmallVector<Value> position(row.take_front(division.numOuter));
  Value begin = m.constant(0), end = m.getSizes()[division.stripLoop];
  if (division.isStripCut) {
    begin = m.multiply(row.back(), partLength);
    end = m.signedMinimum(end, m.add(begin, partLength));
  }
  return emitLoops(state, position, begin, end);
}

/// The loops between the outer ones and the strip.
WriteCombiningBuffer::State
MovementStrips::emitLoops(WriteCombiningBuffer::State state,
                          SmallVectorImpl<Value> &position, Value begin,
                          Value end) {
  unsigned loop = position.size();
  if (loop == division.stripLoop)
    return emitStrip(state, position, begin, end);
  if (loop == shape.windowLoop)
    windows->fill(position);
  return staging.emitLoop(state, m.constant(0), m.getSizes()[loop],
                          m.constant(1),
                          [&](Value i, WriteCombiningBuffer::State inner) {
                            position.push_back(i);
                            inner = emitLoops(inner, position, begin, end);
                            position.pop_back();
                            return inner;
                          });
}

/// Iterations [begin, end) of the strip at this position of the loops outside.
WriteCombiningBuffer::State
MovementStrips::emitStrip(WriteCombiningBuffer::State state,
                          ArrayRef<Value> position, Value begin, Value end) {
  Value from =
      windows ? windows->getPosition(position) : m.getPosition(position);
  std::optional<StripRange> range = emitRange(position);

  int64_t maxElements = division.pieceElements;
  std::optional<int64_t> rowLength = m.getLoops().back().size;
  if (shape.hasRows && rowLength)
    maxElements -= maxElements % *rowLength;
  std::optional<int64_t> size = m.getNumStripElements(shape);
  if (size && *size <= maxElements && !division.isStripCut)
    return emitPiece(state, from, range, begin, end, *size);
  Value pieceLength = m.getLength(maxElements, shape);
  return staging.emitLoop(
      state, begin, end, pieceLength,
      [&](Value i, WriteCombiningBuffer::State inner) {
        Value last = m.signedMinimum(end, m.add(i, pieceLength));
        return emitPiece(inner, from, range, i, last, maxElements);
      });
}

/// Iterations [begin, end) of the strip that starts at `from`, which have up to
/// so many elements.
WriteCombiningBuffer::State
MovementStrips::emitPiece(WriteCombiningBuffer::State state, Value from,
                          std::optional<StripRange> range, Value begin,
                          Value end, int64_t maxElements) {
  Value length = m.subtract(end, begin);
  int64_t stride = windows ? 1 : shape.stride;
  Value step = m.constant(stride);
  if (shape.hasRows)
    step = m.multiply(step, m.getSizes().back());
  StripPiece piece = {windows ? windows->getBuffer() : source,
                      m.add(from, m.multiply(begin, step)),
                      staging.getBuffer(),
                      state.size,
                      m.constant(1),
                      length,
                      shape.hasRows,
                      maxElements / shape.numSources,
                      /*hasSlack=*/windows.has_value()};
  if (shape.hasRows) {
    piece.numRows = length;
    piece.rowLength = m.getSizes().back();
  }
  if (shape.numSources > 1) {
    emitInterleavedPiece(m.b, m.loc, piece, shape.numSources,
                         m.getStrides().back());
  } else if (shape.rangeLoop && shape.stride > 1) {
    bool hasRowLoop = division.stripLoop > *shape.rangeLoop + 1;
    emitDealtPiece(m.b, m.loc, piece, staging.getCursors(state),
                   hasRowLoop ? m.getStrides().end()[-2] : Value());
  } else if (shape.rangeLoop) {
    for (Value cursor : staging.getCursors(state)) {
      piece.cursor = cursor;
      emitStridedPiece(m.b, m.loc, piece, stride, range);
      piece.position = m.add(piece.position, m.getStrides()[*shape.rangeLoop]);
    }
  } else {
    if (range)
      cutRange(*range, piece, begin);
    emitStridedPiece(m.b, m.loc, piece, stride, range);
  }
  return staging.advance(state, m.multiply(length, m.getLoopElements(shape)));
}

/// Cuts the range of a strip to a piece that begins at an iteration.
void MovementStrips::cutRange(StripRange &range, const StripPiece &piece,
                              Value begin) {
  auto cut = [&](Value &first, Value &last, Value offset, Value size) {
    first = m.signedMaximum(m.signedMinimum(m.subtract(first, offset), size),
                            m.constant(0));
    last =
        m.signedMaximum(m.signedMinimum(m.subtract(last, offset), size), first);
  };
  bool hasRows = shape.hasRows;
  cut(range.firstRow, range.lastRow, hasRows ? begin : m.constant(0),
      piece.numRows);
  cut(range.firstColumn, range.lastColumn, hasRows ? m.constant(0) : begin,
      piece.rowLength);
}

/// The iterations of a strip that lie inside of all predicates.
std::optional<StripRange> MovementStrips::emitRange(ArrayRef<Value> position) {
  if (m.getBounds().empty())
    return std::nullopt;
  Value zero = m.constant(0), numColumns = m.getSizes().back();
  bool hasRows = shape.hasRows;
  Value numRows = hasRows ? m.getSizes()[division.stripLoop] : m.constant(1);
  StripRange range = {zero, numRows, zero, numColumns, m.getOtherwise()};
  for (auto [p, bound] : llvm::enumerate(m.getBounds())) {
    Value start = m.getPredicatePosition(p, position);
    int64_t ofColumn = m.getLoops().back().predicateSteps[p];
    int64_t ofRow =
        hasRows ? m.getLoops()[division.stripLoop].predicateSteps[p] : 0;
    if (ofColumn != 0)
      m.restrict(range.firstColumn, range.lastColumn, start, ofColumn, bound);
    else if (ofRow != 0)
      m.restrict(range.firstRow, range.lastRow, start, ofRow, bound);
    else
      range.firstRow =
          m.select(m.isBelow(start, bound), range.firstRow, numRows);
  }
  return range;
}

} // namespace dml
