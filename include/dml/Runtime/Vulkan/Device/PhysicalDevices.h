//===- PhysicalDevices.h - The Vulkan devices of a machine ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_DEVICE_PHYSICALDEVICES_H
#define DML_RUNTIME_VULKAN_DEVICE_PHYSICALDEVICES_H

#include "dml/Runtime/Vulkan/Device/Instance.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace dml {

struct VulkanDeviceDescription {
  /// Its number in `vulkan://INDEX`.
  unsigned index = 0;
  std::string name;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  /// Name and version.
  std::string driver;
  uint32_t apiVersion = 0;
  /// As in `vulkan://UUID`: 6d657361-3232-2e33-2e36-000000000000. Empty for a
  /// device of Vulkan 1.0.
  std::string uuid;
  VulkanLimits limits;
  /// The SPIR-V capabilities of types that kernels may compute with: those of
  /// Int8, Int16, Int64, Float16 and Float64 that the device has; and what it
  /// can be asked to keep in f32: DenormPreserve, SignedZeroInfNanPreserve; and
  /// RoundingModeRTE, if it can be asked to keep both in f16 and to round to
  /// nearest even there. PhysicalStorageBufferAddresses says that kernels may
  /// reach buffers by addresses that they compute.
  std::vector<std::string> capabilities;
  /// The queue family that kernels run on.
  uint32_t queueFamily = 0;
  /// Why plans cannot run on it; empty if they can.
  std::string unusableReason;
  VkPhysicalDevice handle = VK_NULL_HANDLE;

  std::string getURI() const;
  /// Of the API: 1.3.230.
  std::string getVersion() const;
};

/// An instance and its devices.
struct VulkanDevices {
  std::unique_ptr<VulkanInstance> instance;
  std::vector<VulkanDeviceDescription> descriptions;
};

/// All devices of a new instance, also those that cannot be used.
llvm::Expected<VulkanDevices> findVulkanDevices(const VulkanOptions &options);

/// One device of an instance, which gets this index.
llvm::Expected<VulkanDeviceDescription>
describeVulkanDevice(const VulkanInstance &instance, VkPhysicalDevice handle,
                     unsigned index = 0);

/// The device that a URI names:
///   vulkan, vulkan://   the first of the fastest kind: discrete, then
///                       integrated, virtual, cpu, other
///   vulkan://INDEX      by its number in the list
///   vulkan://UUID       by its UUID, with or without dashes
/// Fails with the devices there are.
llvm::Expected<VulkanDeviceDescription>
chooseVulkanDevice(llvm::ArrayRef<VulkanDeviceDescription> devices,
                   llvm::StringRef uri);

/// Whether the URI names a Vulkan device.
bool isVulkanURI(llvm::StringRef uri);

/// The devices of this machine. Their handles are null, because the instance
/// that they belong to is gone.
llvm::Expected<std::vector<VulkanDeviceDescription>>
listVulkanDevices(const VulkanOptions &options = {});

/// Prints them for people; where there is none, why and how to get one.
void printVulkanDevices(llvm::raw_ostream &os,
                        const VulkanOptions &options = {});

} // namespace dml

#endif // DML_RUNTIME_VULKAN_DEVICE_PHYSICALDEVICES_H
