//===- PlanRunner.cpp - Running launch plans on Vulkan --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "Commands.h"
#include "PlanMemory.h"
#include "dml/Runtime/Vulkan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <set>

using namespace dml;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

struct VulkanPlanRunner::State {
  State(std::shared_ptr<VulkanContext> context, LaunchPlan plan)
      : context(std::move(context)), plan(std::move(plan)) {}

  Error initialize(Profile *profile);
  Error run(ArrayRef<const Tensor *> inputs, ArrayRef<TensorType> resultTypes,
            RunResult &result, Profile *profile);
  llvm::Expected<std::optional<double>> rerun();

  // Commands go before what they use.
  std::shared_ptr<VulkanContext> context;
  LaunchPlan plan;
  PlanLayout layout;
  VulkanMemory memory, upload, download;
  std::vector<VulkanLocation> places;
  VulkanPipelines pipelines;
  VulkanBindings bindings;
  VulkanCommands commands;
  /// Those of profiled runs, from the first one on.
  std::optional<VulkanCommands> profiledCommands;

private:
  Error prepareRuns();
  Error prepareProfile();
  Error addDeviceEvents(Profile &profile, const DeviceTimes &times,
                        double end) const;
  Error uploadConstants();
  Error checkInputs(ArrayRef<const Tensor *> inputs) const;
  llvm::Expected<std::vector<Tensor>>
  allocateOutputs(ArrayRef<TensorType> resultTypes,
                  std::vector<Tensor> &old) const;
  bool writesInputs() const;

  bool isPrepared = false, hasRun = false;
};

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

Error VulkanPlanRunner::State::initialize(Profile *profile) {
  // Such a plan need not be complete.
  if (plan.failure)
    return Error::success();
  if (Error error = checkPlan(plan, context->getLimits()))
    return error;
  layout = layOutPlan(plan, context->getLimits());
  llvm::Expected<VulkanMemory> allocated =
      allocateDevice(*context, plan, layout);
  if (!allocated)
    return allocated.takeError();
  memory = std::move(*allocated);
  places = locateBuffers(layout, memory);
  llvm::Expected<VulkanPipelines> createdPipelines =
      VulkanPipelines::create(*context, plan, profile);
  if (!createdPipelines)
    return createdPipelines.takeError();
  pipelines = std::move(*createdPipelines);
  llvm::Expected<VulkanBindings> createdBindings =
      VulkanBindings::create(*context, plan, pipelines, places);
  if (!createdBindings)
    return createdBindings.takeError();
  bindings = std::move(*createdBindings);
  if (Error error = uploadConstants())
    return error;
  // The device has them now.
  for (GPUKernel &kernel : plan.kernels)
    kernel.spirv = std::vector<uint32_t>();
  for (PlanBuffer &buffer : plan.buffers)
    buffer.contents = std::vector<char>();
  return Error::success();
}

/// Memory that the host and the device share takes long to allocate, 0.3 s a
/// gigabyte, and belongs to running, not to compiling.
Error VulkanPlanRunner::State::prepareRuns() {
  llvm::Expected<VulkanMemory> uploadMemory =
      allocateStaging(*context, plan, layout.uploads, MemoryUse::Upload);
  if (!uploadMemory)
    return uploadMemory.takeError();
  llvm::Expected<VulkanMemory> downloadMemory =
      allocateStaging(*context, plan, layout.downloads, MemoryUse::Download);
  if (!downloadMemory)
    return downloadMemory.takeError();
  llvm::Expected<VulkanCommands> recorded = VulkanCommands::create(*context);
  if (!recorded)
    return recorded.takeError();
  if (Error error = recorded->recordRun(
          *context, {plan, layout, pipelines, bindings, places}, *uploadMemory,
          *downloadMemory))
    return error;
  if (Error error = recorded->recordKernels(
          *context, {plan, layout, pipelines, bindings, places}))
    return error;
  upload = std::move(*uploadMemory);
  download = std::move(*downloadMemory);
  commands = std::move(*recorded);
  isPrepared = true;
  return Error::success();
}

Error VulkanPlanRunner::State::prepareProfile() {
  llvm::Expected<VulkanCommands> recorded =
      VulkanCommands::create(*context, plan.dispatches.size());
  if (!recorded)
    return recorded.takeError();
  if (Error error = recorded->recordRun(
          *context, {plan, layout, pipelines, bindings, places}, upload,
          download))
    return error;
  profiledCommands = std::move(*recorded);
  return Error::success();
}

Error VulkanPlanRunner::State::uploadConstants() {
  if (layout.constants.list.empty())
    return Error::success();
  llvm::Expected<VulkanMemory> staging = stageConstants(*context, plan, layout);
  if (!staging)
    return staging.takeError();
  llvm::Expected<VulkanCommands> uploading = VulkanCommands::create(*context);
  if (!uploading)
    return uploading.takeError();
  if (Error error = uploading->recordConstants(*context, layout.constants,
                                               places, *staging))
    return error;
  return uploading->submitConstants(*context);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Error VulkanPlanRunner::State::checkInputs(
    ArrayRef<const Tensor *> inputs) const {
  for (const PlanTransfer &transfer : layout.uploads.list) {
    uint32_t argument = plan.buffers[transfer.buffer].argument;
    if (argument >= inputs.size())
      return createStringError("argument " + Twine(argument) +
                               " is missing; given " + Twine(inputs.size()));
    uint64_t given = inputs[argument]->getNumBytes();
    if (given != transfer.numBytes)
      return createStringError("argument " + Twine(argument) + ": expected " +
                               Twine(transfer.numBytes) + " bytes, given " +
                               Twine(given));
  }
  return Error::success();
}

llvm::Expected<std::vector<Tensor>>
VulkanPlanRunner::State::allocateOutputs(ArrayRef<TensorType> resultTypes,
                                         std::vector<Tensor> &old) const {
  if (resultTypes.size() != plan.results.size())
    return createStringError("expected types of " + Twine(plan.results.size()) +
                             " results, given " + Twine(resultTypes.size()));
  std::vector<Tensor> outputs;
  for (auto [i, type] : llvm::enumerate(resultTypes)) {
    uint64_t available = plan.buffers[plan.results[i]].numBytes;
    if (static_cast<uint64_t>(type.getNumBytes()) > available)
      return createStringError("result " + Twine(i) + ", " + stringify(type) +
                               ": expected at most " + Twine(available) +
                               " bytes, given " + Twine(type.getNumBytes()));
    if (i < old.size() && old[i].getType() == type) {
      outputs.push_back(std::move(old[i]));
      continue;
    }
    llvm::Expected<Tensor> tensor = Tensor::allocate(type);
    if (!tensor)
      return tensor.takeError();
    outputs.push_back(std::move(*tensor));
  }
  return std::move(outputs);
}

Error VulkanPlanRunner::State::run(ArrayRef<const Tensor *> inputs,
                                   ArrayRef<TensorType> resultTypes,
                                   RunResult &result, Profile *profile) {
  if (plan.failure)
    return createStringError(*plan.failure);
  if (Error error = checkInputs(inputs))
    return error;
  llvm::Expected<std::vector<Tensor>> outputs =
      allocateOutputs(resultTypes, result.outputs);
  result = RunResult();
  if (!outputs)
    return outputs.takeError();
  if (!isPrepared) {
    ProfileSpan span(profile, ProfileCategory::Transfer, "allocate staging");
    if (Error error = prepareRuns())
      return error;
  }
  if (profile && !profiledCommands)
    if (Error error = prepareProfile())
      return error;
  const VulkanCommands &submitted = profile ? *profiledCommands : commands;

  {
    ProfileSpan span(profile, ProfileCategory::Transfer, "copy to staging",
                     layout.uploads.getNumBytes());
    for (const PlanTransfer &transfer : layout.uploads.list)
      std::memcpy(upload.getMapped(transfer.staging),
                  inputs[plan.buffers[transfer.buffer].argument]->data(),
                  transfer.numBytes);
  }
  if (Error error = submitted.submitRun(*context))
    return error;
  double end = profile ? profile->getTime() : 0;
  if (Error error = download.makeVisibleToHost(*context))
    return error;
  auto times = submitted.readTimes(*context);
  if (!times)
    return times.takeError();
  if (profile && *times)
    if (Error error = addDeviceEvents(*profile, **times, end))
      return error;

  if (Error error = readChecks(plan, layout, download))
    return error;
  hasRun = true;
  result.deviceTimes = *times;
  readReports(plan, layout, download, result.outOfRange);
  ProfileSpan span(profile, ProfileCategory::Transfer, "copy from staging",
                   layout.downloads.getNumBytes());
  for (auto [output, number] : llvm::zip_equal(*outputs, layout.results))
    std::memcpy(output.data(),
                download.getMapped(layout.downloads.list[number].staging),
                output.getNumBytes());
  result.outputs = std::move(*outputs);
  return Error::success();
}

/// Bytes of all buffers that the dispatch binds.
static int64_t getNumBytes(const LaunchPlan &plan, const Dispatch &dispatch) {
  std::set<uint32_t> buffers(dispatch.buffers.begin(), dispatch.buffers.end());
  int64_t numBytes = 0;
  for (uint32_t buffer : buffers)
    numBytes += plan.buffers[buffer].numBytes;
  return numBytes;
}

/// The device's clock is not the host's: the run is taken to end when the host
/// saw its end.
Error VulkanPlanRunner::State::addDeviceEvents(Profile &profile,
                                               const DeviceTimes &times,
                                               double end) const {
  auto ends = profiledCommands->readDispatchEnds(*context);
  if (!ends)
    return ends.takeError();
  double kernelsEnd = end - times.download;
  double kernelsBegin = kernelsEnd - times.kernels;
  auto add = [&](ProfileCategory category, const Twine &name, double begin,
                 double duration, int64_t numBytes) {
    ProfileEvent event;
    event.name = name.str();
    event.category = category;
    event.isOnDevice = true;
    event.begin = begin;
    event.duration = duration;
    event.numBytes = numBytes;
    profile.add(std::move(event));
  };
  add(ProfileCategory::Transfer, "upload", kernelsBegin - times.upload,
      times.upload, layout.uploads.getNumBytes());
  double previous = 0;
  for (auto [dispatch, next] : llvm::zip_equal(plan.dispatches, *ends)) {
    // Dispatches without a barrier between them may end in another order.
    double last = std::max(previous, next);
    add(ProfileCategory::Kernel, describeKernel(plan, dispatch.kernel),
        kernelsBegin + previous, last - previous, getNumBytes(plan, dispatch));
    previous = last;
  }
  add(ProfileCategory::Transfer, "download", kernelsEnd, times.download,
      layout.downloads.getNumBytes());
  return Error::success();
}

bool VulkanPlanRunner::State::writesInputs() const {
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    if (buffer.kind == PlanBuffer::Kind::Input && plan.writes(i))
      return true;
  return false;
}

llvm::Expected<std::optional<double>> VulkanPlanRunner::State::rerun() {
  if (!hasRun || writesInputs())
    return std::nullopt;
  if (context->getLimits().timestampBits == 0)
    return std::nullopt;
  if (Error error = commands.submitKernels(*context))
    return std::move(error);
  auto times = commands.readTimes(*context);
  if (!times)
    return times.takeError();
  return (*times)->kernels;
}

//===----------------------------------------------------------------------===//
// VulkanPlanRunner
//===----------------------------------------------------------------------===//

VulkanPlanRunner::VulkanPlanRunner(std::unique_ptr<State> state)
    : state(std::move(state)) {}
VulkanPlanRunner::~VulkanPlanRunner() = default;

llvm::Expected<std::unique_ptr<VulkanPlanRunner>>
VulkanPlanRunner::create(std::shared_ptr<VulkanContext> context,
                         LaunchPlan plan, Profile *profile) {
  auto state = std::make_unique<State>(std::move(context), std::move(plan));
  if (Error error = state->context->addMessages(state->initialize(profile)))
    return std::move(error);
  return std::unique_ptr<VulkanPlanRunner>(
      new VulkanPlanRunner(std::move(state)));
}

Error VulkanPlanRunner::run(ArrayRef<const Tensor *> inputs,
                            ArrayRef<TensorType> resultTypes, RunResult &result,
                            Profile *profile) {
  return state->context->addMessages(
      state->run(inputs, resultTypes, result, profile));
}

llvm::Expected<std::optional<double>> VulkanPlanRunner::rerun() {
  auto time = state->rerun();
  if (Error error = state->context->addMessages(time.takeError()))
    return std::move(error);
  return time;
}
