//===- CaseRunner.h - Cases on a device and in the evaluator ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_CASERUNNER_H
#define DML_LIB_TESTING_CASERUNNER_H

#include "GuardedMemory.h"
#include "dml/Runtime/Device.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace dml {

/// What a run came to: results, or why there are none.
struct CaseOutcome {
  std::optional<RunResult> result;
  std::string message;
  /// Whether the device refused to compile; `message` then also holds the
  /// diagnostics.
  bool isCompileError = false;
};

/// Runs one module; diagnostics are caught. The memory that a device gets for
/// results holds other bits before, and guards behind it. That of inputs is
/// guarded at the given end.
class CaseRunner {
public:
  /// Fails on a module that is not valid.
  static llvm::Expected<std::unique_ptr<CaseRunner>>
  create(mlir::MLIRContext &context, llvm::StringRef text);

  CaseOutcome runReference(llvm::ArrayRef<const Tensor *> inputs);
  /// Compiles on the first call.
  CaseOutcome runAsWritten(Device &device,
                           llvm::ArrayRef<const Tensor *> inputs,
                           GuardedEnd end);
  /// Compiles for the types of the inputs.
  CaseOutcome runRefined(Device &device, llvm::ArrayRef<const Tensor *> inputs,
                         GuardedEnd end);

private:
  explicit CaseRunner(mlir::OwningOpRef<mlir::ModuleOp> module)
      : module(std::move(module)) {}

  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::unique_ptr<Executable> asWritten;
  std::string compileError;
};

} // namespace dml

#endif // DML_LIB_TESTING_CASERUNNER_H
