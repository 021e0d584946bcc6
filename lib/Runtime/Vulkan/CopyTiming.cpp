//===- CopyTiming.cpp - How fast a device copies --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorGenerators.h"
#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace dml;

/// CopyKernel.spvasm.in, assembled for workgroups of 128 and 256 invocations.
static const uint32_t kCopyKernel128[] = {
#include "CopyKernel128.inc"
};
static const uint32_t kCopyKernel256[] = {
#include "CopyKernel256.inc"
};

constexpr static uint64_t kVectorsPerInvocation = 2;

/// Copies as many bytes from an input to memory that nothing reads.
static LaunchPlan createCopyPlan(uint64_t numBytes,
                                 const VulkanLimits &limits) {
  LaunchPlan plan;
  GPUKernel &kernel = plan.kernels.emplace_back();
  kernel.name = "copy";
  // Small workgroups start too slowly to keep a fast device busy.
  bool isLarge = std::min(limits.maxWorkgroupInvocations,
                          limits.maxWorkgroupSize[0]) >= 256;
  llvm::ArrayRef<uint32_t> spirv = kCopyKernel128;
  if (isLarge)
    spirv = kCopyKernel256;
  kernel.spirv = spirv.vec();
  uint32_t workgroupSize = isLarge ? 256 : 128;
  kernel.workgroupSize = {workgroupSize, 1, 1};
  kernel.numBindings = 2;
  kernel.writes = {false, true};
  PlanBuffer &from = plan.buffers.emplace_back();
  from.kind = PlanBuffer::Kind::Input;
  from.numBytes = numBytes;
  PlanBuffer &to = plan.buffers.emplace_back();
  to.numBytes = numBytes;

  uint64_t workgroups = llvm::divideCeil(
      numBytes, kVectorBytes * kVectorsPerInvocation * workgroupSize);
  uint64_t rows = llvm::divideCeil(workgroups, limits.maxWorkgroups[0]);
  Dispatch &dispatch = plan.dispatches.emplace_back();
  dispatch.workgroups = {
      static_cast<uint32_t>(llvm::divideCeil(workgroups, rows)),
      static_cast<uint32_t>(rows), 1};
  dispatch.buffers = {0, 1};
  return plan;
}

namespace {
class VulkanCopy : public DeviceCopy {
public:
  VulkanCopy(std::unique_ptr<VulkanPlanRunner> runner, Tensor input,
             double scale)
      : runner(std::move(runner)), input(std::move(input)), scale(scale) {}

  llvm::StringRef getMethod() const override { return "copy kernel"; }

  llvm::Error upload() {
    RunResult result;
    return runner->run({&input}, {}, result);
  }

  llvm::Expected<double> run() override {
    auto milliseconds = runner->rerun();
    if (!milliseconds)
      return milliseconds.takeError();
    return **milliseconds * scale;
  }

private:
  std::unique_ptr<VulkanPlanRunner> runner;
  Tensor input;
  /// How often the copied bytes go into the wanted ones.
  double scale;
};
} // namespace

llvm::Expected<std::unique_ptr<DeviceCopy>>
dml::createVulkanCopy(std::shared_ptr<VulkanContext> context,
                      int64_t numBytes) {
  const VulkanLimits &limits = context->getLimits();
  if (limits.timestampBits == 0)
    return nullptr;
  // Half of the bytes are read and half are written. What a binding cannot hold
  // takes as long again.
  uint64_t wanted =
      llvm::alignTo(std::max<uint64_t>(numBytes / 2, 1), kVectorBytes);
  uint64_t copied = std::min(
      {wanted, llvm::alignDown(limits.maxStorageBufferRange, kVectorBytes),
       llvm::alignDown(limits.maxAllocationSize, kVectorBytes)});
  auto input = Tensor::allocate({ElementType::I64,
                                 {static_cast<int64_t>(copied / 8)},
                                 /*isScalar=*/false});
  if (!input)
    return input.takeError();
  fillRandom(*input, /*seed=*/0);
  auto runner =
      VulkanPlanRunner::create(context, createCopyPlan(copied, limits));
  if (!runner)
    return runner.takeError();
  auto copy = std::make_unique<VulkanCopy>(
      std::move(*runner), std::move(*input),
      static_cast<double>(numBytes) / (2.0 * copied));
  if (llvm::Error error = copy->upload())
    return std::move(error);
  return std::move(copy);
}
