//===- ContractionTasks.h - A contraction as parallel tasks -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H

#include "ContractionRoles.h"
#include "ContractionSchedule.h"

namespace dml {

/// What an operation with the roles of a contraction computes in its body.
struct ContractionBody {
  mlir::Block *block;
  /// The casts that are all that is done to the elements of an operand, by
  /// number of its read; null where there is none.
  mlir::Operation *casts[2] = {};

  /// The type of the elements of a read, after its cast.
  mlir::Type getType(unsigned read) const;
};

/// Fails where the body does more than arithmetic on vectors can, or where
/// there are operands that are no reads of the nest.
mlir::FailureOr<ContractionBody> getContractionBody(mlir::linalg::LinalgOp op);

/// Whether the row operand is copied before it is read: where its elements have
/// a cast, or are not neighbours along the reduction.
bool packsRows(const AccessNest &nest, const ContractionRoles &roles,
               const ContractionBody &body);

/// Emits the tasks. Each element of the result is what it was, or `fill` if
/// there is one, combined in the order of the reduction loops, whatever the
/// schedule. With `contracts`, products and sums may be rounded together.
void emitContractionTasks(mlir::OpBuilder &b, mlir::Location loc,
                          const AccessNest &nest, const ContractionRoles &roles,
                          const ContractionBody &body,
                          const ContractionSchedule &schedule, mlir::Value fill,
                          bool contracts);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONTASKS_H
