//===- Program.h - MLIR files to run ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_PROGRAM_H
#define DML_RUNTIME_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
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

/// Makes a context for one thread, with the dialects and interface models of
/// the programs that devices compile.
std::unique_ptr<mlir::MLIRContext> createProgramContext();

/// A program in a context of its own.
class ParsedProgram {
public:
  /// Diagnostics are printed to the stream, which must outlive the program.
  ParsedProgram(std::unique_ptr<llvm::MemoryBuffer> source,
                llvm::raw_ostream &diagnostics);

  /// Parses the source, lowers its operations of tosa, and gives its unrealized
  /// casts their meaning (RealizeCasts.h).
  llvm::Error parse();

  mlir::MLIRContext *getContext() { return context.get(); }
  /// Once parsed.
  mlir::ModuleOp getModule() { return *module; }

  /// Hands the context over, without the program.
  std::unique_ptr<mlir::MLIRContext> takeContext() &&;

private:
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::MLIRContext> context;
  std::optional<mlir::SourceMgrDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace dml

#endif // DML_RUNTIME_PROGRAM_H
