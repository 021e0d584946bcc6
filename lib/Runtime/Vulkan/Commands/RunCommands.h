//===- RunCommands.h - The commands of a plan's runs ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_RUNCOMMANDS_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_RUNCOMMANDS_H

#include "Commands.h"
#include "Recording.h"
#include "Timestamps.h"
#include "dml/Runtime/RunResult.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace dml {

/// The times of a run's command buffer.
struct CommandTimes {
  DeviceTimes parts;
  /// When the uploads ended, in ticks.
  uint64_t uploadEnd = 0;
  /// The end of each timed dispatch, in milliseconds since then.
  std::vector<double> dispatchEnds;
};

/// What commands take the time of. Timestamps lengthen the launch of a small
/// kernel from 16 to 22 us on an H200.
enum class CommandTiming { None, Parts, Dispatches };
constexpr unsigned kNumCommandTimings =
    static_cast<unsigned>(CommandTiming::Dispatches) + 1;

/// The commands of a plan's runs, or of its kernels alone.
class RunCommands {
public:
  RunCommands() = default;

  /// Records a run: uploads, dispatches, downloads.
  static llvm::Expected<RunCommands> record(const VulkanContext &context,
                                            const BoundPlan &bound,
                                            const VulkanMemory &upload,
                                            const VulkanMemory &download,
                                            CommandTiming timing);

  /// Records the dispatches alone. They are submitted after a run and use its
  /// inputs, which the device still holds.
  static llvm::Expected<RunCommands> recordKernels(const VulkanContext &context,
                                                   const BoundPlan &bound,
                                                   CommandTiming timing);

  llvm::Error submit(VulkanContext &context) const {
    return commands.submit(context);
  }
  llvm::Error wait(VulkanContext &context) const {
    return commands.wait(context);
  }
  llvm::Error submitAndWait(VulkanContext &context) const {
    return commands.submitAndWait(context);
  }

  /// The times of the last submission; nothing where the commands take none or
  /// the device has no timestamps.
  llvm::Expected<std::optional<CommandTimes>>
  readTimes(const VulkanContext &context) const;

private:
  static llvm::Expected<RunCommands>
  create(const VulkanContext &context, const BoundPlan &bound,
         CommandTiming timing,
         llvm::function_ref<void(const RunCommands &, VkCommandBuffer)> record);
  void recordTimedDispatches(const VulkanFunctions &functions,
                             VkCommandBuffer recorded,
                             const BoundPlan &bound) const;

  VulkanTimestamps timestamps;
  size_t numTimedDispatches = 0;
  VulkanCommands commands;
};

/// Commands that are recorded when they are first needed.
using CommandsByTiming =
    std::array<std::optional<RunCommands>, kNumCommandTimings>;

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_RUNCOMMANDS_H
