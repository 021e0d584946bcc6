//===- PlanChecks.cpp - Whether a device can run a launch plan ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

constexpr static uint32_t kSPIRVMagic = 0x07230203;
/// Vulkan 1.1 takes SPIR-V up to 1.3.
constexpr static uint32_t kMaxSPIRVVersion = 0x00010300;
constexpr static size_t kSPIRVHeaderWords = 5;

constexpr static StringRef kDimensions[] = {"x", "y", "z"};

std::string dml::describeKernel(const LaunchPlan &plan, uint32_t kernel) {
  const std::string &name = plan.kernels[kernel].name;
  size_t numBefore = llvm::count_if(
      llvm::ArrayRef(plan.kernels).take_front(kernel),
      [&](const GPUKernel &other) { return other.name == name; });
  return numBefore == 0 ? name : name + "-" + std::to_string(numBefore);
}

std::string dml::describeBuffer(const LaunchPlan &plan, uint32_t buffer) {
  switch (plan.buffers[buffer].kind) {
  case PlanBuffer::Kind::Input:
    return "argument " + std::to_string(plan.buffers[buffer].argument);
  case PlanBuffer::Kind::Constant:
    return "a constant (buffer " + std::to_string(buffer) + ")";
  case PlanBuffer::Kind::Allocation:
    break;
  }
  for (auto [i, result] : llvm::enumerate(plan.results))
    if (result == buffer)
      return "result " + std::to_string(i);
  return "an intermediate tensor (buffer " + std::to_string(buffer) + ")";
}

//===----------------------------------------------------------------------===//
// Contradictions
//===----------------------------------------------------------------------===//

/// Only a mistake of the compiler makes such a plan.
static Error createPlanError(const Twine &message) {
  return createStringError("the launch plan is malformed: " + message);
}

static Error checkIndex(const LaunchPlan &plan, const Twine &user,
                        uint32_t buffer) {
  if (buffer < plan.buffers.size())
    return Error::success();
  return createPlanError(user + " names buffer " + Twine(buffer) +
                         ", expected less than " + Twine(plan.buffers.size()));
}

/// Whether the buffer has so many words from an offset on.
static Error checkWords(const LaunchPlan &plan, const Twine &user,
                        uint32_t buffer, uint64_t offset, uint64_t numWords) {
  std::string name = user.str();
  if (Error error = checkIndex(plan, name, buffer))
    return error;
  uint64_t numBytes = plan.buffers[buffer].numBytes;
  uint64_t wordBytes = numWords * sizeof(uint32_t);
  if (offset % sizeof(uint32_t) != 0 || numBytes < wordBytes ||
      offset > numBytes - wordBytes)
    return createPlanError(name + " is at offset " + Twine(offset) +
                           " of a buffer of " + Twine(numBytes) +
                           " bytes; expected a multiple of 4 with " +
                           Twine(wordBytes) + " bytes behind it");
  return Error::success();
}

static Error checkDispatch(const LaunchPlan &plan, size_t number) {
  const Dispatch &dispatch = plan.dispatches[number];
  std::string name = "dispatch " + std::to_string(number);
  if (dispatch.kernel >= plan.kernels.size())
    return createPlanError(name + " names kernel " + Twine(dispatch.kernel) +
                           ", expected less than " +
                           Twine(plan.kernels.size()));
  const GPUKernel &kernel = plan.kernels[dispatch.kernel];
  if (dispatch.buffers.size() != kernel.numBindings ||
      kernel.writes.size() != kernel.numBindings)
    return createPlanError(name + " of kernel '" + kernel.name +
                           "': expected " + Twine(kernel.numBindings) +
                           " buffers and as many flags of writes, given " +
                           Twine(dispatch.buffers.size()) + " and " +
                           Twine(kernel.writes.size()));
  for (auto [binding, buffer] : llvm::enumerate(dispatch.buffers)) {
    if (Error error = checkIndex(plan, name, buffer))
      return error;
    // Later runs would see another constant.
    if (kernel.writes[binding] &&
        plan.buffers[buffer].kind == PlanBuffer::Kind::Constant)
      return createPlanError(name + " of kernel '" + kernel.name + "' writes " +
                             describeBuffer(plan, buffer));
  }
  if (dispatch.grid)
    return checkWords(plan, "the grid of " + name, dispatch.grid->buffer,
                      dispatch.grid->offset, 3);
  return Error::success();
}

/// Checks that barriers stand between dispatches that write a buffer and others
/// that use it, so that the device does not run them at the same time.
static Error checkBarriers(const LaunchPlan &plan) {
  // What was used since the last barrier, and what was written since the last
  // one that lets grids see it.
  size_t numBuffers = plan.buffers.size();
  llvm::BitVector isRead(numBuffers), isWritten(numBuffers),
      isUnseenByGrids(numBuffers);
  auto createError = [&](size_t dispatch, StringRef use, size_t buffer,
                         StringRef barrier) {
    return createPlanError("dispatch " + Twine(dispatch) + " of kernel '" +
                           plan.kernels[plan.dispatches[dispatch].kernel].name +
                           "' " + use + " " + describeBuffer(plan, buffer) +
                           ", which an earlier one uses: expected a barrier "
                           "of kind '" +
                           barrier + "' in between");
  };
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    if (dispatch.barrier != PlanBarrier::None) {
      isRead.reset();
      isWritten.reset();
    }
    if (dispatch.barrier == PlanBarrier::Grids)
      isUnseenByGrids.reset();
    if (dispatch.grid && isUnseenByGrids[dispatch.grid->buffer])
      return createError(i, "takes its grid from", dispatch.grid->buffer,
                         "grids");
    const std::vector<bool> &writes = plan.kernels[dispatch.kernel].writes;
    for (auto [buffer, isWrite] : llvm::zip_equal(dispatch.buffers, writes))
      if (isWritten[buffer] || (isWrite && isRead[buffer]))
        return createError(i, isWrite ? "writes" : "reads", buffer, "kernels");
    for (auto [buffer, isWrite] : llvm::zip_equal(dispatch.buffers, writes)) {
      (isWrite ? isWritten : isRead).set(buffer);
      if (isWrite)
        isUnseenByGrids.set(buffer);
    }
    if (dispatch.grid)
      isRead.set(dispatch.grid->buffer);
  }
  return Error::success();
}

static Error checkKernel(const GPUKernel &kernel) {
  std::string name = "kernel '" + kernel.name + "'";
  if (kernel.numBindings == 0)
    return createPlanError(name + " has no bindings");
  if (kernel.spirv.size() < kSPIRVHeaderWords ||
      kernel.spirv.front() != kSPIRVMagic)
    return createPlanError(name + " is not a SPIR-V module");
  if (kernel.spirv[1] > kMaxSPIRVVersion)
    return createPlanError(name + ": expected SPIR-V 1.3 or earlier, given " +
                           Twine(kernel.spirv[1] >> 16 & 0xFF) + "." +
                           Twine(kernel.spirv[1] >> 8 & 0xFF));
  return Error::success();
}

static Error checkConsistency(const LaunchPlan &plan) {
  for (const GPUKernel &kernel : plan.kernels)
    if (Error error = checkKernel(kernel))
      return error;
  llvm::DenseSet<std::pair<uint32_t, uint64_t>> places;
  for (auto [i, word] : llvm::enumerate(plan.initialWords)) {
    std::string name = "initial word " + std::to_string(i);
    if (Error error =
            checkWords(plan, name, word.buffer, word.offset, /*numWords=*/1))
      return error;
    if (plan.buffers[word.buffer].kind != PlanBuffer::Kind::Allocation)
      return createPlanError(name + " is in " +
                             describeBuffer(plan, word.buffer) +
                             ": expected an allocation");
    // No barrier orders what sets them.
    if (!places.insert({word.buffer, word.offset}).second)
      return createPlanError(name + " is set before, by another one");
  }
  for (size_t i = 0; i < plan.dispatches.size(); ++i)
    if (Error error = checkDispatch(plan, i))
      return error;
  if (Error error = checkBarriers(plan))
    return error;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    // Sums of sizes must not overflow before the limits are checked.
    if (buffer.numBytes > INT64_MAX)
      return createPlanError(describeBuffer(plan, i) + " has " +
                             Twine(buffer.numBytes) + " bytes");
    if (buffer.kind == PlanBuffer::Kind::Constant &&
        buffer.contents.size() != buffer.numBytes)
      return createPlanError(describeBuffer(plan, i) +
                             ": expected contents of " +
                             Twine(buffer.numBytes) + " bytes, given " +
                             Twine(buffer.contents.size()));
  }
  for (auto [i, buffer] : llvm::enumerate(plan.results))
    if (Error error = checkIndex(plan, "result " + Twine(i), buffer))
      return error;
  for (auto [i, report] : llvm::enumerate(plan.indexReports))
    if (Error error =
            checkWords(plan, "index report " + Twine(i), report.buffer,
                       report.offset, IndexReport::NumWords))
      return error;
  for (auto [i, check] : llvm::enumerate(plan.checks))
    if (Error error = checkWords(plan, "check " + Twine(i), check.buffer,
                                 check.offset, /*numWords=*/1))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static Error checkAtMost(const Twine &what, uint64_t limit, StringRef unit,
                         uint64_t given) {
  if (given <= limit)
    return Error::success();
  return createStringError(what + ": expected at most " + Twine(limit) + " " +
                           unit + " on this device, given " + Twine(given));
}

static Error checkKernelLimits(const GPUKernel &kernel,
                               const VulkanLimits &limits) {
  std::string name = "kernel '" + kernel.name + "'";
  uint64_t invocations = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (Error error = checkAtMost(name + ", workgroup in " + kDimensions[d],
                                  limits.maxWorkgroupSize[d], "invocations",
                                  kernel.workgroupSize[d]))
      return error;
    // Both factors fit 32 bits, and the product so far the limit of one.
    invocations *= kernel.workgroupSize[d];
    if (Error error =
            checkAtMost(name + ", workgroup", limits.maxWorkgroupInvocations,
                        "invocations", invocations))
      return error;
  }
  if (Error error =
          checkAtMost(name + ", workgroup memory", limits.maxWorkgroupMemory,
                      "bytes", kernel.workgroupMemory))
    return error;
  return checkAtMost(name, limits.maxStorageBuffers, "storage buffers",
                     kernel.numBindings);
}

static Error checkDispatchLimits(const LaunchPlan &plan, size_t number,
                                 const VulkanLimits &limits) {
  const Dispatch &dispatch = plan.dispatches[number];
  const GPUKernel &kernel = plan.kernels[dispatch.kernel];
  std::string name =
      "kernel '" + kernel.name + "' (dispatch " + std::to_string(number) + ")";
  for (unsigned d = 0; d < 3; ++d)
    if (Error error = checkAtMost(name + ", in " + kDimensions[d],
                                  limits.maxWorkgroups[d], "workgroups",
                                  dispatch.workgroups[d]))
      return error;
  for (uint32_t buffer : dispatch.buffers)
    if (Error error = checkAtMost(describeBuffer(plan, buffer) +
                                      ", as a storage buffer of kernel '" +
                                      kernel.name + "'",
                                  limits.maxStorageBufferRange, "bytes",
                                  plan.buffers[buffer].getNumAllocatedBytes()))
      return error;
  return Error::success();
}

static Error checkLimits(const LaunchPlan &plan, const VulkanLimits &limits) {
  std::vector<bool> isUsed(plan.buffers.size());
  for (const GPUKernel &kernel : plan.kernels)
    if (Error error = checkKernelLimits(kernel, limits))
      return error;
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    if (Error error = checkDispatchLimits(plan, i, limits))
      return error;
    for (uint32_t buffer : dispatch.buffers)
      isUsed[buffer] = true;
  }
  for (uint32_t buffer : plan.results)
    isUsed[buffer] = true;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers))
    if (isUsed[i])
      if (Error error = checkAtMost(
              describeBuffer(plan, i) + ", as one allocation of memory",
              limits.maxAllocationSize, "bytes", buffer.getNumAllocatedBytes()))
        return error;
  return Error::success();
}

Error dml::checkPlan(const LaunchPlan &plan, const VulkanLimits &limits) {
  if (Error error = checkConsistency(plan))
    return error;
  return checkLimits(plan, limits);
}

char WrongAssumption::ID;
