//===- Pipelines.h - A launch plan's kernels on a device --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_PLAN_PIPELINES_H
#define DML_LIB_RUNTIME_VULKAN_PLAN_PIPELINES_H

#include "Runtime/Vulkan/Device/Handle.h"
#include "dml/Runtime/Timing/Profile.h"
#include "dml/Target/LaunchPlan.h"
#include <map>

namespace dml {

/// A pipeline for each kernel.
class VulkanPipelines {
public:
  static llvm::Expected<VulkanPipelines> create(const VulkanContext &context,
                                                const LaunchPlan &plan,
                                                Profile *profile = nullptr);

  VkPipeline getPipeline(const Dispatch &dispatch) const {
    return pipelines[dispatch.kernel].get();
  }
  VkPipelineLayout getLayout(const LaunchPlan &plan,
                             const Dispatch &dispatch) const {
    return getLayouts(plan, dispatch).pipeline.get();
  }
  VkDescriptorSetLayout getSetLayout(const LaunchPlan &plan,
                                     const Dispatch &dispatch) const {
    return getLayouts(plan, dispatch).set.get();
  }

private:
  /// Kernels with the same number of bindings share them.
  struct Layouts {
    VulkanHandle<VkDescriptorSetLayout> set;
    VulkanHandle<VkPipelineLayout> pipeline;
  };

  const Layouts &getLayouts(const LaunchPlan &plan,
                            const Dispatch &dispatch) const {
    return layouts.at(plan.kernels[dispatch.kernel].numBindings);
  }
  llvm::Error createLayouts(const VulkanContext &context, uint32_t numBindings);
  /// May run on several threads at once.
  llvm::Error createPipeline(const VulkanContext &context,
                             const GPUKernel &kernel,
                             VulkanHandle<VkPipeline> &result) const;

  std::map<uint32_t, Layouts> layouts;
  std::vector<VulkanHandle<VkPipeline>> pipelines;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_PLAN_PIPELINES_H
