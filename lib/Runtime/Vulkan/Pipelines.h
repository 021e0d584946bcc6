//===- Pipelines.h - A launch plan's kernels on a device --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_PIPELINES_H
#define DML_LIB_RUNTIME_VULKAN_PIPELINES_H

#include "Handle.h"
#include "Memory.h"
#include "dml/Runtime/Vulkan/PlanLayout.h"
#include <map>

namespace dml {

/// A pipeline for each kernel, and a descriptor set for each dispatch.
class VulkanPipelines {
public:
  static llvm::Expected<VulkanPipelines> create(const VulkanContext &context,
                                                const LaunchPlan &plan,
                                                const PlanLayout &layout,
                                                const VulkanMemory &memory);

  /// Records a dispatch, without a barrier.
  void recordDispatch(const VulkanFunctions &functions,
                      VkCommandBuffer commands, const LaunchPlan &plan,
                      size_t dispatch) const;

private:
  /// Kernels with the same number of bindings share one.
  struct Layout {
    VulkanHandle<VkDescriptorSetLayout> set;
    VulkanHandle<VkPipelineLayout> pipeline;
  };

  llvm::Error createLayout(const VulkanContext &context, uint32_t numBindings);
  /// May run on several threads at once.
  llvm::Error createPipeline(const VulkanContext &context,
                             const GPUKernel &kernel,
                             VulkanHandle<VkPipeline> &result) const;
  llvm::Error allocateSets(const VulkanContext &context,
                           const LaunchPlan &plan);
  void writeSets(const VulkanContext &context, const LaunchPlan &plan,
                 const PlanLayout &layout, const VulkanMemory &memory) const;
  void locateGrids(const LaunchPlan &plan, const PlanLayout &layout,
                   const VulkanMemory &memory);

  std::map<uint32_t, Layout> layouts;
  std::vector<VulkanHandle<VkPipeline>> pipelines;
  VulkanHandle<VkDescriptorPool> pool;
  std::vector<VkDescriptorSet> sets;
  /// Of each dispatch, where its grid is; null where the plan knows it.
  std::vector<std::pair<VkBuffer, VkDeviceSize>> grids;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_PIPELINES_H
