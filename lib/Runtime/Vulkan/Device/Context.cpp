//===- Context.cpp - An open Vulkan device --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Device/Context.h"
#include "dml/Target/LaunchPlan.h"
#include <chrono>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

llvm::Expected<std::shared_ptr<VulkanContext>>
VulkanContext::open(llvm::StringRef uri, const VulkanOptions &options) {
  llvm::Expected<VulkanDevices> devices = findVulkanDevices(options);
  if (!devices)
    return devices.takeError();
  llvm::Expected<VulkanDeviceDescription> chosen =
      chooseVulkanDevice(devices->descriptions, uri);
  if (!chosen)
    return chosen.takeError();
  const VulkanOptions &known = devices->instance->getOptions();
  if (!known.addresses.value_or(!known.validate))
    llvm::erase(chosen->capabilities, kAddressesCapability);
  std::shared_ptr<VulkanContext> context(
      new VulkanContext(std::move(devices->instance), std::move(*chosen)));
  // This does not wrap around: every device allows 1 GiB.
  if (context->hasAddresses())
    context->description.limits.maxAllocationSize -= 2 * kReadableMargin;
  if (Error error = context->addMessages(context->createDevice()))
    return std::move(error);
  return context;
}

/// Makes a description that of a device with an application's queue. Fails
/// unless the queue's family runs kernels.
static Error setQueueFamily(const VulkanFunctions &functions,
                            VulkanDeviceDescription &description,
                            uint32_t family) {
  VkPhysicalDevice device = description.handle;
  uint32_t count = 0;
  functions.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  functions.vkGetPhysicalDeviceQueueFamilyProperties(device, &count,
                                                     families.data());
  if (family >= families.size())
    return createStringError("expected a queue family below " + Twine(count) +
                             ", given " + Twine(family));
  if (!(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT))
    return createStringError("queue family " + Twine(family) +
                             " runs no compute kernels");
  description.queueFamily = family;
  description.limits.timestampBits = families[family].timestampValidBits;
  return Error::success();
}

llvm::Expected<std::shared_ptr<VulkanContext>>
VulkanContext::borrow(const ApplicationDevice &application) {
  if (!application.instance || !application.physicalDevice ||
      !application.device)
    return createStringError("expected a VkInstance, a VkPhysicalDevice and a "
                             "VkDevice, given VK_NULL_HANDLE");
  auto instance = VulkanInstance::borrow(application.instance,
                                         application.getInstanceProcAddr);
  if (!instance)
    return instance.takeError();
  llvm::Expected<VulkanDeviceDescription> description =
      describeVulkanDevice(**instance, application.physicalDevice);
  if (!description)
    return description.takeError();
  if (!description->unusableReason.empty())
    return createStringError(description->name + ": " +
                             description->unusableReason);
  if (Error error = setQueueFamily((*instance)->getFunctions(), *description,
                                   application.queueFamily))
    return std::move(error);
  llvm::erase_if(description->capabilities, [&](const std::string &capability) {
    // An application's buffers may have no addresses.
    return capability == kAddressesCapability ||
           !llvm::is_contained(application.capabilities, capability);
  });
  std::shared_ptr<VulkanContext> context(
      new VulkanContext(std::move(*instance), std::move(*description)));
  context->device = application.device;
  context->borrowed = true;
  return context;
}

Error VulkanContext::createDevice() {
  const VulkanFunctions &functions = getFunctions();
  float priority = 1;
  VkDeviceQueueCreateInfo queueInfo = {};
  queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queueInfo.queueFamilyIndex = description.queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  auto isEnabled = [&](llvm::StringRef capability) -> VkBool32 {
    return llvm::is_contained(getCapabilities(), capability);
  };
  VkPhysicalDeviceShaderFloat16Int8FeaturesKHR narrow = {};
  narrow.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES_KHR;
  narrow.shaderInt8 = isEnabled("Int8");
  narrow.shaderFloat16 = isEnabled("Float16");
  VkPhysicalDeviceFeatures features = {};
  features.shaderInt16 = isEnabled("Int16");
  features.shaderInt64 = isEnabled("Int64");
  features.shaderFloat64 = isEnabled("Float64");
  llvm::SmallVector<const char *> extensions;
  const void *next = nullptr;
  auto enable = [&](auto &structure, const char *extension = nullptr) {
    structure.pNext = const_cast<void *>(next);
    next = &structure;
    if (extension)
      extensions.push_back(extension);
  };
  if (narrow.shaderInt8 || narrow.shaderFloat16)
    enable(narrow, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  if (isEnabled("DenormPreserve") || isEnabled("SignedZeroInfNanPreserve") ||
      isEnabled("RoundingModeRTE"))
    extensions.push_back(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);

  VkPhysicalDeviceBufferDeviceAddressFeaturesKHR addresses = {};
  addresses.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_KHR;
  addresses.bufferDeviceAddress = hasAddresses();
  if (hasAddresses())
    enable(addresses, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME);

  VkPhysicalDevice8BitStorageFeaturesKHR bytes = {};
  bytes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES_KHR;
  bytes.storageBuffer8BitAccess = isEnabled("StorageBuffer8BitAccess");
  if (bytes.storageBuffer8BitAccess)
    enable(bytes, VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
  VkPhysicalDevice16BitStorageFeatures halves = {};
  halves.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  halves.storageBuffer16BitAccess = isEnabled("StorageBuffer16BitAccess");
  if (halves.storageBuffer16BitAccess)
    enable(halves);

  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pEnabledFeatures = &features;
  info.pNext = next;
  info.enabledExtensionCount = extensions.size();
  info.ppEnabledExtensionNames = extensions.data();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  VkDevice created = VK_NULL_HANDLE;
  VkResult result =
      functions.vkCreateDevice(description.handle, &info, nullptr, &created);
  if (result != VK_SUCCESS)
    return createVulkanError("opening " + describe(), result);
  device = created;
  functions.vkGetDeviceQueue(device, description.queueFamily, 0, &queue);
  return Error::success();
}

bool VulkanContext::hasAddresses() const {
  return llvm::is_contained(getCapabilities(), kAddressesCapability);
}

llvm::ArrayRef<std::string> VulkanContext::getCapabilities() const {
  if (!instance->getOptions().optionalFeatures)
    return {};
  return description.capabilities;
}

VulkanContext::VulkanContext(std::unique_ptr<VulkanInstance> given,
                             VulkanDeviceDescription description)
    : instance(std::move(given)), description(std::move(description)) {
  getFunctions().vkGetPhysicalDeviceMemoryProperties(this->description.handle,
                                                     &memory);
}

VulkanContext::~VulkanContext() {
  if (device && !borrowed)
    getFunctions().vkDestroyDevice(device, nullptr);
}

std::string VulkanContext::describe() const {
  return description.name + " (" +
         (borrowed ? "the application's VkDevice" : description.getURI()) + ")";
}

Error VulkanContext::submitAndWait(VkCommandBuffer commands, VkFence fence) {
  if (Error error = submit(commands, fence))
    return error;
  return wait(fence);
}

Error VulkanContext::submit(VkCommandBuffer commands, VkFence fence) {
  const VulkanFunctions &functions = getFunctions();
  VkResult result = functions.vkResetFences(device, 1, &fence);
  if (result != VK_SUCCESS)
    return createVulkanError("running on " + describe(), result);

  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  {
    std::lock_guard<std::mutex> lock(queueMutex);
    result = functions.vkQueueSubmit(queue, 1, &info, fence);
  }
  if (result != VK_SUCCESS)
    return createVulkanError("running on " + describe(), result);
  return Error::success();
}

Error VulkanContext::wait(VkFence fence) {
  const VulkanFunctions &functions = getFunctions();
  auto sleepTime = std::chrono::steady_clock::now() +
                   std::chrono::microseconds(getLimits().pollMicroseconds);
  VkResult result = VK_NOT_READY;
  while (result == VK_NOT_READY && std::chrono::steady_clock::now() < sleepTime)
    result = functions.vkGetFenceStatus(device, fence);
  if (result == VK_NOT_READY)
    result = functions.vkWaitForFences(device, 1, &fence, /*waitAll=*/VK_TRUE,
                                       /*timeout=*/UINT64_MAX);
  if (result == VK_SUCCESS)
    return Error::success();
  // The caller goes on to destroy what the commands use.
  waitUntilIdle();
  return createVulkanError("running on " + describe(), result);
}

void VulkanContext::waitUntilIdle() {
  // A lost device counts as idle.
  std::lock_guard<std::mutex> lock(queueMutex);
  getFunctions().vkDeviceWaitIdle(device);
}
