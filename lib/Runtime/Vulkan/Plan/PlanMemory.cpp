//===- PlanMemory.cpp - Memory of a launch plan ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanMemory.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

/// Names the largest buffer of a block.
static std::string describeBlock(const LaunchPlan &plan,
                                 const PlanLayout &layout, uint32_t block) {
  std::optional<uint32_t> largest;
  unsigned count = 0;
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    if (layout.device.placements[i].block != block)
      continue;
    ++count;
    if (!largest || buffer.numBytes > plan.buffers[*largest].numBytes)
      largest = i;
  }
  std::string text = describeBuffer(plan, *largest) + " of " +
                     std::to_string(plan.buffers[*largest].numBytes) + " bytes";
  if (count > 1)
    text += " and " + std::to_string(count - 1) + " more";
  return text;
}

llvm::Expected<VulkanMemory> dml::allocateDevice(const VulkanContext &context,
                                                 const LaunchPlan &plan,
                                                 const PlanLayout &layout) {
  uint64_t numBytes = layout.device.getNumBytes();
  uint64_t heapSize = context.getLimits().heapSize;
  if (numBytes > heapSize)
    return createStringError("the function needs " + Twine(numBytes) +
                             " bytes of device memory; " + context.describe() +
                             " has " + Twine(heapSize));
  return VulkanMemory::allocate(
      context, MemoryUse::Device, layout.device.blocks,
      [&](uint32_t block) { return describeBlock(plan, layout, block); });
}

std::vector<VulkanLocation> dml::locateBuffers(const PlanLayout &layout,
                                               const VulkanMemory &memory) {
  std::vector<VulkanLocation> places;
  for (const MemoryPlacement &placement : layout.device.placements)
    places.push_back(placement.exists() ? memory.getLocation(placement)
                                        : VulkanLocation());
  return places;
}

llvm::Expected<VulkanMemory>
dml::allocateStaging(const VulkanContext &context, const LaunchPlan &plan,
                     const PlanTransfers &transfers, MemoryUse use) {
  return VulkanMemory::allocate(
      context, use, transfers.blocks, [&](uint32_t block) {
        auto first =
            llvm::find_if(transfers.list, [&](const PlanTransfer &transfer) {
              return transfer.staging.block == block;
            });
        return describeBuffer(plan, first->buffer);
      });
}

llvm::Expected<VulkanMemory> dml::stageConstants(const VulkanContext &context,
                                                 const LaunchPlan &plan,
                                                 const PlanLayout &layout) {
  llvm::Expected<VulkanMemory> staging =
      allocateStaging(context, plan, layout.constants, MemoryUse::Transfer);
  if (!staging)
    return staging.takeError();
  for (const PlanTransfer &transfer : layout.constants.list)
    std::memcpy(staging->getMapped(transfer.staging),
                plan.buffers[transfer.buffer].contents.data(),
                transfer.numBytes);
  return staging;
}

Error dml::readChecks(const LaunchPlan &plan, const PlanLayout &layout,
                      const VulkanMemory &download) {
  const PlanCheck *wrong = nullptr;
  for (auto [check, number] : llvm::zip_equal(plan.checks, layout.checks)) {
    uint32_t word;
    std::memcpy(&word,
                download.getMapped(layout.downloads.list[number].staging),
                sizeof(word));
    if (word == 0)
      continue;
    if (check.assumption == IndexAssumption::None) {
      // After a wrong assumption, checks see values that the program does not
      // have.
      if (!wrong)
        return createStringError(check.message);
    } else if (!wrong || check.assumption < wrong->assumption) {
      wrong = &check;
    }
  }
  if (wrong)
    return llvm::make_error<WrongAssumption>(*wrong);
  return Error::success();
}

void dml::readReports(const LaunchPlan &plan, const PlanLayout &layout,
                      const VulkanMemory &download,
                      std::vector<OutOfRangeReport> &reports) {
  for (auto [report, number] :
       llvm::zip_equal(plan.indexReports, layout.reports)) {
    uint32_t words[IndexReport::NumWords];
    std::memcpy(words,
                download.getMapped(layout.downloads.list[number].staging),
                sizeof(words));
    if (words[IndexReport::Count] == 0)
      continue;
    OutOfRangeIndices indices;
    indices.position = UINT32_MAX - words[IndexReport::ComplementedPosition];
    indices.index = words[IndexReport::IndexLow] |
                    uint64_t(words[IndexReport::IndexHigh]) << 32;
    indices.bound = report.bound;
    indices.count = words[IndexReport::Count];
    addReport(reports, report.prefix, indices);
  }
}
