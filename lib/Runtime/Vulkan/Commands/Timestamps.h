//===- Timestamps.h - Points in time on a device ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_TIMESTAMPS_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_TIMESTAMPS_H

#include "Runtime/Vulkan/Device/Handle.h"

namespace dml {

/// Points in time that commands write, by the device's clock. Where the device
/// has no timestamps there are none, and nothing is recorded.
class VulkanTimestamps {
public:
  VulkanTimestamps() = default;

  static llvm::Expected<VulkanTimestamps> create(const VulkanContext &context,
                                                 uint32_t count);

  bool exist() const { return queries.get(); }

  /// Records the reset of some of them, before they are written.
  void recordReset(const VulkanFunctions &functions, VkCommandBuffer commands,
                   uint32_t first, uint32_t count) const;
  /// Records one, which is taken when all commands before it are done.
  void record(const VulkanFunctions &functions, VkCommandBuffer commands,
              uint32_t number) const;

  /// All of them, in ticks, once they are written. Empty where there are none.
  llvm::Expected<std::vector<uint64_t>>
  read(const VulkanContext &context) const;

private:
  VulkanHandle<VkQueryPool> queries;
  uint32_t count = 0;
};

/// Milliseconds from one tick to a later one.
double getMilliseconds(const VulkanContext &context, uint64_t from,
                       uint64_t to);

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_TIMESTAMPS_H
