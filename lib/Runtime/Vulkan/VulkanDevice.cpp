//===- VulkanDevice.cpp - Compiling for and running on Vulkan -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Compile/CompilePlan.h"
#include "dml/Runtime/Compile/CompileCache.h"
#include "dml/Runtime/Device.h"
#include "dml/Runtime/Vulkan/PlanRecorder.h"
#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "dml/Target/KernelInterface.h"
#include "dml/Target/SPIRVBinary.h"

using namespace mlir;

namespace dml {
namespace {

class VulkanExecutable : public Executable {
public:
  VulkanExecutable(std::unique_ptr<VulkanPlanRunner> runner,
                   SmallVector<TensorType> resultTypes)
      : runner(std::move(runner)), resultTypes(std::move(resultTypes)) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  Profile *profile) override {
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
    if (llvm::Error error = runner->run(inputs, given, result, profile))
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

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  Profile *) override {
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
      : context(std::move(context)), options(options),
        cache(options.cacheDirectory) {}

  llvm::Expected<std::unique_ptr<Executable>>
  compile(func::FuncOp function, Profile *profile) override {
    llvm::Expected<PlanSource> source = preparePlan(
        function, "dml-run specialises a function to its inputs unless "
                  "--refine=off is given, dml-refine-arguments to given types");
    if (!source)
      return source.takeError();
    GPUPipelineOptions pipeline;
    setPipelineOptions(pipeline);
    std::string key;
    if (cache.isOn())
      key =
          CompileCache::makeKey(*source->module, {"vulkan", source->kernelName,
                                                  printOptions(pipeline)});
    std::optional<LaunchPlan> kept = loadPlan(key);
    DiagnosticWatch diagnostics(function.getContext());
    llvm::Expected<LaunchPlan> plan =
        kept ? std::move(*kept) : compilePlan(*source, pipeline, profile);
    if (!plan)
      return plan.takeError();
    // Written first: a kernel that is refused is one to look at.
    if (!options.spirvDirectory.empty())
      for (const GPUKernel &kernel : plan->kernels)
        if (llvm::Error error = writeSPIRVFile(options.spirvDirectory,
                                               kernel.name, kernel.spirv))
          return std::move(error);
    if (!kept) {
      ProfileSpan span(profile, ProfileCategory::Driver, "validate SPIR-V");
      if (llvm::Error error = validateKernels(*plan))
        return std::move(error);
      if (!diagnostics.hasSeenAny())
        storePlan(key, *plan);
    }
    SmallVector<TensorType> types = getResultTypes(*plan, source->signature);
    return create(std::move(*plan), types, profile);
  }

  llvm::Expected<std::unique_ptr<Executable>>
  load(LaunchPlan plan, ArrayRef<TensorType> resultTypes) override {
    if (llvm::Error error = validateKernels(plan))
      return std::move(error);
    for (const GPUKernel &kernel : plan.kernels)
      if (llvm::Error error =
              checkInterface(kernel, context->getCapabilities()))
        return std::move(error);
    return create(std::move(plan), resultTypes);
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
  createRecorded(LaunchPlan plan, ArrayRef<TensorType> resultTypes) const {
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

  /// Makes an executable of a plan whose kernels are valid.
  llvm::Expected<std::unique_ptr<Executable>>
  create(LaunchPlan plan, ArrayRef<TensorType> resultTypes,
         Profile *profile = nullptr) {
    if (context->isBorrowed())
      return createRecorded(std::move(plan), resultTypes);
    auto runner = VulkanPlanRunner::create(context, std::move(plan), profile);
    if (!runner)
      return runner.takeError();
    return std::make_unique<VulkanExecutable>(
        std::move(*runner),
        SmallVector<TensorType>(resultTypes.begin(), resultTypes.end()));
  }

  std::optional<LaunchPlan> loadPlan(StringRef key) const {
    std::optional<std::vector<NamedBytes>> files = cache.load(key);
    if (!files)
      return std::nullopt;
    return llvm::expectedToOptional(unpackLaunchPlan(*files));
  }

  void storePlan(StringRef key, const LaunchPlan &plan) const {
    if (auto files = llvm::expectedToOptional(packLaunchPlan(plan)))
      cache.store(key, *files);
  }

  void setPipelineOptions(GPUPipelineOptions &pipeline) const {
    const VulkanLimits &limits = context->getLimits();
    // Workgroups have one dimension.
    uint32_t maxThreads =
        std::min(limits.maxWorkgroupInvocations, limits.maxWorkgroupSize[0]);
    pipeline.maxInvocations = maxThreads;
    pipeline.workgroupSize = std::min(kWorkgroupSize, maxThreads);
    pipeline.maxWorkgroups =
        std::min(limits.maxWorkgroups[0], limits.maxWorkgroups[1]);
    pipeline.maxStorageBuffers = limits.maxStorageBuffers;
    pipeline.maxBufferBytes =
        std::min(limits.maxStorageBufferRange, limits.maxAllocationSize);
    pipeline.maxWorkgroupMemory = limits.maxWorkgroupMemory;
    pipeline.capabilities = context->getCapabilities();
    pipeline.fuse = options.fuse;
    pipeline.contract = options.contract;
    if (options.cacheBytes)
      pipeline.cacheBytes = *options.cacheBytes;
  }

  std::shared_ptr<VulkanContext> context;
  DeviceOptions options;
  CompileCache cache;
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
