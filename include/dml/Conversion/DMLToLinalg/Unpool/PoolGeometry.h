//===- PoolGeometry.h - Pooling that sizes suggest --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// max_unpooling takes indices and does not know the pooling that made them.
// This file guesses the pooling, from the sizes; where these are dynamic, the
// code of UnpoolRing.cpp does so at run time, for each axis by itself. A wrong
// guess costs time and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef DML_CONVERSION_DMLTOLINALG_UNPOOL_POOLGEOMETRY_H
#define DML_CONVERSION_DMLTOLINALG_UNPOOL_POOLGEOMETRY_H

#include "mlir/Support/LLVM.h"
#include <array>
#include <optional>

namespace dml {

/// The range over which PoolAxis::getFractionFactor spreads the columns of a
/// row.
constexpr int64_t kFractions = int64_t(1) << 31;

/// The outputs that an input may point to along an axis. They are counted from
/// the input's home, which is the output at the input's position times the
/// stride, minus the padding: from home + `first` to home + `last`, both
/// included.
struct PoolReach {
  int64_t first, last;

  int64_t getSize() const { return last - first + 1; }
};

/// Reaches that are tried in turn.
using PoolReaches = std::array<PoolReach, 2>;

/// The rows, or the columns, of a plane before and after unpooling.
struct PoolAxis {
  /// The stride and the padding that the sizes suggest; nothing if an input has
  /// no home with them.
  static std::optional<PoolAxis> guess(int64_t inputs, int64_t outputs);

  /// Returns the same sizes with the stride of another axis. Returns nothing if
  /// unpadded windows with that stride do not give these sizes. Fewer outputs
  /// than a stride must lie behind the last window. Windows are one or two
  /// strides long, or as long as those of the other axis may be.
  std::optional<PoolAxis> withStrideOf(const PoolAxis &other) const;

  int64_t inputs, outputs, stride;
  /// How many outputs the first home lies before the first output. It is 1
  /// where the last home would lie behind the outputs otherwise, as with
  /// windows of 2 outputs that are padded by 1. It is 0 for other padded
  /// windows.
  int64_t padding = 0;

  /// The reach of windows that do not overlap.
  PoolReach getCell() const { return {0, stride - 1}; }
  bool isCell(PoolReach reach) const {
    return reach.first == 0 && reach.last == stride - 1;
  }
  /// Whether every cell lies within the outputs.
  bool hasWholeCells() const {
    return padding == 0 && inputs * stride <= outputs;
  }
  /// Whether each input can be checked by an output of its own. With a padding,
  /// these are the outputs that are multiples of the stride, and the last one.
  /// With a stride of 1, that would have two inputs to check.
  bool hasCheckingOutputs() const { return padding == 0 || stride > 1; }
  /// The reaches to try in turn, each of which contains those before it. The
  /// first is that of windows that do not overlap or, with a stride of 1, are
  /// not padded. The last is that of windows that overlap. Padded windows
  /// overlap the neighbour before them, others those after them: as many as
  /// the outputs behind the last home suggest, of which padding leaves fewer.
  PoolReaches getReaches() const;
  /// The reach of all windows of up to 4 outputs that the sizes leave open.
  /// Most windows are shorter than this reach. If inputs are few, it includes
  /// windows whose stride is smaller by one.
  PoolReach getWidest() const;

  /// How many inputs at either side of one may point to its outputs: one, or
  /// more if windows overlap. RingEmitter::countHaloRows counts them where
  /// sizes are known at run time only.
  int64_t countOverlapping() const;

  /// A number slightly above kFractions / outputs, for rows of so many outputs.
  /// Take the position of an element, counted over a few rows. Multiplied by
  /// this number, modulo kFractions, it is the element's column times this
  /// number plus a rest that is smaller than this number.
  int64_t getFractionFactor() const { return kFractions / outputs + 1; }

  /// How many inputs may point to an output, for a reach.
  int64_t getNumCandidates(PoolReach reach) const {
    return (reach.last - reach.first) / stride + 1;
  }
  /// Candidates of an output are in ascending order. Candidate `number` is the
  /// input `(output + shift) floordiv stride`; returns the shift. The first two
  /// candidates may be the same input.
  int64_t getCandidateShift(PoolReach reach, int64_t number) const;

private:
  /// The number of outputs from the last home on. With a padding, it is the
  /// number that unpadded windows of the same reach have.
  int64_t getOutputsOfLast() const;
};

/// The pooling of planes, which is the same for all of them.
struct PoolGeometry {
  /// Whether the fractions of positions tell apart the columns in so many rows
  /// (getFractionFactor).
  bool canTest(PoolReach rowReach) const;

  /// Whether some inputs have their homes outside of the plane.
  bool isPadded() const { return rows.padding > 0 || columns.padding > 0; }
  /// Whether elements of the result check all inputs, each of them once.
  bool hasCheckingElements() const {
    return rows.hasCheckingOutputs() && columns.hasCheckingOutputs();
  }

  /// Takes the shapes of values and result, both of rank 4. Returns nothing if
  /// they are dynamic or suggest no pooling, if a plane has more than 2^30
  /// elements, if the result has more elements than a tensor may have (T2), or
  /// if the rows of a reach times the square of the columns are more than
  /// kFractions. The code counts positions in 32 bits.
  static std::optional<PoolGeometry> guess(llvm::ArrayRef<int64_t> values,
                                           llvm::ArrayRef<int64_t> result);

  /// Whether each input can be checked by an element of its cell whose position
  /// in the result is a multiple of the columns' stride. Only the corners, the
  /// last cells of the planes, may be without such an element. Each row of a
  /// whole cell has one. With a stride of 2, a cell cut to one column has one
  /// in one of its two rows, and a cell cut to one row has one in one of its
  /// columns. A corner that is cut to one element may have none.
  bool checksByPlace() const {
    return !isPadded() && ((rows.hasWholeCells() && columns.hasWholeCells()) ||
                           (rows.stride == 2 && columns.stride == 2));
  }
  /// Whether the first row of each cell has such an element. The last cell of a
  /// row may be cut to one column. If planes have an even number of rows, the
  /// first rows of these cells all have one; if the number is odd, they have
  /// none in every other plane.
  bool checksInFirstRow() const {
    return checksByPlace() &&
           (columns.hasWholeCells() || rows.outputs % columns.stride == 0);
  }
  /// Whether the corner, which is the cell of a plane's last input, may have no
  /// such element.
  bool leavesCorners() const {
    return checksByPlace() && !rows.hasWholeCells() && !columns.hasWholeCells();
  }

  /// Whether windows tile the result and its rows, of elements of so many
  /// bytes, are multiples of 8 bytes: the linalg form is then the fastest
  /// (measured: benchmarks/results/2026-11-25-gpu-unpooling.md). Elements of
  /// one byte need rows that are multiples of 16 bytes, and inputs with at most
  /// `maxByteOutputs` outputs each; if that is 0, they need no more than others
  /// (measured: benchmarks/results/2026-12-01-gpu-byte-unpooling.md).
  bool isRegular(int64_t elementBytes, int64_t maxByteOutputs) const {
    constexpr int64_t pairBytes = 8, vectorBytes = 16;
    int64_t rowBytes = columns.outputs * elementBytes;
    if (rows.inputs * rows.stride != rows.outputs ||
        columns.inputs * columns.stride != columns.outputs)
      return false;
    if (elementBytes > 1 || maxByteOutputs == 0)
      return rowBytes % pairBytes == 0;
    return rowBytes % vectorBytes == 0 &&
           rows.stride * columns.stride <= maxByteOutputs;
  }

  /// How many inputs may point to an output for the last of the reaches.
  int64_t getMostCandidates() const {
    return rows.getNumCandidates(rows.getReaches().back()) *
           columns.getNumCandidates(columns.getReaches().back());
  }

  int64_t getInputsPerPlane() const { return rows.inputs * columns.inputs; }
  int64_t getOutputsPerPlane() const { return rows.outputs * columns.outputs; }

  int64_t planes;
  PoolAxis rows, columns;
};

} // namespace dml

#endif // DML_CONVERSION_DMLTOLINALG_UNPOOL_POOLGEOMETRY_H
