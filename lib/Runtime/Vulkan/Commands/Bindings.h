//===- Bindings.h - The buffers of dispatches -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_COMMANDS_BINDINGS_H
#define DML_LIB_RUNTIME_VULKAN_COMMANDS_BINDINGS_H

#include "Runtime/Vulkan/Memory/Memory.h"
#include "Runtime/Vulkan/Plan/Pipelines.h"

namespace dml {

/// A descriptor set for each dispatch, and the addresses of its buffers.
class VulkanBindings {
public:
  /// `places` says where each buffer of the plan lies.
  static llvm::Expected<VulkanBindings>
  create(const VulkanContext &context, const LaunchPlan &plan,
         const VulkanPipelines &pipelines,
         llvm::ArrayRef<VulkanLocation> places);

  /// Records a dispatch, without a barrier. `grid` is what kernels will have
  /// written for it, where that is known.
  void recordDispatch(const VulkanFunctions &functions,
                      VkCommandBuffer commands, const LaunchPlan &plan,
                      const VulkanPipelines &pipelines, size_t dispatch,
                      std::optional<std::array<uint32_t, 3>> grid) const;

private:
  llvm::Error allocateSets(const VulkanContext &context, const LaunchPlan &plan,
                           const VulkanPipelines &pipelines);
  void writeSets(const VulkanContext &context, const LaunchPlan &plan,
                 llvm::ArrayRef<VulkanLocation> places) const;

  VulkanHandle<VkDescriptorPool> pool;
  std::vector<VkDescriptorSet> sets;
  /// The addresses of each dispatch's buffers; none where buffers have no
  /// addresses.
  std::vector<std::vector<VkDeviceAddress>> addresses;
  /// Of each dispatch, where its grid is; null where the plan knows it.
  std::vector<VulkanLocation> grids;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_COMMANDS_BINDINGS_H
