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

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

llvm::Expected<VulkanHandle<VkFence>>
dml::createFence(const VulkanContext &context) {
  const VulkanFunctions &functions = context.getFunctions();
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  return createHandle(context, "a fence", functions.vkCreateFence,
                      functions.vkDestroyFence, info);
}

llvm::Expected<VulkanHandle<VkCommandPool>>
dml::createCommandPool(const VulkanContext &context) {
  const VulkanFunctions &functions = context.getFunctions();
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.queueFamilyIndex = context.getDescription().queueFamily;
  return createHandle(context, "a command pool", functions.vkCreateCommandPool,
                      functions.vkDestroyCommandPool, info);
}

Error dml::allocateCommands(const VulkanContext &context, VkCommandPool pool,
                            llvm::MutableArrayRef<VkCommandBuffer> commands) {
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = commands.size();
  VkResult result = context.getFunctions().vkAllocateCommandBuffers(
      context.getDevice(), &info, commands.data());
  if (result != VK_SUCCESS)
    return createVulkanError("allocating command buffers", result);
  return Error::success();
}

llvm::Expected<VulkanHandle<VkQueryPool>>
dml::createTimestamps(const VulkanContext &context, size_t count) {
  const VulkanFunctions &functions = context.getFunctions();
  if (context.getLimits().timestampBits == 0)
    return VulkanHandle<VkQueryPool>();
  VkQueryPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = count;
  return createHandle(context, "timestamps", functions.vkCreateQueryPool,
                      functions.vkDestroyQueryPool, info);
}

llvm::Expected<VulkanCommands>
VulkanCommands::create(const VulkanContext &context,
                       size_t numTimedDispatches) {
  VulkanCommands result;
  result.numTimedDispatches = numTimedDispatches;
  auto pool = createCommandPool(context);
  if (!pool)
    return pool.takeError();
  result.pool = std::move(*pool);
  auto fence = createFence(context);
  if (!fence)
    return fence.takeError();
  result.fence = std::move(*fence);
  auto queries = createTimestamps(context, NumTimestamps + numTimedDispatches);
  if (!queries)
    return queries.takeError();
  result.queries = std::move(*queries);
  VkCommandBuffer buffers[3];
  if (Error error = allocateCommands(context, result.pool.get(), buffers))
    return std::move(error);
  result.constants = buffers[0];
  result.run = buffers[1];
  result.kernels = buffers[2];
  return result;
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

Error dml::beginCommands(const VulkanContext &context,
                         VkCommandBuffer commands) {
  VkCommandBufferBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkResult result =
      context.getFunctions().vkBeginCommandBuffer(commands, &info);
  if (result != VK_SUCCESS)
    return createVulkanError("recording commands", result);
  return Error::success();
}

Error dml::endCommands(const VulkanContext &context, VkCommandBuffer commands) {
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
  if (Error error = beginCommands(context, constants))
    return error;
  recordUploads(functions, constants, transfers, places, staging);
  recordBarrier(functions, constants, kCopiesWrite, kAllRead);
  return endCommands(context, constants);
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
  if (Error error = beginCommands(context, kernels))
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
  return endCommands(context, kernels);
}

Error VulkanCommands::recordRun(const VulkanContext &context,
                                const BoundPlan &bound,
                                const VulkanMemory &upload,
                                const VulkanMemory &download) {
  const VulkanFunctions &functions = context.getFunctions();
  if (Error error = beginCommands(context, run))
    return error;
  if (queries.get())
    functions.vkCmdResetQueryPool(run, queries.get(), 0,
                                  NumTimestamps + numTimedDispatches);
  writeTimestamp(functions, run, RunBegins);
  const PlanLayout &layout = bound.layout;
  recordUploads(functions, run, layout.uploads, bound.places, upload);
  // Those of the stream were submitted before.
  if (!layout.uploads.list.empty() || !layout.uploadStream.list.empty())
    recordBarrier(functions, run, kCopiesWrite, kAllRead);
  writeTimestamp(functions, run, UploadEnds);
  recordDispatches(functions, run, bound, [&](size_t i) {
    if (i < numTimedDispatches)
      writeTimestamp(functions, run, NumTimestamps + i);
  });
  writeTimestamp(functions, run, KernelsEnd);
  // Without downloads, too: the next run's uploads come after these kernels.
  recordBarrier(functions, run, kKernelsWrite, kCopiesAccess);
  recordDownloads(functions, run, layout.downloads, bound.places, download);
  writeTimestamp(functions, run, DownloadEnds);
  recordBarrier(functions, run, kCopiesWrite, kHostReads);
  return endCommands(context, run);
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<uint64_t>>
dml::readTimestamps(const VulkanContext &context, VkQueryPool queries,
                    size_t count) {
  std::vector<uint64_t> ticks(count);
  VkResult result = context.getFunctions().vkGetQueryPoolResults(
      context.getDevice(), queries, 0, count, count * sizeof(ticks[0]),
      ticks.data(), sizeof(ticks[0]), VK_QUERY_RESULT_64_BIT);
  if (result != VK_SUCCESS)
    return createVulkanError("reading timestamps", result);
  return ticks;
}

double dml::getMilliseconds(const VulkanContext &context, uint64_t from,
                            uint64_t to) {
  // The counter may wrap around in between.
  const VulkanLimits &limits = context.getLimits();
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(limits.timestampBits);
  return ((to - from) & mask) * limits.timestampPeriod * 1e-6;
}

llvm::Expected<std::optional<CommandTimes>>
VulkanCommands::readTimes(const VulkanContext &context) const {
  if (!queries.get())
    return std::nullopt;
  auto ticks = readTimestamps(context, queries.get(),
                              NumTimestamps + numTimedDispatches);
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
