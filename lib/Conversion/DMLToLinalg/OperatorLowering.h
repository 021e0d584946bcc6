//===- OperatorLowering.h - Lowering one operator ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a file with its `lowerToLinalg`; all else is done for any
// operator alike.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORLOWERING_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORLOWERING_H

#include "dml/IR/Operators.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace dml {

using Groups = llvm::SmallVector<mlir::ReassociationIndices>;

/// Signless values for the results of an operator whose run-time checks are
/// emitted already, made before it. Sizes that its types leave open may be
/// wrong where a check fails. Fails with the rule that the sizes of operands
/// and declared results break together; nothing else may then be left half
/// done.
#define DML_OPERATOR(Name, mnemonic)                                           \
  llvm::Expected<llvm::SmallVector<mlir::Value>> lowerToLinalg(                \
      mlir::OpBuilder &b, Name##Op op);
#include "dml/IR/Operators.def"

/// What is known of the sizes of a result: inferred from the operands' types,
/// or declared.
Sizes getKnownResultSizes(OperatorInterface op, unsigned result);

/// The same bits without sign.
mlir::Value asSignless(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value tensor);

/// A cast to these sizes, which run-time checks have established.
mlir::Value withSizes(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::Value tensor, SizesRef sizes);

/// Sizes that the types know as attributes, all others as values: one that is
/// constant but not known to the types may be wrong where a check fails first.
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

/// How one view of a tensor becomes another by exchanging dimensions.
struct Transposition {
  /// The parts that the dimensions of input and result are split into.
  llvm::SmallVector<mlir::OpFoldResult> inputParts, resultParts;
  Groups inputGroups, resultGroups;
  /// Of the input's parts, for each of the result's.
  llvm::SmallVector<int64_t> permutation;
};

/// Moves a tensor into a new destination of these sizes.
mlir::Value transpose(mlir::OpBuilder &b, mlir::Location loc, mlir::Value input,
                      SizesRef resultSizes,
                      llvm::ArrayRef<mlir::OpFoldResult> computed,
                      const Transposition &transposition);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORLOWERING_H
