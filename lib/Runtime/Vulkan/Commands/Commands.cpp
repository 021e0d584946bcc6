//===- Commands.cpp - Recorded commands -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

using namespace dml;
using llvm::Error;

llvm::Expected<VulkanHandle<VkFence>>
dml::createFence(const VulkanContext &context) {
  const VulkanFunctions &functions = context.getFunctions();
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  return createHandle(context, "a fence", functions.vkCreateFence,
                      functions.vkDestroyFence, info);
}

llvm::Expected<VulkanHandle<VkCommandPool>>
dml::createCommandPool(const VulkanContext &context) {
  const VulkanFunctions &functions = context.getFunctions();
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.queueFamilyIndex = context.getDescription().queueFamily;
  return createHandle(context, "a command pool", functions.vkCreateCommandPool,
                      functions.vkDestroyCommandPool, info);
}

Error dml::allocateCommands(const VulkanContext &context, VkCommandPool pool,
                            llvm::MutableArrayRef<VkCommandBuffer> commands) {
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = commands.size();
  VkResult result = context.getFunctions().vkAllocateCommandBuffers(
      context.getDevice(), &info, commands.data());
  if (result != VK_SUCCESS)
    return createVulkanError("allocating command buffers", result);
  return Error::success();
}

Error dml::recordCommands(const VulkanContext &context,
                          VkCommandBuffer commands,
                          llvm::function_ref<void(VkCommandBuffer)> record) {
  const VulkanFunctions &functions = context.getFunctions();
  VkCommandBufferBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkResult result = functions.vkBeginCommandBuffer(commands, &info);
  if (result != VK_SUCCESS)
    return createVulkanError("recording commands", result);
  record(commands);
  result = functions.vkEndCommandBuffer(commands);
  if (result != VK_SUCCESS)
    return createVulkanError("recording commands", result);
  return Error::success();
}

llvm::Expected<VulkanCommands>
VulkanCommands::record(const VulkanContext &context,
                       llvm::function_ref<void(VkCommandBuffer)> record) {
  VulkanCommands result;
  auto pool = createCommandPool(context);
  if (!pool)
    return pool.takeError();
  result.pool = std::move(*pool);
  auto fence = createFence(context);
  if (!fence)
    return fence.takeError();
  result.fence = std::move(*fence);
  if (Error error =
          allocateCommands(context, result.pool.get(), result.commands))
    return std::move(error);
  if (Error error = recordCommands(context, result.commands, record))
    return std::move(error);
  return result;
}
