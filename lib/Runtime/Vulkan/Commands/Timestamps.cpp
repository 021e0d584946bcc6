//===- Timestamps.cpp - Points in time on a device ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timestamps.h"
#include "llvm/Support/MathExtras.h"

using namespace dml;

llvm::Expected<VulkanTimestamps>
VulkanTimestamps::create(const VulkanContext &context, uint32_t count) {
  VulkanTimestamps result;
  if (context.getLimits().timestampBits == 0)
    return result;
  const VulkanFunctions &functions = context.getFunctions();
  VkQueryPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = count;
  auto queries =
      createHandle(context, "timestamps", functions.vkCreateQueryPool,
                   functions.vkDestroyQueryPool, info);
  if (!queries)
    return queries.takeError();
  result.queries = std::move(*queries);
  result.count = count;
  return result;
}

void VulkanTimestamps::recordReset(const VulkanFunctions &functions,
                                   VkCommandBuffer commands, uint32_t first,
                                   uint32_t count) const {
  if (exist())
    functions.vkCmdResetQueryPool(commands, queries.get(), first, count);
}

void VulkanTimestamps::record(const VulkanFunctions &functions,
                              VkCommandBuffer commands, uint32_t number) const {
  if (exist())
    functions.vkCmdWriteTimestamp(
        commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries.get(), number);
}

llvm::Expected<std::vector<uint64_t>>
VulkanTimestamps::read(const VulkanContext &context) const {
  std::vector<uint64_t> ticks(count);
  if (!exist())
    return ticks;
  VkResult result = context.getFunctions().vkGetQueryPoolResults(
      context.getDevice(), queries.get(), 0, count, count * sizeof(ticks[0]),
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
