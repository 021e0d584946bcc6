//===- Device.cpp - Where functions run -----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Device.h"
#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"

namespace dml {

llvm::ArrayRef<HostDevice> getHostDevices() {
  static constexpr HostDevice devices[] = {
      {"cpu", "compiled for this machine's processor"},
      {"reference", "interpreted; the other devices are tested against it"}};
  return devices;
}

llvm::Expected<std::unique_ptr<Device>>
openDevice(llvm::StringRef uri, const DeviceOptions &options) {
  if (uri == "cpu")
    return createCPUDevice(options);
  if (uri == "reference")
    return createReferenceDevice();
  if (isVulkanURI(uri))
    return createVulkanDevice(uri, options);
  return llvm::createStringError(
      "unknown device '" + uri +
      "'; expected cpu, reference, vulkan, vulkan://INDEX or vulkan://UUID");
}

} // namespace dml
