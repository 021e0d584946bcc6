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

#ifndef DML_LIB_CODEGEN_CPU_MOVE_CACHELINES_H
#define DML_LIB_CODEGEN_CPU_MOVE_CACHELINES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

class IndexBuilder;

/// Bytes of a cache line.
constexpr int64_t kLineBytes = 64;
/// The output of a task, at least: less is not worth waking a thread.
constexpr int64_t kTaskBytes = 128 * 1024;
/// Output of a part of a row that is too long for one thread, at most.
constexpr int64_t kTaskPartBytes = 32 * 1024;

/// Bytes of an element that moves in lines: 1, 2, 4 or 8; nothing for types
/// that have no such width.
std::optional<int64_t> getLineElementBytes(mlir::Type elementType);

/// A line of integers as wide as elements of this type.
mlir::VectorType getLineType(mlir::Type elementType);

/// The line that starts at `index` of a flat view or other one-dimensional
/// buffer of integers.
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

/// Stores a line of getLineType from `index` on, or a part of it.
void storeLine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value line,
               mlir::Value buffer, mlir::Value index, LineStore kind);

/// Copies elements [begin, end) from one buffer to another, where they start at
/// the given offsets. Element i of the target is the start of a cache line if i
/// is a multiple of a line's elements: whole lines are copied as such, and past
/// the caches if `bypassesCache` holds.
void copyInLines(IndexBuilder &i, mlir::Value begin, mlir::Value end,
                 mlir::Value from, mlir::Value fromOffset, mlir::Value to,
                 mlir::Value toOffset, mlir::Value bypassesCache);

/// Orders the non-temporal stores of this thread before what follows.
void createStoreFence(mlir::OpBuilder &b, mlir::Location loc);

/// Returns how many elements lie between the start of the cache line that the
/// buffer begins in and the buffer. The buffer's address is a multiple of the
/// element's size.
mlir::Value getMisalignment(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::Value buffer);

/// The same buffer with integers as wide as its elements, which move in lines:
/// LLVM has no non-temporal stores of some floats.
mlir::Value asIntegers(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value buffer);

/// The elements of a buffer one after the other, with what lies between them:
/// from the buffer's first element to its last one, asIntegers.
mlir::Value createFlatView(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value buffer);

/// Elements of a flat view.
mlir::Value getFlatSize(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value view);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_CACHELINES_H
