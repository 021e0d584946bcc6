//===- DeviceChoice.cpp - Which Vulkan device a URI names -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"
#include "dml/Target/LaunchPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace dml;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Slower kinds have a higher rank.
static unsigned getRank(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 0;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 1;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return 3;
  default:
    return 4;
  }
}

static StringRef stringify(VkPhysicalDeviceType type) {
  constexpr StringRef kNames[] = {"discrete", "integrated", "virtual", "cpu",
                                  "other"};
  return kNames[getRank(type)];
}

static const VulkanDeviceDescription *
getDefault(llvm::ArrayRef<VulkanDeviceDescription> devices) {
  const VulkanDeviceDescription *best = nullptr;
  for (const VulkanDeviceDescription &device : devices)
    if (device.unusableReason.empty() &&
        (!best || getRank(device.type) < getRank(best->type)))
      best = &device;
  return best;
}

static Error createChoiceError(llvm::ArrayRef<VulkanDeviceDescription> devices,
                               const Twine &problem) {
  if (devices.empty())
    return llvm::createStringError("there is no Vulkan device; " +
                                   getVulkanInstallHint());
  std::string text = problem.str() + "; there are ";
  llvm::ListSeparator separator;
  for (const VulkanDeviceDescription &device : devices) {
    text += StringRef(separator).str() + device.getURI();
    text += " (" + device.name;
    if (!device.uuid.empty())
      text += ", UUID " + device.uuid;
    if (!device.unusableReason.empty())
      text += ", not usable: " + device.unusableReason;
    text += ")";
  }
  return llvm::createStringError(text);
}

bool dml::isVulkanURI(StringRef uri) {
  return uri == "vulkan" || uri.starts_with("vulkan://");
}

llvm::Expected<VulkanDeviceDescription>
dml::chooseVulkanDevice(llvm::ArrayRef<VulkanDeviceDescription> devices,
                        StringRef uri) {
  StringRef name = uri;
  if (!name.consume_front("vulkan") ||
      (!name.empty() && !name.consume_front("://")))
    return createChoiceError(devices,
                             "'" + uri +
                                 "' is not a Vulkan device: expected vulkan, "
                                 "vulkan://INDEX or vulkan://UUID");
  const VulkanDeviceDescription *chosen = nullptr;
  if (name.empty()) {
    chosen = getDefault(devices);
    if (!chosen)
      return createChoiceError(devices, "no Vulkan device can be used");
    return *chosen;
  }
  auto withoutDashes = [](StringRef text) {
    std::string digits = text.lower();
    llvm::erase(digits, '-');
    return digits;
  };
  unsigned index;
  bool isIndex = !name.getAsInteger(10, index);
  for (const VulkanDeviceDescription &device : devices)
    if (isIndex ? device.index == index
                : !device.uuid.empty() &&
                      withoutDashes(device.uuid) == withoutDashes(name))
      chosen = chosen ? chosen : &device;
  if (!chosen)
    return createChoiceError(devices, Twine("no Vulkan device has the ") +
                                          (isIndex ? "number " : "UUID ") +
                                          "'" + name + "'");
  if (!chosen->unusableReason.empty())
    return createChoiceError(devices, chosen->getURI() + " cannot be used");
  return *chosen;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// With a unit of which there are at least 1, and at most two decimals.
static std::string formatBytes(uint64_t bytes) {
  constexpr const char *kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  unsigned unit = 0;
  uint64_t hundredths = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
    hundredths = bytes % 1024 * 100 / 1024;
    bytes /= 1024;
    ++unit;
  }
  std::string text = std::to_string(bytes);
  if (hundredths != 0)
    text += (hundredths < 10 ? ".0" : ".") + std::to_string(hundredths);
  return text + " " + kUnits[unit];
}

static void printDevice(llvm::raw_ostream &os,
                        const VulkanDeviceDescription &device, bool isDefault) {
  const VulkanLimits &limits = device.limits;
  auto printSizes = [&](llvm::ArrayRef<uint32_t> sizes) {
    llvm::interleave(sizes, os, "x");
  };
  os << device.getURI() << ": " << device.name
     << (isDefault ? " (the default for --device=vulkan)" : "") << "\n";
  if (!device.unusableReason.empty())
    os << "  not usable: " << device.unusableReason << "\n";
  os << "  type: " << stringify(device.type) << "\n"
     << "  driver: " << device.driver << "\n"
     << "  Vulkan: " << device.getVersion() << "\n"
     << "  memory: " << formatBytes(limits.heapSize) << ", largest allocation "
     << formatBytes(limits.maxAllocationSize) << "\n";
  if (!device.uuid.empty())
    os << "  UUID: " << device.uuid << "\n";
  os << "  storage buffers: " << limits.maxStorageBuffers
     << " per kernel, up to " << formatBytes(limits.maxStorageBufferRange)
     << " each\n"
     << "  workgroups: ";
  printSizes(limits.maxWorkgroups);
  os << " of ";
  printSizes(limits.maxWorkgroupSize);
  os << ", " << limits.maxWorkgroupInvocations << " invocations, "
     << formatBytes(limits.maxWorkgroupMemory) << " of memory\n"
     << "  computes with: f32, i32";
  for (StringRef capability : device.capabilities)
    if (!capability.ends_with("Preserve") && capability != "RoundingModeRTE" &&
        !capability.ends_with("Access") && capability != kAddressesCapability)
      os << ", " << capability;
  auto has = [&](StringRef capability) {
    return llvm::is_contained(device.capabilities, capability);
  };
  os << "\n  widths of single loads and stores: ";
  if (has("StorageBuffer8BitAccess"))
    os << "8, ";
  if (has("StorageBuffer16BitAccess"))
    os << "16, ";
  os << "32 bits";
  os << "\n  access to buffers: "
     << (has(kAddressesCapability) ? "addresses" : "descriptors");
  os << "\n  denormals of f32: "
     << (has("DenormPreserve") ? "kept" : "may become zeros");
  os << "\n";
  if (limits.maxLoopIterations != 0)
    os << "  loops of a thread: ended after " << limits.maxLoopIterations
       << " iterations\n";
  os << "  timestamps: ";
  if (limits.timestampBits != 0)
    os << limits.timestampBits << " bits of "
       << llvm::format("%g", limits.timestampPeriod) << " ns\n";
  else
    os << "none\n";
}

void dml::printVulkanDevices(llvm::raw_ostream &os,
                             const VulkanOptions &options) {
  auto devices = listVulkanDevices(options);
  if (!devices) {
    os << "vulkan: none: " << llvm::toString(devices.takeError()) << "\n";
    return;
  }
  if (devices->empty())
    os << "vulkan: none: there is no Vulkan device; " << getVulkanInstallHint()
       << "\n";
  const VulkanDeviceDescription *best = getDefault(*devices);
  for (const VulkanDeviceDescription &device : *devices)
    printDevice(os, device, &device == best);
}
