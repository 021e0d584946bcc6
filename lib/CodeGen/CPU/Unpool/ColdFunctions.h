//===- ColdFunctions.h - Functions that few runs call -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace dml {

/// Whether a function has kOnDemandAttrName.
bool isOnDemand(mlir::func::FuncOp function);
/// Adds it, and keeps LLVM from inlining the function.
void setOnDemand(mlir::func::FuncOp function);

/// Moves all of a block but its terminator, which yields nothing, to a function
/// beside the caller and calls that.
void moveToOnDemandFunction(mlir::Block &block, mlir::func::FuncOp caller,
                            mlir::SymbolTable &symbols);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_COLDFUNCTIONS_H
