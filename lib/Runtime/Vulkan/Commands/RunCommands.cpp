//===- RunCommands.cpp - The commands of a plan's runs --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCommands.h"

using namespace dml;
using llvm::Error;

/// The points in time between the parts of a run. Those after each timed
/// dispatch follow.
enum Timestamp : uint32_t {
  RunBegins,
  UploadEnds,
  KernelsEnd,
  DownloadEnds,
  NumTimestamps
};

llvm::Expected<RunCommands> RunCommands::record(const VulkanContext &context,
                                                const BoundPlan &bound,
                                                const VulkanMemory &upload,
                                                const VulkanMemory &download,
                                                size_t numTimedDispatches) {
  size_t numTimestamps = NumTimestamps + numTimedDispatches;
  auto timestamps = VulkanTimestamps::create(context, numTimestamps);
  if (!timestamps)
    return timestamps.takeError();

  const VulkanFunctions &functions = context.getFunctions();
  const PlanLayout &layout = bound.layout;
  auto recordRun = [&](VkCommandBuffer commands) {
    timestamps->recordReset(functions, commands, 0, numTimestamps);
    timestamps->record(functions, commands, RunBegins);
    recordUploads(functions, commands, layout.uploads, bound.places, upload);
    recordInitialWords(functions, commands, bound.plan, bound.places);
    // Those of the stream were submitted before.
    if (!layout.uploads.list.empty() || !layout.uploadStream.list.empty() ||
        !bound.plan.initialWords.empty())
      recordBarrier(functions, commands, kCopiesWrite, kAllRead);
    timestamps->record(functions, commands, UploadEnds);
    recordDispatches(functions, commands, bound, [&](size_t i) {
      if (i < numTimedDispatches)
        timestamps->record(functions, commands, NumTimestamps + i);
    });
    timestamps->record(functions, commands, KernelsEnd);
    // Without downloads, too: the next run's uploads come after these kernels.
    recordBarrier(functions, commands, kKernelsWrite, kCopiesAccess);
    recordDownloads(functions, commands, layout.downloads, bound.places,
                    download);
    timestamps->record(functions, commands, DownloadEnds);
    recordBarrier(functions, commands, kCopiesWrite, kHostReads);
  };
  auto run = VulkanCommands::record(context, recordRun);
  if (!run)
    return run.takeError();

  RunCommands result;
  result.timestamps = std::move(*timestamps);
  result.numTimedDispatches = numTimedDispatches;
  result.run = std::move(*run);
  return result;
}

Error RunCommands::recordKernels(const VulkanContext &context,
                                 const BoundPlan &bound) {
  const VulkanFunctions &functions = context.getFunctions();
  auto recorded =
      VulkanCommands::record(context, [&](VkCommandBuffer commands) {
        timestamps.recordReset(functions, commands, 0, NumTimestamps);
        // A run came before, or other kernels.
        recordBarrier(functions, commands, kAllWrite, kAllAccess);
        recordInitialWords(functions, commands, bound.plan, bound.places);
        if (!bound.plan.initialWords.empty())
          recordBarrier(functions, commands, kCopiesWrite, kAllRead);
        timestamps.record(functions, commands, RunBegins);
        timestamps.record(functions, commands, UploadEnds);
        recordDispatches(functions, commands, bound);
        timestamps.record(functions, commands, KernelsEnd);
        timestamps.record(functions, commands, DownloadEnds);
        // The next run's uploads come after these kernels.
        recordBarrier(functions, commands, kKernelsWrite, kCopiesAccess);
      });
  if (!recorded)
    return recorded.takeError();
  kernels = std::move(*recorded);
  return Error::success();
}

llvm::Expected<std::optional<CommandTimes>>
RunCommands::readTimes(const VulkanContext &context) const {
  if (!timestamps.exist())
    return std::nullopt;
  auto ticks = timestamps.read(context);
  if (!ticks)
    return ticks.takeError();
  auto getTime = [&](uint32_t from, uint32_t to) {
    return getMilliseconds(context, (*ticks)[from], (*ticks)[to]);
  };
  CommandTimes times;
  times.parts = {getTime(RunBegins, UploadEnds),
                 getTime(UploadEnds, KernelsEnd),
                 getTime(KernelsEnd, DownloadEnds)};
  times.uploadEnd = (*ticks)[UploadEnds];
  for (uint32_t i = 0; i < numTimedDispatches; ++i)
    times.dispatchEnds.push_back(getTime(UploadEnds, NumTimestamps + i));
  return times;
}
