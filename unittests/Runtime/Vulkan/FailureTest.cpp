//===- FailureTest.cpp - Tests of failing calls of Vulkan -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanTestUtils.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <cstdlib>

using namespace dml;
using namespace dml::test;
using llvm::StringRef;

namespace {
/// A function of the table that fails at one of its calls.
template <auto Member> class FailingCall;

template <typename... Args,
          VkResult (VKAPI_PTR *VulkanFunctions::*Member)(Args...)>
class FailingCall<Member> {
public:
  static void install(VulkanFunctions &functions, unsigned failingCall,
                      VkResult failure) {
    if (functions.*Member && functions.*Member != &call) {
      real = functions.*Member;
      functions.*Member = &call;
    }
    FailingCall::failingCall = failingCall;
    FailingCall::failure = failure;
    calls = 0;
  }
  static bool hasFailed() { return calls > failingCall; }

private:
  static VKAPI_ATTR VkResult VKAPI_CALL call(Args... args) {
    return calls++ == failingCall ? failure : real(args...);
  }

  static inline VkResult(VKAPI_PTR *real)(Args...) = nullptr;
  /// Kernels are created on several threads.
  static inline std::atomic<unsigned> calls = 0;
  static inline unsigned failingCall = 0;
  static inline VkResult failure = VK_SUCCESS;
};

/// One of them for a loop over all.
struct Fault {
  const char *name;
  void (*install)(VulkanFunctions &, unsigned, VkResult);
  bool (*hasFailed)();
};

template <auto Member, typename ReturnT, typename... Args>
void addFault(std::vector<Fault> &faults, const char *name,
              ReturnT (VKAPI_PTR *VulkanFunctions::*)(Args...)) {
  if constexpr (std::is_same_v<ReturnT, VkResult>)
    faults.push_back(
        {name, FailingCall<Member>::install, FailingCall<Member>::hasFailed});
}

/// All functions that can fail.
std::vector<Fault> getFaults() {
  std::vector<Fault> faults;
#define DML_ADD_FAULT(name)                                                    \
  addFault<&VulkanFunctions::name>(faults, #name, &VulkanFunctions::name);
  DML_VULKAN_FUNCTIONS(DML_ADD_FAULT)
  DML_VULKAN_OPTIONAL_FUNCTIONS(DML_ADD_FAULT)
#undef DML_ADD_FAULT
  return faults;
}

PFN_vkWaitForFences realWait;

/// Lets every wait ask once whether commands have run, and be told when they
/// have.
void waitWhenAsked(VulkanFunctions &functions) {
  realWait = functions.vkWaitForFences;
  functions.vkGetFenceStatus = [](VkDevice device, VkFence fence) {
    return realWait(device, 1, &fence, VK_TRUE, UINT64_MAX);
  };
}

/// Lets every wait sleep once.
void sleepInWaits(VulkanFunctions &functions) {
  functions.vkGetFenceStatus = [](VkDevice, VkFence) { return VK_NOT_READY; };
}

class VulkanFailureTest : public VulkanTest {
protected:
  VulkanFailureTest() {
    options.editLimits = setPollTime;
    x = builder.addInput(4000);
    uint32_t constant = builder.addConstant(getWords(makeWords(1000, 1)));
    uint32_t middle = builder.addAllocation(4000);
    y = builder.addAllocation(4000);
    builder.addSum({x, constant}, middle, 0);
    builder.addSum({middle}, y, 0, /*needsBarrier=*/true);
    builder.plan.results = {y};
  }

  template <auto Member> void fail(VkResult failure, unsigned call = 0) {
    options.editFunctions = [=](VulkanFunctions &functions) {
      sleepInWaits(functions);
      FailingCall<Member>::install(functions, call, failure);
    };
  }

  /// Opens a device, makes a runner, runs it twice, and its kernels alone. The
  /// message of the first step that fails.
  std::string runAll() {
    auto context = VulkanContext::open("vulkan", options);
    if (!context)
      return llvm::toString(context.takeError());
    auto runner = VulkanPlanRunner::create(*context, builder.plan);
    if (!runner)
      return llvm::toString(runner.takeError());
    Tensor input = makeWords(1000, 5);
    RunResult result;
    for (unsigned i = 0; i < 2; ++i)
      if (llvm::Error error =
              (*runner)->run({&input}, {input.getType()}, result))
        return llvm::toString(std::move(error));
    EXPECT_EQ(result.outputs[0].getElementBits(0), 6u);
    if (llvm::Error error = (*runner)->rerun().takeError())
      return llvm::toString(std::move(error));
    return "";
  }

  void failEveryCall();
  void expectRunAfterAFailure();

  /// Lets inputs and results be moved in chunks.
  void useStreams(unsigned chunkBytes = 200) {
    options.editLimits = [chunkBytes](VulkanLimits &limits) {
      setPollTime(limits);
      limits.chunkBytes = chunkBytes;
    };
  }

  /// Waits ask first on any device.
  static void setPollTime(VulkanLimits &limits) {
    limits.pollMicroseconds = 20;
  }

  PlanBuilder builder;
  uint32_t x, y;
};
} // namespace

/// Every call that is made may fail: then there is an error, and the validation
/// layer finds all objects destroyed, none of them in use.
TEST_F(VulkanFailureTest, EveryCall) { failEveryCall(); }

/// Also while other chunks are under way: five of each tensor.
TEST_F(VulkanFailureTest, EveryCallOfStreams) {
  useStreams(/*chunkBytes=*/800);
  failEveryCall();
}

void VulkanFailureTest::failEveryCall() {
  unsigned count = 0;
  for (const Fault &fault : getFaults()) {
    for (unsigned call = 0;; ++call) {
      options.editFunctions = [&](VulkanFunctions &functions) {
        if (fault.name == StringRef("vkGetFenceStatus"))
          waitWhenAsked(functions);
        else
          sleepInWaits(functions);
        fault.install(functions, call, VK_ERROR_OUT_OF_HOST_MEMORY);
      };
      std::string message = runAll();
      if (!fault.hasFailed()) {
        EXPECT_EQ(message, "") << fault.name;
        break;
      }
      ++count;
      EXPECT_TRUE(StringRef(message).ends_with(
          ": out of host memory (VK_ERROR_OUT_OF_HOST_MEMORY)"))
          << fault.name << ", call " << call << ": " << message;
      ASSERT_LT(call, 200u);
    }
  }
  EXPECT_GT(count, 40u);
}

TEST_F(VulkanFailureTest, Memory) {
  options.editLimits = [](VulkanLimits &limits) {
    limits.storageBufferAlignment = 16;
  };
  fail<&VulkanFunctions::vkAllocateMemory>(VK_ERROR_OUT_OF_DEVICE_MEMORY);
  std::string device = open()->describe();
  EXPECT_EQ(getCreateMessage(builder.plan),
            "creating 16000 bytes of device memory on " + device +
                " for argument 0 of 4000 bytes and 3 more: out of device "
                "memory (VK_ERROR_OUT_OF_DEVICE_MEMORY)");
  fail<&VulkanFunctions::vkAllocateMemory>(VK_ERROR_OUT_OF_HOST_MEMORY, 1);
  EXPECT_EQ(getCreateMessage(builder.plan),
            "creating 4032 bytes of memory for transfers on " + device +
                " for a constant (buffer 1): out of host memory "
                "(VK_ERROR_OUT_OF_HOST_MEMORY)");
  fail<&VulkanFunctions::vkAllocateMemory>(VK_ERROR_OUT_OF_HOST_MEMORY, 2);
  EXPECT_EQ(runAll(), "creating 4032 bytes of memory for transfers on " +
                          device +
                          " for argument 0: out of host memory "
                          "(VK_ERROR_OUT_OF_HOST_MEMORY)");
  fail<&VulkanFunctions::vkCreateBuffer>(VK_ERROR_OUT_OF_DEVICE_MEMORY, 3);
  EXPECT_EQ(runAll(), "creating 4032 bytes of memory for downloads on " +
                          device +
                          " for result 0: out of device memory "
                          "(VK_ERROR_OUT_OF_DEVICE_MEMORY)");
  options.editFunctions = nullptr;
  options.editLimits = [](VulkanLimits &limits) { limits.heapSize = 15999; };
  EXPECT_EQ(getCreateMessage(builder.plan),
            "the function needs 16000 bytes of device memory; " + device +
                " has 15999");
  useStreams();
  fail<&VulkanFunctions::vkAllocateMemory>(VK_ERROR_OUT_OF_HOST_MEMORY, 1);
  EXPECT_EQ(runAll(), "creating 2048 bytes of memory for transfers on " +
                          device +
                          " for chunks of large tensors: out of host memory "
                          "(VK_ERROR_OUT_OF_HOST_MEMORY)");
}

TEST_F(VulkanFailureTest, LoweredLimits) {
  options.editLimits = [](VulkanLimits &limits) {
    limits.maxStorageBufferRange = 3999;
  };
  EXPECT_EQ(getCreateMessage(builder.plan),
            "argument 0, as a storage buffer of kernel 'sum2': expected at "
            "most 3999 bytes on this device, given 4000");
}

/// Of kernels that are created at the same time.
TEST_F(VulkanFailureTest, FirstKernel) {
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkCreateComputePipelines =
        [](VkDevice, VkPipelineCache, uint32_t,
           const VkComputePipelineCreateInfo *, const VkAllocationCallbacks *,
           VkPipeline *) { return VK_ERROR_OUT_OF_HOST_MEMORY; };
  };
  EXPECT_EQ(getCreateMessage(builder.plan), "kernel 'sum2': out of host memory "
                                            "(VK_ERROR_OUT_OF_HOST_MEMORY)");
}

TEST_F(VulkanFailureTest, DeviceLost) {
  std::string device = open()->describe();
  std::string lost = "running on " + device +
                     ": the device was lost, and with it all that was on it "
                     "(VK_ERROR_DEVICE_LOST)";
  // The constants, and the first run.
  for (unsigned call : {0, 1}) {
    fail<&VulkanFunctions::vkQueueSubmit>(VK_ERROR_DEVICE_LOST, call);
    EXPECT_EQ(runAll(), lost);
    fail<&VulkanFunctions::vkWaitForFences>(VK_ERROR_DEVICE_LOST, call);
    EXPECT_EQ(runAll(), lost);
  }
}

/// A run that fails leaves the runner usable, also if it is the first one,
/// which makes what runs need.
TEST_F(VulkanFailureTest, RunAfterAFailure) {
  fail<&VulkanFunctions::vkEndCommandBuffer>(VK_ERROR_OUT_OF_HOST_MEMORY, 1);
  expectRunAfterAFailure();
  fail<&VulkanFunctions::vkWaitForFences>(VK_ERROR_OUT_OF_HOST_MEMORY, 1);
  expectRunAfterAFailure();
  // After the constants: 20 chunks of uploads, the kernels, and downloads.
  useStreams();
  for (unsigned call : {21, 28, 29, 40, 41, 42, 49, 50, 61}) {
    fail<&VulkanFunctions::vkQueueSubmit>(VK_ERROR_OUT_OF_HOST_MEMORY, call);
    expectRunAfterAFailure();
  }
  for (unsigned call : {13, 24, 25, 26, 41, 45}) {
    fail<&VulkanFunctions::vkWaitForFences>(VK_ERROR_OUT_OF_HOST_MEMORY, call);
    expectRunAfterAFailure();
  }
}

void VulkanFailureTest::expectRunAfterAFailure() {
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(1000, 5);
  RunResult result;
  EXPECT_NE(getMessage(runner->run({&input}, {input.getType()}, result)), "");
  EXPECT_TRUE(result.outputs.empty());
  EXPECT_EQ(getMessage(runner->run({&input}, {input.getType()}, result)), "");
  EXPECT_EQ(result.outputs[0].getElementBits(999), 5u + 1 + 2 * 999);
}

//===----------------------------------------------------------------------===//
// Memory of other kinds
//===----------------------------------------------------------------------===//

static PFN_vkGetPhysicalDeviceMemoryProperties realGetMemory;
static PFN_vkGetBufferMemoryRequirements realGetRequirements;
static PFN_vkAllocateMemory realAllocate;
static PFN_vkInvalidateMappedMemoryRanges realInvalidate;
static uint32_t coherentType, incoherentType;
static std::atomic<unsigned> numInvalidated;

/// A device whose only cached memory is not coherent: one more type of memory,
/// which in truth is a coherent one.
TEST_F(VulkanFailureTest, IncoherentMemory) {
  numInvalidated = 0;
  options.editFunctions = [](VulkanFunctions &functions) {
    realGetMemory = functions.vkGetPhysicalDeviceMemoryProperties;
    realGetRequirements = functions.vkGetBufferMemoryRequirements;
    realAllocate = functions.vkAllocateMemory;
    realInvalidate = functions.vkInvalidateMappedMemoryRanges;
    functions.vkGetPhysicalDeviceMemoryProperties =
        [](VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties *memory) {
          realGetMemory(device, memory);
          incoherentType = memory->memoryTypeCount++;
          for (uint32_t i = 0; i < incoherentType; ++i) {
            VkMemoryType &type = memory->memoryTypes[i];
            if (type.propertyFlags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
              coherentType = i;
            type.propertyFlags &= ~VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
          }
          VkMemoryType &added = memory->memoryTypes[incoherentType];
          added.heapIndex = memory->memoryTypes[coherentType].heapIndex;
          added.propertyFlags = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
        };
    functions.vkGetBufferMemoryRequirements =
        [](VkDevice device, VkBuffer buffer, VkMemoryRequirements *memory) {
          realGetRequirements(device, buffer, memory);
          memory->memoryTypeBits |= 1u << incoherentType;
        };
    functions.vkAllocateMemory =
        [](VkDevice device, const VkMemoryAllocateInfo *info,
           const VkAllocationCallbacks *callbacks, VkDeviceMemory *memory) {
          VkMemoryAllocateInfo changed = *info;
          if (changed.memoryTypeIndex == incoherentType)
            changed.memoryTypeIndex = coherentType;
          return realAllocate(device, &changed, callbacks, memory);
        };
    functions.vkInvalidateMappedMemoryRanges =
        [](VkDevice device, uint32_t count, const VkMappedMemoryRange *ranges) {
          numInvalidated += count;
          return realInvalidate(device, count, ranges);
        };
  };
  // Each of two runs invalidates the memory of its downloads.
  EXPECT_EQ(runAll(), "");
  EXPECT_EQ(numInvalidated, 2u);
  // The host also writes to the memory of chunks, which is coherent.
  numInvalidated = 0;
  useStreams();
  EXPECT_EQ(runAll(), "");
  EXPECT_EQ(numInvalidated, 0u);
}

TEST_F(VulkanFailureTest, NoSuchMemory) {
  std::string device = open()->describe();
  options.editFunctions = [](VulkanFunctions &functions) {
    realGetMemory = functions.vkGetPhysicalDeviceMemoryProperties;
    functions.vkGetPhysicalDeviceMemoryProperties =
        [](VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties *memory) {
          realGetMemory(device, memory);
          for (VkMemoryType &type : memory->memoryTypes)
            type.propertyFlags &= VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
        };
  };
  EXPECT_EQ(getCreateMessage(builder.plan),
            "4032 bytes of memory for transfers on " + device +
                " for a constant (buffer 1): the device has no such memory");
}

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

static PFN_vkCreateBuffer realCreateBuffer;

/// What the layer says is an error: the tests above would see it.
TEST_F(VulkanFailureTest, MessagesAreErrors) {
  options.editFunctions = [](VulkanFunctions &functions) {
    realCreateBuffer = functions.vkCreateBuffer;
    functions.vkCreateBuffer =
        [](VkDevice device, const VkBufferCreateInfo *info,
           const VkAllocationCallbacks *callbacks, VkBuffer *buffer) {
          VkBufferCreateInfo changed = *info;
          changed.usage |= VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
          changed.usage &= ~VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
          return realCreateBuffer(device, &changed, callbacks, buffer);
        };
  };
  std::string message = getCreateMessage(builder.plan);
  EXPECT_TRUE(StringRef(message).contains("Vulkan's validation layer: "))
      << message;
  EXPECT_TRUE(StringRef(message).contains("VUID-VkWriteDescriptorSet"))
      << message;
}

static PFN_vkCmdPipelineBarrier realBarrier;

TEST_F(VulkanFailureTest, MissingBarrierIsAnError) {
  options.editFunctions = [](VulkanFunctions &functions) {
    realBarrier = functions.vkCmdPipelineBarrier;
    functions.vkCmdPipelineBarrier =
        [](VkCommandBuffer commands, VkPipelineStageFlags before,
           VkPipelineStageFlags after, VkDependencyFlags flags,
           uint32_t numBarriers, const VkMemoryBarrier *barriers,
           uint32_t numBufferBarriers,
           const VkBufferMemoryBarrier *bufferBarriers,
           uint32_t numImageBarriers,
           const VkImageMemoryBarrier *imageBarriers) {
          // All but those between kernels.
          if (before != after)
            realBarrier(commands, before, after, flags, numBarriers, barriers,
                        numBufferBarriers, bufferBarriers, numImageBarriers,
                        imageBarriers);
        };
  };
  std::string message = runAll();
  EXPECT_TRUE(StringRef(message).contains("SYNC-HAZARD-READ_AFTER_WRITE") ||
              StringRef(message).contains("SYNC-HAZARD-READ-AFTER-WRITE"))
      << message;
}

TEST_F(VulkanFailureTest, LateMessages) {
  std::string late;
  options.onLateMessages = [&](const std::string &text) { late += text; };
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkDestroyFence = [](VkDevice, VkFence,
                                  const VkAllocationCallbacks *) {};
  };
  EXPECT_EQ(runAll(), "");
  EXPECT_TRUE(StringRef(late).contains("has not been destroyed")) << late;
}

/// A library does not end the process by itself. One whose environment asks for
/// validation must not end well.
TEST_F(VulkanFailureTest, LateMessagesWithoutAListener) {
  options.onLateMessages = nullptr;
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkDestroyFence = [](VkDevice, VkFence,
                                  const VkAllocationCallbacks *) {};
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (bool isAskedFor : {false, true})
    EXPECT_EXIT(
        {
          ::setenv("DML_VULKAN_VALIDATION", isAskedFor ? "1" : "0", 1);
          runAll();
          std::_Exit(0);
        },
        ::testing::ExitedWithCode(isAskedFor ? 2 : 0),
        "Vulkan's validation layer at the end: ");
}

TEST_F(VulkanFailureTest, LayerMissing) {
  options.editFunctions = [](VulkanFunctions &functions) {
    functions.vkCreateInstance = [](const VkInstanceCreateInfo *info,
                                    const VkAllocationCallbacks *,
                                    VkInstance *) {
      return info->enabledLayerCount == 0 ? VK_SUCCESS
                                          : VK_ERROR_LAYER_NOT_PRESENT;
    };
  };
  EXPECT_EQ(runAll(),
            "validation is asked for, but the layer "
            "VK_LAYER_KHRONOS_validation is not installed; on Debian `apt "
            "install vulkan-validationlayers` installs it");
}

TEST_F(VulkanFailureTest, InstanceFails) {
  fail<&VulkanFunctions::vkCreateInstance>(VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(runAll(), "starting Vulkan: initialization failed "
                      "(VK_ERROR_INITIALIZATION_FAILED)");
}
