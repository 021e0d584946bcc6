//===- RuntimeChecks.h - What only run time can check -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
#define DML_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H

#include "dml/IR/Operators.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace dml {

/// Emits a `dml.require` at the insertion point for every rule that the types
/// leave open. Its message is the verifier's. Nothing is emitted for static
/// operands and results.
void emitSizeChecks(mlir::OpBuilder &b, OperatorInterface op);

/// Emits the checks that a bitcast needs for T6.
void emitRuntimeChecks(mlir::OpBuilder &b, mlir::tensor::BitcastOp op);

/// Replaces an operator that can only fail by a check that always fails and
/// empty tensors. That is an operator whose operands break a rule, as far as
/// their sizes before casts are known. It is no error yet, because the operator
/// may stand in a branch that is not taken. Code for such sizes would not
/// verify. Fails if the operator breaks no rule.
mlir::LogicalResult replaceCertainFailure(mlir::RewriterBase &rewriter,
                                          OperatorInterface op);

/// Replaces the operator by a check that always fails with this error, and
/// empty tensors.
void replaceByFailure(mlir::RewriterBase &rewriter, OperatorInterface op,
                      llvm::Error error);

} // namespace dml

#endif // DML_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
