//===- Stream.h - Large transfers through a ring of chunks ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large transfers pass through a ring of a few chunks of memory that the host
// and the device share: cores of the host copy some chunks, each core its own,
// while the device copies others. Shared memory for whole tensors would take
// long to allocate, and the two copies would follow each other. A chunk has
// VulkanLimits::chunkBytes.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_TRANSFERS_STREAM_H
#define DML_LIB_RUNTIME_VULKAN_TRANSFERS_STREAM_H

#include "HostBytes.h"
#include "Runtime/Vulkan/Commands/Timestamps.h"
#include "Runtime/Vulkan/Memory/Memory.h"
#include "dml/Runtime/Timing/Profile.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"

namespace dml {

/// The time of a chunk's copy by the device's clock, in ticks.
struct ChunkTicks {
  uint64_t begin, end;
};

/// Shared memory for a few chunks. Uploads and downloads use it in turn: a
/// barrier of the run between them orders the device's accesses.
class TransferRing {
public:
  TransferRing() = default;

  /// Allocates the chunks that a stream of so many has under way.
  static llvm::Expected<TransferRing> create(const VulkanContext &context,
                                             size_t numChunks);

  /// So many chunks of a stream are under way.
  static size_t getNumSlots(size_t numChunks);

  VulkanLocation getLocation(size_t slot) const {
    return memory.getLocation(getPlacement(slot));
  }
  /// Where the host finds it.
  char *getMapped(size_t slot) const {
    return memory.getMapped(getPlacement(slot));
  }

private:
  MemoryPlacement getPlacement(size_t slot) const {
    return {0, slot * slotBytes};
  }

  VulkanMemory memory;
  uint64_t slotBytes = 0;
};

enum class TransferDirection { Upload, Download };

/// The uploads or the downloads of a plan's runs, in chunks of a ring. A fence
/// of the queue orders their parts as they are submitted; barriers between them
/// and kernels are those of the run.
class VulkanStream {
public:
  VulkanStream() = default;

  /// Records the copies of all chunks. The ring outlives the stream.
  static llvm::Expected<VulkanStream>
  create(const VulkanContext &context, TransferDirection direction,
         const TransferRing &ring, const PlanStream &stream,
         llvm::ArrayRef<VulkanLocation> places);

  /// Copies the host's bytes to the ring and submits the copies from there, in
  /// any order. Returns when all are submitted. After a failure others may be
  /// running.
  llvm::Error upload(VulkanContext &context, const PlanStream &stream,
                     llvm::ArrayRef<HostBytes> sources, Profile *profile);

  /// Submits the copies of as many chunks as the ring holds.
  llvm::Error beginDownload(VulkanContext &context);
  /// Copies all chunks to the host's memory, as they arrive.
  llvm::Error finishDownload(VulkanContext &context, const PlanStream &stream,
                             llvm::ArrayRef<HostBytes> targets,
                             Profile *profile);

  /// The times of the last run's chunks, in their order. Empty where the device
  /// has no timestamps.
  llvm::Expected<std::vector<ChunkTicks>>
  readTicks(const VulkanContext &context) const;

private:
  size_t getSlot(size_t chunk) const { return chunk % fences.size(); }
  llvm::Error createFences(const VulkanContext &context, size_t count);
  llvm::Error createCommands(const VulkanContext &context, size_t count);
  llvm::Error record(const VulkanContext &context, size_t chunk,
                     const PlanStream &stream,
                     llvm::ArrayRef<VulkanLocation> places) const;
  std::vector<HostCopyRange> getRanges(const PlanStream &stream, size_t chunk,
                                       llvm::ArrayRef<HostBytes> host) const;
  void copyOnHost(const PlanStream &stream, size_t chunk,
                  llvm::ArrayRef<HostBytes> host, Profile *profile) const;
  llvm::Error submit(VulkanContext &context, size_t chunk) const {
    return context.submit(commands[chunk], fences[getSlot(chunk)].get());
  }
  llvm::Error wait(VulkanContext &context, size_t chunk,
                   Profile *profile) const;
  unsigned getNumThreads() const;

  TransferDirection direction = TransferDirection::Upload;
  const TransferRing *ring = nullptr;
  /// One for each slot of the ring.
  std::vector<VulkanHandle<VkFence>> fences;
  VulkanHandle<VkCommandPool> pool;
  /// One for each chunk.
  std::vector<VkCommandBuffer> commands;
  /// Two for each chunk.
  VulkanTimestamps timestamps;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_TRANSFERS_STREAM_H
