//===- ContractionTasks.h - A contraction as parallel tasks -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H

#include "ContractionBody.h"
#include "ContractionSchedule.h"

namespace dml {

/// Whether the row factor is copied before it is read: where it is not just an
/// element of its buffer, or not packed along the reduction.
bool packsRows(const AccessNest &nest, const Contraction &contraction,
               const ReadFactor &factor);

/// Emits the tasks. Each element of the result is what it was, or `fill` if
/// there is one, combined in the order of the reduction loops, whatever the
/// schedule. With `contracts`, products and sums may be rounded together.
void emitContractionTasks(mlir::OpBuilder &b, mlir::Location loc,
                          const AccessNest &nest,
                          const Contraction &contraction,
                          const ContractionBody &body,
                          const ContractionSchedule &schedule, mlir::Value fill,
                          bool contracts);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
