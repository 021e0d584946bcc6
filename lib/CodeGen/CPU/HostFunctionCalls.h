//===- HostFunctionCalls.h - Calls into the host runtime --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that generated code calls; Runtime/CPU/HostFunctions.h declares
// them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H
#define DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace dml {

constexpr llvm::StringLiteral kParallelForName = "dmlParallelFor";

/// Builds calls in one module and declares there what they call.
class HostFunctionCalls {
public:
  explicit HostFunctionCalls(mlir::ModuleOp module) : module(module) {}

  /// `dmlReportOutOfRangeIndices(prefix, position, index, bound, count)`.
  void reportOutOfRangeIndices(mlir::OpBuilder &b, mlir::Location loc,
                               llvm::StringRef prefix, mlir::Value position,
                               mlir::Value index, mlir::Value bound,
                               mlir::Value count);

  /// `dmlReportFailure(message, values, number of values)`.
  void reportFailure(mlir::OpBuilder &b, mlir::Location loc,
                     llvm::StringRef message, mlir::ValueRange values);

  /// `dmlHasFailed() -> i1`.
  mlir::Value hasFailed(mlir::OpBuilder &b, mlir::Location loc);

  /// `dmlParallelFor(body, context, begin, end, step)`; `body` is a function
  /// of an index and the context pointer.
  void parallelFor(mlir::OpBuilder &b, mlir::Location loc, mlir::Value body,
                   mlir::Value context, mlir::Value begin, mlir::Value end,
                   mlir::Value step);

private:
  mlir::ValueRange call(mlir::OpBuilder &b, mlir::Location loc,
                        llvm::StringRef name, mlir::TypeRange results,
                        mlir::ValueRange operands);
  /// Pointer to a constant, zero-terminated string.
  mlir::Value getString(mlir::OpBuilder &b, mlir::Location loc,
                        llvm::StringRef text);

  mlir::ModuleOp module;
  llvm::StringMap<std::string> stringNames;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H
