//===- Operators.h - The operators, whichever one it is --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_H
#define DML_IR_OPERATORS_H

#include "dml/IR/DMLDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace dml {

/// How many operators there are.
constexpr unsigned kNumOperators = 0
#define DML_OPERATOR(Name, mnemonic) +1
#include "dml/IR/Operators.def"
    ;

/// The tensors among the operands, and what their types say of their sizes.
llvm::SmallVector<mlir::Value> getTensorOperands(OperatorInterface op);
llvm::SmallVector<Sizes> getOperandSizes(OperatorInterface op);

/// The sizes of the results as they follow from operands of these sizes,
/// whatever the result types declare.
llvm::Expected<SizesOfResults> inferResultSizes(OperatorInterface op,
                                                llvm::ArrayRef<Sizes> operands);

/// The same, for what is known of the operands. Fails also where a declared
/// dimension contradicts it (T6).
llvm::Expected<SizesOfResults> evaluateSizes(OperatorInterface op,
                                             const KnownSizes &known);

/// The sizes as constants where known and as IR elsewhere.
llvm::SmallVector<mlir::OpFoldResult>
reifySizes(mlir::OpBuilder &b, OperatorInterface op,
           llvm::ArrayRef<SizeExpr> sizes);

/// The sizes of one result as they are inferred, whatever its type declares.
llvm::SmallVector<mlir::OpFoldResult>
reifyInferredSizes(mlir::OpBuilder &b, OperatorInterface op, unsigned result);

/// The rule, if any, that an operator's operands break by what casts before
/// them still knew of their sizes, and by constants of type `index`. The
/// verifier and canonicalisation leave such an operator alone: if it is
/// reached, it fails.
llvm::Error checkSizesBehindCasts(OperatorInterface op);

/// The patterns that infer types and absorb casts, of all operators.
void populateOperatorPatterns(mlir::RewritePatternSet &patterns);

} // namespace dml

#endif // DML_IR_OPERATORS_H
