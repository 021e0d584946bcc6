//===- OperatorUtils.h - What the operators' definitions share --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORS_OPERATORUTILS_H
#define DML_LIB_IR_OPERATORS_OPERATORUTILS_H

#include "dml/IR/Operators.h"

namespace dml {

/// Emits a labelled message at the location, if there is one, in the name of
/// the operation.
mlir::LogicalResult
emitOptionalRuleError(std::optional<mlir::Location> location,
                      llvm::StringRef opName, llvm::Error error);

/// Checks that the first result has the element type of the first operand and
/// that the known sizes break no rule; emits the one labelled message. `rule`
/// is what the operator says of element types beside T6.
mlir::LogicalResult verifyOperator(OperatorInterface op, llvm::StringRef rule);

/// Whether `checkSizesBehindCasts` finds a broken rule, so that the operator
/// must stay to report it.
bool isKnownToFail(OperatorInterface op);

/// The sizes of the results as they follow from the operands' types.
llvm::Expected<SizesOfResults> inferTypeSizes(OperatorInterface op);

/// The declared types with what an input of these sizes adds to them. Fails
/// when they contradict each other or add up to a tensor that cannot be (T2),
/// which stays a run-time error.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
mergeIntoDeclared(OperatorInterface op, mlir::TypeRange declared,
                  SizesRef input);

/// The sizes of all results: attributes where the types know them, and values
/// elsewhere.
mlir::LogicalResult
reifyDeclaredSizes(mlir::OpBuilder &b, OperatorInterface op,
                   mlir::ReifiedRankedShapedTypeDims &reified);

/// Computes an operator with constant operands through the reference kernels.
/// Fails when an operand is not constant, a size is dynamic, an index is out of
/// range (which must be reported at run time, U3), or a tensor is too big to be
/// worth it.
mlir::LogicalResult
foldThroughReference(OperatorInterface op,
                     llvm::ArrayRef<mlir::Attribute> operands,
                     llvm::SmallVectorImpl<mlir::OpFoldResult> &results);

/// The same for an operator of one result; null instead of a failure.
mlir::OpFoldResult
foldThroughReference(OperatorInterface op,
                     llvm::ArrayRef<mlir::Attribute> operands);

} // namespace dml

#endif // DML_LIB_IR_OPERATORS_OPERATORUTILS_H
