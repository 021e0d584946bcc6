//===- VulkanHost.h - An application that uses Vulkan -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_CAPI_VULKANHOST_H
#define DML_UNITTESTS_CAPI_VULKANHOST_H

#include "dml-c/Vulkan.h"
#include <string>
#include <vector>

namespace dml::test {

/// A device on lavapipe, with a queue and buffers, under the validation layer.
class VulkanHost {
public:
  static constexpr VkCommandBufferLevel kPrimary =
      VK_COMMAND_BUFFER_LEVEL_PRIMARY;

  VulkanHost();
  ~VulkanHost();
  VulkanHost(const VulkanHost &) = delete;
  VulkanHost &operator=(const VulkanHost &) = delete;

  DmlVulkanDeviceInfo getInfo() const;

  /// A buffer in the host's memory, which lives as long as this does.
  struct Buffer {
    DmlVulkanBuffer range;
    VkDeviceMemory memory;
    char *bytes;
  };
  Buffer createBuffer(VkDeviceSize size, VkBufferUsageFlags usage);

  VkCommandBuffer begin(VkCommandBufferLevel level = kPrimary);
  void end(VkCommandBuffer commands);
  /// Submits the commands and waits.
  void run(VkCommandBuffer commands);
  /// Commands that execute secondary ones twice, with a barrier in between for
  /// this buffer alone.
  VkCommandBuffer recordTwice(VkCommandBuffer secondary, VkBuffer buffer);
  /// Lets recorded commands see what earlier ones did.
  void recordBarrier(VkCommandBuffer commands);

  /// What the validation layer has said since the last call.
  std::string takeMessages();

private:
  void createInstance();
  void createDevice();

  VkInstance instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;
  std::vector<Buffer> buffers;
  std::string messages;
};

} // namespace dml::test

#endif // DML_UNITTESTS_CAPI_VULKANHOST_H
