//===- Commands.h - Recorded commands and their times -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_H

#include "Recording.h"
#include "dml/Runtime/RunResult.h"

namespace dml {

llvm::Expected<VulkanHandle<VkFence>> createFence(const VulkanContext &context);
llvm::Expected<VulkanHandle<VkCommandPool>>
createCommandPool(const VulkanContext &context);
/// As many as the list has places.
llvm::Error allocateCommands(const VulkanContext &context, VkCommandPool pool,
                             llvm::MutableArrayRef<VkCommandBuffer> commands);
llvm::Error beginCommands(const VulkanContext &context,
                          VkCommandBuffer commands);
llvm::Error endCommands(const VulkanContext &context, VkCommandBuffer commands);

/// Null where the device has no timestamps.
llvm::Expected<VulkanHandle<VkQueryPool>>
createTimestamps(const VulkanContext &context, size_t count);
/// In ticks.
llvm::Expected<std::vector<uint64_t>>
readTimestamps(const VulkanContext &context, VkQueryPool queries, size_t count);
/// Milliseconds from one tick to a later one.
double getMilliseconds(const VulkanContext &context, uint64_t from,
                       uint64_t to);

/// The times of a run's command buffer.
struct CommandTimes {
  DeviceTimes parts;
  /// When the uploads ended, in ticks.
  uint64_t uploadEnd = 0;
  /// The end of each timed dispatch, in milliseconds since then.
  std::vector<double> dispatchEnds;
};

/// The command buffers of a plan, each recorded once.
class VulkanCommands {
public:
  /// A run's dispatches are timed one by one where it is said how many there
  /// are.
  static llvm::Expected<VulkanCommands> create(const VulkanContext &context,
                                               size_t numTimedDispatches = 0);

  /// Records the copies of constants to the device. They are submitted once.
  llvm::Error recordConstants(const VulkanContext &context,
                              const PlanTransfers &transfers,
                              llvm::ArrayRef<VulkanLocation> places,
                              const VulkanMemory &staging);

  /// Records a run: uploads, dispatches, downloads.
  llvm::Error recordRun(const VulkanContext &context, const BoundPlan &bound,
                        const VulkanMemory &upload,
                        const VulkanMemory &download);

  /// Records the dispatches alone, for submitKernels.
  llvm::Error recordKernels(const VulkanContext &context,
                            const BoundPlan &bound);

  llvm::Error submitConstants(VulkanContext &context) const {
    return context.submitAndWait(constants, fence.get());
  }
  llvm::Error submitRun(VulkanContext &context) const {
    return context.submit(run, fence.get());
  }
  llvm::Error waitForRun(VulkanContext &context) const {
    return context.wait(fence.get());
  }
  /// After a run: with its inputs, which are on the device still.
  llvm::Error submitKernels(VulkanContext &context) const {
    return context.submitAndWait(kernels, fence.get());
  }

  /// The times of the last run, or of the last kernels alone; nothing where the
  /// device has no timestamps.
  llvm::Expected<std::optional<CommandTimes>>
  readTimes(const VulkanContext &context) const;

private:
  void writeTimestamp(const VulkanFunctions &functions,
                      VkCommandBuffer commands, uint32_t query) const;

  VulkanHandle<VkCommandPool> pool;
  VulkanHandle<VkFence> fence;
  /// Null where the device has no timestamps.
  VulkanHandle<VkQueryPool> queries;
  uint32_t numTimedDispatches = 0;
  VkCommandBuffer constants = VK_NULL_HANDLE;
  VkCommandBuffer run = VK_NULL_HANDLE;
  VkCommandBuffer kernels = VK_NULL_HANDLE;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_H
