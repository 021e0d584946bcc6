//===- ThreadEmitter.h - A structured operation as a kernel -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H

#include "CodeGen/GPU/Schedule/ThreadSchedule.h"

namespace dml {

/// Emits the launch of one operation on buffers. Fails where the grid would be
/// too large.
mlir::LogicalResult emitThreads(mlir::OpBuilder &b, mlir::linalg::GenericOp op,
                                const AccessNest &nest,
                                const ThreadSchedule &schedule,
                                int64_t maxWorkgroups);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
