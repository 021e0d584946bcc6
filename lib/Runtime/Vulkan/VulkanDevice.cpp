//===- VulkanDevice.cpp - Compiling for and running on Vulkan -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Compile/CompilePlan.h"
#include "Runtime/Compile/KeptProgram.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Runtime/Compile/CompileCache.h"
#include "dml/Runtime/Device.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "dml/Runtime/Vulkan/PlanRecorder.h"
#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "dml/Target/KernelInterface.h"
#include "dml/Target/SPIRVBinary.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include <functional>

using namespace mlir;

namespace dml {
namespace {

using RunnerPtr = std::unique_ptr<VulkanPlanRunner>;

class VulkanExecutable : public Executable {
public:
  /// Makes a runner for a plan that assumes no more than it is given.
  using MakeRunner =
      std::function<llvm::Expected<RunnerPtr>(IndexAssumption, Profile *)>;

  /// `makeRunner` is null where the runner's plan assumes nothing.
  VulkanExecutable(RunnerPtr runner, SmallVector<TensorType> resultTypes,
                   MakeRunner makeRunner)
      : runner(std::move(runner)), resultTypes(std::move(resultTypes)),
        makeRunner(std::move(makeRunner)) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  const RunMeasures &measures) override {
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
    if (llvm::Error error = runPlan(inputs, given, result, measures))
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
    if (!runner)
      return std::nullopt;
    return runner->rerun();
  }

  llvm::Expected<bool> relaunch() override {
    return runner ? runner->relaunch() : false;
  }

private:
  /// Runs the plan. If its assumption is wrong, this run and all later ones use
  /// a plan that assumes less.
  llvm::Error runPlan(ArrayRef<const Tensor *> inputs,
                      ArrayRef<TensorType> types, RunResult &result,
                      const RunMeasures &measures) {
    while (true) {
      if (!runner) {
        llvm::Expected<RunnerPtr> made =
            makeRunner(assumption, measures.profile);
        if (!made)
          return made.takeError();
        runner = std::move(*made);
        if (assumption == IndexAssumption::None)
          makeRunner = nullptr;
      }
      llvm::Error error = runner->run(inputs, types, result, measures);
      if (!makeRunner || !error.isA<WrongAssumption>())
        return error;
      handleAllErrors(std::move(error), [&](const WrongAssumption &wrong) {
        assumption = getWeaker(wrong.getAssumption());
      });
      // The next one needs its memory.
      runner.reset();
    }
  }

  static IndexAssumption getWeaker(IndexAssumption assumption) {
    return assumption == IndexAssumption::Disjoint ? IndexAssumption::Pooled
                                                   : IndexAssumption::None;
  }

  /// Null if the plan for the next run is not compiled yet.
  RunnerPtr runner;
  SmallVector<TensorType> resultTypes;
  MakeRunner makeRunner;
  /// What the next plan to compile may assume.
  IndexAssumption assumption = IndexAssumption::None;
};

/// One on an application's device.
class RecordedExecutable : public Executable {
public:
  RecordedExecutable(std::unique_ptr<VulkanPlanRecorder> recorder,
                     std::string device)
      : recorder(std::move(recorder)), device(std::move(device)) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  const RunMeasures &) override {
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

/// Compiles programs for a device. An executable holds a copy, with which it
/// compiles its program again.
class VulkanCompiler {
public:
  VulkanCompiler(std::shared_ptr<VulkanContext> context,
                 const DeviceOptions &options)
      : context(std::move(context)), options(options),
        cache(options.cacheDirectory) {}

  /// Lowers the module, unless the cache has its plan.
  llvm::Expected<LaunchPlan> compile(const PlanSource &source,
                                     IndexAssumption assumption,
                                     Profile *profile) const {
    ModuleOp module = source.module.get();
    GPUPipelineOptions pipeline;
    setPipelineOptions(pipeline);
    pipeline.assumption = assumption;
    std::string key;
    if (cache.isOn())
      key = CompileCache::makeKey(
          module, {"vulkan", source.kernelName, printOptions(pipeline)});
    std::optional<LaunchPlan> kept = loadPlan(key);
    DiagnosticWatch diagnostics(module.getContext());
    llvm::Expected<LaunchPlan> plan =
        kept ? std::move(*kept) : compilePlan(source, pipeline, profile);
    if (!plan)
      return plan.takeError();
    // Written first: a kernel that is refused is one to look at.
    if (!options.spirvDirectory.empty())
      for (const GPUKernel &kernel : plan->kernels)
        if (llvm::Error error = writeSPIRVFile(options.spirvDirectory,
                                               kernel.name, kernel.spirv))
          return std::move(error);
    if (kept)
      return plan;
    ProfileSpan span(profile, ProfileCategory::Driver, "validate SPIR-V");
    if (llvm::Error error = validateKernels(*plan))
      return std::move(error);
    if (!diagnostics.hasSeenAny())
      storePlan(key, *plan);
    return plan;
  }

private:
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
    if (context->hasAddresses())
      pipeline.readableMargin = kReadableMargin;
    pipeline.maxWorkgroupMemory = limits.maxWorkgroupMemory;
    pipeline.maxLoopIterations = limits.maxLoopIterations;
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

class VulkanDevice : public Device {
public:
  VulkanDevice(std::shared_ptr<VulkanContext> context,
               const DeviceOptions &options)
      : context(context), compiler(std::move(context), options),
        // An application's submission cannot be repeated.
        assumesPooled(options.assumesPooled && !this->context->isBorrowed()) {}

  llvm::Expected<std::unique_ptr<Executable>>
  compile(func::FuncOp function, Profile *profile) override {
    llvm::Expected<PlanSource> source = preparePlan(
        function, "dml-run takes sizes from its inputs unless --refine=off "
                  "is given, dml-refine-arguments from given types");
    if (!source)
      return source.takeError();
    std::optional<KeptProgram> program;
    if (assumesPooled && mayAssumeIndices(*source->module))
      program = KeptProgram::create(*source);
    llvm::Expected<LaunchPlan> plan = compiler.compile(
        *source, program ? IndexAssumption::Disjoint : IndexAssumption::None,
        profile);
    if (!plan)
      return plan.takeError();
    if (llvm::none_of(plan->checks, [](const PlanCheck &check) {
          return check.assumption != IndexAssumption::None;
        }))
      program.reset();
    SmallVector<TensorType> types = getResultTypes(*plan, source->signature);
    return create(std::move(*plan), types, std::move(program), profile);
  }

  llvm::Expected<std::unique_ptr<Executable>>
  load(LaunchPlan plan, ArrayRef<TensorType> resultTypes) override {
    if (llvm::Error error = validateKernels(plan))
      return std::move(error);
    for (const GPUKernel &kernel : plan.kernels)
      if (llvm::Error error =
              checkInterface(kernel, context->getCapabilities()))
        return std::move(error);
    return create(std::move(plan), resultTypes, /*program=*/std::nullopt);
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

  /// Whether the program unpools and has no loops. If an assumption is wrong,
  /// unpooling gives values that the program never has, and a loop over them
  /// might not end.
  static bool mayAssumeIndices(ModuleOp module) {
    bool unpools = false;
    WalkResult walk = module.walk([&](Operation *op) {
      unpools |= isa<MaxUnpoolingOp>(op);
      return isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt()
                                          : WalkResult::advance();
    });
    return unpools && !walk.wasInterrupted();
  }

  /// Makes an executable of a plan whose kernels are valid. `program` is that
  /// of a plan with assumptions.
  llvm::Expected<std::unique_ptr<Executable>>
  create(LaunchPlan plan, ArrayRef<TensorType> resultTypes,
         std::optional<KeptProgram> program, Profile *profile = nullptr) {
    if (context->isBorrowed())
      return createRecorded(std::move(plan), resultTypes);
    auto runner = VulkanPlanRunner::create(context, std::move(plan), profile);
    if (!runner)
      return runner.takeError();
    VulkanExecutable::MakeRunner makeRunner;
    if (program)
      makeRunner = [context = context, compiler = compiler,
                    program = std::move(*program)](
                       IndexAssumption assumption,
                       Profile *profile) -> llvm::Expected<RunnerPtr> {
        llvm::Expected<LaunchPlan> plan =
            program.compile([&](const PlanSource &source) {
              return compiler.compile(source, assumption, profile);
            });
        if (!plan)
          return plan.takeError();
        return VulkanPlanRunner::create(context, std::move(*plan), profile);
      };
    return std::make_unique<VulkanExecutable>(
        std::move(*runner),
        SmallVector<TensorType>(resultTypes.begin(), resultTypes.end()),
        std::move(makeRunner));
  }

  std::shared_ptr<VulkanContext> context;
  VulkanCompiler compiler;
  bool assumesPooled;
};

} // namespace

llvm::Expected<std::unique_ptr<Device>>
createVulkanDevice(llvm::StringRef uri, const DeviceOptions &options) {
  VulkanOptions vulkanOptions;
  vulkanOptions.optionalFeatures = options.optionalFeatures;
  vulkanOptions.addresses = options.addresses;
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
