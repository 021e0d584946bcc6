//===- LinearCopy.h - Copies whose positions are linear ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_LINEARCOPY_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_LINEARCOPY_H

#include "dml/CodeGen/Analysis/AccessNest.h"
#include <optional>

namespace dml {

/// An operation that writes each element of a packed buffer, in order, with the
/// element of another buffer at a position that is linear in its loops, and
/// inside of that buffer.
struct LinearCopy {
  /// A loop: how many elements a step moves on either side.
  struct Loop {
    int64_t size, sourceStride, destStride;
  };

  mlir::Value source, dest;
  int64_t elementBytes;
  /// Elements from the beginning of the source's root to the source.
  int64_t sourceOffset;
  /// Sorted by descending stride of the destination. No size is 1, and no two
  /// adjacent loops could be one.
  llvm::SmallVector<Loop> loops;

  int64_t getNumElements() const {
    int64_t elements = 1;
    for (const Loop &loop : loops)
      elements *= loop.size;
    return elements;
  }

  /// Describes a nest that is such a copy.
  static LinearCopy describe(const AccessNest &nest, int64_t elementBytes);
  static std::optional<LinearCopy> match(mlir::linalg::GenericOp op);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_LINEARCOPY_H
