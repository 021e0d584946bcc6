//===- RefineToInputs.h - Specialising to given tensors ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_REFINETOINPUTS_H
#define DML_RUNTIME_REFINETOINPUTS_H

#include "dml/Runtime/Values/Tensor.h"
#include "dml/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dml {

/// Runs `dml-refine-arguments` on the function with the types of the inputs and
/// the values of those of type index. What does not fit is told to the
/// context's diagnostic handler; the module is not to be used after a failure.
llvm::Error refineToInputs(mlir::func::FuncOp function,
                           llvm::ArrayRef<const Tensor *> inputs);

/// The same with what is known of each argument.
llvm::Error refineTo(mlir::func::FuncOp function,
                     llvm::ArrayRef<RefinedArgument> arguments);

} // namespace dml

#endif // DML_RUNTIME_REFINETOINPUTS_H
