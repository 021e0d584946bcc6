//===- PlanRecorder.cpp - Plans in an application's commands --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/PlanRecorder.h"
#include "Runtime/Vulkan/Commands/Recording.h"
#include "Runtime/Vulkan/Plan/PlanMemory.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace dml;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

/// What is made once for all recordings.
struct VulkanPlanRecorder::State {
  State(std::shared_ptr<VulkanContext> context, LaunchPlan plan)
      : context(std::move(context)), plan(std::move(plan)) {}

  Error initialize();
  BufferRequirements getRequirements(uint32_t buffer, bool isResult) const;
  VkBufferUsageFlags getUsage(uint32_t buffer, bool isResult) const;
  /// Whether it is copied from an argument at the beginning.
  bool isCopiedInput(uint32_t buffer) const;
  /// Whether it is copied to a result at the end.
  bool isCopiedResult(uint32_t buffer) const;
  Error checkBuffers(ArrayRef<ApplicationBuffer> arguments,
                     ArrayRef<ApplicationBuffer> results) const;

  std::shared_ptr<VulkanContext> context;
  LaunchPlan plan;
  PlanLayout layout;
  VulkanPipelines pipelines;
};

/// What one recording has for itself.
struct VulkanRecording::State {
  explicit State(std::shared_ptr<const VulkanPlanRecorder::State> shared)
      : shared(std::move(shared)) {}

  Error initialize(ArrayRef<ApplicationBuffer> arguments,
                   ArrayRef<ApplicationBuffer> results);
  void record(VkCommandBuffer commands, ArrayRef<ApplicationBuffer> arguments,
              ArrayRef<ApplicationBuffer> results) const;

  std::shared_ptr<const VulkanPlanRecorder::State> shared;
  VulkanMemory memory, constants, download;
  std::vector<VulkanLocation> places;
  VulkanBindings bindings;
};

static VulkanLocation getLocation(const ApplicationBuffer &buffer) {
  return {buffer.buffer, buffer.offset};
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

Error VulkanPlanRecorder::State::initialize() {
  // Such a plan need not be complete.
  if (plan.failure)
    return Error::success();
  if (Error error = checkPlan(plan, context->getLimits()))
    return error;
  layout = layOutPlan(plan, context->getLimits(), PlanEnds::Application);
  llvm::Expected<VulkanPipelines> created =
      VulkanPipelines::create(*context, plan);
  if (!created)
    return created.takeError();
  pipelines = std::move(*created);
  // The device has them now.
  for (GPUKernel &kernel : plan.kernels)
    kernel.spirv = std::vector<uint32_t>();
  return Error::success();
}

BufferRequirements
VulkanPlanRecorder::State::getRequirements(uint32_t buffer,
                                           bool isResult) const {
  BufferRequirements requirements;
  if (!layout.used[buffer])
    return requirements;
  requirements.numBytes = plan.buffers[buffer].getNumAllocatedBytes();
  requirements.alignment = getBufferAlignment(context->getLimits());
  requirements.usage = getUsage(buffer, isResult);
  return requirements;
}

/// The usage for copies is that of copies that `record` records.
VkBufferUsageFlags VulkanPlanRecorder::State::getUsage(uint32_t buffer,
                                                       bool isResult) const {
  VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  if (isResult)
    return isCopiedResult(buffer) ? usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT
                                  : usage;
  // A result that is the argument is copied from it.
  if (isCopiedInput(buffer) || llvm::is_contained(plan.results, buffer))
    usage |= VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  return usage;
}

bool VulkanPlanRecorder::State::isCopiedInput(uint32_t buffer) const {
  return plan.buffers[buffer].kind == PlanBuffer::Kind::Input &&
         layout.used[buffer] && !layout.external[buffer];
}

bool VulkanPlanRecorder::State::isCopiedResult(uint32_t buffer) const {
  return plan.buffers[buffer].kind != PlanBuffer::Kind::Allocation ||
         !layout.external[buffer];
}

//===----------------------------------------------------------------------===//
// The application's buffers
//===----------------------------------------------------------------------===//

namespace {
/// A buffer of the application with what it is for.
struct CheckedBuffer {
  std::string name;
  BufferRequirements required;
  ApplicationBuffer given;
};
} // namespace

static std::string describeUsage(VkBufferUsageFlags usage) {
  llvm::SmallVector<llvm::StringRef> names;
  if (usage & VK_BUFFER_USAGE_TRANSFER_SRC_BIT)
    names.push_back("VK_BUFFER_USAGE_TRANSFER_SRC_BIT");
  if (usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT)
    names.push_back("VK_BUFFER_USAGE_TRANSFER_DST_BIT");
  if (usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
    names.push_back("VK_BUFFER_USAGE_STORAGE_BUFFER_BIT");
  return llvm::join(names, " and ");
}

static Error checkBuffer(const CheckedBuffer &buffer) {
  const BufferRequirements &required = buffer.required;
  const ApplicationBuffer &given = buffer.given;
  if (!given.buffer)
    return createStringError(buffer.name +
                             ": expected a VkBuffer, given VK_NULL_HANDLE");
  if (given.offset % required.alignment != 0)
    return createStringError(buffer.name + ": expected an offset that is a " +
                             "multiple of " + Twine(required.alignment) +
                             ", given " + Twine(given.offset));
  if (given.numBytes < required.numBytes)
    return createStringError(buffer.name + ": expected at least " +
                             Twine(required.numBytes) + " bytes, given " +
                             Twine(given.numBytes));
  if (VkBufferUsageFlags missing = required.usage & ~given.usage)
    return createStringError(buffer.name + ": the buffer was created without " +
                             describeUsage(missing));
  return Error::success();
}

static bool overlap(const CheckedBuffer &a, const CheckedBuffer &b) {
  return a.given.buffer == b.given.buffer &&
         a.given.offset < b.given.offset + b.required.numBytes &&
         b.given.offset < a.given.offset + a.required.numBytes;
}

Error VulkanPlanRecorder::State::checkBuffers(
    ArrayRef<ApplicationBuffer> arguments,
    ArrayRef<ApplicationBuffer> results) const {
  std::vector<CheckedBuffer> buffers;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    if (buffer.kind != PlanBuffer::Kind::Input || !layout.used[i])
      continue;
    std::string name = "argument #" + std::to_string(buffer.argument);
    if (buffer.argument >= arguments.size())
      return createStringError(
          "expected at least " + Twine(buffer.argument + 1) +
          " argument(s), given " + Twine(arguments.size()));
    buffers.push_back({std::move(name), getRequirements(i, /*isResult=*/false),
                       arguments[buffer.argument]});
  }
  size_t numArguments = buffers.size();
  if (results.size() != plan.results.size())
    return createStringError("expected " + Twine(plan.results.size()) +
                             " result(s), given " + Twine(results.size()));
  for (auto [i, buffer, given] : llvm::enumerate(plan.results, results))
    buffers.push_back({"result #" + std::to_string(i),
                       getRequirements(buffer, /*isResult=*/true), given});

  for (const CheckedBuffer &buffer : buffers)
    if (Error error = checkBuffer(buffer))
      return error;
  for (size_t i = numArguments; i < buffers.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (overlap(buffers[i], buffers[j]))
        return createStringError(buffers[i].name + " overlaps " +
                                 buffers[j].name);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

Error VulkanRecording::State::initialize(ArrayRef<ApplicationBuffer> arguments,
                                         ArrayRef<ApplicationBuffer> results) {
  const VulkanContext &context = *shared->context;
  const LaunchPlan &plan = shared->plan;
  const PlanLayout &layout = shared->layout;
  auto allocated = allocateDevice(context, plan, layout);
  if (!allocated)
    return allocated.takeError();
  memory = std::move(*allocated);
  auto staged = stageConstants(context, plan, layout);
  if (!staged)
    return staged.takeError();
  constants = std::move(*staged);
  auto words =
      allocateStaging(context, plan, layout.downloads, MemoryUse::Download);
  if (!words)
    return words.takeError();
  download = std::move(*words);

  places = locateBuffers(layout, memory);
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    if (buffer.kind == PlanBuffer::Kind::Input && layout.external[i])
      places[i] = getLocation(arguments[buffer.argument]);
  for (auto [buffer, result] : llvm::zip_equal(plan.results, results))
    if (!shared->isCopiedResult(buffer))
      places[buffer] = getLocation(result);
  auto bound = VulkanBindings::create(context, plan, shared->pipelines, places);
  if (!bound)
    return bound.takeError();
  bindings = std::move(*bound);
  return Error::success();
}

void VulkanRecording::State::record(VkCommandBuffer commands,
                                    ArrayRef<ApplicationBuffer> arguments,
                                    ArrayRef<ApplicationBuffer> results) const {
  const VulkanFunctions &functions = shared->context->getFunctions();
  const LaunchPlan &plan = shared->plan;
  const PlanLayout &layout = shared->layout;
  // An earlier execution of the same commands used the same memory.
  recordBarrier(functions, commands, kAllWrite, kAllAccess);
  recordUploads(functions, commands, layout.constants, places, constants);
  recordInitialWords(functions, commands, plan, places);
  bool copies = !layout.constants.list.empty() || !plan.initialWords.empty();
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    if (!shared->isCopiedInput(i))
      continue;
    recordCopy(functions, commands, getLocation(arguments[buffer.argument]),
               places[i], buffer.numBytes);
    copies = true;
  }
  if (copies)
    recordBarrier(functions, commands, kCopiesWrite, kAllRead);

  recordDispatches(functions, commands,
                   {plan, layout, shared->pipelines, bindings, places});
  auto isCopied = [&](uint32_t buffer) {
    return shared->isCopiedResult(buffer);
  };
  if (!layout.downloads.list.empty() || llvm::any_of(plan.results, isCopied))
    recordBarrier(functions, commands, kKernelsWrite, kCopiesRead);
  for (auto [buffer, result] : llvm::zip_equal(plan.results, results))
    if (isCopied(buffer))
      recordCopy(functions, commands, places[buffer], getLocation(result),
                 plan.buffers[buffer].numBytes);
  recordDownloads(functions, commands, layout.downloads, places, download);
  if (!layout.downloads.list.empty())
    recordBarrier(functions, commands, kCopiesWrite, kHostReads);
}

VulkanRecording::VulkanRecording(std::unique_ptr<State> state)
    : state(std::move(state)) {}
VulkanRecording::~VulkanRecording() = default;

Error VulkanRecording::check(std::vector<OutOfRangeReport> &reports) const {
  const VulkanPlanRecorder::State &shared = *state->shared;
  if (Error error = state->download.makeVisibleToHost(*shared.context))
    return error;
  if (Error error = readChecks(shared.plan, shared.layout, state->download))
    return error;
  readReports(shared.plan, shared.layout, state->download, reports);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// VulkanPlanRecorder
//===----------------------------------------------------------------------===//

VulkanPlanRecorder::VulkanPlanRecorder(std::shared_ptr<const State> state)
    : state(std::move(state)) {}
VulkanPlanRecorder::~VulkanPlanRecorder() = default;

llvm::Expected<std::unique_ptr<VulkanPlanRecorder>>
VulkanPlanRecorder::create(std::shared_ptr<VulkanContext> context,
                           LaunchPlan plan) {
  auto state = std::make_shared<State>(std::move(context), std::move(plan));
  if (Error error = state->initialize())
    return std::move(error);
  return std::unique_ptr<VulkanPlanRecorder>(
      new VulkanPlanRecorder(std::move(state)));
}

llvm::Expected<BufferRequirements>
VulkanPlanRecorder::getArgument(size_t number) const {
  const LaunchPlan &plan = state->plan;
  if (plan.failure)
    return createStringError(*plan.failure);
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    if (buffer.kind == PlanBuffer::Kind::Input && buffer.argument == number)
      return state->getRequirements(i, /*isResult=*/false);
  return createStringError("there is no argument #" + Twine(number));
}

llvm::Expected<BufferRequirements>
VulkanPlanRecorder::getResult(size_t number) const {
  const LaunchPlan &plan = state->plan;
  if (plan.failure)
    return createStringError(*plan.failure);
  if (number >= plan.results.size())
    return createStringError("there is no result #" + Twine(number));
  return state->getRequirements(plan.results[number], /*isResult=*/true);
}

llvm::Expected<std::unique_ptr<VulkanRecording>>
VulkanPlanRecorder::record(VkCommandBuffer commands,
                           ArrayRef<ApplicationBuffer> arguments,
                           ArrayRef<ApplicationBuffer> results) const {
  if (state->plan.failure)
    return createStringError(*state->plan.failure);
  if (!commands)
    return createStringError(
        "expected a VkCommandBuffer, given VK_NULL_HANDLE");
  if (Error error = state->checkBuffers(arguments, results))
    return std::move(error);
  auto recording = std::make_unique<VulkanRecording::State>(state);
  if (Error error = recording->initialize(arguments, results))
    return std::move(error);
  recording->record(commands, arguments, results);
  return std::unique_ptr<VulkanRecording>(
      new VulkanRecording(std::move(recording)));
}
