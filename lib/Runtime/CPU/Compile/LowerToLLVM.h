//===- LowerToLLVM.h - Functions in the LLVM dialect ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COMPILE_LOWERTOLLVM_H
#define DML_LIB_RUNTIME_CPU_COMPILE_LOWERTOLLVM_H

#include "dml/CodeGen/CPU/Pipeline.h"
#include "dml/Runtime/Timing/Profile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace dml {

/// The function and what it calls, in a module for lowerToLLVM.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
prepareForCPU(mlir::func::FuncOp function);

/// Runs the pipeline. `name` is what the user calls the function. The profile
/// is given the passes.
llvm::Error lowerToLLVM(mlir::ModuleOp module, llvm::StringRef name,
                        const CPUPipelineOptions &pipeline,
                        Profile *profile = nullptr);

/// Of the function to call, which takes pointers to descriptors.
std::string getWrapperName();

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COMPILE_LOWERTOLLVM_H
