//===- Context.h - An open Vulkan device ------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_DEVICE_CONTEXT_H
#define DML_RUNTIME_VULKAN_DEVICE_CONTEXT_H

#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"

namespace dml {

/// Kernels may read so many bytes before and behind each block of device memory
/// if buffers have addresses. What is there is undefined.
constexpr uint64_t kReadableMargin = uint64_t(1) << 20;

/// A VkDevice that an application has made.
struct ApplicationDevice {
  /// The loader's if null.
  PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  /// That of the command buffers.
  uint32_t queueFamily = 0;
  /// What is enabled on it, of the capabilities of VulkanDeviceDescription.
  std::vector<std::string> capabilities;
};

/// A VkDevice. One of our own has one queue and no extensions and features but
/// those behind the capabilities. What is made on it holds on to it.
class VulkanContext {
public:
  /// Opens the device that a URI names; see chooseVulkanDevice.
  static llvm::Expected<std::shared_ptr<VulkanContext>>
  open(llvm::StringRef uri, const VulkanOptions &options = {});

  /// Uses an application's device, which outlives it. Nothing is submitted on
  /// it. Fails where plans cannot run on it.
  static llvm::Expected<std::shared_ptr<VulkanContext>>
  borrow(const ApplicationDevice &application);

  ~VulkanContext();
  VulkanContext(const VulkanContext &) = delete;
  VulkanContext &operator=(const VulkanContext &) = delete;

  /// As in `NVIDIA H200 (vulkan://0)`.
  std::string describe() const;

  /// Whether the device is an application's.
  bool isBorrowed() const { return borrowed; }

  const VulkanDeviceDescription &getDescription() const { return description; }
  const VulkanLimits &getLimits() const { return description.limits; }
  /// The optional capabilities that kernels may use.
  llvm::ArrayRef<std::string> getCapabilities() const;
  /// Whether kernels may reach buffers by their addresses. Blocks of device
  /// memory have a kReadableMargin then.
  bool hasAddresses() const;
  const VulkanFunctions &getFunctions() const {
    return instance->getFunctions();
  }
  VkDevice getDevice() const { return device; }
  const VkPhysicalDeviceMemoryProperties &getMemory() const { return memory; }

  /// On a device of our own: submits the commands and returns when they are
  /// done. On failure nothing is running any more. Threads take turns.
  llvm::Error submitAndWait(VkCommandBuffer commands, VkFence fence);

  /// The two halves of submitAndWait. After a failed `submit`, earlier commands
  /// may be running still. `wait` keeps a core busy for pollMicroseconds at
  /// most, and sleeps then.
  llvm::Error submit(VkCommandBuffer commands, VkFence fence);
  llvm::Error wait(VkFence fence);

  /// Returns when nothing is running any more.
  void waitUntilIdle();

  /// See VulkanInstance.
  llvm::Error addMessages(llvm::Error error) {
    return instance->addMessages(std::move(error));
  }

private:
  VulkanContext(std::unique_ptr<VulkanInstance> instance,
                VulkanDeviceDescription description);

  llvm::Error createDevice();

  std::unique_ptr<VulkanInstance> instance;
  VulkanDeviceDescription description;
  VkPhysicalDeviceMemoryProperties memory = {};
  VkDevice device = VK_NULL_HANDLE;
  bool borrowed = false;
  VkQueue queue = VK_NULL_HANDLE;
  std::mutex queueMutex;
};

} // namespace dml

#endif // DML_RUNTIME_VULKAN_DEVICE_CONTEXT_H
