//===- Commands.h - Recorded commands ---------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_COMMANDS_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_COMMANDS_H

#include "Runtime/Vulkan/Device/Handle.h"

namespace dml {

llvm::Expected<VulkanHandle<VkFence>> createFence(const VulkanContext &context);
llvm::Expected<VulkanHandle<VkCommandPool>>
createCommandPool(const VulkanContext &context);
/// As many as the list has places.
llvm::Error allocateCommands(const VulkanContext &context, VkCommandPool pool,
                             llvm::MutableArrayRef<VkCommandBuffer> commands);
/// Records what `record` adds to the command buffer.
llvm::Error recordCommands(const VulkanContext &context,
                           VkCommandBuffer commands,
                           llvm::function_ref<void(VkCommandBuffer)> record);

/// A command buffer that is recorded once and submitted any number of times,
/// again only when its last execution is over.
class VulkanCommands {
public:
  VulkanCommands() = default;

  static llvm::Expected<VulkanCommands>
  record(const VulkanContext &context,
         llvm::function_ref<void(VkCommandBuffer)> record);

  /// See VulkanContext.
  llvm::Error submit(VulkanContext &context) const {
    return context.submit(commands, fence.get());
  }
  llvm::Error wait(VulkanContext &context) const {
    return context.wait(fence.get());
  }
  llvm::Error submitAndWait(VulkanContext &context) const {
    return context.submitAndWait(commands, fence.get());
  }

private:
  VulkanHandle<VkCommandPool> pool;
  VulkanHandle<VkFence> fence;
  VkCommandBuffer commands = VK_NULL_HANDLE;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_COMMANDS_H
