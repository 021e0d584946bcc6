//===- MovementTasks.cpp - A movement as parallel tasks -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementTasks.h"
#include "CacheLines.h"
#include "GatherStrips.h"
#include "MovementIndices.h"
#include "MovementStrips.h"
#include "TaskTiling.h"
#include "WriteCombiningBuffer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {
namespace {

class TaskEmitter {
public:
  TaskEmitter(MovementIndices &indices, const StripShape &shape)
      : m(indices), shape(shape),
        elementBytes(*getLineElementBytes(
            cast<MemRefType>(m.getDest().getType()).getElementType())),
        division(m.getLoops(), shape, elementBytes) {
    source = createFlatView(m.b, m.loc, m.getSource());
    output = createFlatView(m.b, m.loc, m.getDest());
    misalignment = getMisalignment(m.b, m.loc, m.getDest());
  }

  void emit(int64_t cacheBytes) {
    bypassesCache = emitBypassesCache(cacheBytes);

    // A row is what the inner loops write, or a part of a long strip.
    rowSizes.assign(m.getSizes().take_front(division.numOuter));
    if (shape.rangeLoop)
      rowSizes[*shape.rangeLoop] = m.constant(1);
    Value rowElements = m.product(getInnerSizes());
    if (division.isStripCut) {
      partLength = m.getLength(division.partElements, shape);
      rowSizes.push_back(
          m.ceilDivide(m.getSizes()[division.stripLoop], partLength));
      rowElements = m.constant(kStripPartBytes / elementBytes);
    }
    // Rows that are neighbours in the output, and numbers for them.
    unsigned numStretchLoops = shape.rangeLoop ? *shape.rangeLoop + 1 : 0;
    ArrayRef<Value> sizes = rowSizes;
    Value numStretches = m.product(sizes.take_front(numStretchLoops));
    Value numRows = m.product(sizes.drop_front(numStretchLoops));
    int64_t taskElements = kMoveTaskBytes / elementBytes / shape.numRanges;
    Value grain = m.ceilDivide(m.constant(taskElements),
                               m.maximum(rowElements, m.constant(1)));
    Value pitch = numRows;
    if (shape.rangeLoop)
      pitch = m.multiply(m.ceilDivide(numRows, grain), grain);
    auto tasks = scf::ParallelOp::create(
        m.b, m.loc, m.constant(0), m.multiply(numStretches, pitch), grain);
    // LLVM would make calls of memcpy from loops over a few lines.
    tasks->setAttr("passthrough", m.b.getStrArrayAttr({"no-builtins"}));
    OpBuilder::InsertionGuard guard(m.b);
    m.b.setInsertionPointToStart(tasks.getBody());
    Value first = tasks.getInductionVars()[0], end = numRows;
    if (shape.rangeLoop) {
      Value stretch = m.divide(first, pitch);
      Value begin = m.multiply(stretch, numRows);
      first = m.add(begin, m.remainder(first, pitch));
      end = m.add(begin, numRows);
    }
    emitTask(first, m.minimum(m.add(first, grain), end));
  }

private:
  /// The sizes of the loops that tasks do not divide.
  ArrayRef<Value> getInnerSizes() const {
    return m.getSizes().drop_front(division.numOuter);
  }

  /// Whether what is read and written does not fit in the caches.
  Value emitBypassesCache(int64_t cacheBytes) {
    Value read = getFlatSize(m.b, m.loc, source);
    Value written = getFlatSize(m.b, m.loc, output);
    return arith::CmpIOp::create(m.b, m.loc, arith::CmpIPredicate::ugt,
                                 m.add(read, written),
                                 m.constant(cacheBytes / elementBytes));
  }

  /// Rows [first, last), which are neighbours in the output.
  void emitTask(Value first, Value last) {
    SmallVector<Value> start = m.delinearize(first, rowSizes);
    WriteCombiningBuffer staging(m.b, m.loc, output, misalignment,
                                 getOutputPosition(start), bypassesCache,
                                 kPieceSlackBytes, getRanges());
    MovementStrips rows(m, shape, division, partLength, source, staging);

    SmallVector<Value> inits = {staging.getStart().size,
                                staging.getStart().base};
    llvm::append_range(inits, start);
    auto loop = scf::ForOp::create(
        m.b, m.loc, first, last, m.constant(1), inits,
        [&](OpBuilder &, Location, Value, ValueRange carried) {
          SmallVector<Value> row = llvm::to_vector(carried.drop_front(2));
          WriteCombiningBuffer::State state =
              rows.emit({carried[0], carried[1]}, row);
          SmallVector<Value> next = {state.size, state.base};
          llvm::append_range(next, advance(row));
          scf::YieldOp::create(m.b, m.loc, next);
        });
    staging.finish({loop.getResult(0), loop.getResult(1)});
    rows.finish();
  }

  WriteCombiningBuffer::Ranges getRanges() {
    if (!shape.rangeLoop)
      return {1, {}};
    return {shape.numRanges,
            m.product(m.getSizes().drop_front(*shape.rangeLoop + 1))};
  }

  /// The next row's position: divisions would cost more than a short row.
  SmallVector<Value> advance(ArrayRef<Value> position) {
    SmallVector<Value> next(position);
    Value carry = m.constant(1);
    for (unsigned i = next.size(); i-- > 0;) {
      Value sum = m.add(next[i], carry);
      if (i == 0) {
        next[i] = sum;
        break;
      }
      Value wraps = m.isEqual(sum, rowSizes[i]);
      next[i] = m.select(wraps, m.constant(0), sum);
      carry = m.select(wraps, m.constant(1), m.constant(0));
    }
    return next;
  }

  /// The output's element that a row starts at.
  Value getOutputPosition(ArrayRef<Value> row) {
    Value position = m.constant(0);
    for (unsigned i = 0; i < division.numOuter; ++i)
      position = m.add(m.multiply(position, m.getSizes()[i]), row[i]);
    position = m.multiply(position, m.product(getInnerSizes()));
    if (!division.isStripCut)
      return position;
    Value elements = m.multiply(partLength, m.getLoopElements(shape));
    return m.add(position, m.multiply(row.back(), elements));
  }

  MovementIndices &m;
  const StripShape &shape;
  int64_t elementBytes;
  TaskTiling division;
  Value source, output, misalignment, bypassesCache;
  /// Iterations of the strip's loop in a part of a strip that is cut.
  Value partLength;
  /// The sizes of the loops that tasks divide, and of the parts of a cut strip.
  SmallVector<Value> rowSizes;
};

} // namespace

void emitMovementTasks(MovementIndices &indices, const StripShape &shape,
                       int64_t cacheBytes) {
  TaskEmitter(indices, shape).emit(cacheBytes);
}

} // namespace dml
