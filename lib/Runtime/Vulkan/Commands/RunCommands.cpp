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

/// Records what `record` adds, with timestamps that are reset before it.
llvm::Expected<RunCommands> RunCommands::create(
    const VulkanContext &context, const BoundPlan &bound, CommandTiming timing,
    llvm::function_ref<void(const RunCommands &, VkCommandBuffer)> record) {
  RunCommands result;
  if (timing == CommandTiming::Dispatches)
    result.numTimedDispatches = bound.plan.dispatches.size();
  size_t numTimestamps = NumTimestamps + result.numTimedDispatches;
  if (timing != CommandTiming::None) {
    auto timestamps = VulkanTimestamps::create(context, numTimestamps);
    if (!timestamps)
      return timestamps.takeError();
    result.timestamps = std::move(*timestamps);
  }
  auto recorded =
      VulkanCommands::record(context, [&](VkCommandBuffer commands) {
        result.timestamps.recordReset(context.getFunctions(), commands, 0,
                                      numTimestamps);
        record(result, commands);
      });
  if (!recorded)
    return recorded.takeError();
  result.commands = std::move(*recorded);
  return result;
}

void RunCommands::recordTimedDispatches(const VulkanFunctions &functions,
                                        VkCommandBuffer recorded,
                                        const BoundPlan &bound) const {
  recordDispatches(functions, recorded, bound, [&](size_t i) {
    if (i < numTimedDispatches)
      timestamps.record(functions, recorded, NumTimestamps + i);
  });
}

static bool recordInitialWords(const VulkanFunctions &functions,
                               VkCommandBuffer recorded,
                               const BoundPlan &bound) {
  return recordInitialWords(
      functions, recorded, bound.plan, bound.places, [&](size_t i) {
        return bound.hasLastingWords && bound.layout.lastingWords[i];
      });
}

llvm::Expected<RunCommands> RunCommands::record(const VulkanContext &context,
                                                const BoundPlan &bound,
                                                const VulkanMemory &upload,
                                                const VulkanMemory &download,
                                                CommandTiming timing) {
  const VulkanFunctions &functions = context.getFunctions();
  const PlanLayout &layout = bound.layout;
  auto recordRun = [&](const RunCommands &run, VkCommandBuffer recorded) {
    run.timestamps.record(functions, recorded, RunBegins);
    recordUploads(functions, recorded, layout.uploads, bound.places, upload);
    bool setsWords = recordInitialWords(functions, recorded, bound);
    // The copies of the stream were submitted before, and so was the run whose
    // kernels left the lasting words.
    if (!layout.uploads.list.empty() || !layout.uploadStream.list.empty() ||
        setsWords || bound.hasLastingWords)
      recordBarrier(functions, recorded, kAllWrite, kAllRead);
    run.timestamps.record(functions, recorded, UploadEnds);
    run.recordTimedDispatches(functions, recorded, bound);
    run.timestamps.record(functions, recorded, KernelsEnd);
    // Without downloads, too: the next run's uploads come after these kernels.
    recordBarrier(functions, recorded, kKernelsWrite, kCopiesAccess);
    recordDownloads(functions, recorded, layout.downloads, bound.places,
                    download);
    run.timestamps.record(functions, recorded, DownloadEnds);
    recordBarrier(functions, recorded, kCopiesWrite, kHostReads);
  };
  return create(context, bound, timing, recordRun);
}

llvm::Expected<RunCommands>
RunCommands::recordKernels(const VulkanContext &context, const BoundPlan &bound,
                           CommandTiming timing) {
  const VulkanFunctions &functions = context.getFunctions();
  auto recordRun = [&](const RunCommands &run, VkCommandBuffer recorded) {
    // A run came before, or other kernels.
    recordBarrier(functions, recorded, kAllWrite, kAllAccess);
    if (recordInitialWords(functions, recorded, bound))
      recordBarrier(functions, recorded, kCopiesWrite, kAllRead);
    run.timestamps.record(functions, recorded, RunBegins);
    run.timestamps.record(functions, recorded, UploadEnds);
    run.recordTimedDispatches(functions, recorded, bound);
    run.timestamps.record(functions, recorded, KernelsEnd);
    run.timestamps.record(functions, recorded, DownloadEnds);
    // The next run's uploads come after these kernels.
    recordBarrier(functions, recorded, kKernelsWrite, kCopiesAccess);
  };
  return create(context, bound, timing, recordRun);
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
