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

/// Emits a labelled message at the location, if there is one, in the name of
/// the operation.
mlir::LogicalResult
emitOptionalRuleError(std::optional<mlir::Location> location,
                      llvm::StringRef opName, llvm::Error error);

/// Checks that the result has the element type of the first operand and that
/// the known sizes break no rule; emits the one labelled message. `rule` is
/// what the operator says of element types beside T6, or empty.
mlir::LogicalResult verifyOperator(ReferenceOpInterface op,
                                   llvm::StringRef rule);

/// Whether `checkSizesBehindCasts` finds a broken rule, so that the operator
/// must stay to report it.
bool isKnownToFail(ReferenceOpInterface op);

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
