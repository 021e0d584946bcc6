//===- ReadableMargin.h - What can be read around buffers -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_PASSES_READABLEMARGIN_H
#define DML_LIB_CODEGEN_GPU_PASSES_READABLEMARGIN_H

#include "dml/IR/VectorBytes.h"
#include "mlir/IR/Operation.h"

namespace dml {

/// The largest margin before and behind a buffer, in bytes. Indices of words
/// fit in signed words with it.
constexpr int64_t kMaxReadableMargin = int64_t(1) << 28;

/// Reports a margin that is too large, negative, or no whole number of vectors.
inline mlir::LogicalResult checkReadableMargin(mlir::Operation *op,
                                               int64_t bytes) {
  if (bytes >= 0 && bytes <= kMaxReadableMargin && bytes % kVectorBytes == 0)
    return mlir::success();
  return op->emitError("expected a readable-margin of up to ")
         << kMaxReadableMargin << " bytes, a multiple of " << kVectorBytes
         << ", given " << bytes;
}

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_PASSES_READABLEMARGIN_H
