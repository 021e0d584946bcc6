//===- RefineArguments.h - The steps of dml-refine-arguments -- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TRANSFORMS_REFINEMENT_REFINEARGUMENTS_H
#define DML_LIB_TRANSFORMS_REFINEMENT_REFINEARGUMENTS_H

#include "dml/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dml {

/// Reads arguments spelled as `type`, `type=value` or `_`.
mlir::FailureOr<llvm::SmallVector<RefinedArgument>>
parseArguments(mlir::func::FuncOp function,
               llvm::ArrayRef<std::string> spellings);

/// Checks that the arguments fit those that the function declares, and
/// completes them: each gets the type that both know together.
mlir::FailureOr<llvm::SmallVector<RefinedArgument>>
checkArguments(mlir::func::FuncOp function,
               llvm::ArrayRef<RefinedArgument> arguments);

/// Inlines what the function calls, and what that calls in turn, into it.
/// Recursive functions stay calls.
void inlineCalls(mlir::func::FuncOp function);

/// Reports operations that are certain to run and whose operands are now known
/// to break one of their rules.
mlir::LogicalResult checkContradictions(mlir::func::FuncOp function);

} // namespace dml

#endif // DML_LIB_TRANSFORMS_REFINEMENT_REFINEARGUMENTS_H
