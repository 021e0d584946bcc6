//===- VulkanHost.cpp - An application that uses Vulkan -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanHost.h"
#include "Lavapipe.h"
#include <gtest/gtest.h>
#include <utility>
#include <vulkan/vulkan.h>

using namespace dml::test;

static void check(VkResult result) { ASSERT_EQ(result, VK_SUCCESS); }

static VKAPI_ATTR VkBool32 VKAPI_CALL
receiveMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
               VkDebugUtilsMessageTypeFlagsEXT type,
               const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  *static_cast<std::string *>(user) += data->pMessage;
  return VK_FALSE;
}

VulkanHost::VulkanHost() {
  useLavapipe();
  createInstance();
  createDevice();
  vkGetDeviceQueue(device, 0, 0, &queue);
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  check(vkCreateCommandPool(device, &info, nullptr, &pool));
}

void VulkanHost::createInstance() {
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  const char *layer = "VK_LAYER_KHRONOS_validation";
  const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkValidationFeatureEnableEXT feature =
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &feature;
  VkDebugUtilsMessengerCreateInfoEXT messengerInfo = {};
  messengerInfo.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messengerInfo.pNext = &features;
  messengerInfo.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messengerInfo.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                              VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  messengerInfo.pfnUserCallback = receiveMessage;
  messengerInfo.pUserData = &messages;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pNext = &messengerInfo;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = 1;
  info.ppEnabledLayerNames = &layer;
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &extension;
  check(vkCreateInstance(&info, nullptr, &instance));
  messengerInfo.pNext = nullptr;
  auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
  check(create(instance, &messengerInfo, nullptr, &messenger));
}

void VulkanHost::createDevice() {
  uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance, &count, &physicalDevice);
  VkPhysicalDeviceFeatures features = {};
  features.shaderInt16 = VK_TRUE;
  features.shaderInt64 = VK_TRUE;
  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo = {};
  queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.pEnabledFeatures = &features;
  check(vkCreateDevice(physicalDevice, &info, nullptr, &device));
}

VulkanHost::~VulkanHost() {
  vkDestroyCommandPool(device, pool, nullptr);
  for (const Buffer &buffer : buffers) {
    vkDestroyBuffer(device, buffer.range.buffer, nullptr);
    vkFreeMemory(device, buffer.memory, nullptr);
  }
  vkDestroyDevice(device, nullptr);
  auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"));
  destroy(instance, messenger, nullptr);
  vkDestroyInstance(instance, nullptr);
  EXPECT_EQ(messages, "");
}

DmlVulkanDeviceInfo VulkanHost::getInfo() const {
  DmlVulkanDeviceInfo info = {};
  info.size = sizeof(info);
  info.getInstanceProcAddr = vkGetInstanceProcAddr;
  info.instance = instance;
  info.physicalDevice = physicalDevice;
  info.device = device;
  info.queueFamily = 0;
  info.features = DML_VULKAN_INT16 | DML_VULKAN_INT64;
  return info;
}

VulkanHost::Buffer VulkanHost::createBuffer(VkDeviceSize size,
                                            VkBufferUsageFlags usage) {
  Buffer &made = buffers.emplace_back();
  made.range = {VK_NULL_HANDLE, 0, size, usage};
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = usage;
  check(vkCreateBuffer(device, &info, nullptr, &made.range.buffer));
  VkMemoryRequirements required;
  vkGetBufferMemoryRequirements(device, made.range.buffer, &required);
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
  VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkMemoryAllocateInfo allocation = {};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = required.size;
  uint32_t &type = allocation.memoryTypeIndex;
  while (!(required.memoryTypeBits & 1u << type) ||
         (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
    ++type;
  check(vkAllocateMemory(device, &allocation, nullptr, &made.memory));
  check(vkBindBufferMemory(device, made.range.buffer, made.memory, 0));
  void *mapped;
  check(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
  made.bytes = static_cast<char *>(mapped);
  return made;
}

VkCommandBuffer VulkanHost::begin(VkCommandBufferLevel level) {
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = level;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device, &info, &commands));
  VkCommandBufferBeginInfo beginInfo = {};
  beginInfo.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkCommandBufferInheritanceInfo inheritance = {};
  inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
  if (level == VK_COMMAND_BUFFER_LEVEL_SECONDARY) {
    beginInfo.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    beginInfo.pInheritanceInfo = &inheritance;
  }
  check(vkBeginCommandBuffer(commands, &beginInfo));
  return commands;
}

VkCommandBuffer VulkanHost::recordTwice(VkCommandBuffer secondary,
                                        VkBuffer buffer) {
  VkCommandBuffer commands = begin();
  vkCmdExecuteCommands(commands, 1, &secondary);
  VkBufferMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
  barrier.srcAccessMask = DML_VULKAN_WRITES;
  barrier.dstAccessMask = DML_VULKAN_WRITES;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.buffer = buffer;
  barrier.size = VK_WHOLE_SIZE;
  vkCmdPipelineBarrier(commands, DML_VULKAN_STAGES, DML_VULKAN_STAGES, 0, 0,
                       nullptr, 1, &barrier, 0, nullptr);
  vkCmdExecuteCommands(commands, 1, &secondary);
  check(vkEndCommandBuffer(commands));
  return commands;
}

static void recordBarrierTo(VkCommandBuffer commands,
                            VkPipelineStageFlags stages,
                            VkAccessFlags accesses) {
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = DML_VULKAN_WRITES;
  barrier.dstAccessMask = accesses;
  vkCmdPipelineBarrier(commands, DML_VULKAN_STAGES, stages, 0, 1, &barrier, 0,
                       nullptr, 0, nullptr);
}

void VulkanHost::recordBarrier(VkCommandBuffer commands) {
  recordBarrierTo(commands, DML_VULKAN_STAGES,
                  DML_VULKAN_READS | DML_VULKAN_WRITES);
}

void VulkanHost::end(VkCommandBuffer commands) {
  recordBarrierTo(commands, VK_PIPELINE_STAGE_HOST_BIT,
                  VK_ACCESS_HOST_READ_BIT);
  check(vkEndCommandBuffer(commands));
}

void VulkanHost::run(VkCommandBuffer commands) {
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  check(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE));
  check(vkQueueWaitIdle(queue));
}

std::string VulkanHost::takeMessages() {
  return std::exchange(messages, std::string());
}
