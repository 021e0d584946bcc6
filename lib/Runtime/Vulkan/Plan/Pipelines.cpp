//===- Pipelines.cpp - A launch plan's kernels on a device ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines.h"
#include "dml/Runtime/CPU/TryForEach.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"

using namespace dml;
using llvm::Error;

llvm::Expected<VulkanPipelines>
VulkanPipelines::create(const VulkanContext &context, const LaunchPlan &plan,
                        Profile *profile) {
  VulkanPipelines result;
  for (const GPUKernel &kernel : plan.kernels)
    if (result.layouts.count(kernel.numBindings) == 0)
      if (Error error = result.createLayouts(context, kernel.numBindings))
        return std::move(error);
  // A driver takes up to a tenth of a second for a kernel.
  result.pipelines.resize(plan.kernels.size());
  if (Error error =
          tryForEach(WorkerPool::get(), plan.kernels.size(),
                     WorkerPool::getNumCores(), [&](int64_t i) {
                       ProfileSpan span(profile, ProfileCategory::Driver,
                                        "compile " + describeKernel(plan, i));
                       return result.createPipeline(context, plan.kernels[i],
                                                    result.pipelines[i]);
                     }))
    return std::move(error);
  return result;
}

Error VulkanPipelines::createLayouts(const VulkanContext &context,
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
  VkPushConstantRange addresses = {};
  addresses.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  addresses.size =
      std::min(numBindings, kMaxAddresses) * sizeof(VkDeviceAddress);
  if (context.hasAddresses()) {
    pipelineInfo.pushConstantRangeCount = 1;
    pipelineInfo.pPushConstantRanges = &addresses;
  }
  auto pipeline = createHandle(context, "the bindings of kernels",
                               functions.vkCreatePipelineLayout,
                               functions.vkDestroyPipelineLayout, pipelineInfo);
  if (!pipeline)
    return pipeline.takeError();
  layouts[numBindings] = {std::move(*set), std::move(*pipeline)};
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
