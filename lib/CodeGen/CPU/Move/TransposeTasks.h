//===- TransposeTasks.h - Transposed blocks as parallel tasks ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSETASKS_H
#define DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSETASKS_H

#include "MovementIndices.h"
#include "TransposeShape.h"

namespace dml {

/// Builds a parallel loop whose tasks write blocks of the output each. No task
/// writes what another one does. Movements that touch more than `cacheBytes`
/// write past the caches where rows are whole lines of the output.
void emitTransposeTasks(MovementIndices &indices, const TransposeShape &shape,
                        int64_t cacheBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_TRANSPOSETASKS_H
