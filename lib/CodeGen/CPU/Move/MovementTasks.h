//===- MovementTasks.h - A movement as parallel tasks -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H

#include "MovementIndices.h"

namespace dml {

/// Builds a parallel loop whose tasks write neighbouring rows of the output
/// each. Movements that touch more than `cacheBytes` write past the caches:
/// a plain store would read its cache line first.
void emitMovementTasks(MovementIndices &indices, const StripShape &shape,
                       int64_t cacheBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTTASKS_H
