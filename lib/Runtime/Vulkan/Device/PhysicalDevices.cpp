//===- PhysicalDevices.cpp - The Vulkan devices of a machine --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Device/PhysicalDevices.h"
#include "dml/Target/LaunchPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace dml;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

std::string VulkanDeviceDescription::getURI() const {
  return "vulkan://" + std::to_string(index);
}

std::string VulkanDeviceDescription::getVersion() const {
  return (Twine(VK_API_VERSION_MAJOR(apiVersion)) + "." +
          Twine(VK_API_VERSION_MINOR(apiVersion)) + "." +
          Twine(VK_API_VERSION_PATCH(apiVersion)))
      .str();
}

/// Calls a function that fills an array; the length may change between its two
/// calls, and then there is a next try.
template <typename T, typename CallT>
static VkResult enumerate(std::vector<T> &elements, CallT call) {
  VkResult result = VK_INCOMPLETE;
  while (result == VK_INCOMPLETE) {
    uint32_t count = 0;
    result = call(&count, static_cast<T *>(nullptr));
    if (result != VK_SUCCESS)
      return result;
    elements.resize(count);
    if (count == 0)
      return result;
    result = call(&count, elements.data());
    elements.resize(std::min<size_t>(elements.size(), count));
  }
  return result;
}

/// The groups of digits of RFC 4122.
static std::string formatUUID(llvm::ArrayRef<uint8_t> bytes) {
  std::string digits = llvm::toHex(bytes, /*LowerCase=*/true);
  for (size_t position : {20, 16, 12, 8})
    digits.insert(position, "-");
  return digits;
}

namespace {
/// LP_MAX_TGSI_LOOP_ITERATIONS of Mesa's llvmpipe.
constexpr uint32_t kLoopIterationsOfLlvmpipe = 65535;

/// Describes one device.
class Describer {
public:
  Describer(const VulkanFunctions &functions, VkPhysicalDevice handle)
      : functions(functions), handle(handle) {}

  llvm::Expected<VulkanDeviceDescription> describe(unsigned index);

private:
  void setLimits(const VkPhysicalDeviceLimits &limits);
  Error describe11();
  void describeCapabilities(llvm::function_ref<bool(StringRef)> hasExtension);
  void chooseQueueFamily();
  void setHeapSize();

  const VulkanFunctions &functions;
  VkPhysicalDevice handle;
  VulkanDeviceDescription description;
};
} // namespace

llvm::Expected<VulkanDeviceDescription> Describer::describe(unsigned index) {
  VkPhysicalDeviceProperties properties = {};
  functions.vkGetPhysicalDeviceProperties(handle, &properties);
  description.index = index;
  description.handle = handle;
  description.name = properties.deviceName;
  description.type = properties.deviceType;
  if (description.type != VK_PHYSICAL_DEVICE_TYPE_CPU)
    description.limits.pollMicroseconds = 50;
  description.apiVersion = properties.apiVersion;
  description.driver =
      (Twine("vendor 0x") + llvm::utohexstr(properties.vendorID) +
       ", version 0x" + llvm::utohexstr(properties.driverVersion))
          .str();
  setLimits(properties.limits);
  setHeapSize();
  if (properties.apiVersion < VK_API_VERSION_1_1)
    description.unusableReason =
        "expected Vulkan 1.1 or later, given " + description.getVersion();
  else if (Error error = describe11())
    return std::move(error);
  chooseQueueFamily();
  return std::move(description);
}

void Describer::setLimits(const VkPhysicalDeviceLimits &limits) {
  VulkanLimits &result = description.limits;
  result.maxStorageBufferRange = limits.maxStorageBufferRange;
  for (unsigned i = 0; i < 3; ++i) {
    result.maxWorkgroups[i] = limits.maxComputeWorkGroupCount[i];
    result.maxWorkgroupSize[i] = limits.maxComputeWorkGroupSize[i];
  }
  result.maxWorkgroupInvocations = limits.maxComputeWorkGroupInvocations;
  result.maxWorkgroupMemory = limits.maxComputeSharedMemorySize;
  result.maxStorageBuffers = std::min({
      limits.maxPerStageDescriptorStorageBuffers,
      limits.maxDescriptorSetStorageBuffers,
      limits.maxPerStageResources,
  });
  result.storageBufferAlignment =
      std::max<uint64_t>(limits.minStorageBufferOffsetAlignment, 1);
  result.timestampPeriod = limits.timestampPeriod;
}

/// What only a device of Vulkan 1.1 can be asked for.
Error Describer::describe11() {
  std::vector<VkExtensionProperties> extensions;
  VkResult result = enumerate(
      extensions, [&](uint32_t *count, VkExtensionProperties *elements) {
        return functions.vkEnumerateDeviceExtensionProperties(handle, nullptr,
                                                              count, elements);
      });
  if (result != VK_SUCCESS)
    return createVulkanError("listing the extensions of " + description.name,
                             result);

  VkPhysicalDeviceIDProperties id = {};
  id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  VkPhysicalDeviceMaintenance3Properties maintenance = {};
  maintenance.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  maintenance.pNext = &id;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &maintenance;
  VkPhysicalDeviceDriverPropertiesKHR driver = {};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR;
  auto hasExtension = [&](StringRef name) {
    return llvm::any_of(extensions,
                        [&](const VkExtensionProperties &extension) {
                          return StringRef(extension.extensionName) == name;
                        });
  };
  bool hasDriver = hasExtension(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
  if (hasDriver)
    id.pNext = &driver;
  VkPhysicalDeviceFloatControlsPropertiesKHR floats = {};
  floats.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES_KHR;
  if (hasExtension(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME)) {
    floats.pNext = properties.pNext;
    properties.pNext = &floats;
  }
  functions.vkGetPhysicalDeviceProperties2(handle, &properties);

  description.uuid = formatUUID(id.deviceUUID);
  description.limits.maxAllocationSize = maintenance.maxMemoryAllocationSize;
  if (hasDriver) {
    description.driver = driver.driverName;
    if (driver.driverInfo[0])
      description.driver += std::string(", ") + driver.driverInfo;
    if (driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE)
      description.limits.maxLoopIterations = kLoopIterationsOfLlvmpipe;
  }
  describeCapabilities(hasExtension);
  // Some devices have one setting for all widths, others one for f32 and one
  // for the rest. Kernels ask for settings of f16 and of f32 alone.
  if (floats.shaderRoundingModeRTEFloat16 &&
      floats.shaderDenormPreserveFloat16 &&
      floats.shaderSignedZeroInfNanPreserveFloat16 &&
      floats.denormBehaviorIndependence ==
          VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL_KHR &&
      floats.roundingModeIndependence ==
          VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL_KHR)
    description.capabilities.push_back("RoundingModeRTE");
  if (floats.shaderDenormPreserveFloat32 &&
      floats.denormBehaviorIndependence !=
          VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE_KHR)
    description.capabilities.push_back("DenormPreserve");
  if (floats.shaderSignedZeroInfNanPreserveFloat32)
    description.capabilities.push_back("SignedZeroInfNanPreserve");
  return Error::success();
}

/// Says what kernels may compute with. Addresses are 64-bit integers.
void Describer::describeCapabilities(
    llvm::function_ref<bool(StringRef)> hasExtension) {
  VkPhysicalDeviceShaderFloat16Int8FeaturesKHR narrow = {};
  narrow.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES_KHR;
  VkPhysicalDeviceBufferDeviceAddressFeaturesKHR addresses = {};
  addresses.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_KHR;
  VkPhysicalDevice8BitStorageFeaturesKHR bytes = {};
  bytes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES_KHR;
  VkPhysicalDevice16BitStorageFeatures halves = {};
  halves.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &halves;
  auto ask = [&](StringRef extension, auto &structure) {
    if (!hasExtension(extension))
      return;
    structure.pNext = features.pNext;
    features.pNext = &structure;
  };
  ask(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME, narrow);
  ask(VK_KHR_8BIT_STORAGE_EXTENSION_NAME, bytes);
  ask(VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, addresses);
  functions.vkGetPhysicalDeviceFeatures2(handle, &features);
  auto add = [&](VkBool32 has, const char *capability) {
    if (has)
      description.capabilities.push_back(capability);
  };
  add(narrow.shaderInt8, "Int8");
  add(features.features.shaderInt16, "Int16");
  add(features.features.shaderInt64, "Int64");
  add(narrow.shaderFloat16, "Float16");
  add(features.features.shaderFloat64, "Float64");
  add(bytes.storageBuffer8BitAccess, "StorageBuffer8BitAccess");
  add(halves.storageBuffer16BitAccess, "StorageBuffer16BitAccess");
  add(addresses.bufferDeviceAddress && features.features.shaderInt64 &&
          functions.vkGetBufferDeviceAddressKHR,
      kAddressesCapability);
}

/// Any that runs kernels; rather one that can time them.
void Describer::chooseQueueFamily() {
  uint32_t count = 0;
  functions.vkGetPhysicalDeviceQueueFamilyProperties(handle, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  functions.vkGetPhysicalDeviceQueueFamilyProperties(handle, &count,
                                                     families.data());
  bool found = false;
  for (auto [i, family] : llvm::enumerate(families)) {
    if (!(family.queueFlags & VK_QUEUE_COMPUTE_BIT))
      continue;
    if (found && family.timestampValidBits == 0)
      continue;
    found = true;
    description.queueFamily = i;
    description.limits.timestampBits = family.timestampValidBits;
    if (family.timestampValidBits != 0)
      break;
  }
  if (!found && description.unusableReason.empty())
    description.unusableReason = "it runs no compute kernels";
}

/// The heap of the first memory type on the device, which is the one that
/// buffers come from.
void Describer::setHeapSize() {
  VkPhysicalDeviceMemoryProperties memory = {};
  functions.vkGetPhysicalDeviceMemoryProperties(handle, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const VkMemoryType &type = memory.memoryTypes[i];
    if (!(type.propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT))
      continue;
    description.limits.heapSize = memory.memoryHeaps[type.heapIndex].size;
    return;
  }
}

llvm::Expected<VulkanDeviceDescription>
dml::describeVulkanDevice(const VulkanInstance &instance,
                          VkPhysicalDevice handle, unsigned index) {
  llvm::Expected<VulkanDeviceDescription> device =
      Describer(instance.getFunctions(), handle).describe(index);
  if (device && instance.getOptions().editLimits)
    instance.getOptions().editLimits(device->limits);
  return device;
}

static llvm::Expected<std::vector<VulkanDeviceDescription>>
describeDevices(const VulkanInstance &instance) {
  const VulkanFunctions &functions = instance.getFunctions();
  std::vector<VkPhysicalDevice> handles;
  VkResult result =
      enumerate(handles, [&](uint32_t *count, VkPhysicalDevice *elements) {
        return functions.vkEnumeratePhysicalDevices(instance.get(), count,
                                                    elements);
      });
  // That no driver has a device is no failure of the list.
  if (result != VK_SUCCESS && result != VK_ERROR_INITIALIZATION_FAILED)
    return createVulkanError("listing Vulkan devices", result);
  std::vector<VulkanDeviceDescription> devices;
  for (VkPhysicalDevice handle : handles) {
    llvm::Expected<VulkanDeviceDescription> device =
        describeVulkanDevice(instance, handle, devices.size());
    if (!device)
      return device.takeError();
    devices.push_back(std::move(*device));
  }
  return devices;
}

llvm::Expected<VulkanDevices>
dml::findVulkanDevices(const VulkanOptions &options) {
  llvm::Expected<std::unique_ptr<VulkanInstance>> instance =
      VulkanInstance::create(options);
  if (!instance)
    return instance.takeError();
  llvm::Expected<std::vector<VulkanDeviceDescription>> descriptions =
      describeDevices(**instance);
  if (Error error = (*instance)->addMessages(descriptions.takeError()))
    return std::move(error);
  return VulkanDevices{std::move(*instance), std::move(*descriptions)};
}

llvm::Expected<std::vector<VulkanDeviceDescription>>
dml::listVulkanDevices(const VulkanOptions &options) {
  llvm::Expected<VulkanDevices> devices = findVulkanDevices(options);
  if (!devices)
    return devices.takeError();
  for (VulkanDeviceDescription &description : devices->descriptions)
    description.handle = VK_NULL_HANDLE;
  return std::move(devices->descriptions);
}
