//===- PlaneEmitter.cpp - Planes of short rows ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of these operations are short and divided, as those of a fold with
// few windows in a row. Rows a stride apart begin at the same element of a
// window and read rows that follow each other. So a vector has one element of
// all iterations of several such rows. The vectors of all elements are
// interleaved, which gives rows in the memory of a task. It writes the plane
// row by row once all rows are there.
//
//===----------------------------------------------------------------------===//

#include "StreamEmitter.h"
#include "StreamRows.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {
namespace {

/// Builds the tasks of one operation with one result.
class PlaneEmitter : StreamRows {
public:
  PlaneEmitter(OpBuilder &b, linalg::LinalgOp op, const AccessNest &nest,
               const StreamSchedule &schedule)
      : StreamRows(b, op, nest, schedule), height(nest.loops.end()[-2].size),
        numColumns(llvm::divideCeil(width, schedule.unrolling)),
        pitch(getPlanePitch(nest, schedule)) {
    addResult(0);
  }

  LogicalResult emit() {
    StreamResult &result = results.front();
    ArrayRef<Value> planeSizes = ArrayRef(sizes).drop_back(2);
    Value numPlanes = product(planeSizes);
    auto memory = MemRefType::get({schedule.rowPhases * pitch},
                                  getElementTypeOrSelf(result.output));
    int64_t lineElements = schedule.vectorLength;
    parallelForEach(numPlanes, schedule.grain, [&](Value first) {
      Value last = minimum(add(first, schedule.grain), numPlanes);
      result.block = allocate(memory);
      WriteCombiningBuffer buffer(b, loc, result.output, result.misalignment,
                                  multiply(first, height * width),
                                  bypassesCache,
                                  (width + lineElements) * result.elementBytes);
      Values state = forEach(first, last, 1, buffer.getStart(),
                             [&](Value number, Values now) {
                               compute(delinearize(number, planeSizes));
                               return write(buffer, now);
                             });
      buffer.finish(state);
      memref::DeallocOp::create(b, loc, result.block);
    });
    return success(!isFailed);
  }

private:
  /// Where a row of a phase starts in the task's memory.
  Value getPlace(Value rowPhase, Value row) {
    return add(multiply(rowPhase, pitch),
               multiply(row, numColumns * schedule.unrolling));
  }

  void compute(ArrayRef<Value> plane) {
    int64_t rowPhases = schedule.rowPhases;
    forEach(constant(0), rowPhases, 1, [&](Value rowPhase) {
      Value count = ceilDivide(subtract(constant(height), rowPhase), rowPhases);
      forEach(constant(0), count, schedule.planeRows,
              [&](Value row) { computeRows(plane, rowPhase, row); });
    });
  }

  /// Computes rows from `first` on of those of a phase.
  void computeRows(ArrayRef<Value> plane, Value rowPhase, Value first) {
    BodyIterations iterations = {plane, first, schedule.unrolling, 0};
    iterations.numPacked = schedule.planeRows * numColumns;
    iterations.numColumns = numColumns;
    iterations.rowStep = schedule.rowPhases;
    iterations.rowPhase = rowPhase;
    SmallVector<SmallVector<Value>> stored(results.size());
    vectors.forgetPrefetches();
    for (int64_t element = 0; element < schedule.unrolling; ++element) {
      iterations.offset = element;
      emitBody(vectors, iterations, IRMapping(), /*mask=*/Value(),
               /*inRow=*/Value(), /*combined=*/ValueRange(), stored);
    }
    if (isFailed)
      return;
    Value place = getPlace(rowPhase, first);
    for (auto [i, value] :
         llvm::enumerate(interleaveLines(b, loc, stored.front())))
      storeAs(value, results.front().block,
              add(place, i * schedule.vectorLength));
  }

  /// Each row writes up to a line behind its end, where the next one writes
  /// later.
  Values write(WriteCombiningBuffer &buffer, Values state) {
    Value block = results.front().block;
    int64_t rowPhases = schedule.rowPhases;
    return forEach(constant(0), height, 1, state, [&](Value row, Values now) {
      Value place = getPlace(remainder(row, rowPhases), divide(row, rowPhases));
      for (int64_t i = 0; i < width; i += schedule.vectorLength)
        storeLine(loadLine(block, add(place, i)), buffer.getTarget(),
                  add(now.front(), i), LineStore::Unaligned);
      return buffer.advance(now, constant(width));
    });
  }

  int64_t height, numColumns, pitch;
};

} // namespace

LogicalResult emitPlanes(OpBuilder &b, linalg::LinalgOp op,
                         const AccessNest &nest,
                         const StreamSchedule &schedule) {
  return PlaneEmitter(b, op, nest, schedule).emit();
}

} // namespace dml
