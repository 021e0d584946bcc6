//===- WindowTiling.h - What windows of a tile read -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_INTERFACES_WINDOWTILING_H
#define DML_LIB_INTERFACES_WINDOWTILING_H

#include "OperatorTiling.h"
#include "dml/IR/Shapes/WindowSizes.h"

namespace dml {

/// What some windows read of a spatial dimension. The padding is an attribute,
/// and the same for all tiles. So a slice begins where a window would if there
/// were no padding, and the first windows of the slice, which read its start
/// padding, may be others than the wanted ones.
struct WindowSlice {
  mlir::OpFoldResult offset, size;
  /// How many windows of the slice come before the wanted ones.
  mlir::OpFoldResult first;
  /// Whether the slice may have other windows than the wanted ones.
  bool hasOthers = false;
};

/// For `count` windows, at least one, from window `begin` on in a dimension of
/// this size.
WindowSlice sliceWindows(IndexArithmetic &index, const UnfoldWindow &window,
                         unsigned dimension, mlir::OpFoldResult size,
                         mlir::OpFoldResult begin, mlir::OpFoldResult count);

} // namespace dml

#endif // DML_LIB_INTERFACES_WINDOWTILING_H
