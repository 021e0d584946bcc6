//===- OperatorUtils.h - What the operators' definitions share --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORUTILS_H
#define DML_LIB_IR_OPERATORUTILS_H

#include "dml/IR/DMLDialect.h"

namespace dml {

/// Emits the labelled message on the operation.
mlir::LogicalResult emitRuleError(mlir::Operation *op, llvm::Error error);

/// Emits it at the location, if there is one, in the name of the operation.
mlir::LogicalResult
emitOptionalRuleError(std::optional<mlir::Location> location,
                      llvm::StringRef opName, llvm::Error error);

/// T6 for element types; `rule` is the operator's own rule, or empty.
mlir::LogicalResult verifySameElementType(mlir::Operation *op,
                                          llvm::StringRef rule,
                                          mlir::Type expected,
                                          mlir::Type given);

/// The given value, or the product of constants and values otherwise.
mlir::OpFoldResult reifyProduct(mlir::OpBuilder &b, mlir::Location loc,
                                llvm::ArrayRef<mlir::OpFoldResult> factors);

/// Replaces what the declared type knows by constants; `computed` gives the
/// other dimensions.
llvm::SmallVector<mlir::OpFoldResult>
preferDeclaredSizes(mlir::OpBuilder &b, mlir::RankedTensorType declared,
                    llvm::ArrayRef<mlir::OpFoldResult> computed);

/// Computes an operator with constant operands through the reference kernels;
/// null when an operand is not constant, a size is dynamic, an index is out of
/// range (which must be reported at run time, U3), or a tensor is too big to be
/// worth it.
mlir::OpFoldResult
foldThroughReference(ReferenceOpInterface op,
                     llvm::ArrayRef<mlir::Attribute> operands);

} // namespace dml

#endif // DML_LIB_IR_OPERATORUTILS_H
