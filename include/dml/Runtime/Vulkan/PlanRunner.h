//===- PlanRunner.h - Running launch plans on Vulkan ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_PLANRUNNER_H
#define DML_RUNTIME_VULKAN_PLANRUNNER_H

#include "dml/Runtime/RunResult.h"
#include "dml/Runtime/Timing/DeviceCopy.h"
#include "dml/Runtime/Timing/Profile.h"
#include "dml/Runtime/Vulkan/Device/Context.h"
#include "dml/Target/LaunchPlan.h"

namespace dml {

/// A launch plan on a device, ready to run any number of times. One thread at a
/// time may run it.
class VulkanPlanRunner {
public:
  /// Checks the plan against the device's limits, makes everything that runs
  /// need, but for the memory that inputs and results pass through, and uploads
  /// the constants.
  static llvm::Expected<std::unique_ptr<VulkanPlanRunner>>
  create(std::shared_ptr<VulkanContext> context, LaunchPlan plan,
         Profile *profile = nullptr);
  ~VulkanPlanRunner();

  /// Uploads the inputs, runs the plan and downloads the results: in one
  /// submission where both are small, and else in chunks. The first run
  /// allocates the memory that they pass through. Outputs already in `result`
  /// are overwritten in place where their type fits, and replaced elsewhere. A
  /// run that fails loses them, unless it fails with a WrongAssumption. Fails
  /// with the plan's failure before anything is submitted. With a profile,
  /// kernels are timed one by one.
  llvm::Error run(llvm::ArrayRef<const Tensor *> inputs,
                  llvm::ArrayRef<TensorType> resultTypes, RunResult &result,
                  const RunMeasures &measures = {});

  /// Runs the kernels alone, on what the last successful run left on the
  /// device. Returns what they took, without what sets the plan's initial words
  /// before them; or nothing where the device has no timestamps, there was no
  /// such run, or kernels write the inputs. Then nothing was run.
  llvm::Expected<std::optional<double>> rerun();
  /// Likewise without measuring. Returns whether the kernels were run.
  llvm::Expected<bool> relaunch();

private:
  struct State;
  explicit VulkanPlanRunner(std::unique_ptr<State> state);

  std::unique_ptr<State> state;
};

/// A kernel of 16-byte loads and stores that reads and writes `numBytes` in
/// all, and that has run once. Null where the device has no timestamps.
llvm::Expected<std::unique_ptr<DeviceCopy>>
createVulkanCopy(std::shared_ptr<VulkanContext> context, int64_t numBytes);

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLANRUNNER_H
