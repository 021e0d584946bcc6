//===- CacheLines.h - Vectors as long as a cache line -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data moves in vectors of one cache line, as integers: the bits of floats stay
// what they are. LLVM splits the vectors where registers are shorter.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CACHELINES_H
#define DML_LIB_CODEGEN_CPU_CACHELINES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

/// Bytes of a cache line.
constexpr int64_t kLineBytes = 64;

/// Bytes of an element that moves in lines: 1, 2, 4 or 8; nothing for types
/// that have no such width.
std::optional<int64_t> getLineElementBytes(mlir::Type elementType);

/// A line of integers as wide as the elements.
mlir::VectorType getLineType(mlir::Type elementType);

/// A line of zeros, of getLineType.
mlir::Value createZeroLine(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Type elementType);

/// The line of elements that starts at `index` of a one-dimensional buffer, as
/// getLineType.
mlir::Value loadLine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value buffer,
                     mlir::Value index);

enum class LineStore {
  /// Anywhere.
  Unaligned,
  /// At the start of a cache line.
  Aligned,
  /// The same, past the caches; ordered before other threads' reads only by
  /// createStoreFence.
  NonTemporal
};

/// Stores a line of getLineType from `index` on.
void storeLine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value line,
               mlir::Value buffer, mlir::Value index, LineStore kind);

/// Orders the non-temporal stores of this thread before what follows.
void createStoreFence(mlir::OpBuilder &b, mlir::Location loc);

/// How many elements of its first cache line lie before the buffer. Addresses
/// are multiples of the element's size.
mlir::Value getLinePhase(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value buffer);

/// The elements of a buffer one after the other, with their gaps: from the
/// buffer's first element to its last one, with strides as they are.
mlir::Value createFlatView(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value buffer);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CACHELINES_H
