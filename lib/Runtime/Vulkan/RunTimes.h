//===- RunTimes.h - Times of a run on a device ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_RUNTIMES_H
#define DML_LIB_RUNTIME_VULKAN_RUNTIMES_H

#include "Runtime/Vulkan/Commands/RunCommands.h"
#include "Runtime/Vulkan/Transfers/Stream.h"

namespace dml {

/// When the parts of a run took place, by the device's clock.
class RunTimes {
public:
  /// Of the last run of these commands; nothing where the device has no
  /// timestamps.
  static llvm::Expected<std::optional<RunTimes>>
  read(const VulkanContext &context, const RunCommands &commands,
       const VulkanStream &uploads, const VulkanStream &downloads);

  /// The time of the bus alone, without what chunks wait for the host.
  DeviceTimes getDeviceTimes() const;

  /// Adds transfers and timed kernels to a profile. The device's clock is not
  /// the host's: the commands are taken to end at `end`, when the host saw
  /// their end. Dispatches that were left out are not among the kernels.
  void addTo(Profile &profile, const BoundPlan &bound, double end) const;

private:
  /// In milliseconds since the kernels began.
  struct Span {
    double begin, duration;
  };

  CommandTimes own;
  std::vector<Span> uploads, downloads;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_RUNTIMES_H
