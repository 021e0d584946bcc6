//===- Instance.h - A connection to Vulkan ----------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_DEVICE_INSTANCE_H
#define DML_RUNTIME_VULKAN_DEVICE_INSTANCE_H

#include "dml/Runtime/Vulkan/Device/Functions.h"
#include "dml/Runtime/Vulkan/Device/Limits.h"
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace dml {

struct VulkanOptions {
  /// The loader's library.
  std::string library = "libvulkan.so.1";
  /// Enables the validation layer, missing barriers included, and turns each of
  /// its warnings and errors into an error of the call that caused it. The
  /// environment variable DML_VULKAN_VALIDATION=1 does the same, and a process
  /// that has it ends with 2 where there are late messages.
  bool validate = false;
  /// Enables the features behind a device's optional capabilities. The
  /// operators need none of them.
  bool optionalFeatures = true;
  /// Whether kernels reach buffers by addresses if the device lets them. If
  /// this is unset, they do so unless `validate` is set: the validation layer
  /// finds missing barriers only between accesses through descriptors.
  std::optional<bool> addresses;

  //===--------------------------------------------------------------------===//
  // For tests
  //===--------------------------------------------------------------------===//

  /// Lowers what the device says that it can do.
  std::function<void(VulkanLimits &)> editLimits;
  /// Replaces functions: called when those that need no instance are loaded,
  /// and again when all are.
  std::function<void(VulkanFunctions &)> editFunctions;
  /// Takes the late messages of the validation layer: those that no call can
  /// return, because the last objects are being destroyed. Without it they go
  /// to standard error.
  std::function<void(const std::string &)> onLateMessages;
};

/// What the validation layer said and nobody has taken yet.
class VulkanMessages {
public:
  void add(llvm::StringRef message);
  /// All messages, one in a line; empty when there are none.
  std::string take();

private:
  std::mutex mutex;
  std::string text;
};

/// A VkInstance of version 1.1. One of our own is without extensions unless it
/// is validated.
class VulkanInstance {
public:
  static llvm::Expected<std::unique_ptr<VulkanInstance>>
  create(const VulkanOptions &options);

  /// Uses an application's, which outlives it. The loader that it was made with
  /// is opened unless `getInstanceProcAddr` is given.
  static llvm::Expected<std::unique_ptr<VulkanInstance>>
  borrow(VkInstance instance, PFN_vkGetInstanceProcAddr getInstanceProcAddr);

  ~VulkanInstance();
  VulkanInstance(const VulkanInstance &) = delete;
  VulkanInstance &operator=(const VulkanInstance &) = delete;

  VkInstance get() const { return instance; }
  const VulkanFunctions &getFunctions() const { return functions; }
  const VulkanOptions &getOptions() const { return options; }

  /// The error joined with what the validation layer has said since the last
  /// call; success when there is neither.
  llvm::Error addMessages(llvm::Error error);

private:
  VulkanInstance(VulkanFunctions functions, VulkanOptions options)
      : functions(functions), options(std::move(options)) {}

  llvm::Error initialize();

  VulkanFunctions functions;
  VulkanOptions options;
  VkInstance instance = VK_NULL_HANDLE;
  bool isBorrowed = false;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VulkanMessages messages;
};

} // namespace dml

#endif // DML_RUNTIME_VULKAN_DEVICE_INSTANCE_H
