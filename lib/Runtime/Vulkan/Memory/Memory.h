//===- Memory.h - Blocks of device memory -----------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices allow some thousand allocations only, and each one is slow. So what a
// plan needs lies in a few blocks, and each block is one VkBuffer.
// Where buffers have addresses, a VkBuffer has a margin at each end that
// kernels may read: those that read around a buffer need not test where it
// ends.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_MEMORY_MEMORY_H
#define DML_LIB_RUNTIME_VULKAN_MEMORY_MEMORY_H

#include "Runtime/Vulkan/Device/Handle.h"
#include "dml/Runtime/Vulkan/Memory/MemoryPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dml {

enum class MemoryUse {
  /// Of kernels, on the device.
  Device,
  /// The host and the device share it for transfers; what either writes, the
  /// other one sees.
  Transfer,
  /// The device writes it and the host reads it; see makeVisibleToHost.
  Download
};

/// Where something lies on the device.
struct VulkanLocation {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  /// Where kernels find it; 0 if buffers have no addresses.
  VkDeviceAddress address = 0;
};

class VulkanMemory {
public:
  /// Allocates blocks of these sizes and maps those for the host.
  /// `describeContents` is asked what a block holds that cannot be had.
  static llvm::Expected<VulkanMemory>
  allocate(const VulkanContext &context, MemoryUse use,
           llvm::ArrayRef<uint64_t> sizes,
           llvm::function_ref<std::string(uint32_t)> describeContents);

  VulkanLocation getLocation(const MemoryPlacement &placement) const {
    const Block &block = blocks[placement.block];
    VkDeviceSize offset = block.margin + placement.offset;
    return {block.buffer.get(), offset,
            block.address ? block.address + offset : 0};
  }
  /// Where the host finds it.
  char *getMapped(const MemoryPlacement &placement) const {
    return blocks[placement.block].mapped + placement.offset;
  }

  /// Lets the host see what the device has written.
  llvm::Error makeVisibleToHost(const VulkanContext &context) const;

private:
  struct Block {
    // The buffer goes before the memory that it lies in.
    VulkanHandle<VkDeviceMemory> memory;
    VulkanHandle<VkBuffer> buffer;
    VkDeviceAddress address = 0;
    /// Bytes at each end of the buffer that have nothing placed in them.
    VkDeviceSize margin = 0;
    char *mapped = nullptr;
    bool isCoherent = true;
  };

  static llvm::Error allocateBlock(const VulkanContext &context, MemoryUse use,
                                   uint64_t size, const std::string &what,
                                   Block &block);

  std::vector<Block> blocks;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_MEMORY_MEMORY_H
