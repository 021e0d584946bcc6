//===- StreamEmitter.h - Computed results in streams of lines ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a stream, outermost first:
// - Tasks, of rows or parts of rows. A task has a buffer for each result, if
//   results are gathered in lines, and a vector for each combiner.
// - Strips, after which the buffers write what is gathered.
// - Instead of strips, the rows of a block, if results are transposed: they are
//   computed into a buffer of the block, which is written after the last one.
// - Instead of strips, the phases of a block of rows: PhaseEmitter has these.
// - Vectors of iterations. Those in the row's interior, in rows in which all
//   predicates hold, run without predicates. The others compute predicates as
//   masks of lanes. The last vector of a strip overlaps the one before.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_STREAM_STREAMEMITTER_H
#define DML_LIB_CODEGEN_CPU_STREAM_STREAMEMITTER_H

#include "CodeGen/CPU/Schedule/StreamSchedule.h"

namespace dml {

/// Emits an operation as its schedule says. Fails where the body does not work
/// in vectors; what is emitted until then remains before the builder's place.
llvm::LogicalResult emitStream(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
                               const AccessNest &nest,
                               const StreamSchedule &schedule);

/// emitStream calls these: emitPhases for schedules with `phaseRows`, whose
/// blocks of rows are computed one phase after the other, and emitPlanes for
/// schedules with `planeRows`, whose tasks compute whole planes of short rows.
llvm::LogicalResult emitPhases(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
                               const AccessNest &nest,
                               const StreamSchedule &schedule);
llvm::LogicalResult emitPlanes(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
                               const AccessNest &nest,
                               const StreamSchedule &schedule);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_STREAM_STREAMEMITTER_H
