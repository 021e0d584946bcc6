//===- Stream.cpp - Large transfers through a ring of chunks --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "Runtime/Vulkan/Commands/Commands.h"
#include "Runtime/Vulkan/Commands/Recording.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

using namespace dml;
using llvm::ArrayRef;
using llvm::Error;

/// The most chunks that are under way: cores copy some of them, the device
/// copies one, and others wait.
constexpr static size_t kMaxSlots = 8;

size_t TransferRing::getNumSlots(size_t numChunks) {
  return std::min(numChunks, kMaxSlots);
}

llvm::Expected<TransferRing> TransferRing::create(const VulkanContext &context,
                                                  size_t numChunks) {
  TransferRing result;
  result.slotBytes =
      llvm::alignTo(context.getLimits().chunkBytes, kStagingAlignment);
  auto memory = VulkanMemory::allocate(
      context, MemoryUse::Transfer, {getNumSlots(numChunks) * result.slotBytes},
      [](uint32_t) { return "chunks of large tensors"; });
  if (!memory)
    return memory.takeError();
  result.memory = std::move(*memory);
  return result;
}

llvm::Expected<VulkanStream>
VulkanStream::create(const VulkanContext &context, TransferDirection direction,
                     const TransferRing &ring, const PlanStream &stream,
                     ArrayRef<VulkanLocation> places) {
  VulkanStream result;
  result.direction = direction;
  result.ring = &ring;
  size_t numChunks = stream.chunks.size();
  if (Error error =
          result.createFences(context, TransferRing::getNumSlots(numChunks)))
    return std::move(error);
  if (Error error = result.createCommands(context, numChunks))
    return std::move(error);
  for (size_t chunk = 0; chunk < numChunks; ++chunk)
    if (Error error = result.record(context, chunk, stream, places))
      return std::move(error);
  return result;
}

Error VulkanStream::createFences(const VulkanContext &context, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    auto fence = createFence(context);
    if (!fence)
      return fence.takeError();
    fences.push_back(std::move(*fence));
  }
  return Error::success();
}

Error VulkanStream::createCommands(const VulkanContext &context, size_t count) {
  auto createdPool = createCommandPool(context);
  if (!createdPool)
    return createdPool.takeError();
  pool = std::move(*createdPool);
  auto createdTimestamps = VulkanTimestamps::create(context, 2 * count);
  if (!createdTimestamps)
    return createdTimestamps.takeError();
  timestamps = std::move(*createdTimestamps);
  commands.resize(count);
  return allocateCommands(context, pool.get(), commands);
}

Error VulkanStream::record(const VulkanContext &context, size_t chunk,
                           const PlanStream &stream,
                           ArrayRef<VulkanLocation> places) const {
  const VulkanFunctions &functions = context.getFunctions();
  VulkanLocation slot = ring->getLocation(getSlot(chunk));
  auto recordChunk = [&](VkCommandBuffer recorded) {
    timestamps.recordReset(functions, recorded, 2 * chunk, 2);
    timestamps.record(functions, recorded, 2 * chunk);
    for (const ChunkPiece &piece : stream.chunks[chunk]) {
      const PlanTransfer &transfer = stream.list[piece.transfer];
      VulkanLocation shared = {slot.buffer, slot.offset + piece.staging};
      VulkanLocation place = locate(transfer, places);
      place.offset += piece.offset;
      if (direction == TransferDirection::Upload)
        recordCopy(functions, recorded, shared, place, piece.numBytes);
      else
        recordCopy(functions, recorded, place, shared, piece.numBytes);
    }
    timestamps.record(functions, recorded, 2 * chunk + 1);
    if (direction == TransferDirection::Download)
      recordBarrier(functions, recorded, kCopiesWrite, kHostReads);
  };
  return recordCommands(context, commands[chunk], recordChunk);
}

std::vector<HostCopyRange>
VulkanStream::getRanges(const PlanStream &stream, size_t chunk,
                        ArrayRef<HostBytes> host) const {
  char *mapped = ring->getMapped(getSlot(chunk));
  std::vector<HostCopyRange> ranges;
  for (const ChunkPiece &piece : stream.chunks[chunk])
    for (const HostBytes &bytes : host) {
      if (bytes.transfer != piece.transfer || bytes.numBytes <= piece.offset)
        continue;
      char *shared = mapped + piece.staging;
      char *own = bytes.data + piece.offset;
      uint64_t numBytes =
          std::min(piece.numBytes, bytes.numBytes - piece.offset);
      ranges.push_back(direction == TransferDirection::Upload
                           ? HostCopyRange{shared, own, numBytes}
                           : HostCopyRange{own, shared, numBytes});
    }
  return ranges;
}

static int64_t sumBytes(ArrayRef<HostCopyRange> ranges) {
  int64_t numBytes = 0;
  for (const HostCopyRange &range : ranges)
    numBytes += range.numBytes;
  return numBytes;
}

void VulkanStream::copyOnHost(const PlanStream &stream, size_t chunk,
                              ArrayRef<HostBytes> host,
                              Profile *profile) const {
  bool isUpload = direction == TransferDirection::Upload;
  std::vector<HostCopyRange> ranges = getRanges(stream, chunk, host);
  ProfileSpan span(profile, ProfileCategory::Transfer,
                   isUpload ? "copy to staging" : "copy from staging",
                   sumBytes(ranges));
  for (const HostCopyRange &range : ranges)
    copyRange(range, /*pastCaches=*/!isUpload);
}

Error VulkanStream::wait(VulkanContext &context, size_t chunk,
                         Profile *profile) const {
  ProfileSpan span(profile, ProfileCategory::Transfer, "wait for a chunk");
  return context.wait(fences[getSlot(chunk)].get());
}

namespace {
/// Chunks that several threads copy and submit.
class SharedChunks {
public:
  /// The first chunks of a ring may be submitted already.
  SharedChunks(size_t numChunks, size_t numSubmitted)
      : submitted(numChunks, false) {
    std::fill_n(submitted.begin(), numSubmitted, true);
  }

  /// Calls `copy` for each chunk, on so many threads at most. They take chunks
  /// in order, so the thread with the first of those under way waits for no
  /// other thread.
  Error forEach(unsigned numThreads, llvm::function_ref<Error(size_t)> copy) {
    WorkerPool::get().forEach(submitted.size(), numThreads, [&](int64_t) {
      size_t chunk = nextChunk++;
      if (hasFailed())
        return;
      if (Error error = copy(chunk))
        fail(std::move(error));
    });
    return firstError ? std::move(*firstError) : Error::success();
  }

  /// Waits until another thread has submitted the chunk, or has failed; whether
  /// none failed.
  bool awaitSubmission(size_t chunk) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return submitted[chunk] || firstError; });
    return !firstError;
  }

  void noteSubmission(size_t chunk) {
    std::lock_guard<std::mutex> lock(mutex);
    submitted[chunk] = true;
    changed.notify_all();
  }

private:
  bool hasFailed() {
    std::lock_guard<std::mutex> lock(mutex);
    return firstError.has_value();
  }

  void fail(Error error) {
    std::lock_guard<std::mutex> lock(mutex);
    // Others fail alike, or because of the first.
    if (firstError)
      return llvm::consumeError(std::move(error));
    firstError = std::move(error);
    changed.notify_all();
  }

  std::atomic<size_t> nextChunk = 0;
  /// Guards what follows.
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> submitted;
  std::optional<Error> firstError;
};
} // namespace

/// With more threads than slots, some would only wait.
unsigned VulkanStream::getNumThreads() const {
  return std::min<size_t>(WorkerPool::getNumCores(), fences.size());
}

Error VulkanStream::upload(VulkanContext &context, const PlanStream &stream,
                           ArrayRef<HostBytes> sources, Profile *profile) {
  size_t numSlots = fences.size();
  SharedChunks chunks(commands.size(), /*numSubmitted=*/0);
  return chunks.forEach(getNumThreads(), [&](size_t chunk) -> Error {
    // Whoever submits the run waits for the last uses of the ring.
    if (chunk >= numSlots) {
      if (!chunks.awaitSubmission(chunk - numSlots))
        return Error::success();
      if (Error error = wait(context, chunk, profile))
        return error;
    }
    copyOnHost(stream, chunk, sources, profile);
    if (Error error = submit(context, chunk))
      return error;
    chunks.noteSubmission(chunk);
    return Error::success();
  });
}

Error VulkanStream::beginDownload(VulkanContext &context) {
  for (size_t chunk = 0; chunk < fences.size(); ++chunk)
    if (Error error = submit(context, chunk))
      return error;
  return Error::success();
}

Error VulkanStream::finishDownload(VulkanContext &context,
                                   const PlanStream &stream,
                                   ArrayRef<HostBytes> targets,
                                   Profile *profile) {
  size_t numSlots = fences.size();
  SharedChunks chunks(commands.size(), /*numSubmitted=*/numSlots);
  return chunks.forEach(getNumThreads(), [&](size_t chunk) -> Error {
    if (!chunks.awaitSubmission(chunk))
      return Error::success();
    if (Error error = wait(context, chunk, profile))
      return error;
    copyOnHost(stream, chunk, targets, profile);
    if (chunk + numSlots >= commands.size())
      return Error::success();
    if (Error error = submit(context, chunk + numSlots))
      return error;
    chunks.noteSubmission(chunk + numSlots);
    return Error::success();
  });
}

llvm::Expected<std::vector<ChunkTicks>>
VulkanStream::readTicks(const VulkanContext &context) const {
  auto ticks = timestamps.read(context);
  if (!ticks)
    return ticks.takeError();
  std::vector<ChunkTicks> chunks;
  for (size_t i = 0; i < ticks->size(); i += 2)
    chunks.push_back({(*ticks)[i], (*ticks)[i + 1]});
  return chunks;
}
