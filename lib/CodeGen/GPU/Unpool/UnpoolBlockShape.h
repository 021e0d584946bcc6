//===- UnpoolBlockShape.h - Blocks of a result, and their inputs *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a segment of some rows of the result. Rows are counted over all
// planes, and may begin and end within vectors: a row has the vectors that
// begin in it, so that the last one may go on in the next row.
//
// The inputs that may point into a block are near to it (PoolAxis::getWidest):
// some rows of inputs, and some columns of each. Rows of one segment need all
// columns, which is one range of inputs. Where the last segment goes on in the
// next row, so do its columns.
//
// The segments' length is that for which the least is read and written:
// neighbouring blocks read the same inputs, and parts of sectors are written at
// the ends of segments.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H

#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

namespace dml {

/// Arithmetic on numbers that are known, as ScalarBuilder emits it.
struct KnownArithmetic {
  static int64_t add(int64_t a, int64_t b) { return a + b; }
  static int64_t subtract(int64_t a, int64_t b) { return a - b; }
  static int64_t multiply(int64_t a, int64_t b) { return a * b; }
  static int64_t divide(int64_t a, int64_t b) { return a / b; }
  static int64_t minimum(int64_t a, int64_t b) { return std::min(a, b); }
  static int64_t maximum(int64_t a, int64_t b) { return std::max(a, b); }
  static bool isEqual(int64_t a, int64_t b) { return a == b; }
  static int64_t select(bool condition, int64_t a, int64_t b) {
    return condition ? a : b;
  }
};

/// Values and result of an unpooling as rows of elements.
struct PooledRows {
  int64_t getElements() const { return geometry.columns.outputs; }
  int64_t getInputs() const { return geometry.columns.inputs; }
  int64_t getNumRows() const { return geometry.planes * geometry.rows.outputs; }
  int64_t getNumElements() const { return getNumRows() * getElements(); }
  int64_t getNumInputs() const {
    return geometry.planes * geometry.rows.inputs * getInputs();
  }
  /// Whether the last vector of a row may go on in the next one.
  bool hasOddRows() const { return getElements() % vectorLength != 0; }

  PoolGeometry geometry;
  /// Elements of a vector of the result.
  int64_t vectorLength;
};

/// The input rows from the first of which on those with their homes at a result
/// row or behind it follow. Homes before a plane count as its first row.
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
  Number home =
      a.subtract(a.maximum(a.add(element, columns.padding), last), last);
  return a.minimum(a.divide(a.add(home, columns.stride - 1), columns.stride),
                   columns.inputs);
}

/// How many inputs of a row, from its first one on, include all that may point
/// to an element of the row.
template <typename Arithmetic, typename Number>
Number countInputsTo(Arithmetic &a, const PooledRows &pooled, Number element) {
  const PoolAxis &columns = pooled.geometry.columns;
  Number home = a.add(element, columns.padding - columns.getWidest().first);
  return a.minimum(a.add(a.divide(home, columns.stride), 1), columns.inputs);
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

  /// Elements of a block, in whole vectors.
  int64_t getNumElements() const {
    return segments == 1 ? columns : rows * columns;
  }
  int64_t getNumBlocks(const PooledRows &pooled) const {
    return llvm::divideCeil(pooled.getNumRows(), rows) * segments;
  }

  /// Rows of a block, and segments of a row. The last segment may be shorter,
  /// but not than a vector.
  int64_t rows = 0, segments = 1;
  /// Elements of a segment in whole vectors; of all rows where these have one
  /// segment, as they follow each other.
  int64_t columns = 0;
  /// Quads of the inputs of a range: that of a row, or of all rows where these
  /// have one segment.
  int64_t quadsOfRange = 0;
  /// Quads of inputs that a thread holds.
  int64_t quadsPerThread = 0;

private:
  bool setQuads(const PooledRows &pooled, const Limits &limits);
  double getBytesPerElement(const PooledRows &pooled,
                            const Limits &limits) const;
};

/// The rows of inputs that may point into a block that begins at a row: the
/// first one and the one behind the last.
template <typename Arithmetic, typename Number>
std::pair<Number, Number> getInputRows(Arithmetic &a, const PooledRows &pooled,
                                       const UnpoolBlockShape &shape,
                                       Number row) {
  PoolReach reach = pooled.geometry.rows.getWidest();
  Number begin = a.subtract(a.maximum(row, reach.last), reach.last);
  // The row behind a block's last one has a part of that one's last vector.
  int64_t behind = shape.rows - reach.first + (pooled.hasOddRows() ? 1 : 0);
  Number end = a.minimum(a.add(row, behind), pooled.getNumRows());
  return {countInputRowsBefore(a, pooled, begin),
          countInputRowsBefore(a, pooled, end)};
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

/// A range of inputs of a block, and the one behind its last: of a segment of
/// several, range `number` is of the row `number` - 1 behind the first row of
/// inputs, for the inputs behind a row's last one are the first ones of the
/// next row. A block whose rows have one segment has one range.
template <typename Arithmetic, typename Number>
std::pair<Number, Number>
getInputRange(Arithmetic &a, const PooledRows &pooled,
              const UnpoolBlockShape &shape, Number segment,
              std::pair<Number, Number> inputRows, Number number) {
  int64_t inputs = pooled.getInputs();
  if (shape.segments == 1)
    return {a.multiply(inputRows.first, inputs),
            a.multiply(inputRows.second, inputs)};
  auto [first, behind] = getInputColumns(a, pooled, shape, segment);
  Number nextRow = a.multiply(a.add(inputRows.first, number), inputs);
  // The row in front of the first one may be before all inputs.
  auto getInput = [&](Number column) {
    return a.subtract(a.maximum(a.add(nextRow, column), inputs), inputs);
  };
  return {getInput(first), a.minimum(getInput(behind), pooled.getNumInputs())};
}

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBLOCKSHAPE_H
