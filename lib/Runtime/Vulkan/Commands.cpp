//===- Commands.cpp - Recorded commands and their times -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "llvm/Support/MathExtras.h"

using namespace dml;
using llvm::ArrayRef;
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

llvm::Expected<VulkanCommands>
VulkanCommands::create(const VulkanContext &context,
                       size_t numTimedDispatches) {
  const VulkanFunctions &functions = context.getFunctions();
  VulkanCommands result;
  result.numTimedDispatches = numTimedDispatches;

  VkCommandPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  poolInfo.queueFamilyIndex = context.getDescription().queueFamily;
  auto pool =
      createHandle(context, "a command pool", functions.vkCreateCommandPool,
                   functions.vkDestroyCommandPool, poolInfo);
  if (!pool)
    return pool.takeError();
  result.pool = std::move(*pool);

  VkFenceCreateInfo fenceInfo = {};
  fenceInfo.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  auto fence = createHandle(context, "a fence", functions.vkCreateFence,
                            functions.vkDestroyFence, fenceInfo);
  if (!fence)
    return fence.takeError();
  result.fence = std::move(*fence);

  if (context.getLimits().timestampBits != 0) {
    VkQueryPoolCreateInfo queryInfo = {};
    queryInfo.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    queryInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
    queryInfo.queryCount = NumTimestamps + numTimedDispatches;
    auto queries =
        createHandle(context, "timestamps", functions.vkCreateQueryPool,
                     functions.vkDestroyQueryPool, queryInfo);
    if (!queries)
      return queries.takeError();
    result.queries = std::move(*queries);
  }

  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = result.pool.get();
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 3;
  VkCommandBuffer buffers[3];
  VkResult error =
      functions.vkAllocateCommandBuffers(context.getDevice(), &info, buffers);
  if (error != VK_SUCCESS)
    return createVulkanError("command buffers", error);
  result.constants = buffers[0];
  result.run = buffers[1];
  result.kernels = buffers[2];
  return result;
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

static Error begin(const VulkanContext &context, VkCommandBuffer commands) {
  VkCommandBufferBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkResult result =
      context.getFunctions().vkBeginCommandBuffer(commands, &info);
  if (result != VK_SUCCESS)
    return createVulkanError("recording commands", result);
  return Error::success();
}

static Error end(const VulkanContext &context, VkCommandBuffer commands) {
  VkResult result = context.getFunctions().vkEndCommandBuffer(commands);
  if (result != VK_SUCCESS)
    return createVulkanError("recording commands", result);
  return Error::success();
}

Error VulkanCommands::recordConstants(const VulkanContext &context,
                                      const PlanTransfers &transfers,
                                      ArrayRef<VulkanLocation> places,
                                      const VulkanMemory &staging) {
  const VulkanFunctions &functions = context.getFunctions();
  if (Error error = begin(context, constants))
    return error;
  recordUploads(functions, constants, transfers, places, staging);
  recordBarrier(functions, constants, kCopiesWrite, kAllRead);
  return end(context, constants);
}

/// Taken when all commands before it are done.
void VulkanCommands::writeTimestamp(const VulkanFunctions &functions,
                                    VkCommandBuffer commands,
                                    uint32_t query) const {
  if (queries.get())
    functions.vkCmdWriteTimestamp(
        commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries.get(), query);
}

Error VulkanCommands::recordKernels(const VulkanContext &context,
                                    const BoundPlan &bound) {
  const VulkanFunctions &functions = context.getFunctions();
  if (Error error = begin(context, kernels))
    return error;
  if (queries.get())
    functions.vkCmdResetQueryPool(kernels, queries.get(), 0, NumTimestamps);
  // A run came before, or other kernels.
  recordBarrier(functions, kernels, kAllWrite, kKernelsAccess);
  writeTimestamp(functions, kernels, RunBegins);
  writeTimestamp(functions, kernels, UploadEnds);
  recordDispatches(functions, kernels, bound);
  writeTimestamp(functions, kernels, KernelsEnd);
  writeTimestamp(functions, kernels, DownloadEnds);
  // The next run's uploads come after these kernels.
  recordBarrier(functions, kernels, kKernelsWrite, kCopiesAccess);
  return end(context, kernels);
}

Error VulkanCommands::recordRun(const VulkanContext &context,
                                const BoundPlan &bound,
                                const VulkanMemory &upload,
                                const VulkanMemory &download) {
  const VulkanFunctions &functions = context.getFunctions();
  if (Error error = begin(context, run))
    return error;
  if (queries.get())
    functions.vkCmdResetQueryPool(run, queries.get(), 0,
                                  NumTimestamps + numTimedDispatches);
  writeTimestamp(functions, run, RunBegins);
  const PlanTransfers &uploads = bound.layout.uploads;
  recordUploads(functions, run, uploads, bound.places, upload);
  if (!uploads.list.empty())
    recordBarrier(functions, run, kCopiesWrite, kAllRead);
  writeTimestamp(functions, run, UploadEnds);
  recordDispatches(functions, run, bound, [&](size_t i) {
    if (i < numTimedDispatches)
      writeTimestamp(functions, run, NumTimestamps + i);
  });
  writeTimestamp(functions, run, KernelsEnd);
  // Without downloads, too: the next run's uploads come after these kernels.
  recordBarrier(functions, run, kKernelsWrite, kCopiesAccess);
  recordDownloads(functions, run, bound.layout.downloads, bound.places,
                  download);
  writeTimestamp(functions, run, DownloadEnds);
  recordBarrier(functions, run, kCopiesWrite, kHostReads);
  return end(context, run);
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<uint64_t>>
VulkanCommands::readTicks(const VulkanContext &context) const {
  std::vector<uint64_t> ticks(NumTimestamps + numTimedDispatches);
  VkResult result = context.getFunctions().vkGetQueryPoolResults(
      context.getDevice(), queries.get(), 0, ticks.size(),
      ticks.size() * sizeof(ticks[0]), ticks.data(), sizeof(ticks[0]),
      VK_QUERY_RESULT_64_BIT);
  if (result != VK_SUCCESS)
    return createVulkanError("reading timestamps", result);
  return ticks;
}

static double getMilliseconds(const VulkanContext &context, uint64_t from,
                              uint64_t to) {
  // The counter may wrap around in between.
  const VulkanLimits &limits = context.getLimits();
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(limits.timestampBits);
  return ((to - from) & mask) * limits.timestampPeriod * 1e-6;
}

llvm::Expected<std::optional<DeviceTimes>>
VulkanCommands::readTimes(const VulkanContext &context) const {
  if (!queries.get())
    return std::nullopt;
  auto ticks = readTicks(context);
  if (!ticks)
    return ticks.takeError();
  auto getTime = [&](Timestamp from, Timestamp to) {
    return getMilliseconds(context, (*ticks)[from], (*ticks)[to]);
  };
  return DeviceTimes{getTime(RunBegins, UploadEnds),
                     getTime(UploadEnds, KernelsEnd),
                     getTime(KernelsEnd, DownloadEnds)};
}

llvm::Expected<std::vector<double>>
VulkanCommands::readDispatchEnds(const VulkanContext &context) const {
  std::vector<double> ends;
  if (!queries.get())
    return ends;
  auto ticks = readTicks(context);
  if (!ticks)
    return ticks.takeError();
  for (uint64_t end : llvm::ArrayRef(*ticks).drop_front(NumTimestamps))
    ends.push_back(getMilliseconds(context, (*ticks)[UploadEnds], end));
  return ends;
}
