//===- PlaneEmitter.h - Planes of short rows --------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the tasks of operations whose rows are short and divided, as those of
// a fold with few windows in a row. Rows a stride apart begin at the same
// element of a window and read rows that follow each other. So a vector has one
// element of all iterations of several such rows. The vectors of all elements
// are interleaved, which gives rows in the memory of a task. It writes the
// plane row by row once all rows are there.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_STREAM_PLANEEMITTER_H
#define DML_LIB_CODEGEN_CPU_STREAM_PLANEEMITTER_H

#include "StreamRows.h"

namespace dml {

/// Builds the tasks of one operation with one result.
class PlaneEmitter : StreamRows {
public:
  PlaneEmitter(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
               const AccessNest &nest, const StreamSchedule &schedule);

  /// Fails where the body does not work in vectors.
  llvm::LogicalResult emit();

private:
  void compute(llvm::ArrayRef<Value> plane);
  /// Computes rows from `first` on of those of a phase.
  void computeRows(llvm::ArrayRef<Value> plane, Value rowPhase, Value first);
  Values write(WriteCombiningBuffer &buffer, Values state);
  /// Where a row of a phase starts in the task's memory.
  Value getPlace(Value rowPhase, Value row);

  int64_t height, numColumns, pitch;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_STREAM_PLANEEMITTER_H
