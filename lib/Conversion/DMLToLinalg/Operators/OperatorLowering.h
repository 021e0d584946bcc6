//===- OperatorLowering.h - Lowering one operator ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a file with its `lowerToLinalg`. Everything else is the
// same for all operators.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_OPERATORLOWERING_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_OPERATORLOWERING_H

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/IR/Operators.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace dml {

using Groups = llvm::SmallVector<mlir::ReassociationIndices>;

/// Builds the results of an operator, as signless values, before the operator.
/// Its run-time checks have been emitted already. If one of them fails, sizes
/// that the types do not know may be wrong. Fails with the rule that the sizes
/// of operands and declared results break together. Operations that were built
/// before a failure must verify.
#define DML_OPERATOR(Name, mnemonic)                                           \
  llvm::Expected<llvm::SmallVector<mlir::Value>> lowerToLinalg(                \
      mlir::OpBuilder &b, Name##Op op, const LoweringOptions &options);
#include "dml/IR/Operators.def"

/// The known sizes of a result: those that are inferred from the operands'
/// types or declared.
Sizes getKnownResultSizes(OperatorInterface op, unsigned result);

/// The same bits without sign.
mlir::Value asSignless(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value tensor);

/// A cast to these sizes, which run-time checks have established.
mlir::Value withSizes(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::Value tensor, SizesRef sizes);

/// Turns sizes that the types know into attributes and all others into values.
/// A constant that the types do not know stays a value, because it is wrong if
/// a check before it fails.
llvm::SmallVector<mlir::OpFoldResult>
matchKnownSizes(mlir::OpBuilder &b, mlir::Location loc,
                llvm::ArrayRef<mlir::OpFoldResult> sizes, SizesRef known);

/// The destination of a result: a new tensor of its type and these sizes.
mlir::Value createDestination(mlir::OpBuilder &b, mlir::Location loc,
                              SizesRef sizes, mlir::Type elementType,
                              llvm::ArrayRef<mlir::OpFoldResult> dynamic);

/// Splits dimensions; the sizes of the parts are static or values. A dimension
/// with a dynamic part is dynamic itself.
mlir::Value expandShape(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value tensor,
                        llvm::ArrayRef<mlir::OpFoldResult> parts,
                        const Groups &groups);

/// The conjunction of two conditions. Either may be null, which always holds.
mlir::Value both(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs,
                 mlir::Value rhs);

/// Adds to a condition, which may be null, that an index is within a dimension
/// of this size. A negative index is not.
mlir::Value requireInBounds(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::Value condition, mlir::Value index,
                            mlir::OpFoldResult size);

/// Adds to a condition, which may be null, that an index is zero.
mlir::Value requireZero(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value condition, mlir::Value index);

/// Builds a value.
using ValueBuilder =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location)>;

/// What `load` builds, under the guard of a condition, and `otherwise` where
/// that fails. A null condition always holds.
mlir::Value loadGuarded(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value condition, ValueBuilder load,
                        ValueBuilder otherwise);

/// A transposition of a tensor whose dimensions are split into parts.
struct Transposition {
  /// The parts that the dimensions of input and result are split into.
  llvm::SmallVector<mlir::OpFoldResult> inputParts, resultParts;
  Groups inputGroups, resultGroups;
  /// For each part of the result, which part of the input it is.
  llvm::SmallVector<int64_t> permutation;
};

/// Moves a tensor into a new destination of these sizes.
mlir::Value transpose(mlir::OpBuilder &b, mlir::Location loc, mlir::Value input,
                      SizesRef resultSizes,
                      llvm::ArrayRef<mlir::OpFoldResult> computed,
                      const Transposition &transposition);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_OPERATORLOWERING_H
