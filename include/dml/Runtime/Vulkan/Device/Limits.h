//===- Limits.h - What a Vulkan device can do -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain numbers: code generation takes them without Vulkan's headers, and tests
// lower them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_DEVICE_LIMITS_H
#define DML_RUNTIME_VULKAN_DEVICE_LIMITS_H

#include <array>
#include <cstdint>

namespace dml {

struct VulkanLimits {
  /// Bytes of a buffer that a kernel can see (maxStorageBufferRange).
  uint64_t maxStorageBufferRange = 0;
  /// Workgroups of a dispatch in x, y and z (maxComputeWorkGroupCount).
  std::array<uint32_t, 3> maxWorkgroups = {};
  /// Invocations of a workgroup in x, y and z (maxComputeWorkGroupSize).
  std::array<uint32_t, 3> maxWorkgroupSize = {};
  /// The same in all (maxComputeWorkGroupInvocations).
  uint32_t maxWorkgroupInvocations = 0;
  /// Bytes of workgroup memory (maxComputeSharedMemorySize).
  uint32_t maxWorkgroupMemory = 0;
  /// Iterations after which the driver ends the loops of an invocation; 0 for
  /// any number. Mesa's llvmpipe does so, without saying it.
  uint32_t maxLoopIterations = 0;
  /// Bindings of a kernel: the least of maxPerStageDescriptorStorageBuffers,
  /// maxDescriptorSetStorageBuffers and maxPerStageResources.
  uint32_t maxStorageBuffers = 0;
  /// What offsets of bindings are multiples of, in bytes
  /// (minStorageBufferOffsetAlignment); a power of two.
  uint64_t storageBufferAlignment = 1;
  /// Bytes of one allocation of memory (maxMemoryAllocationSize), without the
  /// margins that a context's allocations have.
  uint64_t maxAllocationSize = 0;
  /// For how many microseconds a wait asks whether commands have run before it
  /// sleeps: waking a thread takes longer than small kernels do. A device that
  /// runs on the cores of the host needs these.
  uint32_t pollMicroseconds = 0;
  /// Bytes of the device's own memory.
  uint64_t heapSize = 0;
  /// Nanoseconds of one tick of a timestamp (timestampPeriod).
  double timestampPeriod = 0;
  /// How many bits of a timestamp count; 0 where there are no timestamps.
  uint32_t timestampBits = 0;
  /// The bytes of a chunk of a large transfer, and the most that are moved
  /// without chunks. Our choice, not the device's: the bus takes 10 to 40 times
  /// as long for them as for a submission.
  uint64_t chunkBytes = uint64_t(4) << 20;
};

} // namespace dml

#endif // DML_RUNTIME_VULKAN_DEVICE_LIMITS_H
