//===- Functions.h - Vulkan's functions, loaded at run time -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every call of Vulkan goes through one table. The loader's library is opened
// when it is first needed and never linked against, so that the tools start on
// machines that have none; and a test can put a function of its own in between.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_DEVICE_FUNCTIONS_H
#define DML_RUNTIME_VULKAN_DEVICE_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

namespace dml {

/// Functions that need no instance.
#define DML_VULKAN_GLOBAL_FUNCTIONS(X)                                         \
  X(vkCreateInstance)                                                          \
  X(vkEnumerateInstanceVersion)

/// Functions of Vulkan 1.1 that need one.
#define DML_VULKAN_FUNCTIONS(X)                                                \
  X(vkAllocateCommandBuffers)                                                  \
  X(vkAllocateDescriptorSets)                                                  \
  X(vkAllocateMemory)                                                          \
  X(vkBeginCommandBuffer)                                                      \
  X(vkBindBufferMemory)                                                        \
  X(vkCmdBindDescriptorSets)                                                   \
  X(vkCmdBindPipeline)                                                         \
  X(vkCmdCopyBuffer)                                                           \
  X(vkCmdDispatch)                                                             \
  X(vkCmdDispatchIndirect)                                                     \
  X(vkCmdFillBuffer)                                                           \
  X(vkCmdPipelineBarrier)                                                      \
  X(vkCmdPushConstants)                                                        \
  X(vkCmdResetQueryPool)                                                       \
  X(vkCmdWriteTimestamp)                                                       \
  X(vkCreateBuffer)                                                            \
  X(vkCreateCommandPool)                                                       \
  X(vkCreateComputePipelines)                                                  \
  X(vkCreateDescriptorPool)                                                    \
  X(vkCreateDescriptorSetLayout)                                               \
  X(vkCreateDevice)                                                            \
  X(vkCreateFence)                                                             \
  X(vkCreatePipelineLayout)                                                    \
  X(vkCreateQueryPool)                                                         \
  X(vkCreateShaderModule)                                                      \
  X(vkDestroyBuffer)                                                           \
  X(vkDestroyCommandPool)                                                      \
  X(vkDestroyDescriptorPool)                                                   \
  X(vkDestroyDescriptorSetLayout)                                              \
  X(vkDestroyDevice)                                                           \
  X(vkDestroyFence)                                                            \
  X(vkDestroyInstance)                                                         \
  X(vkDestroyPipeline)                                                         \
  X(vkDestroyPipelineLayout)                                                   \
  X(vkDestroyQueryPool)                                                        \
  X(vkDestroyShaderModule)                                                     \
  X(vkDeviceWaitIdle)                                                          \
  X(vkEndCommandBuffer)                                                        \
  X(vkEnumerateDeviceExtensionProperties)                                      \
  X(vkEnumeratePhysicalDevices)                                                \
  X(vkFreeMemory)                                                              \
  X(vkGetBufferMemoryRequirements)                                             \
  X(vkGetDeviceQueue)                                                          \
  X(vkGetFenceStatus)                                                          \
  X(vkGetPhysicalDeviceFeatures2)                                              \
  X(vkGetPhysicalDeviceMemoryProperties)                                       \
  X(vkGetPhysicalDeviceProperties)                                             \
  X(vkGetPhysicalDeviceProperties2)                                            \
  X(vkGetPhysicalDeviceQueueFamilyProperties)                                  \
  X(vkGetQueryPoolResults)                                                     \
  X(vkInvalidateMappedMemoryRanges)                                            \
  X(vkMapMemory)                                                               \
  X(vkQueueSubmit)                                                             \
  X(vkResetFences)                                                             \
  X(vkUpdateDescriptorSets)                                                    \
  X(vkWaitForFences)

/// Functions of VK_EXT_debug_utils, which are null where it is not enabled, and
/// of VK_KHR_buffer_device_address, which loaders may not know.
#define DML_VULKAN_OPTIONAL_FUNCTIONS(X)                                       \
  X(vkCreateDebugUtilsMessengerEXT)                                            \
  X(vkDestroyDebugUtilsMessengerEXT)                                           \
  X(vkGetBufferDeviceAddressKHR)

struct VulkanFunctions {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
#define DML_VULKAN_MEMBER(name) PFN_##name name = nullptr;
  DML_VULKAN_GLOBAL_FUNCTIONS(DML_VULKAN_MEMBER)
  DML_VULKAN_FUNCTIONS(DML_VULKAN_MEMBER)
  DML_VULKAN_OPTIONAL_FUNCTIONS(DML_VULKAN_MEMBER)
#undef DML_VULKAN_MEMBER
};

/// Opens the loader's library, for the life of the process, and finds the
/// functions that need no instance. Fails where there is no loader or one of
/// Vulkan 1.0, and says what to install.
llvm::Expected<VulkanFunctions> loadVulkan(llvm::StringRef library);

/// Finds the other functions. Fails where the loader lacks one.
llvm::Error loadInstanceFunctions(VulkanFunctions &functions,
                                  VkInstance instance);

/// How a Debian user gets a loader and a device, for messages.
llvm::StringRef getVulkanInstallHint();

/// `<what>: out of device memory (VK_ERROR_OUT_OF_DEVICE_MEMORY)`.
llvm::Error createVulkanError(const llvm::Twine &what, VkResult result);

} // namespace dml

#endif // DML_RUNTIME_VULKAN_DEVICE_FUNCTIONS_H
