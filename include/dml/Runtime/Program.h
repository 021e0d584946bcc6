//===- Program.h - MLIR files to run ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_PROGRAM_H
#define DML_RUNTIME_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace dml {

/// Opens a file of MLIR text or bytecode; `-` is standard input, which messages
/// call <stdin>. Fails on the formats that are given in its place, such as ONNX
/// models, with what to do about it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProgram(llvm::StringRef path);

/// Parses the main file of the sources, lowers its operations of tosa, and
/// gives its unrealized casts their meaning (RealizeCasts.h). What is wrong
/// with it goes to the context's diagnostic handler.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseProgram(llvm::SourceMgr &sources, mlir::MLIRContext &context);

} // namespace dml

#endif // DML_RUNTIME_PROGRAM_H
