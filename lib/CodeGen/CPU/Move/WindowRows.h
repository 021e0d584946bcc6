//===- WindowRows.h - Rows that windows read, deinterleaved -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows with a stride read each row several times, each time elements that
// are a stride apart. A copy of the rows in which such elements are neighbours
// makes plain strips of that: element x of a row is number x / stride of part
// x % stride. The copy stays in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H
#define DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H

#include "MovementIndices.h"

namespace dml {

/// Builds the code that copies the rows that windows share to a buffer, and
/// reads them there.
class WindowRows {
public:
  /// Allocates the buffer, for a shape with a loop over windows.
  WindowRows(MovementIndices &indices, const StripShape &shape);

  /// One-dimensional, with room for vectors that reach past a row.
  mlir::Value getBuffer() const { return buffer; }

  /// The first element, in the buffer, of the strip at these indices of the
  /// loops outside of it. The strip's elements are neighbours there.
  mlir::Value getPosition(llvm::ArrayRef<mlir::Value> indices);

  /// Copies all rows that the windows of one iteration of the outer loops read.
  /// Prefetches the elements that lie `prefetchDistance` behind these.
  void fill(llvm::ArrayRef<mlir::Value> outer, mlir::Value prefetchDistance);

  void emitDealloc();

private:
  using Value = mlir::Value;

  Value getRow(llvm::ArrayRef<Value> rows);
  Value getPlace(Value row, Value x);
  void fillRows(llvm::SmallVectorImpl<Value> &position);
  void fillRow(llvm::ArrayRef<Value> position);
  void copyRow(Value row, Value position, Value first, Value last);
  void copyLines(Value row, Value position);

  MovementIndices &m;
  unsigned windowLoop;
  int64_t stride, lineElements;
  /// The sizes of the loops between the windows' and the columns'.
  llvm::ArrayRef<Value> rowSizes;
  /// Elements of a row in each part, and of a part.
  Value pitch, partPitch;
  /// Of the rows that are being copied.
  Value prefetchDistance;
  /// Elements of a part that are copied at once.
  int64_t maxElements;
  Value buffer;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H
