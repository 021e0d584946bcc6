//===- Evaluator.h - Interpreting functions ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function operation by operation on host tensors. dml operators go to
// the reference kernels. Beside them it knows func.call and func.return;
// scf.for; arith, and what of math is exact, on scalars and tensors; structured
// operations of linalg on tensors, whose bodies hold such arithmetic,
// linalg.index and tensor.extract; and of tensor
// bitcast, cast, collapse_shape, concat, dim, empty, expand_shape, extract,
// extract_slice, from_elements, insert, insert_slice, pad with a constant,
// reshape and splat. Any other operation is refused by name. What the compiled
// code checks at run time is checked here by the same rules.
//
// This defines what compiled code computes: each operation rounds once, also a
// product that is added to; a reduction starts from the initial value and goes
// through its dimensions in lexicographic order. What arithmetic gives is said
// in lib/Reference/Scalars/Scalars.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_EVALUATOR_H
#define DML_REFERENCE_EVALUATOR_H

#include "dml/Runtime/Device.h"

namespace dml {

/// Fails where the function, or one that it calls, holds an operation that
/// `evaluateFunction` does not know.
llvm::Error checkEvaluable(mlir::func::FuncOp function);

/// Runs the function on inputs that fit its declaration.
llvm::Expected<RunResult>
evaluateFunction(mlir::func::FuncOp function,
                 llvm::ArrayRef<const Tensor *> inputs);

} // namespace dml

#endif // DML_REFERENCE_EVALUATOR_H
