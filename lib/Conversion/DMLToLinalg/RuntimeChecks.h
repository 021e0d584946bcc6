//===- RuntimeChecks.h - What only run time can check -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H

#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace dml {

/// Each emits a `dml.require` for every rule that the types leave open, before
/// the insertion point, in the words of the verifier. Nothing is emitted for
/// static operands and results.
void emitRuntimeChecks(mlir::OpBuilder &b, DepthToSpace1Op op);
void emitRuntimeChecks(mlir::OpBuilder &b, MaxUnpoolingOp op);
void emitRuntimeChecks(mlir::OpBuilder &b, UnfoldOp op);
void emitRuntimeChecks(mlir::OpBuilder &b, mlir::tensor::BitcastOp op);

/// Where operands read through casts already break a rule, the operator can
/// only fail if it is reached at all (it may stand in a branch): replaces it by
/// a check that always fails and an empty tensor. Code built on such sizes
/// would not even verify.
mlir::LogicalResult replaceCertainFailure(mlir::RewriterBase &rewriter,
                                          ReferenceOpInterface op);

/// Replaces the operator by a check that always fails with this error, and an
/// empty tensor.
void replaceByFailure(mlir::RewriterBase &rewriter, ReferenceOpInterface op,
                      llvm::Error error);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_RUNTIMECHECKS_H
