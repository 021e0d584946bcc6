//===- LowerToLLVM.cpp - Functions in the LLVM dialect --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerToLLVM.h"
#include "Runtime/Compile/IsolateFunction.h"
#include "Runtime/Timing/ProfilePasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlir;

namespace dml {

llvm::Expected<OwningOpRef<ModuleOp>> prepareForCPU(func::FuncOp function) {
  llvm::Expected<OwningOpRef<ModuleOp>> module = isolateFunction(function);
  if (!module)
    return module.takeError();
  (*module)
      ->lookupSymbol(kEntryName)
      ->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                UnitAttr::get(function.getContext()));
  return module;
}

llvm::Error lowerToLLVM(ModuleOp module, StringRef name,
                        const CPUPipelineOptions &pipeline, Profile *profile) {
  MLIRContext *context = module.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);
  PassManager pm(context);
  profilePasses(pm, profile);
  buildCPUPipeline(pm, pipeline);
  if (failed(pm.run(module)))
    return llvm::createStringError("@" + name +
                                   " cannot be compiled for the CPU");
  return llvm::Error::success();
}

std::string getWrapperName() { return ("_mlir_ciface_" + kEntryName).str(); }

} // namespace dml
