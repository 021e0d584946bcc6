//===- Functions.cpp - Vulkan's functions, loaded at run time -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Device/Functions.h"
#include "llvm/ADT/Twine.h"
#include <dlfcn.h>

using namespace dml;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

llvm::Expected<VulkanFunctions> dml::loadVulkan(StringRef library) {
  // Not LLVM's DynamicLibrary, which makes the names visible to all, compiled
  // programs included. Nor is it ever closed: drivers leave thread-local
  // destructors behind.
  void *handle = dlopen(library.str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return createStringError("there is no Vulkan loader (" +
                             Twine(reason ? reason : library.str().c_str()) +
                             "); " + getVulkanInstallHint());
  }
  VulkanFunctions functions;
  functions.vkGetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(handle, "vkGetInstanceProcAddr"));
  if (!functions.vkGetInstanceProcAddr)
    return createStringError("'" + library +
                             "' is not a Vulkan loader: it has "
                             "no vkGetInstanceProcAddr");
#define DML_VULKAN_LOAD(name)                                                  \
  functions.name = reinterpret_cast<PFN_##name>(                               \
      functions.vkGetInstanceProcAddr(nullptr, #name));
  DML_VULKAN_GLOBAL_FUNCTIONS(DML_VULKAN_LOAD)
#undef DML_VULKAN_LOAD
  uint32_t version = VK_API_VERSION_1_0;
  if (functions.vkEnumerateInstanceVersion)
    functions.vkEnumerateInstanceVersion(&version);
  if (version < VK_API_VERSION_1_1)
    return createStringError("the Vulkan loader: expected version 1.1 or "
                             "later, given " +
                             Twine(VK_API_VERSION_MAJOR(version)) + "." +
                             Twine(VK_API_VERSION_MINOR(version)));
  return functions;
}

llvm::Error dml::loadInstanceFunctions(VulkanFunctions &functions,
                                       VkInstance instance) {
  // Functions of the device, too: found this way they take a detour of some
  // nanoseconds, and there is one table for all.
#define DML_VULKAN_LOAD(name)                                                  \
  functions.name = reinterpret_cast<PFN_##name>(                               \
      functions.vkGetInstanceProcAddr(instance, #name));
  DML_VULKAN_OPTIONAL_FUNCTIONS(DML_VULKAN_LOAD)
#undef DML_VULKAN_LOAD
#define DML_VULKAN_LOAD(name)                                                  \
  functions.name = reinterpret_cast<PFN_##name>(                               \
      functions.vkGetInstanceProcAddr(instance, #name));                       \
  if (!functions.name)                                                         \
    return createStringError("the Vulkan loader has no " #name);
  DML_VULKAN_FUNCTIONS(DML_VULKAN_LOAD)
#undef DML_VULKAN_LOAD
  return llvm::Error::success();
}

StringRef dml::getVulkanInstallHint() {
  return "on Debian `apt install libvulkan1 mesa-vulkan-drivers` installs a "
         "loader and a device in software";
}

static StringRef describe(VkResult result) {
  switch (result) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
    return "out of host memory (VK_ERROR_OUT_OF_HOST_MEMORY)";
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    return "out of device memory (VK_ERROR_OUT_OF_DEVICE_MEMORY)";
  case VK_ERROR_INITIALIZATION_FAILED:
    return "initialization failed (VK_ERROR_INITIALIZATION_FAILED)";
  case VK_ERROR_DEVICE_LOST:
    return "the device was lost, and with it all that was on it "
           "(VK_ERROR_DEVICE_LOST)";
  case VK_ERROR_MEMORY_MAP_FAILED:
    return "memory cannot be mapped (VK_ERROR_MEMORY_MAP_FAILED)";
  case VK_ERROR_LAYER_NOT_PRESENT:
    return "a layer is not installed (VK_ERROR_LAYER_NOT_PRESENT)";
  case VK_ERROR_EXTENSION_NOT_PRESENT:
    return "an extension is missing (VK_ERROR_EXTENSION_NOT_PRESENT)";
  case VK_ERROR_INCOMPATIBLE_DRIVER:
    return "there is no driver (VK_ERROR_INCOMPATIBLE_DRIVER)";
  case VK_ERROR_TOO_MANY_OBJECTS:
    return "too many objects (VK_ERROR_TOO_MANY_OBJECTS)";
  case VK_ERROR_FRAGMENTED_POOL:
    return "the pool is fragmented (VK_ERROR_FRAGMENTED_POOL)";
  case VK_ERROR_OUT_OF_POOL_MEMORY:
    return "out of pool memory (VK_ERROR_OUT_OF_POOL_MEMORY)";
  case VK_ERROR_INVALID_SHADER_NV:
    return "the driver refuses the kernel (VK_ERROR_INVALID_SHADER_NV)";
  case VK_NOT_READY:
    return "not ready (VK_NOT_READY)";
  case VK_TIMEOUT:
    return "timed out (VK_TIMEOUT)";
  default:
    return "";
  }
}

llvm::Error dml::createVulkanError(const Twine &what, VkResult result) {
  StringRef text = describe(result);
  if (text.empty())
    return createStringError(what + ": VkResult " +
                             Twine(static_cast<int>(result)));
  return createStringError(what + ": " + text);
}
