//===- Pipelines.cpp - A launch plan's kernels on a device ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "llvm/ADT/STLExtras.h"

using namespace dml;
using llvm::Error;
using llvm::Twine;

llvm::Expected<VulkanPipelines>
VulkanPipelines::create(const VulkanContext &context, const LaunchPlan &plan,
                        const PlanLayout &layout, const VulkanMemory &memory) {
  VulkanPipelines result;
  for (const GPUKernel &kernel : plan.kernels)
    if (result.layouts.count(kernel.numBindings) == 0)
      if (Error error = result.createLayout(context, kernel.numBindings))
        return std::move(error);
  // A driver takes up to a tenth of a second for a kernel.
  result.pipelines.resize(plan.kernels.size());
  if (Error error = WorkerPool::get().tryForEach(
          plan.kernels.size(), WorkerPool::getNumCores(), [&](int64_t i) {
            return result.createPipeline(context, plan.kernels[i],
                                         result.pipelines[i]);
          }))
    return std::move(error);
  if (plan.dispatches.empty())
    return result;
  if (Error error = result.allocateSets(context, plan))
    return std::move(error);
  result.writeSets(context, plan, layout, memory);
  result.locateGrids(plan, layout, memory);
  return result;
}

Error VulkanPipelines::createLayout(const VulkanContext &context,
                                    uint32_t numBindings) {
  const VulkanFunctions &functions = context.getFunctions();
  std::vector<VkDescriptorSetLayoutBinding> bindings(numBindings);
  for (auto [i, binding] : llvm::enumerate(bindings)) {
    binding.binding = i;
    binding.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    binding.descriptorCount = 1;
    binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo setInfo = {};
  setInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  setInfo.bindingCount = bindings.size();
  setInfo.pBindings = bindings.data();
  auto set = createHandle(context, "the bindings of kernels",
                          functions.vkCreateDescriptorSetLayout,
                          functions.vkDestroyDescriptorSetLayout, setInfo);
  if (!set)
    return set.takeError();

  VkDescriptorSetLayout handle = set->get();
  VkPipelineLayoutCreateInfo pipelineInfo = {};
  pipelineInfo.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  pipelineInfo.setLayoutCount = 1;
  pipelineInfo.pSetLayouts = &handle;
  auto pipeline = createHandle(context, "the bindings of kernels",
                               functions.vkCreatePipelineLayout,
                               functions.vkDestroyPipelineLayout, pipelineInfo);
  if (!pipeline)
    return pipeline.takeError();
  Layout &layout = layouts[numBindings];
  layout.set = std::move(*set);
  layout.pipeline = std::move(*pipeline);
  return Error::success();
}

Error VulkanPipelines::createPipeline(const VulkanContext &context,
                                      const GPUKernel &kernel,
                                      VulkanHandle<VkPipeline> &result) const {
  const VulkanFunctions &functions = context.getFunctions();
  std::string what = "kernel '" + kernel.name + "'";
  VkShaderModuleCreateInfo moduleInfo = {};
  moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  moduleInfo.codeSize = kernel.spirv.size() * sizeof(uint32_t);
  moduleInfo.pCode = kernel.spirv.data();
  auto module = createHandle(context, what, functions.vkCreateShaderModule,
                             functions.vkDestroyShaderModule, moduleInfo);
  if (!module)
    return module.takeError();

  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module->get();
  info.stage.pName = kernel.name.c_str();
  info.layout = layouts.at(kernel.numBindings).pipeline.get();
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkResult status = functions.vkCreateComputePipelines(
      context.getDevice(), /*pipelineCache=*/VK_NULL_HANDLE, 1, &info, nullptr,
      &pipeline);
  if (status != VK_SUCCESS)
    return createVulkanError(what, status);
  result = VulkanHandle<VkPipeline>(context.getDevice(), pipeline,
                                    functions.vkDestroyPipeline);
  return Error::success();
}

Error VulkanPipelines::allocateSets(const VulkanContext &context,
                                    const LaunchPlan &plan) {
  const VulkanFunctions &functions = context.getFunctions();
  std::vector<VkDescriptorSetLayout> setLayouts;
  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0};
  for (const Dispatch &dispatch : plan.dispatches) {
    uint32_t numBindings = plan.kernels[dispatch.kernel].numBindings;
    setLayouts.push_back(layouts[numBindings].set.get());
    size.descriptorCount += numBindings;
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
    return createVulkanError("the bindings of dispatches", result);
  return Error::success();
}

void VulkanPipelines::writeSets(const VulkanContext &context,
                                const LaunchPlan &plan,
                                const PlanLayout &layout,
                                const VulkanMemory &memory) const {
  for (auto [dispatch, set] : llvm::zip_equal(plan.dispatches, sets)) {
    std::vector<VkDescriptorBufferInfo> buffers;
    for (uint32_t buffer : dispatch.buffers) {
      const MemoryPlacement &place = layout.device.placements[buffer];
      buffers.push_back({memory.getBuffer(place.block), place.offset,
                         getPaddedSize(plan.buffers[buffer])});
    }
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

void VulkanPipelines::locateGrids(const LaunchPlan &plan,
                                  const PlanLayout &layout,
                                  const VulkanMemory &memory) {
  for (const Dispatch &dispatch : plan.dispatches) {
    auto &[buffer, offset] = grids.emplace_back(VK_NULL_HANDLE, 0);
    if (!dispatch.grid)
      continue;
    const MemoryPlacement &place =
        layout.device.placements[dispatch.grid->buffer];
    buffer = memory.getBuffer(place.block);
    offset = place.offset + dispatch.grid->offset;
  }
}

void VulkanPipelines::recordDispatch(const VulkanFunctions &functions,
                                     VkCommandBuffer commands,
                                     const LaunchPlan &plan,
                                     size_t number) const {
  const Dispatch &dispatch = plan.dispatches[number];
  const Layout &layout = layouts.at(plan.kernels[dispatch.kernel].numBindings);
  functions.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipelines[dispatch.kernel].get());
  functions.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                    layout.pipeline.get(), /*firstSet=*/0, 1,
                                    &sets[number], 0, nullptr);
  if (auto [buffer, offset] = grids[number]; buffer)
    return functions.vkCmdDispatchIndirect(commands, buffer, offset);
  functions.vkCmdDispatch(commands, dispatch.workgroups[0],
                          dispatch.workgroups[1], dispatch.workgroups[2]);
}
