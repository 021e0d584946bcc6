//===- CompilePlan.cpp - A function as a launch plan ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilePlan.h"
#include "IsolateFunction.h"
#include "Runtime/Timing/ProfilePasses.h"
#include "dml/IR/Shapes/Strides.h"
#include "dml/Runtime/CPU/TryForEach.h"
#include "dml/Target/SPIRVBinary.h"
#include "dml/Target/TranslateToLaunchPlan.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace dml {

/// Kernels are named after the function. The name also stands in SPIR-V, where
/// a zero byte ends it, and in the names of files.
static std::string getKernelName(StringRef function) {
  std::string name = function.str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name;
}

llvm::Expected<PlanSource> preparePlan(func::FuncOp function,
                                       StringRef advice) {
  PlanSource source;
  source.name = function.getName().str();
  llvm::Expected<Signature> signature = getSignature(function);
  if (!signature)
    return signature.takeError();
  source.signature = std::move(*signature);
  for (auto [i, type] : llvm::enumerate(source.signature.arguments))
    if (!type.isScalar && !getStaticType(type))
      return llvm::createStringError(
          "@" + source.name + ": argument #" + Twine(i) + " is " +
          stringify(type) + ", and Vulkan devices run static shapes only; " +
          advice);
  llvm::Expected<OwningOpRef<ModuleOp>> module = isolateFunction(function);
  if (!module)
    return module.takeError();
  source.module = std::move(*module);
  auto entry = source.module->lookupSymbol<func::FuncOp>(kEntryName);
  // Kernels write whole vectors, and would write gaps with them.
  for (auto [i, type] : llvm::enumerate(source.signature.results))
    if (std::optional<TensorType> known = getStaticType(type);
        known && known->hasGaps())
      entry.removeResultAttr(
          i, StringAttr::get(function.getContext(), kStridesAttrName));
  std::string kernelName = getKernelName(source.name);
  if (!source.module->lookupSymbol(kernelName))
    entry.setName(kernelName);
  source.kernelName = entry.getName().str();
  return source;
}

llvm::Expected<LaunchPlan> compilePlan(const PlanSource &source,
                                       const GPUPipelineOptions &pipeline,
                                       Profile *profile) {
  ModuleOp module = *source.module;
  PassManager buffers(module.getContext());
  profilePasses(buffers, profile);
  buildGPUBufferPipeline(buffers, pipeline);
  PassManager kernels(module.getContext());
  profilePasses(kernels, profile);
  buildGPUKernelPipeline(kernels, pipeline);
  // After each pass it would take a third of all time. What is made of
  // tensors is verified that often: upstream's folding may break
  // contradictory code.
  kernels.enableVerifier(false);
  if (failed(buffers.run(module)) || failed(kernels.run(module)) ||
      failed(verify(module)))
    return llvm::createStringError("@" + source.name +
                                   " cannot be compiled for Vulkan");
  return translateToLaunchPlan(
      module.lookupSymbol<func::FuncOp>(source.kernelName));
}

llvm::Error validateKernels(const LaunchPlan &plan) {
  return tryForEach(WorkerPool::get(), plan.kernels.size(),
                    WorkerPool::getNumCores(), [&](int64_t i) {
                      const GPUKernel &kernel = plan.kernels[i];
                      return validateSPIRV(kernel.spirv, kernel.name);
                    });
}

SmallVector<TensorType> getResultTypes(const LaunchPlan &plan,
                                       const Signature &signature) {
  SmallVector<TensorType> types;
  if (plan.failure)
    return types;
  for (auto [type, sizes] :
       llvm::zip_equal(signature.results, plan.resultSizes))
    types.push_back(getStaticType(type).value_or(TensorType{
        type.elementType, {sizes.begin(), sizes.end()}, type.isScalar}));
  return types;
}

} // namespace dml
