//===- UnpoolBlockShape.h - Blocks of a result, and their inputs *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a run of the result, wherever rows end in it, or a segment of some
// rows. Rows are counted over all planes.
//
// - The inputs that may point into a block are near to it
//   (PoolAxis::getWidest): those of a run are one range of inputs, and those of
//   a segment one range in each of some rows.
// - Rows may begin and end within vectors: a row has the vectors that begin in
//   it, so that the last one may go on in the next row. Then the ranges of the
//   last segment do, too.
// - Runs take fewer instructions for each input. But where rows are long, the
//   same rows of inputs are read for many runs. Blocks are segments where these
//   read and write less by some factor.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H

#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace dml {

/// Arithmetic on numbers that are known, as ScalarBuilder emits it.
struct KnownArithmetic {
  static int64_t add(int64_t a, int64_t b) { return a + b; }
  static int64_t subtract(int64_t a, int64_t b) { return a - b; }
  static int64_t multiply(int64_t a, int64_t b) { return a * b; }
  static int64_t divide(int64_t a, int64_t b) { return a / b; }
  static int64_t remainder(int64_t a, int64_t b) { return a % b; }
  static int64_t minimum(int64_t a, int64_t b) { return std::min(a, b); }
  static int64_t maximum(int64_t a, int64_t b) { return std::max(a, b); }
  static bool boolean(bool value) { return value; }
  static bool isEqual(int64_t a, int64_t b) { return a == b; }
  static bool isLessUnsigned(int64_t a, int64_t b) { return a < b; }
  static bool bitAnd(bool a, bool b) { return a && b; }
  static int64_t select(bool condition, int64_t a, int64_t b) {
    return condition ? a : b;
  }
};

/// Values and result of an unpooling as rows of elements in the order of
/// memory.
struct PooledRows {
  int64_t getElements() const { return geometry.columns.outputs * channels; }
  int64_t getInputs() const { return geometry.columns.inputs * channels; }
  int64_t getNumRows() const { return geometry.planes * geometry.rows.outputs; }
  int64_t getNumElements() const { return getNumRows() * getElements(); }
  int64_t getNumInputs() const {
    return geometry.planes * geometry.rows.inputs * getInputs();
  }
  /// Whether the last vector of a row may go on in the next one.
  bool hasOddRows() const { return getElements() % vectorLength != 0; }

  /// Of planes of pixels: those of a channel, or of all channels where these
  /// are side by side in memory.
  PoolGeometry geometry;
  /// Elements of a pixel.
  int64_t channels;
  /// Elements of a vector of the result.
  int64_t vectorLength;
};

/// How many inputs have their homes before a pixel of the result. Homes before
/// a plane count as its first pixel.
template <typename Arithmetic, typename Number>
Number countInputsBefore(Arithmetic &a, const PooledRows &pooled,
                         Number pixel) {
  const PoolGeometry &geometry = pooled.geometry;
  const PoolAxis &rows = geometry.rows, &columns = geometry.columns;
  int64_t pixelsOfRow = rows.stride * columns.outputs;
  Number plane = a.divide(pixel, geometry.getOutputsPerPlane());
  Number inPlane =
      a.subtract(pixel, a.multiply(plane, geometry.getOutputsPerPlane()));
  inPlane = a.add(inPlane,
                  a.multiply(a.minimum(inPlane, 1),
                             rows.padding * columns.outputs + columns.padding));
  Number row = a.divide(inPlane, pixelsOfRow);
  Number inRow = a.subtract(inPlane, a.multiply(row, pixelsOfRow));
  Number column =
      a.minimum(a.divide(a.add(inRow, columns.stride - 1), columns.stride),
                columns.inputs);
  Number before = a.minimum(a.add(a.multiply(row, columns.inputs), column),
                            geometry.getInputsPerPlane());
  return a.multiply(
      a.add(a.multiply(plane, geometry.getInputsPerPlane()), before),
      pooled.channels);
}

/// How many rows of inputs have their homes before a row of the result. Homes
/// before a plane count as its first row.
template <typename Arithmetic, typename Number>
Number countInputRowsBefore(Arithmetic &a, const PooledRows &pooled,
                            Number row) {
  const PoolAxis &rows = pooled.geometry.rows;
  Number plane = a.divide(row, rows.outputs);
  Number inPlane = a.subtract(row, a.multiply(plane, rows.outputs));
  inPlane = a.add(inPlane, a.multiply(a.minimum(inPlane, 1), rows.padding));
  Number before = a.minimum(
      a.divide(a.add(inPlane, rows.stride - 1), rows.stride), rows.inputs);
  return a.add(a.multiply(plane, rows.inputs), before);
}

/// The first input of a row that may point to an element of the row.
template <typename Arithmetic, typename Number>
Number getFirstInput(Arithmetic &a, const PooledRows &pooled, Number element) {
  const PoolAxis &columns = pooled.geometry.columns;
  int64_t last = columns.getWidest().last;
  Number column = a.divide(element, pooled.channels);
  Number home =
      a.subtract(a.maximum(a.add(column, columns.padding), last), last);
  Number first = a.divide(a.add(home, columns.stride - 1), columns.stride);
  return a.multiply(a.minimum(first, columns.inputs), pooled.channels);
}

/// How many inputs of a row, from its first one on, include all that may point
/// to an element of the row.
template <typename Arithmetic, typename Number>
Number countInputsTo(Arithmetic &a, const PooledRows &pooled, Number element) {
  const PoolAxis &columns = pooled.geometry.columns;
  Number column = a.divide(element, pooled.channels);
  Number home = a.add(column, columns.padding - columns.getWidest().first);
  Number last = a.divide(home, columns.stride);
  return a.multiply(a.minimum(a.add(last, 1), columns.inputs), pooled.channels);
}

struct UnpoolBlockShape {
  /// What a block may take.
  struct Limits {
    int64_t maxElements, workgroupSize;
    /// Whether workgroup memory has room for a tile of so many elements.
    llvm::function_ref<bool(int64_t)> fits;
    /// Bytes of an input, index and value, and of an element.
    int64_t inputBytes, elementBytes;
  };

  /// Nothing where inputs are too many for the threads of a workgroup.
  static std::optional<UnpoolBlockShape> choose(const PooledRows &pooled,
                                                const Limits &limits);

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;

  bool isRun() const { return rows == 0; }
  int64_t getNumElements() const { return isRun() ? columns : rows * columns; }
  int64_t getNumBlocks(const PooledRows &pooled) const {
    return isRun() ? llvm::divideCeil(pooled.getNumElements(), columns)
                   : llvm::divideCeil(pooled.getNumRows(), rows) * segments;
  }

  /// The first row of a block of segments.
  template <typename Arithmetic, typename Number>
  Number getFirstRow(Arithmetic &a, Number block) const {
    return a.multiply(a.divide(block, segments), rows);
  }
  template <typename Arithmetic, typename Number>
  Number getSegment(Arithmetic &a, Number block) const {
    return a.remainder(block, segments);
  }

  /// The elements of a run or of a segment, in whole vectors.
  int64_t columns = 0;
  /// Rows of a block, and segments of a row; 0 where blocks are runs. The last
  /// segment may be shorter, but not than a vector.
  int64_t rows = 0, segments = 0;
  /// Quads of a range of inputs, and those of all ranges that a thread holds.
  int64_t quadsOfRange = 0, quadsPerThread = 0;

private:
  static std::optional<UnpoolBlockShape> chooseRun(const PooledRows &pooled,
                                                   const Limits &limits);
  bool setQuads(const PooledRows &pooled, const Limits &limits,
                int64_t maxBlocks = std::numeric_limits<int64_t>::max());
  double getOperations(const PooledRows &pooled, const Limits &limits) const;
  double getBytesPerElement(const PooledRows &pooled,
                            const Limits &limits) const;
};

/// A bound of what may point into a block. Of a run, it is the first input, or
/// the one behind the last; of a segment, the first row of inputs, or the one
/// behind the last.
template <typename Arithmetic, typename Number>
Number getFirstBound(Arithmetic &a, const PooledRows &pooled,
                     const UnpoolBlockShape &shape, Number block) {
  PoolReach rows = pooled.geometry.rows.getWidest();
  auto goBack = [&](Number number, int64_t distance) {
    return a.subtract(a.maximum(number, distance), distance);
  };
  if (!shape.isRun())
    return countInputRowsBefore(a, pooled,
                                goBack(shape.getFirstRow(a, block), rows.last));
  const PoolAxis &columns = pooled.geometry.columns;
  Number first = a.divide(a.multiply(block, shape.columns), pooled.channels);
  int64_t reach = rows.last * columns.outputs + columns.getWidest().last;
  return countInputsBefore(a, pooled, goBack(first, reach));
}
template <typename Arithmetic, typename Number>
Number getEndBound(Arithmetic &a, const PooledRows &pooled,
                   const UnpoolBlockShape &shape, Number block) {
  PoolReach rows = pooled.geometry.rows.getWidest();
  if (!shape.isRun()) {
    // The row behind a block's last one has a part of that one's last vector.
    int64_t behind = shape.rows - rows.first + (pooled.hasOddRows() ? 1 : 0);
    return countInputRowsBefore(
        a, pooled,
        a.minimum(a.add(shape.getFirstRow(a, block), behind),
                  pooled.getNumRows()));
  }
  const PoolAxis &columns = pooled.geometry.columns;
  Number behind = a.add(a.multiply(block, shape.columns), shape.columns);
  Number end = a.divide(a.add(behind, pooled.channels - 1), pooled.channels);
  int64_t reach = -rows.first * columns.outputs - columns.getWidest().first;
  return countInputsBefore(
      a, pooled,
      a.minimum(a.add(end, reach), pooled.getNumElements() / pooled.channels));
}

/// The inputs of a row that may point to a segment of it: the first one and the
/// one behind the last, which may be in the next row.
template <typename Arithmetic, typename Number>
std::pair<Number, Number>
getInputColumns(Arithmetic &a, const PooledRows &pooled,
                const UnpoolBlockShape &shape, Number segment) {
  Number begin = a.multiply(segment, shape.columns);
  Number last = a.minimum(a.add(begin, shape.columns + pooled.vectorLength - 2),
                          pooled.getElements() - 1);
  Number end = countInputsTo(a, pooled, last);
  if (pooled.hasOddRows()) {
    KnownArithmetic known;
    int64_t inNextRow = countInputsTo(known, pooled, pooled.vectorLength - 2);
    end = a.select(a.isEqual(segment, shape.segments - 1),
                   a.add(end, inNextRow), end);
  }
  return {getFirstInput(a, pooled, begin), end};
}

/// A range of inputs of a block, and the one behind its last, given the block's
/// bounds. A run has one range. Of a segment, range n begins in row first + n -
/// 1 of the inputs: behind a row's last input are the first ones of the next
/// row, so there is a range in front of the first row.
template <typename Arithmetic, typename Number>
std::pair<Number, Number>
getInputRange(Arithmetic &a, const PooledRows &pooled,
              const UnpoolBlockShape &shape, Number block,
              std::pair<Number, Number> bounds, Number number) {
  if (shape.isRun())
    return bounds;
  int64_t inputs = pooled.getInputs();
  auto [first, behind] =
      getInputColumns(a, pooled, shape, shape.getSegment(a, block));
  Number nextRow = a.multiply(a.add(bounds.first, number), inputs);
  // The row in front of the first one may be before all inputs.
  auto getInput = [&](Number column) {
    return a.subtract(a.maximum(a.add(nextRow, column), inputs), inputs);
  };
  int64_t numInputs = pooled.getNumInputs();
  return {a.minimum(getInput(first), numInputs),
          a.minimum(getInput(behind), numInputs)};
}

/// A quad of inputs that a thread has.
template <typename Number, typename Condition> struct InputQuad {
  /// The quad, the one that is loaded in its place, and whether these are the
  /// same: a thread without a quad loads the range's last one, which a cache
  /// has.
  Number number, loaded;
  Condition exists;
  /// The range that it belongs to.
  Number begin, end;
};

/// The quad of this number in a block, given the block's bounds.
template <typename Arithmetic, typename Number>
auto getInputQuad(Arithmetic &a, const PooledRows &pooled,
                  const UnpoolBlockShape &shape, Number block,
                  std::pair<Number, Number> bounds, Number number) {
  Number range = a.divide(number, shape.quadsOfRange);
  auto [begin, end] = getInputRange(a, pooled, shape, block, bounds, range);
  Number inRange = number;
  auto exists = a.boolean(true);
  if (!shape.isRun()) {
    inRange = a.subtract(number, a.multiply(range, shape.quadsOfRange));
    Number numRows = a.subtract(bounds.second, bounds.first);
    exists = a.isLessUnsigned(range, a.add(numRows, 1));
  }
  Number quad = a.add(a.divide(begin, 4), inRange);
  Number last = a.divide(a.subtract(a.maximum(end, 1), 1), 4);
  Number loaded = a.minimum(quad, last);
  exists = a.bitAnd(exists, a.isEqual(loaded, quad));
  return InputQuad<Number, decltype(exists)>{quad, loaded, exists, begin, end};
}

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H
