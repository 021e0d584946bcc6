//===- IsolateFunction.h - A function and what it calls ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_COMPILE_ISOLATEFUNCTION_H
#define DML_LIB_RUNTIME_COMPILE_ISOLATEFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace dml {

/// The name that isolateFunction gives.
constexpr llvm::StringLiteral kEntryName = "dml_entry";

/// A copy of the module with nothing but the function, as kEntryName, and the
/// functions that it calls, under other names. Fails on recursion, on callees
/// without a body and on static tensors that break T2.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
isolateFunction(mlir::func::FuncOp function);

} // namespace dml

#endif // DML_LIB_RUNTIME_COMPILE_ISOLATEFUNCTION_H
