//===- LLVMModule.h - From the LLVM dialect to LLVM -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COMPILE_LLVMMODULE_H
#define DML_LIB_RUNTIME_CPU_COMPILE_LLVMMODULE_H

#include "dml/Runtime/CPU/Compile/HostCode.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace dml {

/// Registers the host's kind of processor with LLVM; any number of times.
void initializeHostTarget();

/// LLVM's optimisation level 0 to 3 for machine code.
llvm::CodeGenOptLevel getCodeGenLevel(unsigned optimizationLevel);

/// A function of a pointer to the pointers to the arguments of another function
/// and to its result.
constexpr llvm::StringLiteral kPackedName("dml_packed_entry");

/// The module for the target, with kPackedName, which calls the function.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::ModuleOp source, llvm::StringRef function,
                const llvm::TargetMachine &target, llvm::LLVMContext &context);

/// Optimises the module, at level 0 to 3.
llvm::Error optimizeModule(llvm::Module &module, unsigned level,
                           llvm::TargetMachine &target);

/// The same, and makes an object file of it.
llvm::Error compileModule(llvm::Module &module, unsigned level,
                          llvm::TargetMachine &target, std::string &object);

/// The features to change in a target's own list. LLVM 22 never finishes
/// legalising some shuffles of 64 bytes if a processor has fast shuffles across
/// lanes, as Intel's have.
std::vector<std::string> getTargetFeatures(const llvm::Triple &triple);

VectorSupport getVectorSupport(const llvm::TargetMachine &target);

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COMPILE_LLVMMODULE_H
