//===- PoolGeometry.h - Pooling that sizes suggest --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// max_unpooling is given indices, not the pooling that made them. This is the
// one place that guesses it, from the sizes. A wrong guess costs time only.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_POOLGEOMETRY_H
#define DML_LIB_CONVERSION_DMLTOLINALG_POOLGEOMETRY_H

#include "mlir/Support/LLVM.h"
#include <optional>

namespace dml {

/// The range that PoolAxis::getFractionFactor spreads the columns of a row
/// over.
constexpr int64_t kFractions = int64_t(1) << 31;

/// Where an input may point along an axis: from its home plus `first` to its
/// home plus `last`, both included. Its home is the output at the input's
/// position times the stride.
struct PoolReach {
  int64_t first, last;

  int64_t getSize() const { return last - first + 1; }
};

/// Rows or columns of pooled planes.
struct PoolAxis {
  /// What the sizes suggest; nothing if some input then has no home.
  static std::optional<PoolAxis> guess(int64_t inputs, int64_t outputs);

  int64_t inputs, outputs, stride;

  /// The reach of windows that do not overlap.
  PoolReach getCell() const { return {0, stride - 1}; }
  bool isCell(PoolReach reach) const {
    return reach.first == 0 && reach.last == stride - 1;
  }
  /// Whether all outputs of the last cell exist.
  bool hasWholeCells() const { return inputs * stride <= outputs; }
  /// The reach of windows that overlap their neighbours on one side: the one
  /// before if the windows are padded, which leaves fewer outputs behind the
  /// last home, and the one after otherwise.
  PoolReach getOverlap() const;

  /// A number slightly above kFractions / outputs. The position of an element
  /// in a few rows of so many outputs, times this number, modulo kFractions,
  /// is the element's column times this number, and a rest that is smaller.
  int64_t getFractionFactor() const { return kFractions / outputs + 1; }

  /// How many inputs may point to an output, for a reach.
  int64_t getNumCandidates(PoolReach reach) const {
    return (reach.last - reach.first) / stride + 1;
  }
  /// Candidate `number` of `output`, in ascending order, as
  /// `(output + shift) floordiv stride`. Returns the shift. The first two may
  /// be the same input.
  int64_t getCandidateShift(PoolReach reach, int64_t number) const;
};

/// The pooling of each plane, and how many planes there are.
struct PoolGeometry {
  /// Takes the shapes of values and result, both of rank 4. Nothing where they
  /// suggest no pooling, a plane has more than 2^30 elements, the result has
  /// more than a tensor may have (T2), as places are counted in 32 bits, or the
  /// rows of a reach times the square of the columns are more than kFractions.
  static std::optional<PoolGeometry> guess(llvm::ArrayRef<int64_t> values,
                                           llvm::ArrayRef<int64_t> result);

  /// Whether each input, perhaps without the corners, has an element in its
  /// cell whose place in the result is a multiple of the columns' stride. Each
  /// row of a whole cell has one. With a stride of 2, a cell cut to one column
  /// has one in one of its two rows, and a cell cut to one row has one among
  /// its columns; only a corner, cut to one element, may have none.
  bool checksByPlace() const {
    return (rows.hasWholeCells() && columns.hasWholeCells()) ||
           (rows.stride == 2 && columns.stride == 2);
  }
  /// Whether such an element is in the first row of each cell. In cells cut to
  /// one column, the last, the first rows all have it if planes have an even
  /// number of rows; otherwise those of every other plane do not.
  bool checksInFirstRow() const {
    return checksByPlace() &&
           (columns.hasWholeCells() || rows.outputs % columns.stride == 0);
  }
  /// Whether the corners, the last input of each plane, may have no such
  /// element.
  bool leavesCorners() const {
    return checksByPlace() && !rows.hasWholeCells() && !columns.hasWholeCells();
  }

  int64_t planes;
  PoolAxis rows, columns;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_POOLGEOMETRY_H
