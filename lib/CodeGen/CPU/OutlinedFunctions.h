//===- OutlinedFunctions.h - Functions made of regions ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_OUTLINEDFUNCTIONS_H
#define DML_LIB_CODEGEN_CPU_OUTLINEDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"

namespace dml {

struct OutlinedFunction {
  mlir::func::FuncOp function;
  /// What it takes behind the arguments of its region.
  llvm::SmallVector<mlir::Value> captured;
};

/// Moves the block of a region, whose terminator must yield nothing, to a new
/// private function beside the caller, with `suffix` behind the caller's name.
/// Values that the block uses become arguments; constants, which fold, are
/// cloned. The region stays without a block.
OutlinedFunction outlineRegion(mlir::RewriterBase &rewriter,
                               mlir::Region &region, mlir::func::FuncOp caller,
                               llvm::StringRef suffix,
                               mlir::SymbolTable &symbols);

/// Returns whether a function has kColdFunctionAttrName: few executions call
/// it, and the runtime compiles it on its first call, which keeps the compile
/// time of the others short.
bool isColdFunction(mlir::func::FuncOp function);
/// Adds kColdFunctionAttrName, and keeps LLVM from inlining the function.
void setColdFunction(mlir::func::FuncOp function);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_OUTLINEDFUNCTIONS_H
