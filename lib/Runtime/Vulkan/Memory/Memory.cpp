//===- Memory.cpp - Blocks of device memory -------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "dml/Runtime/Vulkan/Device/Context.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

/// What the memory should be, best first. Vulkan lists a type with fewer
/// properties before those with more, so the first that fits has nothing that
/// was not asked for. Every device has the last one of each.
static llvm::ArrayRef<VkMemoryPropertyFlags> getWishes(MemoryUse use) {
  constexpr static VkMemoryPropertyFlags kCoherent =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr static VkMemoryPropertyFlags kDevice[] = {
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
  // The host reads memory that is not cached very slowly.
  constexpr static VkMemoryPropertyFlags kTransfer[] = {
      kCoherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kCoherent};
  constexpr static VkMemoryPropertyFlags kDownload[] = {
      kCoherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
      kCoherent};
  switch (use) {
  case MemoryUse::Device:
    return kDevice;
  case MemoryUse::Transfer:
    return kTransfer;
  case MemoryUse::Download:
    return kDownload;
  }
  llvm_unreachable("unknown use of memory");
}

static VkBufferUsageFlags getUsage(MemoryUse use) {
  switch (use) {
  case MemoryUse::Device:
    return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
           VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
           VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  case MemoryUse::Transfer:
    return VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  case MemoryUse::Download:
    return VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  }
  llvm_unreachable("unknown use of memory");
}

static llvm::StringRef describe(MemoryUse use) {
  switch (use) {
  case MemoryUse::Device:
    return "device memory";
  case MemoryUse::Transfer:
    return "memory for transfers";
  case MemoryUse::Download:
    return "memory for downloads";
  }
  llvm_unreachable("unknown use of memory");
}

static std::optional<uint32_t>
findMemoryType(const VkPhysicalDeviceMemoryProperties &memory,
               uint32_t allowedTypes, MemoryUse use) {
  for (VkMemoryPropertyFlags wish : getWishes(use))
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if (allowedTypes & uint32_t(1) << i &&
          (memory.memoryTypes[i].propertyFlags & wish) == wish)
        return i;
  return std::nullopt;
}

llvm::Expected<VulkanMemory> VulkanMemory::allocate(
    const VulkanContext &context, MemoryUse use, llvm::ArrayRef<uint64_t> sizes,
    llvm::function_ref<std::string(uint32_t)> describeContents) {
  VulkanMemory result;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    std::string what = (Twine(size) + " bytes of " + describe(use) + " on " +
                        context.describe() + " for " + describeContents(i))
                           .str();
    if (Error error = allocateBlock(context, use, size, what,
                                    result.blocks.emplace_back()))
      return std::move(error);
  }
  return result;
}

Error VulkanMemory::allocateBlock(const VulkanContext &context, MemoryUse use,
                                  uint64_t size, const std::string &what,
                                  Block &block) {
  const VulkanFunctions &functions = context.getFunctions();
  VkDevice device = context.getDevice();

  VkBufferCreateInfo bufferInfo = {};
  bufferInfo.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  bufferInfo.usage = getUsage(use);
  bool hasAddress = use == MemoryUse::Device && context.hasAddresses();
  if (hasAddress) {
    bufferInfo.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT_KHR;
    block.margin = kReadableMargin;
  }
  uint64_t margins = 2 * block.margin;
  bufferInfo.size = size + margins;
  auto buffer = createHandle(context, what, functions.vkCreateBuffer,
                             functions.vkDestroyBuffer, bufferInfo);
  if (!buffer)
    return buffer.takeError();

  block.buffer = std::move(*buffer);

  VkBuffer handle = block.buffer.get();
  VkMemoryRequirements requirements = {};
  functions.vkGetBufferMemoryRequirements(device, handle, &requirements);
  uint64_t maxSize = context.getLimits().maxAllocationSize;
  if (requirements.size - margins > maxSize)
    return createStringError(what + ": expected at most " + Twine(maxSize) +
                             " in one allocation, given " +
                             Twine(requirements.size - margins));
  std::optional<uint32_t> type =
      findMemoryType(context.getMemory(), requirements.memoryTypeBits, use);
  if (!type)
    return createStringError(what + ": the device has no such memory");
  VkMemoryAllocateInfo memoryInfo = {};
  memoryInfo.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memoryInfo.allocationSize = requirements.size;
  memoryInfo.memoryTypeIndex = *type;
  VkMemoryAllocateFlagsInfo flags = {};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT_KHR;
  if (hasAddress)
    memoryInfo.pNext = &flags;
  auto memory = createHandle(context, what, functions.vkAllocateMemory,
                             functions.vkFreeMemory, memoryInfo);
  if (!memory)
    return memory.takeError();
  block.memory = std::move(*memory);
  VkResult result = functions.vkBindBufferMemory(
      device, handle, block.memory.get(), /*offset=*/0);
  if (result != VK_SUCCESS)
    return createVulkanError(what, result);
  if (hasAddress) {
    VkBufferDeviceAddressInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO_KHR;
    info.buffer = handle;
    block.address = functions.vkGetBufferDeviceAddressKHR(device, &info);
  }
  if (use == MemoryUse::Device)
    return Error::success();

  // Freeing the memory unmaps it.
  void *mapped = nullptr;
  result = functions.vkMapMemory(device, block.memory.get(), /*offset=*/0,
                                 VK_WHOLE_SIZE, /*flags=*/0, &mapped);
  if (result != VK_SUCCESS)
    return createVulkanError(what, result);
  block.mapped = static_cast<char *>(mapped);
  block.isCoherent = context.getMemory().memoryTypes[*type].propertyFlags &
                     VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  return Error::success();
}

Error VulkanMemory::makeVisibleToHost(const VulkanContext &context) const {
  std::vector<VkMappedMemoryRange> ranges;
  for (const Block &block : blocks) {
    if (block.isCoherent)
      continue;
    VkMappedMemoryRange &range = ranges.emplace_back();
    range = {};
    range.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE;
    range.memory = block.memory.get();
    range.size = VK_WHOLE_SIZE;
  }
  if (ranges.empty())
    return Error::success();
  VkResult result = context.getFunctions().vkInvalidateMappedMemoryRanges(
      context.getDevice(), ranges.size(), ranges.data());
  if (result != VK_SUCCESS)
    return createVulkanError("reading back from " + context.describe(), result);
  return Error::success();
}
