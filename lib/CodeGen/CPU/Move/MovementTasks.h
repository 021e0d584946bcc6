//===- MovementTasks.h - A movement as parallel tasks -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks divide the outer loops of a movement among them. The others make a row
// of the output; a strip that is too long for one thread is cut, and each of
// its parts is a row. What is gathered at once is a piece of a strip.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H

#include "CodeGen/CPU/Schedule/TransposedShape.h"

namespace dml {

/// Builds a parallel loop whose tasks write neighbouring rows of the output
/// each. A movement writes past the caches if it touches more than `cacheBytes`
/// and writes several ranges at once, or if it touches more than twice
/// `cacheBytes`: a plain store would read its cache line from memory first. A
/// movement that writes much more than it reads uses plain stores as long as
/// the output has less than `keptMultiple` times `cacheBytes`. If only a run
/// knows whether strips have several rows, there are two such loops.
void emitMovementTasks(mlir::OpBuilder &b, mlir::Location loc,
                       const AccessNest &nest, const StripShape &shape,
                       const CacheLimits &limits);

/// Builds a parallel loop whose tasks move some of a movement's blocks each,
/// past the caches as emitMovementTasks does, but from `cacheBytes` on.
void emitTransposedTasks(mlir::OpBuilder &b, mlir::Location loc,
                         const AccessNest &nest, const TransposedShape &shape,
                         const CacheLimits &limits);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H
