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

namespace dml {

/// The times of a run's command buffer.
struct CommandTimes {
  DeviceTimes parts;
  /// When the uploads ended, in ticks.
  uint64_t uploadEnd = 0;
  /// The end of each timed dispatch, in milliseconds since then.
  std::vector<double> dispatchEnds;
};

/// The commands of a plan's runs, and of its kernels alone.
class RunCommands {
public:
  RunCommands() = default;

  /// Records a run: uploads, dispatches, downloads. Its dispatches are timed
  /// one by one where it is said how many there are.
  static llvm::Expected<RunCommands> record(const VulkanContext &context,
                                            const BoundPlan &bound,
                                            const VulkanMemory &upload,
                                            const VulkanMemory &download,
                                            size_t numTimedDispatches);

  /// Records the dispatches alone, for runKernels.
  llvm::Error recordKernels(const VulkanContext &context,
                            const BoundPlan &bound);

  llvm::Error submit(VulkanContext &context) const {
    return run.submit(context);
  }
  llvm::Error wait(VulkanContext &context) const { return run.wait(context); }
  /// After a run: with its inputs, which are on the device still.
  llvm::Error runKernels(VulkanContext &context) const {
    return kernels.submitAndWait(context);
  }

  /// The times of the last run, or of the last kernels alone; nothing where the
  /// device has no timestamps.
  llvm::Expected<std::optional<CommandTimes>>
  readTimes(const VulkanContext &context) const;

private:
  VulkanTimestamps timestamps;
  size_t numTimedDispatches = 0;
  VulkanCommands run, kernels;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_RUNCOMMANDS_H
