//===- DeviceTest.cpp - Tests of finding Vulkan devices -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Device.h"
#include "VulkanTestUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace dml;
using namespace dml::test;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static std::vector<VulkanDeviceDescription>
makeDevices(llvm::ArrayRef<VkPhysicalDeviceType> types) {
  std::vector<VulkanDeviceDescription> devices;
  for (VkPhysicalDeviceType type : types) {
    VulkanDeviceDescription &device = devices.emplace_back();
    device.index = devices.size() - 1;
    device.name = "gpu" + std::to_string(device.index);
    device.type = type;
    device.uuid =
        "0123abcd-0000-0000-0000-00000000000" + std::to_string(device.index);
  }
  return devices;
}

/// The device's number, or why there is none.
static std::string choose(llvm::ArrayRef<VulkanDeviceDescription> devices,
                          StringRef uri) {
  auto device = chooseVulkanDevice(devices, uri);
  return device ? std::to_string(device->index)
                : llvm::toString(device.takeError());
}

TEST(VulkanDeviceChoiceTest, FastestKind) {
  constexpr auto kCPU = VK_PHYSICAL_DEVICE_TYPE_CPU;
  constexpr auto kVirtual = VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU;
  constexpr auto kIntegrated = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  constexpr auto kDiscrete = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  constexpr auto kOther = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  EXPECT_EQ(choose(makeDevices({kOther, kCPU}), "vulkan"), "1");
  EXPECT_EQ(choose(makeDevices({kCPU, kVirtual}), "vulkan"), "1");
  EXPECT_EQ(choose(makeDevices({kIntegrated, kVirtual}), "vulkan"), "0");
  EXPECT_EQ(
      choose(makeDevices({kCPU, kIntegrated, kDiscrete, kDiscrete}), "vulkan"),
      "2");
  auto devices = makeDevices({kDiscrete, kCPU});
  devices[0].unusableReason = "it runs no compute kernels";
  EXPECT_EQ(choose(devices, "vulkan://"), "1");
}

TEST(VulkanDeviceChoiceTest, ByNumberOrUUID) {
  auto devices = makeDevices(
      {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_CPU});
  EXPECT_EQ(choose(devices, "vulkan://1"), "1");
  EXPECT_EQ(choose(devices, "vulkan://0123abcd-0000-0000-0000-000000000001"),
            "1");
  EXPECT_EQ(choose(devices, "vulkan://0123ABCD000000000000000000000001"), "1");

  std::string there =
      "; there are vulkan://0 (gpu0, UUID "
      "0123abcd-0000-0000-0000-000000000000), vulkan://1 (gpu1, UUID "
      "0123abcd-0000-0000-0000-000000000001)";
  EXPECT_EQ(choose(devices, "vulkan://2"),
            "no Vulkan device has the number '2'" + there);
  for (StringRef name : {"-1", "x", "0123abcd", "99999999999999999999"})
    EXPECT_EQ(choose(devices, ("vulkan://" + name).str()),
              ("no Vulkan device has the UUID '" + name + "'").str() + there);
  for (StringRef uri : {"vulkan:0", "vulkan0", "vulkan/0", "gpu"})
    EXPECT_EQ(choose(devices, uri),
              ("'" + uri +
               "' is not a Vulkan device: expected vulkan, vulkan://INDEX or "
               "vulkan://UUID")
                      .str() +
                  there);
}

TEST(VulkanDeviceChoiceTest, Unusable) {
  auto devices = makeDevices({VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU});
  devices[0].uuid = "";
  devices[0].unusableReason = "expected Vulkan 1.1 or later, given 1.0.3";
  std::string there = "; there are vulkan://0 (gpu0, not usable: expected "
                      "Vulkan 1.1 or later, given 1.0.3)";
  EXPECT_EQ(choose(devices, "vulkan"), "no Vulkan device can be used" + there);
  EXPECT_EQ(choose(devices, "vulkan://0"), "vulkan://0 cannot be used" + there);
  EXPECT_EQ(choose({}, "vulkan"),
            "there is no Vulkan device; on Debian `apt install libvulkan1 "
            "mesa-vulkan-drivers` installs a loader and a device in software");
}

TEST(VulkanDeviceChoiceTest, IsVulkanURI) {
  EXPECT_TRUE(isVulkanURI("vulkan"));
  EXPECT_TRUE(isVulkanURI("vulkan://"));
  EXPECT_TRUE(isVulkanURI("vulkan://x"));
  EXPECT_FALSE(isVulkanURI("vulkan:1"));
  EXPECT_FALSE(isVulkanURI("cpu"));
}

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

namespace {
class VulkanDeviceTest : public VulkanTest {
protected:
  std::string list() {
    std::string text;
    llvm::raw_string_ostream os(text);
    printVulkanDevices(os, options);
    return text;
  }
};
} // namespace

TEST_F(VulkanDeviceTest, List) {
  auto devices = listVulkanDevices(options);
  ASSERT_EQ(getMessage(devices.takeError()), "");
  ASSERT_FALSE(devices->empty());
  const VulkanDeviceDescription &device = devices->front();
  EXPECT_FALSE(device.name.empty());
  EXPECT_FALSE(device.driver.empty());
  EXPECT_EQ(device.uuid.size(), 36u);
  EXPECT_EQ(device.unusableReason, "");
  EXPECT_EQ(device.handle, VkPhysicalDevice());
  EXPECT_GE(device.apiVersion, VK_API_VERSION_1_1);
  // The least that Vulkan guarantees.
  const VulkanLimits &limits = device.limits;
  EXPECT_GE(limits.maxStorageBufferRange, 1u << 27);
  for (unsigned d = 0; d < 3; ++d) {
    EXPECT_GE(limits.maxWorkgroups[d], 65535u);
    EXPECT_GE(limits.maxWorkgroupSize[d], 64u);
  }
  EXPECT_GE(limits.maxWorkgroupInvocations, 128u);
  EXPECT_GE(limits.maxWorkgroupMemory, 16384u);
  EXPECT_GE(limits.maxStorageBuffers, 4u);
  EXPECT_LE(limits.storageBufferAlignment, 256u);
  EXPECT_GE(limits.maxAllocationSize, 1u << 30);
  EXPECT_GT(limits.heapSize, 0u);

  std::string text = list();
  for (StringRef part : {"vulkan://0: ", "(the default for --device=vulkan)",
                         "\n  type: ", "\n  driver: ", "\n  Vulkan: 1.",
                         "\n  memory: ", "\n  UUID: ", "\n  storage buffers: ",
                         "\n  workgroups: ", "\n  timestamps: "})
    EXPECT_TRUE(StringRef(text).contains(part)) << part.str() << "\n" << text;
}

TEST_F(VulkanDeviceTest, Open) {
  std::shared_ptr<VulkanContext> context = open();
  ASSERT_TRUE(context);
  std::string uri = context->getDescription().getURI();
  EXPECT_EQ(context->describe(),
            context->getDescription().name + " (" + uri + ")");
  std::string uuid = context->getDescription().uuid;
  for (const std::string &other : {uri, "vulkan://" + uuid}) {
    auto again = VulkanContext::open(other, options);
    ASSERT_EQ(getMessage(again.takeError()), "");
    EXPECT_EQ((*again)->getDescription().uuid, uuid);
  }
  EXPECT_TRUE(StringRef(getMessage(VulkanContext::open("vulkan://77", options)))
                  .starts_with("no Vulkan device has the number '77'; there "
                               "are vulkan://0 ("));
}

TEST_F(VulkanDeviceTest, NoLoader) {
  options.library = "libno-such-vulkan.so.1";
  std::string message = getMessage(VulkanContext::open("vulkan", options));
  EXPECT_TRUE(StringRef(message).starts_with(
      "there is no Vulkan loader (libno-such-vulkan.so.1: "))
      << message;
  EXPECT_TRUE(StringRef(message).contains("apt install libvulkan1"));
  EXPECT_EQ(list(), "vulkan: none: " + message + "\n");
  options.library = "libm.so.6";
  EXPECT_EQ(
      getMessage(VulkanContext::open("vulkan", options)),
      "'libm.so.6' is not a Vulkan loader: it has no vkGetInstanceProcAddr");
}

TEST_F(VulkanDeviceTest, NoDevice) {
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkEnumeratePhysicalDevices = [](VkInstance, uint32_t *count,
                                              VkPhysicalDevice *) {
      *count = 0;
      return VK_SUCCESS;
    };
  };
  std::string message =
      "there is no Vulkan device; " + getVulkanInstallHint().str();
  EXPECT_EQ(getMessage(VulkanContext::open("vulkan", options)), message);
  EXPECT_EQ(list(), "vulkan: none: " + message + "\n");

  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkCreateInstance =
        [](const VkInstanceCreateInfo *, const VkAllocationCallbacks *,
           VkInstance *) { return VK_ERROR_INCOMPATIBLE_DRIVER; };
  };
  EXPECT_EQ(getMessage(VulkanContext::open("vulkan", options)),
            "there is no Vulkan driver; " + getVulkanInstallHint().str());
}

static PFN_vkGetPhysicalDeviceProperties realGetProperties;

TEST_F(VulkanDeviceTest, OldDevice) {
  options.editFunctions = [](VulkanFunctions &functions) {
    realGetProperties = functions.vkGetPhysicalDeviceProperties;
    functions.vkGetPhysicalDeviceProperties =
        [](VkPhysicalDevice device, VkPhysicalDeviceProperties *properties) {
          realGetProperties(device, properties);
          properties->apiVersion = VK_MAKE_API_VERSION(0, 1, 0, 3);
        };
  };
  EXPECT_TRUE(
      StringRef(getMessage(VulkanContext::open("vulkan", options)))
          .contains("not usable: expected Vulkan 1.1 or later, given 1.0.3"));
  std::string text = list();
  EXPECT_TRUE(StringRef(text).contains("\n  not usable: expected Vulkan 1.1"))
      << text;
  EXPECT_TRUE(StringRef(text).contains("\n  driver: vendor 0x")) << text;
}

TEST_F(VulkanDeviceTest, NoComputeQueue) {
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkGetPhysicalDeviceQueueFamilyProperties =
        [](VkPhysicalDevice, uint32_t *count,
           VkQueueFamilyProperties *families) {
          *count = 1;
          if (families)
            families[0] = {VK_QUEUE_TRANSFER_BIT, 1, 64, {1, 1, 1}};
        };
  };
  EXPECT_TRUE(StringRef(getMessage(VulkanContext::open("vulkan", options)))
                  .contains("not usable: it runs no compute kernels"));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

bool reachesByAddress(const VulkanOptions &options) {
  auto context = VulkanContext::open("vulkan", options);
  EXPECT_EQ(getMessage(context.takeError()), "");
  return context && *context && (*context)->hasAddresses();
}

/// The tests' device can.
TEST_F(VulkanDeviceTest, ReachesBuffersByAddressesUnlessValidated) {
  VulkanOptions options;
  options.validate = true;
  EXPECT_FALSE(reachesByAddress(options));
  options.addresses = true;
  EXPECT_TRUE(reachesByAddress(options));
  options.optionalFeatures = false;
  EXPECT_FALSE(reachesByAddress(options));
}

TEST_F(VulkanDeviceTest, HasNoAddressesWithoutFunctionOrIntegers) {
  VulkanOptions options;
  options.addresses = true;
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkGetBufferDeviceAddressKHR = nullptr;
  };
  EXPECT_FALSE(reachesByAddress(options));
  options.editFunctions = [](VulkanFunctions &functions) {
    static PFN_vkGetPhysicalDeviceFeatures2 original;
    if (!functions.vkGetPhysicalDeviceFeatures2)
      return;
    original = functions.vkGetPhysicalDeviceFeatures2;
    functions.vkGetPhysicalDeviceFeatures2 =
        [](VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
          original(device, features);
          features->features.shaderInt64 = VK_FALSE;
        };
  };
  EXPECT_FALSE(reachesByAddress(options));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The tests' device, which has all features.
TEST_F(VulkanDeviceTest, ComputesWithTypesOfItsFeatures) {
  for (bool optionalFeatures : {false, true}) {
    DeviceOptions options;
    options.optionalFeatures = optionalFeatures;
    auto device = createVulkanDevice("vulkan", options);
    ASSERT_EQ(getMessage(device.takeError()), "");
    for (ElementType type :
         {ElementType::F32, ElementType::I32, ElementType::UI32})
      EXPECT_TRUE((*device)->computesWith(type)) << stringify(type).str();
    for (ElementType type :
         {ElementType::F64, ElementType::F16, ElementType::I64,
          ElementType::UI64, ElementType::I16, ElementType::UI16,
          ElementType::I8, ElementType::UI8})
      EXPECT_EQ((*device)->computesWith(type), optionalFeatures)
          << stringify(type).str();
  }
}
