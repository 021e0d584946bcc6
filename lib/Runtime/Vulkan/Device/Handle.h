//===- Handle.h - Ownership of Vulkan's objects -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_DEVICE_HANDLE_H
#define DML_LIB_RUNTIME_VULKAN_DEVICE_HANDLE_H

#include "dml/Runtime/Vulkan/Device/Context.h"
#include <utility>

namespace dml {

/// Owns an object of a device, which must outlive it.
template <typename HandleT> class VulkanHandle {
public:
  using Destroy = void(VKAPI_PTR *)(VkDevice, HandleT,
                                    const VkAllocationCallbacks *);

  VulkanHandle() = default;
  VulkanHandle(VkDevice device, HandleT handle, Destroy destroy)
      : device(device), handle(handle), destroy(destroy) {}
  VulkanHandle(VulkanHandle &&other) { *this = std::move(other); }
  VulkanHandle &operator=(VulkanHandle &&other) {
    std::swap(device, other.device);
    std::swap(handle, other.handle);
    std::swap(destroy, other.destroy);
    return *this;
  }
  ~VulkanHandle() {
    if (handle)
      destroy(device, handle, nullptr);
  }

  HandleT get() const { return handle; }

private:
  VkDevice device = VK_NULL_HANDLE;
  HandleT handle = VK_NULL_HANDLE;
  Destroy destroy = nullptr;
};

/// Calls one of the functions that create an object, most of which are alike.
/// `what` is what could not be done if it fails.
template <typename InfoT, typename HandleT>
llvm::Expected<VulkanHandle<HandleT>> createHandle(
    const VulkanContext &context, const llvm::Twine &what,
    VkResult(VKAPI_PTR *create)(VkDevice, const InfoT *,
                                const VkAllocationCallbacks *, HandleT *),
    typename VulkanHandle<HandleT>::Destroy destroy, const InfoT &info) {
  HandleT handle = VK_NULL_HANDLE;
  VkResult result = create(context.getDevice(), &info, nullptr, &handle);
  if (result != VK_SUCCESS)
    return createVulkanError("creating " + what, result);
  return VulkanHandle<HandleT>(context.getDevice(), handle, destroy);
}

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_DEVICE_HANDLE_H
