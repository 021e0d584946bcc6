//===- HostFunctionCalls.h - Calls into the host runtime --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that generated code calls; Runtime/CPU/HostFunctions.h defines
// them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H
#define DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace dml {

constexpr llvm::StringLiteral kParallelForName = "dmlParallelFor";

/// `dmlGetNumWorkers() -> index`.
mlir::Value callGetNumWorkers(mlir::OpBuilder &b, mlir::Location loc);

/// `dmlReportOutOfRangeIndices(message prefix, position, index, bound, count)`.
void callReportOutOfRangeIndices(mlir::OpBuilder &b, mlir::Location loc,
                                 llvm::StringRef prefix, mlir::Value position,
                                 mlir::Value index, mlir::Value bound,
                                 mlir::Value count);

/// `dmlReportFailure(message, values, number of values)`.
void callReportFailure(mlir::OpBuilder &b, mlir::Location loc,
                       llvm::StringRef message, mlir::ValueRange values);

/// `dmlHasFailed() -> i1`.
mlir::Value callHasFailed(mlir::OpBuilder &b, mlir::Location loc);

/// `dmlParallelFor(body, context, begin, end, step)`; `body` is a function of
/// an index and the context pointer.
void callParallelFor(mlir::OpBuilder &b, mlir::Location loc, mlir::Value body,
                     mlir::Value context, mlir::Value begin, mlir::Value end,
                     mlir::Value step);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_HOSTFUNCTIONCALLS_H
