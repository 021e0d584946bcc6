//===- Recording.h - Commands of a launch plan ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_RECORDING_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_RECORDING_H

#include "Bindings.h"
#include "Runtime/Vulkan/Plan/KnownGrids.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"

namespace dml {

/// Stages and accesses of one side of a barrier.
struct BarrierSide {
  VkPipelineStageFlags stages;
  VkAccessFlags accesses;
};

constexpr inline BarrierSide kKernelsWrite = {
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr inline BarrierSide kKernelsAccess = {
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr inline BarrierSide kCopiesWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                             VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr inline BarrierSide kCopiesRead = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                            VK_ACCESS_TRANSFER_READ_BIT};
constexpr inline BarrierSide kCopiesAccess = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                              VK_ACCESS_TRANSFER_READ_BIT |
                                                  VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr inline BarrierSide kAllWrite = {
    kKernelsWrite.stages | kCopiesWrite.stages,
    kKernelsWrite.accesses | kCopiesWrite.accesses};
constexpr inline BarrierSide kKernelsAndGridsAccess = {
    kKernelsAccess.stages | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
    kKernelsAccess.accesses | VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
/// A result may be an input or a constant, which is then copied back.
constexpr inline BarrierSide kAllRead = {
    kKernelsAndGridsAccess.stages | kCopiesRead.stages,
    kKernelsAndGridsAccess.accesses | kCopiesRead.accesses};
constexpr inline BarrierSide kAllAccess = {
    kKernelsAccess.stages | kCopiesAccess.stages,
    kKernelsAccess.accesses | kCopiesAccess.accesses};
constexpr inline BarrierSide kHostReads = {VK_PIPELINE_STAGE_HOST_BIT,
                                           VK_ACCESS_HOST_READ_BIT};

/// Lets what comes later, on the one side, see what came before on the other.
void recordBarrier(const VulkanFunctions &functions, VkCommandBuffer commands,
                   BarrierSide before, BarrierSide after);

/// A launch plan with what its commands need.
struct BoundPlan {
  const LaunchPlan &plan;
  const PlanLayout &layout;
  const VulkanPipelines &pipelines;
  const VulkanBindings &bindings;
  /// Where each buffer of the plan lies; null for those that nothing uses.
  llvm::ArrayRef<VulkanLocation> places;
  /// The grids that the host knows and dispatches with.
  KnownGrids grids = {};
  /// Whether an earlier run set PlanLayout::lastingWords, and left them so.
  bool hasLastingWords = false;
};

/// Where the bytes of a transfer lie in the plan's buffer.
VulkanLocation locate(const PlanTransfer &transfer,
                      llvm::ArrayRef<VulkanLocation> places);

/// Records copies from shared memory to buffers of a plan, without barriers.
void recordUploads(const VulkanFunctions &functions, VkCommandBuffer commands,
                   const PlanTransfers &transfers,
                   llvm::ArrayRef<VulkanLocation> places,
                   const VulkanMemory &staging);

/// Records what sets the words that a run begins with, without barriers, but
/// for the words for which `isSet` holds. Returns whether any are set.
bool recordInitialWords(
    const VulkanFunctions &functions, VkCommandBuffer commands,
    const LaunchPlan &plan, llvm::ArrayRef<VulkanLocation> places,
    llvm::function_ref<bool(size_t)> isSet = [](size_t) { return false; });

/// Records copies from buffers of a plan to shared memory, without barriers.
void recordDownloads(const VulkanFunctions &functions, VkCommandBuffer commands,
                     const PlanTransfers &transfers,
                     llvm::ArrayRef<VulkanLocation> places,
                     const VulkanMemory &staging);

void recordCopy(const VulkanFunctions &functions, VkCommandBuffer commands,
                VulkanLocation from, VulkanLocation to, uint64_t numBytes);

/// Records the dispatches with the barriers between them. `recordAfter` is
/// called after each one, and in place of each one that is left out.
void recordDispatches(
    const VulkanFunctions &functions, VkCommandBuffer commands,
    const BoundPlan &bound,
    llvm::function_ref<void(size_t)> recordAfter = [](size_t) {});

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_RECORDING_H
