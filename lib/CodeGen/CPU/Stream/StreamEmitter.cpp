//===- StreamEmitter.cpp - Computed results in streams of lines -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamEmitter.h"
#include "StreamRows.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {
namespace {

/// Builds the tasks of one operation.
class StreamEmitter : StreamRows {
public:
  using StreamRows::StreamRows;

  LogicalResult emit() {
    Value numParts = divide(sizes.back(), schedule.partElements);
    if (!hasKnownRows(nest)) {
      numParts = maximum(numParts, 1);
      createInterior();
    }
    SmallVector<Value> rowSizes(ArrayRef(sizes).drop_back());
    if (schedule.blockColumns > 0)
      rowSizes.back() = divide(rowSizes.back(), schedule.blockColumns);
    if (schedule.groupRows > 1)
      rowSizes.back() = ceilDivide(rowSizes.back(), schedule.groupRows);
    Value numRows = multiply(product(rowSizes), numParts);
    // Rows follow each other in the order of the results.
    ArrayRef<int64_t> strides = nest.getMainWrite().strides;
    auto partLoop = llvm::count_if(strides.drop_back(), [&](int64_t stride) {
      return schedule.blockColumns == 0 || stride > strides.back();
    });
    // A loop over parts that may be one would end for each row.
    bool joinsParts = !hasKnownRows(nest) && !rowSizes.empty();
    bool hasPartLoop =
        !joinsParts && (getConstantIntValue(numParts) != 1 || rowSizes.empty());
    if (hasPartLoop)
      rowSizes.insert(rowSizes.begin() + partLoop, numParts);
    if (joinsParts)
      rowSizes.back() = multiply(rowSizes.back(), numParts);
    auto toRow = [&](SmallVector<Value> row) {
      if (joinsParts)
        llvm::append_range(row, splitPart(row.pop_back_val(), numParts));
      else if (hasPartLoop)
        std::rotate(row.begin() + partLoop, row.begin() + partLoop + 1,
                    row.end());
      else
        row.push_back(constant(0));
      if (schedule.groupRows > 1)
        row.end()[-2] = scale(row.end()[-2], schedule.groupRows, 0);
      return row;
    };
    for (auto [i, write] : llvm::enumerate(nest.writes)) {
      if (write.combiner) {
        combiners.push_back(i);
        continue;
      }
      StreamResult &result = addResult(i);
      if (schedule.blockColumns > 0)
        chooseShape(result);
    }
    auto emitTask = [&](Value first, Value last) {
      Values state;
      if (schedule.gathersLines)
        state = createBuffers(getPosition(toRow(delinearize(first, rowSizes))));
      if (schedule.blockColumns > 0)
        createBlocks();
      for (unsigned i : combiners)
        state.push_back(vectors.broadcast(getIdentity(i)));
      state = forEachRow(
          first, last, rowSizes, state,
          [&](SmallVector<Value> indices, Values now) {
            SmallVector<Value> row = toRow(indices);
            if (schedule.blockColumns > 0) {
              emitBlock(row);
              return Values();
            }
            Value begin = multiply(row.back(), schedule.partElements);
            return emitGroup(row, subtract(getPosition(row), begin), now);
          });
      finish(state);
    };
    forEachTask(numRows, numParts, emitTask);
    return success(!isFailed);
  }

private:
  /// Tasks of rows [first, last): neighbours in the order of the results. Tasks
  /// follow each other in this order, or in that of what they read.
  void forEachTask(Value numRows, Value numParts,
                   llvm::function_ref<void(Value, Value)> emitTask) {
    if (!schedule.sharedReads) {
      Value grain = getGrain();
      return parallelForEach(numRows, grain, [&](Value first) {
        emitTask(first, minimum(add(first, grain), numRows));
      });
    }
    int64_t firstLoop = schedule.sharedReads->firstLoop;
    int64_t length = schedule.sharedReads->length;
    ArrayRef<Value> outer = ArrayRef(sizes).drop_back(2);
    Value size = sizes.end()[-2];
    Value numSharing = product(outer.drop_front(firstLoop));
    SmallVector<Value> taskSizes = {product(outer.take_front(firstLoop)),
                                    ceilDivide(size, length), numSharing};
    parallelForEach(product(taskSizes), 1, [&](Value task) {
      SmallVector<Value> at = delinearize(task, taskSizes);
      Value begin = multiply(at[1], length);
      Value end = minimum(add(begin, length), size);
      Value row = multiply(add(multiply(at[0], numSharing), at[2]), size);
      emitTask(multiply(add(row, begin), numParts),
               multiply(add(row, end), numParts));
    });
  }

  /// The rows, or parts of rows, of a task.
  Value getGrain() {
    if (hasKnownRows(nest))
      return constant(schedule.grain);
    // The schedule counts whole parts.
    Value elements = constant(schedule.grain * schedule.partElements);
    return maximum(divide(elements, maximum(sizes.back(), 1)), 1);
  }

  /// Rows [first, last), in a loop of its own for each index of the outer
  /// loops, whose share of the work is then done once.
  Values
  forEachRow(Value first, Value last, ArrayRef<Value> sizes, Values state,
             llvm::function_ref<Values(SmallVector<Value>, Values)> body) {
    // The only index of a loop is a constant.
    unsigned numLoops = sizes.size();
    while (numLoops > 1 && getConstantIntValue(sizes[numLoops - 1]) == 1)
      --numLoops;
    Value size = sizes[numLoops - 1];
    return forEach(divide(first, size), ceilDivide(last, size), 1, state,
                   [&](Value group, Values now) {
                     SmallVector<Value> outer =
                         delinearize(group, sizes.take_front(numLoops - 1));
                     Value begin = multiply(group, size);
                     Value from = subtract(maximum(first, begin), begin);
                     Value to = minimum(subtract(last, begin), size);
                     return forEach(from, to, 1, now,
                                    [&](Value inner, Values now) {
                                      SmallVector<Value> indices(outer);
                                      indices.push_back(inner);
                                      indices.resize(sizes.size(), constant(0));
                                      return body(indices, now);
                                    });
                   });
  }

  /// The row, and the part of it, with this number.
  Values splitPart(Value number, Value numParts) {
    return ifElse(
        isEqual(numParts, 1), [&] { return Values{number, constant(0)}; },
        [&] {
          return Values{divide(number, numParts), remainder(number, numParts)};
        });
  }

  /// Returns their states.
  Values createBuffers(Value position) {
    Values state;
    int64_t slack = 2 * schedule.stripElements * schedule.groupRows +
                    schedule.vectorLength * schedule.unrolling;
    for (StreamResult &result : results) {
      result.buffer.emplace(b, loc, result.output, result.misalignment,
                            position, bypassesCache,
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
        createStoreFence(result.bypassesCache);
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
    for (auto [i, size] : llvm::enumerate(ArrayRef(sizes).drop_back()))
      position = add(multiply(position, size), row[i]);
    return add(multiply(position, sizes.back()),
               multiply(row.back(), schedule.partElements));
  }

  /// If the rows of a result are whole lines and begin with one, they may
  /// bypass the caches.
  void chooseShape(StreamResult &result) {
    result.shape = BlockShape::get(schedule.partElements, schedule.blockColumns,
                                   kLineBytes / result.elementBytes);
    int64_t numColumns = result.shape.numColumns;
    bool hasLines = numColumns * result.elementBytes == kLineBytes &&
                    nest.loops.end()[-2].size % numColumns == 0;
    for (int64_t stride : nest.writes[result.number].strides)
      hasLines &= stride == 1 || stride % numColumns == 0;
    result.bypassesCache = bitAnd(bitAnd(bypassesCache, boolean(hasLines)),
                                  isEqual(result.misalignment, 0));
  }

  /// Memory for the largest block, and for vectors that reach past its end.
  void createBlocks() {
    int64_t maxColumns = nest.loops.end()[-2].size % schedule.blockColumns +
                         schedule.blockColumns;
    int64_t size = maxColumns * getBlockPitch() +
                   schedule.vectorLength * schedule.unrolling;
    for (StreamResult &result : results)
      result.block = allocate(
          MemRefType::get({size}, getElementTypeOrSelf(result.output)));
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
    forEach(begin, end, 1, [&](Value i) {
      column = i;
      emitGroup(row, getPlace(constant(0), i), Values());
    });
    // Parts in the order of the result.
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
          storeTransposed(result, loadColumns(result, from), to,
                          strides.back());
        });
      });
    }
  }

  /// Rows are so many elements apart.
  void storeTransposed(const StreamResult &result, ArrayRef<Value> columns,
                       Value position, int64_t rowStride) {
    SmallVector<Value> rows = transposeBlock(b, loc, columns, result.shape);
    chooseStore(result.bypassesCache, LineStore::Unaligned,
                [&](LineStore kind) {
                  Value at = position;
                  for (Value row : rows) {
                    storeLine(row, result.output, at, kind);
                    at = add(at, rowStride);
                  }
                });
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
};

} // namespace

LogicalResult emitStream(OpBuilder &b, linalg::LinalgOp op,
                         const AccessNest &nest,
                         const StreamSchedule &schedule) {
  if (schedule.planeRows > 0)
    return emitPlanes(b, op, nest, schedule);
  if (schedule.phaseRows > 0)
    return emitPhases(b, op, nest, schedule);
  return StreamEmitter(b, op, nest, schedule).emit();
}

} // namespace dml
