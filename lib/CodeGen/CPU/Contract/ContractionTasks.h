//===- ContractionTasks.h - A contraction as parallel tasks -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H

#include "BlockEpilogue.h"
#include "ContractionBody.h"
#include "ContractionSchedule.h"

namespace dml {

/// Whether the row factor is copied before it is read: where it is not just an
/// element of its buffer, or not packed along the reduction.
bool packsRows(const AccessNest &nest, const Contraction &contraction,
               const ReadFactor &factor);

/// A contraction, and how it is computed.
struct ContractionPlan {
  const AccessNest &nest;
  const Contraction &contraction;
  const ContractionBody &body;
  const ContractionSchedule &schedule;
  /// What sums begin with; null where they begin with the result's elements.
  mlir::Value fill;
  /// Whether products and sums may be rounded together.
  bool contracts = false;
  /// What is computed from the sums and stored in their place; may be null.
  const BlockEpilogue *epilogue = nullptr;
};

/// Emits the tasks. Each element of the result is combined in the order of the
/// reduction loops, whatever the schedule.
void emitContractionTasks(mlir::OpBuilder &b, mlir::Location loc,
                          const ContractionPlan &plan);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
