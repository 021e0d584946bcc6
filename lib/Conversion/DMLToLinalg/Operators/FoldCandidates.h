//===- FoldCandidates.h - Elements of windows at a position -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_FOLDCANDIDATES_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_FOLDCANDIDATES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace dml {

/// What neighbouring positions should read: as few elements as possible (Any),
/// the same element of neighbouring blocks, or neighbouring elements of a
/// block.
enum class FoldNeighbours { Any, Blocks, Elements };

/// The candidates for a position of one spatial dimension: elements of a window
/// that may lie there. Element k of a block lies at t, a position in the padded
/// dimension, if block·stride + k·dilation = t.
/// - Usually, the candidates are the k that solve this equation modulo the
///   stride. Let d be the common divisor of stride and dilation, and i the
///   inverse of dilation/d modulo stride/d. The candidates are the k that equal
///   (t/d)·i modulo stride/d.
/// - All elements of the window are candidates, and each is tested, if that
///   product is too large for a device.
/// - Each block has one candidate, and nothing is divided by the stride, if
///   there are no more blocks than candidates by the rule above. With a stride
///   of 1 or a dilation, blocks must be half as many: with a stride of 1 the
///   rule divides nothing and neighbours read neighbours, and with a dilation
///   blocks divide, too. With FoldNeighbours::Blocks, blocks must be a third
///   as many. With FoldNeighbours::Elements and no dilation, there may be any
///   number of blocks.
/// - There is one candidate if there are no more blocks than positions between
///   neighbouring elements of a dilated window.
/// Measured: benchmarks/results/2026-11-29-gpu-range-tiles.md, and
/// 2026-11-30-cpu-short-folds.md.
struct FoldCandidates {
  /// `last` is the largest t, and `blocks` the number of blocks, if known.
  FoldCandidates(int64_t windowSize, int64_t stride, int64_t dilation,
                 std::optional<int64_t> last, std::optional<int64_t> blocks,
                 FoldNeighbours neighbours = FoldNeighbours::Any);

  /// k and the block of candidate number `j`, over t as dimension 0 and j as
  /// symbol 0.
  mlir::AffineExpr getElement(mlir::Builder &b) const;
  mlir::AffineExpr getBlock(mlir::Builder &b) const;
  /// An expression that is zero if the block is a whole number; null if it
  /// always is.
  mlir::AffineExpr getRemainder(mlir::Builder &b) const;

  /// A number that is at least 0 and less than a bound.
  struct Bounded {
    mlir::AffineExpr number, bound;
  };
  /// What holds at the positions that have an element: numbers over t as
  /// dimension 0 and bounds over the number of blocks as symbol 0. Nothing
  /// where only the candidates tell: with a stride and a dilation of which
  /// neither divides the other, or positions that a device cannot divide.
  std::optional<llvm::SmallVector<Bounded>> getCoverage(mlir::Builder &b) const;

  /// The smallest k, be it in the window or behind.
  mlir::AffineExpr getFirstElement(mlir::AffineExpr t) const;

  /// Whether the last position needs more than the 31 bits of a device's index.
  bool isLong() const;

  /// Finds the inverse of the dilation. Fails where what is multiplied with it
  /// may not fit in the 31 bits of a device's index, and for the only element
  /// of a window.
  bool findInverse();

  int64_t windowSize, stride, dilation;
  std::optional<int64_t> last, blocks;
  /// The candidates for a position are `step` elements apart, and their blocks
  /// `blockStep`. If `step` is 0, all elements are candidates.
  int64_t step, blockStep, divisor;
  int64_t count;
  /// Whether neither `step` nor `blockStep` is 1, and the number that gives 1
  /// modulo `step` when multiplied by `blockStep`.
  bool isInverted = false;
  int64_t inverse = 0;
  /// Whether candidate j is of the j-th block from the last: elements ascend.
  /// Such candidates need no division by the stride. A device could not divide
  /// by all strides that a single block may have.
  bool isByBlock = false;
  /// Whether no position has elements of two windows: `step` is 1, and the
  /// blocks are at most `blockStep`, so all of them begin before the second
  /// element of the first one.
  bool isInGaps = false;
  /// Whether all positions are before the second element of the only block.
  /// The candidate needs no division by the dilation then.
  bool hasOneElement = false;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_FOLDCANDIDATES_H
