//===- RuntimeChecks.h - What only run time can check -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H

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

/// The same for T6 of a bitcast.
void emitRuntimeChecks(mlir::OpBuilder &b, mlir::tensor::BitcastOp op);

/// Where operands read through casts already break a rule, the operator can
/// only fail if it is reached at all (it may stand in a branch): replaces it by
/// a check that always fails and empty tensors. Code built on such sizes would
/// not even verify.
mlir::LogicalResult replaceCertainFailure(mlir::RewriterBase &rewriter,
                                          OperatorInterface op);

/// Replaces the operator by a check that always fails with this error, and
/// empty tensors.
void replaceByFailure(mlir::RewriterBase &rewriter, OperatorInterface op,
                      llvm::Error error);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
