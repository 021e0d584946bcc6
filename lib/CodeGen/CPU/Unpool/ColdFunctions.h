//===- ColdFunctions.h - Functions compiled on first call -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cold function is one that few executions call. The runtime compiles it on
// its first call, which keeps the compile time of the others short.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace dml {

/// Returns whether a function has kColdFunctionAttrName.
bool isColdFunction(mlir::func::FuncOp function);
/// Adds kColdFunctionAttrName, and keeps LLVM from inlining the function.
void setColdFunction(mlir::func::FuncOp function);

/// Moves the operations of a block to a new cold function beside the caller,
/// NAME_fallback for a caller NAME, and calls that instead. The block's
/// terminator stays and must yield nothing.
void moveToColdFunction(mlir::Block &block, mlir::func::FuncOp caller,
                        mlir::SymbolTable &symbols);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H
