//===- VulkanDevice.cpp - Compiling for and running on Vulkan -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../IsolateFunction.h"
#include "dml/CodeGen/GPU/Pipeline.h"
#include "dml/IR/Strides.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Device.h"
#include "dml/Runtime/Vulkan/PlanRecorder.h"
#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "dml/Target/SPIRVBinary.h"
#include "dml/Target/TranslateToLaunchPlan.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace dml {
namespace {

class VulkanExecutable : public Executable {
public:
  VulkanExecutable(std::unique_ptr<VulkanPlanRunner> runner,
                   SmallVector<TensorType> resultTypes)
      : runner(std::move(runner)), resultTypes(std::move(resultTypes)) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result) override {
    // What has gaps, the device gives without them.
    SmallVector<TensorType> given(resultTypes);
    std::vector<std::optional<Tensor>> withGaps(resultTypes.size());
    for (auto [i, type] : llvm::enumerate(given)) {
      if (!type.hasGaps())
        continue;
      if (i < result.outputs.size() && result.outputs[i].getType() == type) {
        withGaps[i] = std::move(result.outputs[i]);
      } else {
        llvm::Expected<Tensor> tensor = Tensor::allocateZeroed(type);
        if (!tensor)
          return tensor.takeError();
        withGaps[i] = std::move(*tensor);
      }
      type = type.getPacked();
    }
    if (llvm::Error error = runner->run(inputs, given, result))
      return error;
    for (auto [output, tensor] : llvm::zip_equal(result.outputs, withGaps)) {
      if (!tensor)
        continue;
      tensor->copyElementsFrom(output);
      output = std::move(*tensor);
    }
    return llvm::Error::success();
  }

  llvm::Expected<std::optional<double>> rerun() override {
    return runner->rerun();
  }

private:
  std::unique_ptr<VulkanPlanRunner> runner;
  SmallVector<TensorType> resultTypes;
};

/// One on an application's device.
class RecordedExecutable : public Executable {
public:
  RecordedExecutable(std::unique_ptr<VulkanPlanRecorder> recorder,
                     std::string device)
      : recorder(std::move(recorder)), device(std::move(device)) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result) override {
    return llvm::createStringError(
        "nothing is submitted on " + device +
        "; record the executable into a command buffer instead");
  }

  const VulkanPlanRecorder *getRecorder() const override {
    return recorder.get();
  }

private:
  std::unique_ptr<VulkanPlanRecorder> recorder;
  std::string device;
};

/// Where the device allows it. An H200 starts about one workgroup in a
/// nanosecond: 128 threads that write 16 bytes each come to no more than 2.7
/// TB/s, 1024 are too few workgroups at a time
/// (benchmarks/results/2026-11-21-gpu.md).
constexpr uint32_t kWorkgroupSize = 256;
/// More reads under way at a time: worth 10 to 15 % on an H200.
constexpr int64_t kVectorsPerThread = 2;

/// Kernels are named after the function. The name also stands in SPIR-V, where
/// a zero byte ends it, and in the names of files.
std::string getKernelName(StringRef function) {
  std::string name = function.str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name;
}

/// What arithmetic on a type needs; empty for nothing.
StringRef getCapabilityOf(ElementType type) {
  switch (type) {
  case ElementType::I8:
  case ElementType::UI8:
    return "Int8";
  case ElementType::I16:
  case ElementType::UI16:
    return "Int16";
  case ElementType::I64:
  case ElementType::UI64:
    return "Int64";
  case ElementType::F16:
    return "Float16";
  case ElementType::F64:
    return "Float64";
  default:
    return "";
  }
}

class VulkanDevice : public Device {
public:
  VulkanDevice(std::shared_ptr<VulkanContext> context,
               const DeviceOptions &options)
      : context(std::move(context)), options(options) {}

  llvm::Expected<std::unique_ptr<Executable>>
  compile(func::FuncOp function) override {
    llvm::Expected<Signature> signature = getSignature(function);
    if (!signature)
      return signature.takeError();
    for (auto [i, type] : llvm::enumerate(signature->arguments))
      if (!type.isScalar && !getStaticType(type))
        return llvm::createStringError(
            "@" + function.getName() + ": argument #" + Twine(i) + " is " +
            stringify(type) +
            ", and Vulkan devices run static shapes only; dml-run "
            "specialises a function to its inputs unless --refine=off is "
            "given, dml-refine-arguments to given types");
    llvm::Expected<LaunchPlan> plan =
        compileToPlan(function, signature->results);
    if (!plan)
      return plan.takeError();
    // Written first: a kernel that is refused is one to look at.
    if (!options.spirvDirectory.empty())
      for (const GPUKernel &kernel : plan->kernels)
        if (llvm::Error error = writeSPIRVFile(options.spirvDirectory,
                                               kernel.name, kernel.spirv))
          return std::move(error);
    SmallVector<TensorType> resultTypes;
    if (plan->failure)
      return load(std::move(*plan), resultTypes);
    for (auto [type, sizes] :
         llvm::zip_equal(signature->results, plan->resultSizes))
      resultTypes.push_back(getStaticType(type).value_or(TensorType{
          type.elementType, {sizes.begin(), sizes.end()}, type.isScalar}));
    return load(std::move(*plan), resultTypes);
  }

  llvm::Expected<std::unique_ptr<Executable>>
  load(LaunchPlan plan, ArrayRef<TensorType> resultTypes) override {
    if (llvm::Error error = WorkerPool::get().tryForEach(
            plan.kernels.size(), WorkerPool::getNumCores(), [&](int64_t i) {
              const GPUKernel &kernel = plan.kernels[i];
              return validateSPIRV(kernel.spirv, kernel.name);
            }))
      return std::move(error);
    if (context->isBorrowed())
      return loadRecorded(std::move(plan), resultTypes);
    auto runner = VulkanPlanRunner::create(context, std::move(plan));
    if (!runner)
      return runner.takeError();
    return std::make_unique<VulkanExecutable>(
        std::move(*runner),
        SmallVector<TensorType>(resultTypes.begin(), resultTypes.end()));
  }

  bool needsStaticTypes() const override { return true; }

  bool computesWith(ElementType type) const override {
    StringRef capability = getCapabilityOf(type);
    return capability.empty() ||
           llvm::is_contained(context->getCapabilities(), capability);
  }

  std::string describe() const override { return context->describe(); }

  llvm::Expected<std::unique_ptr<DeviceCopy>>
  createCopy(int64_t numBytes, CopyKind kind) override {
    if (kind != CopyKind::Plain || context->isBorrowed())
      return nullptr;
    return createVulkanCopy(context, numBytes);
  }

private:
  llvm::Expected<std::unique_ptr<Executable>>
  loadRecorded(LaunchPlan plan, ArrayRef<TensorType> resultTypes) const {
    for (auto [i, type] : llvm::enumerate(resultTypes))
      if (type.hasGaps())
        return llvm::createStringError(
            "result #" + Twine(i) + ", " + stringify(type) +
            ": expected strides without gaps on " + context->describe());
    auto recorder = VulkanPlanRecorder::create(context, std::move(plan));
    if (!recorder)
      return recorder.takeError();
    return std::make_unique<RecordedExecutable>(std::move(*recorder),
                                                context->describe());
  }

  llvm::Expected<LaunchPlan>
  compileToPlan(func::FuncOp function, ArrayRef<DeclaredType> results) const {
    llvm::Expected<OwningOpRef<ModuleOp>> module = isolateFunction(function);
    if (!module)
      return module.takeError();
    auto entry = (*module)->lookupSymbol<func::FuncOp>(kEntryName);
    // Kernels write whole vectors, and would write gaps with them.
    for (auto [i, type] : llvm::enumerate(results))
      if (std::optional<TensorType> known = getStaticType(type);
          known && known->hasGaps())
        entry.removeResultAttr(
            i, StringAttr::get(function.getContext(), kStridesAttrName));
    std::string kernelName = getKernelName(function.getName());
    if (!(*module)->lookupSymbol(kernelName))
      entry.setName(kernelName);
    std::string name = entry.getName().str();
    const VulkanLimits &limits = context->getLimits();
    GPUPipelineOptions pipeline;
    pipeline.maxInvocations = limits.maxWorkgroupInvocations;
    pipeline.workgroupSize =
        std::min({kWorkgroupSize, limits.maxWorkgroupInvocations,
                  limits.maxWorkgroupSize[0]});
    pipeline.vectorsPerThread = kVectorsPerThread;
    pipeline.maxWorkgroups =
        std::min(limits.maxWorkgroups[0], limits.maxWorkgroups[1]);
    pipeline.maxStorageBuffers = limits.maxStorageBuffers;
    pipeline.maxBufferBytes =
        std::min(limits.maxStorageBufferRange, limits.maxAllocationSize);
    pipeline.maxWorkgroupMemory = limits.maxWorkgroupMemory;
    pipeline.capabilities = context->getCapabilities();
    pipeline.fuse = options.fuse;
    if (options.cacheBytes)
      pipeline.cacheBytes = *options.cacheBytes;
    PassManager buffers(function.getContext());
    buildGPUBufferPipeline(buffers, pipeline);
    PassManager kernels(function.getContext());
    buildGPUKernelPipeline(kernels, pipeline);
    // After each pass it would take a third of all time. What is made of
    // tensors is verified that often: upstream's folding may break
    // contradictory code.
    kernels.enableVerifier(false);
    if (failed(buffers.run(**module)) || failed(kernels.run(**module)) ||
        failed(verify(**module)))
      return llvm::createStringError("@" + function.getName() +
                                     " cannot be compiled for Vulkan");
    return translateToLaunchPlan((*module)->lookupSymbol<func::FuncOp>(name));
  }

  std::shared_ptr<VulkanContext> context;
  DeviceOptions options;
};

} // namespace

llvm::Expected<std::unique_ptr<Device>>
createVulkanDevice(llvm::StringRef uri, const DeviceOptions &options) {
  VulkanOptions vulkanOptions;
  vulkanOptions.optionalFeatures = options.optionalFeatures;
  llvm::Expected<std::shared_ptr<VulkanContext>> context =
      VulkanContext::open(uri, vulkanOptions);
  if (!context)
    return context.takeError();
  return std::make_unique<VulkanDevice>(std::move(*context), options);
}

llvm::Expected<std::unique_ptr<Device>>
createVulkanDevice(const ApplicationDevice &application) {
  llvm::Expected<std::shared_ptr<VulkanContext>> context =
      VulkanContext::borrow(application);
  if (!context)
    return context.takeError();
  return std::make_unique<VulkanDevice>(std::move(*context), DeviceOptions());
}

} // namespace dml
