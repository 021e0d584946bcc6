//===- TransposedTasks.h - Blocks that are transposed -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSEDTASKS_H
#define DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSEDTASKS_H

#include "CodeGen/CPU/Schedule/TransposedShape.h"

namespace dml {

/// Builds a parallel loop whose tasks move some of a movement's blocks each,
/// past the caches as emitMovementTasks does, but from `cacheBytes` on.
void emitTransposedTasks(mlir::OpBuilder &b, mlir::Location loc,
                         const AccessNest &nest, const TransposedShape &shape,
                         int64_t cacheBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSEDTASKS_H
