//===- Vulkan.cpp - Programs in an application's command buffers ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml-c/Vulkan.h"
#include "Handles.h"
#include "dml/Runtime/Vulkan/PlanRecorder.h"
#include <cstring>

using namespace dml;
using llvm::createStringError;
using llvm::Twine;

struct DmlVulkanRecording {
  std::unique_ptr<VulkanRecording> recording;
};

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// What each flag enables.
constexpr static struct {
  uint32_t flag;
  const char *capability;
} kFeatures[] = {
    {DML_VULKAN_INT8, "Int8"},
    {DML_VULKAN_INT16, "Int16"},
    {DML_VULKAN_INT64, "Int64"},
    {DML_VULKAN_FLOAT16, "Float16"},
    {DML_VULKAN_FLOAT64, "Float64"},
    {DML_VULKAN_FLOAT_CONTROLS, "DenormPreserve"},
    {DML_VULKAN_FLOAT_CONTROLS, "SignedZeroInfNanPreserve"},
    {DML_VULKAN_FLOAT_CONTROLS, "RoundingModeRTE"},
    {DML_VULKAN_STORAGE_8BIT, "StorageBuffer8BitAccess"},
    {DML_VULKAN_STORAGE_16BIT, "StorageBuffer16BitAccess"},
};

static llvm::Expected<std::vector<std::string>>
getCapabilities(uint32_t features) {
  std::vector<std::string> capabilities;
  uint32_t known = 0;
  for (const auto &feature : kFeatures) {
    known |= feature.flag;
    if (features & feature.flag)
      capabilities.push_back(feature.capability);
  }
  if (uint32_t unknown = features & ~known)
    return createStringError("features: there is no flag " + Twine(unknown));
  return capabilities;
}

DmlError *dmlDeviceFromVulkan(const DmlVulkanDeviceInfo *info,
                              DmlDevice **device) {
  *device = nullptr;
  DmlVulkanDeviceInfo given = {};
  std::memcpy(&given, info, std::min(info->size, sizeof(given)));
  ApplicationDevice application;
  application.getInstanceProcAddr = given.getInstanceProcAddr;
  application.instance = given.instance;
  application.physicalDevice = given.physicalDevice;
  application.device = given.device;
  application.queueFamily = given.queueFamily;
  auto capabilities = getCapabilities(given.features);
  if (!capabilities)
    return takeError(capabilities.takeError());
  application.capabilities = std::move(*capabilities);
  return give(createVulkanDevice(application), device);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static llvm::Expected<const VulkanPlanRecorder *>
getRecorder(const DmlExecutable *executable) {
  if (const VulkanPlanRecorder *recorder = executable->function->getRecorder())
    return recorder;
  return createStringError("the executable is not for a device that "
                           "dmlDeviceFromVulkan has given, and no other can be "
                           "recorded");
}

static DmlError *writeNeeds(llvm::Expected<BufferRequirements> needs,
                            DmlVulkanNeeds *written) {
  if (!needs)
    return takeError(needs.takeError());
  *written = {needs->numBytes, needs->alignment, needs->usage};
  return nullptr;
}

DmlError *dmlExecutableGetVulkanArgument(const DmlExecutable *executable,
                                         size_t index, DmlVulkanNeeds *needs) {
  *needs = DmlVulkanNeeds();
  auto recorder = getRecorder(executable);
  if (!recorder)
    return takeError(recorder.takeError());
  return writeNeeds((*recorder)->getArgument(index), needs);
}

DmlError *dmlExecutableGetVulkanResult(const DmlExecutable *executable,
                                       size_t index, DmlVulkanNeeds *needs) {
  *needs = DmlVulkanNeeds();
  auto recorder = getRecorder(executable);
  if (!recorder)
    return takeError(recorder.takeError());
  return writeNeeds((*recorder)->getResult(index), needs);
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

static std::vector<ApplicationBuffer>
convert(llvm::ArrayRef<DmlVulkanBuffer> buffers) {
  std::vector<ApplicationBuffer> converted;
  for (const DmlVulkanBuffer &buffer : buffers)
    converted.push_back(
        {buffer.buffer, buffer.offset, buffer.size, buffer.usage});
  return converted;
}

DmlError *dmlExecutableRecord(const DmlExecutable *executable,
                              VkCommandBuffer commands,
                              const DmlVulkanBuffer *arguments,
                              size_t numArguments,
                              const DmlVulkanBuffer *results, size_t numResults,
                              DmlVulkanRecording **recording) {
  *recording = nullptr;
  auto recorder = getRecorder(executable);
  if (!recorder)
    return takeError(recorder.takeError());
  size_t expected = executable->function->getArguments().size();
  if (numArguments != expected)
    return takeError(createStringError("expected " + Twine(expected) +
                                       " argument(s), given " +
                                       Twine(numArguments)));
  return give((*recorder)->record(commands, convert({arguments, numArguments}),
                                  convert({results, numResults})),
              recording);
}

DmlError *dmlVulkanRecordingCheck(const DmlVulkanRecording *recording,
                                  uint32_t flags) {
  std::vector<OutOfRangeReport> outOfRange;
  if (llvm::Error error = recording->recording->check(outOfRange))
    return takeError(std::move(error));
  return takeError(checkIndices(outOfRange, flags));
}

void dmlVulkanRecordingDestroy(DmlVulkanRecording *recording) {
  delete recording;
}
