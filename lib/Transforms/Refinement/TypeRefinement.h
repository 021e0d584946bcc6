//===- TypeRefinement.h - More static types for operations ---- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TRANSFORMS_REFINEMENT_TYPEREFINEMENT_H
#define DML_LIB_TRANSFORMS_REFINEMENT_TYPEREFINEMENT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include <string>

namespace dml {

/// What both tensor types know together; null when they contradict each other
/// or are not types of the same elements.
mlir::Type mergeTypes(mlir::Type first, mlir::Type second);

/// What both tensor types agree on; null when they are not types of the same
/// elements.
mlir::Type joinTypes(mlir::Type first, mlir::Type second);

/// The type of the value with what the casts know that it comes through.
mlir::Type getKnownType(mlir::Value value);
llvm::SmallVector<mlir::Type> getKnownTypes(mlir::ValueRange values);

/// The value as one of this type, read through casts where one gives it.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Value value,
                   mlir::Type type);

/// Gives the value this type; a cast gives its users the type they know.
void declareType(mlir::RewriterBase &rewriter, mlir::Value value,
                 mlir::Type type);

/// Gives the operation these operand and result types, unless it has them, or
/// would not verify with them: sizes that contradict each other stay dynamic,
/// for the operation may never run.
mlir::LogicalResult retype(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                           llvm::ArrayRef<mlir::Type> operandTypes,
                           llvm::ArrayRef<mlir::Type> resultTypes);

/// What the verifier says of the operation with these types; empty when it has
/// no objection.
std::string verifyRetyped(mlir::Operation *op,
                          llvm::ArrayRef<mlir::Type> operandTypes,
                          llvm::ArrayRef<mlir::Type> resultTypes);

/// Results whose type is that of the destination operand they are tied to.
llvm::SmallVector<mlir::Type>
getTiedResultTypes(mlir::Operation *op,
                   llvm::ArrayRef<mlir::Type> operandTypes);

/// Whether the operation is an elementwise one of arith or math, so that all
/// its tensors have the same sizes.
bool isElementwise(mlir::Operation *op);

void populateStructuredOpPatterns(mlir::RewritePatternSet &patterns);
void populateSlicePatterns(mlir::RewritePatternSet &patterns);
void populateTensorOpPatterns(mlir::RewritePatternSet &patterns);
void populateBranchPatterns(mlir::RewritePatternSet &patterns);

} // namespace dml

#endif // DML_LIB_TRANSFORMS_REFINEMENT_TYPEREFINEMENT_H
