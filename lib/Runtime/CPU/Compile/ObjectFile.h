//===- ObjectFile.h - Functions as object files -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COMPILE_OBJECTFILE_H
#define DML_LIB_RUNTIME_CPU_COMPILE_OBJECTFILE_H

#include "dml/Runtime/Signature.h"
#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace dml {

/// For `native`, or a processor by LLVM's name for the host's system. Fails
/// with what there is.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef target, unsigned optimizationLevel);

/// Fails on a type that compiled functions cannot pass.
llvm::Error checkStaticSignature(const Signature &signature);

/// A function of a module in the LLVM dialect, which has this signature, as an
/// object file for libdml_rt.a. Its only symbol is `symbol`, a function of C
/// that writeHeader declares.
llvm::Expected<std::string>
compileObject(mlir::ModuleOp module, llvm::StringRef function,
              const Signature &signature, llvm::StringRef symbol,
              unsigned optimizationLevel, llvm::TargetMachine &target);

/// A header of C that declares the function. `name` is the function's in MLIR,
/// `file` the header's.
std::string writeHeader(const Signature &signature, llvm::StringRef symbol,
                        llvm::StringRef name, llvm::StringRef file);

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COMPILE_OBJECTFILE_H
