//===- Recording.cpp - Commands of a launch plan --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

using namespace dml;
using llvm::ArrayRef;

void dml::recordBarrier(const VulkanFunctions &functions,
                        VkCommandBuffer commands, BarrierSide before,
                        BarrierSide after) {
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = before.accesses;
  barrier.dstAccessMask = after.accesses;
  functions.vkCmdPipelineBarrier(commands, before.stages, after.stages,
                                 /*dependencyFlags=*/0, 1, &barrier, 0, nullptr,
                                 0, nullptr);
}

void dml::recordCopy(const VulkanFunctions &functions, VkCommandBuffer commands,
                     VulkanLocation from, VulkanLocation to,
                     uint64_t numBytes) {
  // No command copies nothing.
  if (numBytes == 0)
    return;
  VkBufferCopy region = {from.offset, to.offset, numBytes};
  functions.vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
}

VulkanLocation dml::locate(const PlanTransfer &transfer,
                           ArrayRef<VulkanLocation> places) {
  const VulkanLocation &place = places[transfer.buffer];
  return {place.buffer, place.offset + transfer.offset};
}

void dml::recordUploads(const VulkanFunctions &functions,
                        VkCommandBuffer commands,
                        const PlanTransfers &transfers,
                        ArrayRef<VulkanLocation> places,
                        const VulkanMemory &staging) {
  for (const PlanTransfer &transfer : transfers.list)
    recordCopy(functions, commands, staging.getLocation(transfer.staging),
               locate(transfer, places), transfer.numBytes);
}

bool dml::recordInitialWords(const VulkanFunctions &functions,
                             VkCommandBuffer commands, const LaunchPlan &plan,
                             ArrayRef<VulkanLocation> places,
                             llvm::function_ref<bool(size_t)> isSet) {
  bool hasAny = false;
  for (size_t begin = 0, end; begin < plan.initialWords.size(); begin = end) {
    const InitialWord &first = plan.initialWords[begin];
    end = begin + 1;
    if (isSet(begin))
      continue;
    hasAny = true;
    // Words side by side that hold the same are one command.
    uint64_t numBytes = sizeof(first.value);
    for (; end < plan.initialWords.size(); ++end) {
      const InitialWord &next = plan.initialWords[end];
      if (isSet(end) || next.buffer != first.buffer ||
          next.value != first.value || next.offset != first.offset + numBytes)
        break;
      numBytes += sizeof(next.value);
    }
    const VulkanLocation &place = places[first.buffer];
    functions.vkCmdFillBuffer(commands, place.buffer,
                              place.offset + first.offset, numBytes,
                              first.value);
  }
  return hasAny;
}

void dml::recordDownloads(const VulkanFunctions &functions,
                          VkCommandBuffer commands,
                          const PlanTransfers &transfers,
                          ArrayRef<VulkanLocation> places,
                          const VulkanMemory &staging) {
  for (const PlanTransfer &transfer : transfers.list)
    recordCopy(functions, commands, locate(transfer, places),
               staging.getLocation(transfer.staging), transfer.numBytes);
}

void dml::recordDispatches(const VulkanFunctions &functions,
                           VkCommandBuffer commands, const BoundPlan &bound,
                           llvm::function_ref<void(size_t)> recordAfter) {
  std::vector<PlanBarrier> barriers = placeBarriers(
      bound.plan, bound.layout, [&](size_t i) { return bound.grids.omits(i); },
      [&](size_t i) { return bound.grids.get(i).has_value(); });
  for (auto [i, barrier] : llvm::enumerate(barriers)) {
    if (!bound.grids.omits(i)) {
      if (barrier != PlanBarrier::None)
        recordBarrier(functions, commands, kKernelsWrite,
                      barrier == PlanBarrier::Grids ? kKernelsAndGridsAccess
                                                    : kKernelsAccess);
      bound.bindings.recordDispatch(functions, commands, bound.plan,
                                    bound.pipelines, i, bound.grids.get(i));
    }
    recordAfter(i);
  }
}
