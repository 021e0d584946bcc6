//===- Bindings.cpp - The buffers of dispatches ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace dml;
using llvm::ArrayRef;
using llvm::Error;

llvm::Expected<VulkanBindings>
VulkanBindings::create(const VulkanContext &context, const LaunchPlan &plan,
                       const VulkanPipelines &pipelines,
                       ArrayRef<VulkanLocation> places) {
  VulkanBindings result;
  // A pool of nothing is not valid.
  if (plan.dispatches.empty())
    return result;
  if (Error error = result.allocateSets(context, plan, pipelines))
    return std::move(error);
  result.writeSets(context, plan, places);
  for (const Dispatch &dispatch : plan.dispatches) {
    std::vector<VkDeviceAddress> &addresses = result.addresses.emplace_back();
    if (context.hasAddresses())
      for (uint32_t buffer :
           ArrayRef(dispatch.buffers).take_front(kMaxAddresses))
        addresses.push_back(places[buffer].address);
    VulkanLocation &grid = result.grids.emplace_back();
    if (!dispatch.grid)
      continue;
    grid = places[dispatch.grid->buffer];
    grid.offset += dispatch.grid->offset;
  }
  return result;
}

Error VulkanBindings::allocateSets(const VulkanContext &context,
                                   const LaunchPlan &plan,
                                   const VulkanPipelines &pipelines) {
  const VulkanFunctions &functions = context.getFunctions();
  std::vector<VkDescriptorSetLayout> setLayouts;
  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0};
  for (const Dispatch &dispatch : plan.dispatches) {
    setLayouts.push_back(pipelines.getSetLayout(plan, dispatch));
    size.descriptorCount += dispatch.buffers.size();
  }
  VkDescriptorPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  poolInfo.maxSets = setLayouts.size();
  poolInfo.poolSizeCount = 1;
  poolInfo.pPoolSizes = &size;
  auto created = createHandle(context, "the bindings of dispatches",
                              functions.vkCreateDescriptorPool,
                              functions.vkDestroyDescriptorPool, poolInfo);
  if (!created)
    return created.takeError();
  pool = std::move(*created);

  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool.get();
  info.descriptorSetCount = setLayouts.size();
  info.pSetLayouts = setLayouts.data();
  sets.resize(setLayouts.size());
  VkResult result = functions.vkAllocateDescriptorSets(context.getDevice(),
                                                       &info, sets.data());
  if (result != VK_SUCCESS)
    return createVulkanError("allocating the bindings of dispatches", result);
  return Error::success();
}

void VulkanBindings::writeSets(const VulkanContext &context,
                               const LaunchPlan &plan,
                               ArrayRef<VulkanLocation> places) const {
  for (auto [dispatch, set] : llvm::zip_equal(plan.dispatches, sets)) {
    std::vector<VkDescriptorBufferInfo> buffers;
    for (uint32_t buffer : dispatch.buffers)
      buffers.push_back({places[buffer].buffer, places[buffer].offset,
                         plan.buffers[buffer].getNumAllocatedBytes()});
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    // Bindings of the same kind follow each other.
    write.dstBinding = 0;
    write.descriptorCount = buffers.size();
    write.pBufferInfo = buffers.data();
    context.getFunctions().vkUpdateDescriptorSets(context.getDevice(), 1,
                                                  &write, 0, nullptr);
  }
}

void VulkanBindings::recordDispatch(
    const VulkanFunctions &functions, VkCommandBuffer commands,
    const LaunchPlan &plan, const VulkanPipelines &pipelines, size_t number,
    std::optional<std::array<uint32_t, 3>> grid) const {
  const Dispatch &dispatch = plan.dispatches[number];
  functions.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipelines.getPipeline(dispatch));
  functions.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                    pipelines.getLayout(plan, dispatch),
                                    /*firstSet=*/0, 1, &sets[number], 0,
                                    nullptr);
  if (!addresses[number].empty())
    functions.vkCmdPushConstants(commands, pipelines.getLayout(plan, dispatch),
                                 VK_SHADER_STAGE_COMPUTE_BIT, /*offset=*/0,
                                 addresses[number].size() *
                                     sizeof(VkDeviceAddress),
                                 addresses[number].data());
  const VulkanLocation &place = grids[number];
  if (place.buffer && !grid)
    return functions.vkCmdDispatchIndirect(commands, place.buffer,
                                           place.offset);
  auto [x, y, z] = grid.value_or(dispatch.workgroups);
  functions.vkCmdDispatch(commands, x, y, z);
}
