//===- PlanLayout.h - A launch plan's memory and barriers -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_PLAN_PLANLAYOUT_H
#define DML_RUNTIME_VULKAN_PLAN_PLANLAYOUT_H

#include "dml/Runtime/Vulkan/Device/Limits.h"
#include "dml/Runtime/Vulkan/Memory/MemoryPlan.h"
#include "dml/Target/LaunchPlan.h"

namespace dml {

/// What places in shared memory are multiples of, in bytes: the host, which
/// copies it, likes whole cache lines.
constexpr inline uint64_t kStagingAlignment = 64;

/// Bytes of a buffer that move between the device and the host.
struct PlanTransfer {
  /// Index into LaunchPlan::buffers.
  uint32_t buffer = 0;
  /// In the buffer.
  uint64_t offset = 0;
  uint64_t numBytes = 0;
  /// Where they lie in the memory that host and device share.
  MemoryPlacement staging;
};

/// Transfers of one kind and the blocks of shared memory for them.
struct PlanTransfers {
  std::vector<PlanTransfer> list;
  std::vector<uint64_t> blocks;

  /// Of all transfers.
  uint64_t getNumBytes() const;
};

/// Bytes of a transfer in a chunk of shared memory.
struct ChunkPiece {
  /// Index into PlanStream::list.
  uint32_t transfer = 0;
  /// In the transfer, and in the chunk.
  uint64_t offset = 0, staging = 0;
  uint64_t numBytes = 0;
};

/// Transfers that are too large to have shared memory of their own: they pass
/// through a ring of chunks of it.
struct PlanStream {
  /// Without a place in shared memory.
  std::vector<PlanTransfer> list;
  /// The pieces in each chunk. A chunk has VulkanLimits::chunkBytes at most.
  std::vector<std::vector<ChunkPiece>> chunks;

  /// Of all transfers.
  uint64_t getNumBytes() const;
};

/// Divides the transfers into chunks, in their order.
PlanStream makeStream(std::vector<PlanTransfer> transfers, uint64_t chunkBytes);

/// Where inputs come from, and results go to.
enum class PlanEnds {
  /// The host's memory, through memory that is shared with it.
  Host,
  /// Buffers of an application, on the device.
  Application
};

/// Where the host finds the grid of a dispatch.
struct GridTransfer {
  /// Index into LaunchPlan::dispatches.
  uint32_t dispatch = 0;
  /// Index into PlanLayout::downloads.
  uint32_t transfer = 0;
  /// In the transfer, in bytes.
  uint64_t offset = 0;
};

struct PlanLayout {
  /// The blocks of device memory, and where each buffer lies in them. Unused
  /// and external buffers have no place.
  MemoryPlan device;
  /// Whether anything uses each buffer.
  std::vector<bool> used;
  /// Whether kernels access each buffer in the application's memory: a used
  /// input that no kernel writes, or an allocation that is one result. Every
  /// other used input is copied into device memory before the first dispatch,
  /// and every other result into the application's memory after the last one.
  std::vector<bool> external;
  /// Used inputs, which every run uploads from the host: all of them in
  /// `uploads` where they fit in a chunk together, and else in the stream.
  PlanTransfers uploads;
  PlanStream uploadStream;
  /// Used constants, which are uploaded before the first run; an application's
  /// commands upload them without a stream.
  PlanTransfers constants;
  PlanStream constantStream;
  /// Words of index reports, of checks and of grids, which every run downloads
  /// to the host, and results: all of them in `downloads` where they fit in a
  /// chunk together, and else in the stream.
  PlanTransfers downloads;
  PlanStream downloadStream;
  /// Indices of each index report and check into `downloads`, and of each
  /// result into the list that has the results.
  std::vector<uint32_t> results, reports, checks;
  /// Of each initial word: whether a run that succeeds leaves it as it was set.
  /// Such a word is zero, and a check fails if it is not zero after the run.
  std::vector<bool> lastingWords;
  /// The grids that kernels write, which every run downloads to the host.
  std::vector<GridTransfer> grids;
  /// Dispatches that write nothing but grids, from few words that none writes
  /// later: indices into LaunchPlan::dispatches.
  std::vector<uint32_t> gridWriters;
  /// What all of `grids` follow from, at the end of a run: the words that
  /// `gridWriters` read, and the grids that others write. Indices into
  /// `downloads`.
  std::vector<uint32_t> gridSources;
};

/// What offsets of buffers in memory that kernels see are multiples of, in
/// bytes.
uint64_t getBufferAlignment(const VulkanLimits &limits);

/// The plan has passed checkPlan.
PlanLayout layOutPlan(const LaunchPlan &plan, const VulkanLimits &limits,
                      PlanEnds ends = PlanEnds::Host);

/// Returns the barrier that each dispatch needs in front of it
/// (DispatchHazards.h), also where buffers share memory. Commands leave out the
/// dispatches for which `isOmitted` holds. Those for which `hasKnownGrid` holds
/// read no grid from a buffer.
std::vector<PlanBarrier> placeBarriers(
    const LaunchPlan &plan, const PlanLayout &layout,
    llvm::function_ref<bool(size_t)> isOmitted = [](size_t) { return false; },
    llvm::function_ref<bool(size_t)> hasKnownGrid =
        [](size_t) { return false; });

} // namespace dml

#endif // DML_RUNTIME_VULKAN_PLAN_PLANLAYOUT_H
