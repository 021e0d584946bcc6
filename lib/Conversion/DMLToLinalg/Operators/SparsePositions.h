//===- SparsePositions.h - Positions that folds sum at ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_SPARSEPOSITIONS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_SPARSEPOSITIONS_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "mlir/IR/Builders.h"

namespace dml {

/// The positions that windows have elements at, where a stride and its dilation
/// have a common divisor: those that the divisor divides, counted from the
/// start of the padding. Over a tensor of these alone, the windows have the
/// stride and the dilation without the divisor.
class SparsePositions {
public:
  /// The spatial sizes are known.
  SparsePositions(const UnfoldWindow &window, SizesRef spatialSizes);

  /// Whether there are any, and some to leave out.
  bool canLeaveOut() const;
  /// Returns n if one of n positions has elements; 2^64 - 1 if n is larger.
  uint64_t getDistance() const;

  /// The spatial sizes of a tensor of these positions, and the windows over it.
  SizesRef getSizes() const { return sizes; }
  UnfoldWindow getWindow() const {
    return {window.sizes, strides, dilations, startPadding, endPadding};
  }

  /// Spreads such a tensor over one of all positions, with zeros between.
  mlir::Value spread(mlir::OpBuilder &b, mlir::Location loc, mlir::Value dense,
                     SizesRef resultSizes,
                     llvm::ArrayRef<mlir::OpFoldResult> computed) const;

private:
  /// Computes where the body's position in spatial dimension `i` is among
  /// these. Adds to the condition `isHere`, which may be null, that it is one.
  mlir::Value locate(mlir::OpBuilder &b, mlir::Location loc, unsigned i,
                     mlir::Value &isHere) const;

  UnfoldWindow window;
  Sizes divisors, sizes, strides, dilations, startPadding, endPadding;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_SPARSEPOSITIONS_H
