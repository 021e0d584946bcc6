//===- WindowRows.h - Rows that a movement's windows read -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H
#define DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H

#include "DeinterleaveBuffer.h"
#include "MovementIndices.h"
#include "StripShape.h"

namespace dml {

/// Builds the code that copies the rows that windows share to a
/// deinterleaving buffer, and reads them there.
class WindowRows {
public:
  /// Allocates the buffer, for a shape with a loop over windows.
  WindowRows(MovementIndices &indices, const StripShape &shape,
             mlir::Value source);

  mlir::Value getBuffer() const { return deinterleaved.getBuffer(); }

  /// The first element, in the buffer, of the strip at these indices of the
  /// loops outside of it. The strip's elements are neighbours there.
  mlir::Value getPosition(llvm::ArrayRef<mlir::Value> indices);

  /// Copies all rows that the windows of one iteration of the outer loops read.
  void fill(llvm::ArrayRef<mlir::Value> outer);

  void emitDealloc() { deinterleaved.emitDealloc(); }

private:
  DeinterleaveBuffer createDeinterleaveBuffer(mlir::Value source, bool hasRows);
  llvm::ArrayRef<mlir::Value> getRowSizes() const;
  mlir::Value getRow(llvm::ArrayRef<mlir::Value> rows);
  void fillRows(llvm::SmallVectorImpl<mlir::Value> &position);
  void fillRow(llvm::ArrayRef<mlir::Value> position);

  MovementIndices &m;
  unsigned windowLoop;
  int64_t stride;
  DeinterleaveBuffer deinterleaved;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_WINDOWROWS_H
