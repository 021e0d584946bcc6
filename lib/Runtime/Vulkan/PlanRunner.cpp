//===- PlanRunner.cpp - Running launch plans on Vulkan --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "RunTimes.h"
#include "Runtime/Vulkan/Plan/PlanMemory.h"
#include "dml/Runtime/CPU/TryForEach.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"

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
            RunResult &result, const RunMeasures &measures);
  llvm::Expected<std::optional<double>> rerun();
  llvm::Expected<bool> relaunch();

  // Commands go before what they use.
  std::shared_ptr<VulkanContext> context;
  LaunchPlan plan;
  PlanLayout layout;
  VulkanMemory memory, upload, download;
  std::vector<VulkanLocation> places;
  VulkanPipelines pipelines;
  VulkanBindings bindings;
  TransferRing ring;
  VulkanStream uploadStream, downloadStream;
  /// Of whole runs, and of kernels alone.
  CommandsByTiming runCommands, kernelCommands;

private:
  Error createPipelines(Profile *profile);
  Error createStreams(Profile *profile);
  Error prepareRuns();
  llvm::Expected<VulkanStream> createStream(TransferDirection direction,
                                            const PlanStream &transfers) const;
  llvm::Expected<const RunCommands *> getRunCommands(CommandTiming timing);
  llvm::Expected<const RunCommands *> getKernelCommands(CommandTiming timing);
  llvm::Expected<const RunCommands *> runKernels(CommandTiming timing);
  void setKnownGrids(KnownGrids grids);
  void setLastingWords(bool areSet);
  void forgetCommands();
  Error runOnce(ArrayRef<const Tensor *> inputs,
                llvm::MutableArrayRef<Tensor> outputs, RunResult &result,
                const RunMeasures &measures);
  BoundPlan bind(const KnownGrids &grids) const {
    return {plan, layout, pipelines, bindings, places, grids, hasLastingWords};
  }
  Error execute(ArrayRef<const Tensor *> inputs,
                llvm::MutableArrayRef<Tensor> outputs, RunResult &result,
                const RunMeasures &measures);
  std::vector<HostBytes> getSources(ArrayRef<PlanTransfer> transfers,
                                    ArrayRef<const Tensor *> inputs) const;
  std::vector<HostBytes>
  getTargets(llvm::MutableArrayRef<Tensor> outputs) const;
  void copyToStaging(ArrayRef<const Tensor *> inputs, Profile *profile);
  void copyFromStaging(llvm::MutableArrayRef<Tensor> outputs,
                       Profile *profile) const;
  bool hasStreams() const {
    return !layout.uploadStream.list.empty() ||
           !layout.downloadStream.list.empty();
  }
  Error uploadConstants();
  Error checkInputs(ArrayRef<const Tensor *> inputs) const;
  llvm::Expected<std::vector<Tensor>>
  allocateOutputs(ArrayRef<TensorType> resultTypes,
                  std::vector<Tensor> &old) const;
  bool canRerun() const;

  bool isPrepared = false, hasRun = false;
  /// What the commands know. Runs take the grids of the first run for theirs:
  /// what had no workgroups and what writes grids takes 2 to 3 us each to
  /// dispatch, and max_unpooling has twelve of them. A run with other grids is
  /// repeated without knowing any, as are later ones.
  KnownGrids knownGrids;
  /// What the next run's commands know, if that is something else.
  std::optional<KnownGrids> nextGrids;
  bool hadOtherGrids = false;
  /// Whether commands rely on an earlier run for PlanLayout::lastingWords, and
  /// whether the last run may have left other words, so that the next one
  /// cannot.
  bool hasLastingWords = false, mustSetWords = false;
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
  // Shared memory takes 0.3 ms a megabyte to allocate, and commands of a chunk
  // 40 us to record: about as long as a driver compiles a kernel.
  if (Error error = tryForEach(
          WorkerPool::get(), /*count=*/2, /*numThreads=*/2, [&](int64_t i) {
            return i == 0 ? createPipelines(profile) : createStreams(profile);
          }))
    return error;
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

Error VulkanPlanRunner::State::createPipelines(Profile *profile) {
  llvm::Expected<VulkanPipelines> created =
      VulkanPipelines::create(*context, plan, profile);
  if (!created)
    return created.takeError();
  pipelines = std::move(*created);
  return Error::success();
}

Error VulkanPlanRunner::State::createStreams(Profile *profile) {
  size_t numChunks = std::max({layout.uploadStream.chunks.size(),
                               layout.constantStream.chunks.size(),
                               layout.downloadStream.chunks.size()});
  if (numChunks == 0)
    return Error::success();
  ProfileSpan span(profile, ProfileCategory::Transfer, "prepare transfers");
  llvm::Expected<TransferRing> created =
      TransferRing::create(*context, numChunks);
  if (!created)
    return created.takeError();
  ring = std::move(*created);
  auto uploads = createStream(TransferDirection::Upload, layout.uploadStream);
  if (!uploads)
    return uploads.takeError();
  uploadStream = std::move(*uploads);
  auto downloads =
      createStream(TransferDirection::Download, layout.downloadStream);
  if (!downloads)
    return downloads.takeError();
  downloadStream = std::move(*downloads);
  return Error::success();
}

/// Allocates staging memory, in the first run: compiling alone takes no time
/// for it.
Error VulkanPlanRunner::State::prepareRuns() {
  llvm::Expected<VulkanMemory> uploadMemory =
      allocateStaging(*context, plan, layout.uploads, MemoryUse::Transfer);
  if (!uploadMemory)
    return uploadMemory.takeError();
  upload = std::move(*uploadMemory);
  llvm::Expected<VulkanMemory> downloadMemory =
      allocateStaging(*context, plan, layout.downloads, MemoryUse::Download);
  if (!downloadMemory)
    return downloadMemory.takeError();
  download = std::move(*downloadMemory);
  isPrepared = true;
  return Error::success();
}

/// The commands of this timing; `record` records them where they are missing.
static llvm::Expected<const RunCommands *>
getOrRecord(CommandsByTiming &recorded, CommandTiming timing,
            llvm::function_ref<llvm::Expected<RunCommands>()> record) {
  std::optional<RunCommands> &commands =
      recorded[static_cast<unsigned>(timing)];
  if (!commands) {
    llvm::Expected<RunCommands> made = record();
    if (!made)
      return made.takeError();
    commands = std::move(*made);
  }
  return &*commands;
}

llvm::Expected<const RunCommands *>
VulkanPlanRunner::State::getRunCommands(CommandTiming timing) {
  return getOrRecord(runCommands, timing, [&] {
    return RunCommands::record(*context, bind(knownGrids), upload, download,
                               timing);
  });
}

llvm::Expected<const RunCommands *>
VulkanPlanRunner::State::getKernelCommands(CommandTiming timing) {
  return getOrRecord(kernelCommands, timing, [&] {
    return RunCommands::recordKernels(*context, bind(knownGrids), timing);
  });
}

void VulkanPlanRunner::State::setKnownGrids(KnownGrids grids) {
  knownGrids = std::move(grids);
  forgetCommands();
}

void VulkanPlanRunner::State::setLastingWords(bool areSet) {
  if (areSet == hasLastingWords ||
      !llvm::is_contained(layout.lastingWords, true))
    return;
  hasLastingWords = areSet;
  forgetCommands();
}

/// What they know has changed.
void VulkanPlanRunner::State::forgetCommands() {
  runCommands = CommandsByTiming();
  kernelCommands = CommandsByTiming();
}

/// A stream of nothing needs nothing.
llvm::Expected<VulkanStream>
VulkanPlanRunner::State::createStream(TransferDirection direction,
                                      const PlanStream &transfers) const {
  if (transfers.list.empty())
    return VulkanStream();
  return VulkanStream::create(*context, direction, ring, transfers, places);
}

Error VulkanPlanRunner::State::uploadConstants() {
  const PlanStream &streamed = layout.constantStream;
  if (layout.constants.list.empty() && streamed.list.empty())
    return Error::success();
  llvm::Expected<VulkanMemory> staging = stageConstants(*context, plan, layout);
  if (!staging)
    return staging.takeError();
  llvm::Expected<VulkanStream> stream =
      createStream(TransferDirection::Upload, streamed);
  if (!stream)
    return stream.takeError();
  const VulkanFunctions &functions = context->getFunctions();
  auto uploading =
      VulkanCommands::record(*context, [&](VkCommandBuffer recorded) {
        recordUploads(functions, recorded, layout.constants, places, *staging);
        recordBarrier(functions, recorded, kCopiesWrite, kAllRead);
      });
  if (!uploading)
    return uploading.takeError();
  std::vector<HostBytes> sources;
  for (auto [i, transfer] : llvm::enumerate(streamed.list)) {
    std::vector<char> &contents = plan.buffers[transfer.buffer].contents;
    sources.push_back(
        {static_cast<uint32_t>(i), contents.data(), contents.size()});
  }
  Error error =
      stream->upload(*context, streamed, sources, /*profile=*/nullptr);
  if (!error)
    error = uploading->submitAndWait(*context);
  if (error)
    context->waitUntilIdle();
  return error;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Error VulkanPlanRunner::State::checkInputs(
    ArrayRef<const Tensor *> inputs) const {
  for (const PlanTransfer &transfer : llvm::concat<const PlanTransfer>(
           layout.uploads.list, layout.uploadStream.list)) {
    uint32_t argument = plan.buffers[transfer.buffer].argument;
    if (argument >= inputs.size())
      return createStringError("expected at least " + Twine(argument + 1) +
                               " argument(s), given " + Twine(inputs.size()));
    uint64_t given = inputs[argument]->getNumBytes();
    if (given != transfer.numBytes)
      return createStringError("argument #" + Twine(argument) + ": expected " +
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
                                   RunResult &result,
                                   const RunMeasures &measures) {
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
    ProfileSpan span(measures.profile, ProfileCategory::Transfer,
                     "prepare runs");
    if (Error error = prepareRuns())
      return error;
  }
  Error error = runOnce(inputs, *outputs, result, measures);
  if (!error && hadOtherGrids) {
    nextGrids = KnownGrids();
    error = runOnce(inputs, *outputs, result, measures);
  }
  if (error) {
    result = RunResult();
    if (error.isA<WrongAssumption>())
      result.outputs = std::move(*outputs);
    return error;
  }
  hasRun = true;
  result.outputs = std::move(*outputs);
  return Error::success();
}

Error VulkanPlanRunner::State::runOnce(ArrayRef<const Tensor *> inputs,
                                       llvm::MutableArrayRef<Tensor> outputs,
                                       RunResult &result,
                                       const RunMeasures &measures) {
  if (nextGrids)
    setKnownGrids(*std::exchange(nextGrids, std::nullopt));
  if (mustSetWords)
    setLastingWords(false);
  Error error = execute(inputs, outputs, result, measures);
  // Chunks of the streams may be under way.
  if (error && hasStreams())
    context->waitUntilIdle();
  // With other grids, nobody looked at the checks.
  mustSetWords = error || hadOtherGrids;
  if (!mustSetWords)
    setLastingWords(true);
  return error;
}

Error VulkanPlanRunner::State::execute(ArrayRef<const Tensor *> inputs,
                                       llvm::MutableArrayRef<Tensor> outputs,
                                       RunResult &result,
                                       const RunMeasures &measures) {
  Profile *profile = measures.profile;
  CommandTiming timing = profile                ? CommandTiming::Dispatches
                         : measures.deviceTimes ? CommandTiming::Parts
                                                : CommandTiming::None;
  llvm::Expected<const RunCommands *> submitted = getRunCommands(timing);
  if (!submitted)
    return submitted.takeError();
  copyToStaging(inputs, profile);
  const PlanStream &uploads = layout.uploadStream;
  const PlanStream &downloads = layout.downloadStream;
  if (Error error = uploadStream.upload(
          *context, uploads, getSources(uploads.list, inputs), profile))
    return error;
  if (Error error = (*submitted)->submit(*context))
    return error;
  if (Error error = downloadStream.beginDownload(*context))
    return error;
  if (Error error = (*submitted)->wait(*context))
    return error;
  double end = profile ? profile->getTime() : 0;
  if (Error error = download.makeVisibleToHost(*context))
    return error;
  hadOtherGrids = !knownGrids.hold(layout, download);
  if (!hadOtherGrids) {
    if (Error error = readChecks(plan, layout, download))
      return error;
    readReports(plan, layout, download, result.outOfRange);
  }
  if (downloads.list.empty())
    copyFromStaging(outputs, profile);
  else if (Error error = downloadStream.finishDownload(
               *context, downloads, getTargets(outputs), profile))
    return error;
  if (hadOtherGrids)
    return Error::success();
  if (!hasRun && !layout.grids.empty())
    nextGrids = KnownGrids::read(plan, layout, download);
  if (timing == CommandTiming::None)
    return Error::success();
  auto times =
      RunTimes::read(*context, **submitted, uploadStream, downloadStream);
  if (!times)
    return times.takeError();
  if (!*times)
    return Error::success();
  result.deviceTimes = (*times)->getDeviceTimes();
  if (profile)
    (*times)->addTo(*profile, bind(knownGrids), end);
  return Error::success();
}

std::vector<HostBytes>
VulkanPlanRunner::State::getSources(ArrayRef<PlanTransfer> transfers,
                                    ArrayRef<const Tensor *> inputs) const {
  std::vector<HostBytes> sources;
  for (auto [i, transfer] : llvm::enumerate(transfers)) {
    const Tensor *input = inputs[plan.buffers[transfer.buffer].argument];
    sources.push_back({static_cast<uint32_t>(i),
                       const_cast<char *>(input->data()), transfer.numBytes});
  }
  return sources;
}

std::vector<HostBytes> VulkanPlanRunner::State::getTargets(
    llvm::MutableArrayRef<Tensor> outputs) const {
  std::vector<HostBytes> targets;
  for (auto [output, number] : llvm::zip_equal(outputs, layout.results))
    targets.push_back(
        {number, output.data(), static_cast<uint64_t>(output.getNumBytes())});
  return targets;
}

void VulkanPlanRunner::State::copyToStaging(ArrayRef<const Tensor *> inputs,
                                            Profile *profile) {
  if (layout.uploads.list.empty())
    return;
  ProfileSpan span(profile, ProfileCategory::Transfer, "copy to staging",
                   layout.uploads.getNumBytes());
  std::vector<HostCopyRange> ranges;
  for (const HostBytes &source : getSources(layout.uploads.list, inputs))
    ranges.push_back(
        {upload.getMapped(layout.uploads.list[source.transfer].staging),
         source.data, source.numBytes});
  copyRanges(ranges);
}

void VulkanPlanRunner::State::copyFromStaging(
    llvm::MutableArrayRef<Tensor> outputs, Profile *profile) const {
  if (outputs.empty())
    return;
  ProfileSpan span(profile, ProfileCategory::Transfer, "copy from staging",
                   layout.downloads.getNumBytes());
  std::vector<HostCopyRange> ranges;
  for (const HostBytes &target : getTargets(outputs))
    ranges.push_back(
        {target.data,
         download.getMapped(layout.downloads.list[target.transfer].staging),
         target.numBytes});
  copyRanges(ranges);
}

/// Whether the device holds what a run had, still.
bool VulkanPlanRunner::State::canRerun() const {
  if (!hasRun)
    return false;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    if (buffer.kind == PlanBuffer::Kind::Input && plan.writes(i))
      return false;
  return true;
}

/// Runs the kernels alone and returns their commands; null where they cannot
/// run again.
llvm::Expected<const RunCommands *>
VulkanPlanRunner::State::runKernels(CommandTiming timing) {
  if (!canRerun())
    return nullptr;
  llvm::Expected<const RunCommands *> kernels = getKernelCommands(timing);
  if (!kernels)
    return kernels.takeError();
  if (Error error = (*kernels)->submitAndWait(*context))
    return std::move(error);
  return *kernels;
}

llvm::Expected<std::optional<double>> VulkanPlanRunner::State::rerun() {
  if (context->getLimits().timestampBits == 0)
    return std::nullopt;
  llvm::Expected<const RunCommands *> kernels =
      runKernels(CommandTiming::Parts);
  if (!kernels)
    return kernels.takeError();
  if (!*kernels)
    return std::nullopt;
  auto times = (*kernels)->readTimes(*context);
  if (!times)
    return times.takeError();
  return (*times)->parts.kernels;
}

llvm::Expected<bool> VulkanPlanRunner::State::relaunch() {
  llvm::Expected<const RunCommands *> kernels = runKernels(CommandTiming::None);
  if (!kernels)
    return kernels.takeError();
  return *kernels != nullptr;
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
                            const RunMeasures &measures) {
  return state->context->addMessages(
      state->run(inputs, resultTypes, result, measures));
}

llvm::Expected<std::optional<double>> VulkanPlanRunner::rerun() {
  auto time = state->rerun();
  if (Error error = state->context->addMessages(time.takeError()))
    return std::move(error);
  return time;
}

llvm::Expected<bool> VulkanPlanRunner::relaunch() {
  auto isDone = state->relaunch();
  if (Error error = state->context->addMessages(isDone.takeError()))
    return std::move(error);
  return isDone;
}
