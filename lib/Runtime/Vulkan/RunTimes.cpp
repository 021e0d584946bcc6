//===- RunTimes.cpp - Times of a run on a device --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTimes.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace dml;

llvm::Expected<std::optional<RunTimes>>
RunTimes::read(const VulkanContext &context, const RunCommands &commands,
               const VulkanStream &uploads, const VulkanStream &downloads) {
  auto own = commands.readTimes(context);
  if (!own)
    return own.takeError();
  if (!*own)
    return std::nullopt;
  auto uploadTicks = uploads.readTicks(context);
  if (!uploadTicks)
    return uploadTicks.takeError();
  auto downloadTicks = downloads.readTicks(context);
  if (!downloadTicks)
    return downloadTicks.takeError();

  RunTimes times;
  times.own = std::move(**own);
  uint64_t origin = times.own.uploadEnd;
  for (const ChunkTicks &chunk : *uploadTicks)
    times.uploads.push_back({-getMilliseconds(context, chunk.begin, origin),
                             getMilliseconds(context, chunk.begin, chunk.end)});
  for (const ChunkTicks &chunk : *downloadTicks)
    times.downloads.push_back(
        {getMilliseconds(context, origin, chunk.begin),
         getMilliseconds(context, chunk.begin, chunk.end)});
  return times;
}

DeviceTimes RunTimes::getDeviceTimes() const {
  DeviceTimes times = own.parts;
  for (const Span &span : uploads)
    times.upload += span.duration;
  for (const Span &span : downloads)
    times.download += span.duration;
  return times;
}

/// Bytes of all buffers that the dispatch binds.
static int64_t getNumBytes(const LaunchPlan &plan, const Dispatch &dispatch) {
  std::set<uint32_t> buffers(dispatch.buffers.begin(), dispatch.buffers.end());
  int64_t numBytes = 0;
  for (uint32_t buffer : buffers)
    numBytes += plan.buffers[buffer].numBytes;
  return numBytes;
}

static int64_t getNumBytes(llvm::ArrayRef<ChunkPiece> chunk) {
  int64_t numBytes = 0;
  for (const ChunkPiece &piece : chunk)
    numBytes += piece.numBytes;
  return numBytes;
}

void RunTimes::addTo(Profile &profile, const BoundPlan &bound,
                     double end) const {
  const LaunchPlan &plan = bound.plan;
  const PlanLayout &layout = bound.layout;
  const DeviceTimes &parts = own.parts;
  double kernelsBegin = end - parts.download - parts.kernels;
  auto add = [&](ProfileCategory category, llvm::StringRef name, double begin,
                 double duration, int64_t numBytes) {
    ProfileEvent event;
    event.name = name.str();
    event.category = category;
    event.isOnDevice = true;
    event.begin = kernelsBegin + begin;
    event.duration = duration;
    event.numBytes = numBytes;
    profile.add(std::move(event));
  };
  auto addChunks = [&](llvm::StringRef name, llvm::ArrayRef<Span> spans,
                       const PlanStream &stream) {
    for (auto [span, chunk] : llvm::zip_equal(spans, stream.chunks))
      add(ProfileCategory::Transfer, name, span.begin, span.duration,
          getNumBytes(chunk));
  };

  addChunks("upload", uploads, layout.uploadStream);
  if (!layout.uploads.list.empty())
    add(ProfileCategory::Transfer, "upload", -parts.upload, parts.upload,
        layout.uploads.getNumBytes());
  double previous = 0;
  for (auto [i, dispatch, next] :
       llvm::enumerate(plan.dispatches, own.dispatchEnds)) {
    if (bound.grids.omits(i))
      continue;
    // Dispatches without a barrier between them may end in another order.
    double last = std::max(previous, next);
    add(ProfileCategory::Kernel, describeKernel(plan, dispatch.kernel),
        previous, last - previous, getNumBytes(plan, dispatch));
    previous = last;
  }
  if (!layout.downloads.list.empty())
    add(ProfileCategory::Transfer, "download", parts.kernels, parts.download,
        layout.downloads.getNumBytes());
  addChunks("download", downloads, layout.downloadStream);
}
