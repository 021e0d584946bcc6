//===- MovementStrips.cpp - Rows of a movement to the stage ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementStrips.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

MovementRows::MovementRows(MovementIndices &indices, const RunShape &shape,
                           const MovementDivision &division, Value partLength,
                           Value source, LineStage &stage)
    : m(indices), shape(shape), division(division), partLength(partLength),
      source(source), stage(stage) {
  if (shape.windowLoop)
    windows.emplace(indices, shape, source);
}

void MovementRows::finish() {
  if (windows)
    windows->emitDealloc();
}

LineStage::State MovementRows::emit(LineStage::State state,
                                    ArrayRef<Value> row) {
  SmallVector<Value> position(row.take_front(division.numOuter));
  Value begin = m.constant(0), end = m.getSizes()[division.runLoop];
  if (division.isRunCut) {
    begin = m.multiply(row.back(), partLength);
    end = m.signedMinimum(end, m.add(begin, partLength));
  }
  return emitLoops(state, position, begin, end);
}

/// The loops between the outer ones and the run.
LineStage::State MovementRows::emitLoops(LineStage::State state,
                                         SmallVectorImpl<Value> &position,
                                         Value begin, Value end) {
  unsigned loop = position.size();
  if (loop == division.runLoop)
    return emitRun(state, position, begin, end);
  if (loop == shape.windowLoop)
    windows->fill(position);
  return stage.emitLoop(state, m.constant(0), m.getSizes()[loop], m.constant(1),
                        [&](Value i, LineStage::State inner) {
                          position.push_back(i);
                          inner = emitLoops(inner, position, begin, end);
                          position.pop_back();
                          return inner;
                        });
}

/// Iterations [begin, end) of the run at this position of the loops outside.
LineStage::State MovementRows::emitRun(LineStage::State state,
                                       ArrayRef<Value> position, Value begin,
                                       Value end) {
  Value from =
      windows ? windows->getPosition(position) : m.getPosition(position);
  std::optional<RunRange> range = emitRange(position);

  int64_t maxElements = division.pieceElements;
  std::optional<int64_t> rowLength =
      getConstantIntValue(m.getLoops().back().size);
  if (shape.hasRows && rowLength)
    maxElements -= maxElements % *rowLength;
  std::optional<int64_t> size = m.getNumRunElements(shape);
  if (size && *size <= maxElements && !division.isRunCut)
    return emitPiece(state, from, range, begin, end, *size);
  Value pieceLength = m.getLength(maxElements, shape);
  return stage.emitLoop(
      state, begin, end, pieceLength, [&](Value i, LineStage::State inner) {
        Value last = m.signedMinimum(end, m.add(i, pieceLength));
        return emitPiece(inner, from, range, i, last, maxElements);
      });
}

/// Iterations [begin, end) of the run that starts at `from`, which have up to
/// so many elements.
LineStage::State MovementRows::emitPiece(LineStage::State state, Value from,
                                         std::optional<RunRange> range,
                                         Value begin, Value end,
                                         int64_t maxElements) {
  Value length = m.subtract(end, begin);
  int64_t stride = windows ? 1 : shape.stride;
  Value step = m.constant(stride);
  if (shape.hasRows)
    step = m.multiply(step, m.getSizes().back());
  RunPiece piece = {windows ? windows->getBuffer() : source,
                    m.add(from, m.multiply(begin, step)),
                    stage.getBuffer(),
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
  } else {
    if (range)
      cutRange(*range, piece, begin);
    emitStridedPiece(m.b, m.loc, piece, stride, range);
  }
  return stage.advance(state, m.multiply(length, m.getLoopElements(shape)));
}

/// What a piece that begins at an iteration has of the range of a run.
void MovementRows::cutRange(RunRange &range, const RunPiece &piece,
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

/// The iterations of a run that lie inside of all guards.
std::optional<RunRange> MovementRows::emitRange(ArrayRef<Value> position) {
  if (m.getGuards().empty())
    return std::nullopt;
  Value zero = m.constant(0), numColumns = m.getSizes().back();
  bool hasRows = shape.hasRows;
  Value numRows = hasRows ? m.getSizes()[division.runLoop] : m.constant(1);
  RunRange range = {zero, numRows, zero, numColumns, m.getOutside()};
  for (auto [g, guard] : llvm::enumerate(m.getGuards())) {
    Value start = m.getGuardPosition(g, position);
    int64_t ofColumn = m.getLoops().back().guardSteps[g];
    int64_t ofRow = hasRows ? m.getLoops()[division.runLoop].guardSteps[g] : 0;
    if (ofColumn != 0)
      m.restrict(range.firstColumn, range.lastColumn, start, ofColumn,
                 guard.bound);
    else if (ofRow != 0)
      m.restrict(range.firstRow, range.lastRow, start, ofRow, guard.bound);
    else
      range.firstRow =
          m.select(m.isBelow(start, guard.bound), range.firstRow, numRows);
  }
  return range;
}

} // namespace dml
