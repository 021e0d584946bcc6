//===- PlanLayout.cpp - A launch plan's memory and barriers ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/PlanLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace dml;

/// What buffers are rounded up to, and the least alignment of their bindings:
/// the widest load of a kernel.
constexpr static uint64_t kVectorBytes = 16;
/// Shared memory is copied by the host, which likes whole cache lines.
constexpr static uint64_t kStagingAlignment = 64;
/// Large enough for few blocks, small enough to be found in one piece.
constexpr static uint64_t kPreferredBlockSize = uint64_t(1) << 30;

uint64_t dml::getPaddedSize(const PlanBuffer &buffer) {
  // One without elements has a place as well.
  return llvm::alignTo(std::max<uint64_t>(buffer.numBytes, 1), kVectorBytes);
}

/// Places the bytes of the transfers in shared memory.
static void placeTransfers(PlanTransfers &transfers, uint64_t maxBlockSize) {
  std::vector<MemoryRequest> requests;
  for (const PlanTransfer &transfer : transfers.list)
    requests.push_back({transfer.numBytes});
  MemoryPlan memory =
      planMemory(requests, kStagingAlignment,
                 llvm::alignDown(maxBlockSize, kStagingAlignment));
  transfers.blocks = memory.blocks;
  for (auto [transfer, placement] :
       llvm::zip_equal(transfers.list, memory.placements))
    transfer.staging = placement;
}

namespace {
class LayoutBuilder {
public:
  LayoutBuilder(const LaunchPlan &plan, const VulkanLimits &limits)
      : plan(plan), limits(limits) {}

  PlanLayout build();

private:
  void placeBuffers();
  void listTransfers();
  void placeBarriers();
  bool share(uint32_t a, uint32_t b) const;

  const LaunchPlan &plan;
  const VulkanLimits &limits;
  std::vector<MemoryRequest> requests;
  PlanLayout layout;
};
} // namespace

PlanLayout LayoutBuilder::build() {
  placeBuffers();
  listTransfers();
  placeBarriers();
  return std::move(layout);
}

void LayoutBuilder::placeBuffers() {
  constexpr uint32_t kEnd = UINT32_MAX;
  requests.assign(plan.buffers.size(), MemoryRequest{0, kEnd, 0});
  auto use = [&](uint32_t buffer, uint32_t first, uint32_t last) {
    MemoryRequest &request = requests[buffer];
    request.numBytes = getPaddedSize(plan.buffers[buffer]);
    // Inputs and constants are there before the first dispatch, and constants
    // in the next run, too.
    bool isAllocation =
        plan.buffers[buffer].kind == PlanBuffer::Kind::Allocation;
    request.first = isAllocation ? std::min(request.first, first) : 0;
    request.last = isAllocation ? std::max(request.last, last) : kEnd;
  };
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches))
    for (uint32_t buffer : dispatch.getAccessed())
      use(buffer, i, i);
  for (uint32_t buffer : plan.results)
    use(buffer, kEnd, kEnd);
  for (const IndexReport &report : plan.indexReports)
    use(report.buffer, kEnd, kEnd);
  for (const PlanCheck &check : plan.checks)
    use(check.buffer, kEnd, kEnd);

  uint64_t alignment = std::max(kVectorBytes, limits.storageBufferAlignment);
  layout.device = planMemory(
      requests, alignment,
      llvm::alignDown(std::min(limits.maxAllocationSize, kPreferredBlockSize),
                      alignment));
}

void LayoutBuilder::listTransfers() {
  for (auto [i, buffer] : llvm::enumerate(plan.buffers)) {
    if (requests[i].numBytes == 0 || buffer.numBytes == 0)
      continue;
    PlanTransfer whole = {static_cast<uint32_t>(i), 0, buffer.numBytes, {}};
    if (buffer.kind == PlanBuffer::Kind::Input)
      layout.uploads.list.push_back(whole);
    else if (buffer.kind == PlanBuffer::Kind::Constant)
      layout.constants.list.push_back(whole);
  }
  std::vector<PlanTransfer> &downloads = layout.downloads.list;
  for (uint32_t buffer : plan.results) {
    auto found = llvm::find_if(downloads, [&](const PlanTransfer &transfer) {
      return transfer.buffer == buffer;
    });
    layout.results.push_back(found - downloads.begin());
    // No command copies nothing.
    uint64_t numBytes = std::max<uint64_t>(plan.buffers[buffer].numBytes, 1);
    if (found == downloads.end())
      downloads.push_back({buffer, 0, numBytes, {}});
  }
  for (const IndexReport &report : plan.indexReports) {
    layout.reports.push_back(downloads.size());
    downloads.push_back({report.buffer,
                         report.offset,
                         IndexReport::NumWords * sizeof(uint32_t),
                         {}});
  }
  for (const PlanCheck &check : plan.checks) {
    layout.checks.push_back(downloads.size());
    downloads.push_back({check.buffer, check.offset, sizeof(uint32_t), {}});
  }
  uint64_t maxBlockSize =
      std::min(limits.maxAllocationSize, kPreferredBlockSize);
  placeTransfers(layout.uploads, maxBlockSize);
  placeTransfers(layout.constants, maxBlockSize);
  placeTransfers(layout.downloads, maxBlockSize);
}

/// Whether two buffers have memory in common.
bool LayoutBuilder::share(uint32_t a, uint32_t b) const {
  const MemoryPlacement &placeA = layout.device.placements[a];
  const MemoryPlacement &placeB = layout.device.placements[b];
  return placeA.block == placeB.block &&
         placeA.offset < placeB.offset + requests[b].numBytes &&
         placeB.offset < placeA.offset + requests[a].numBytes;
}

void LayoutBuilder::placeBarriers() {
  // The plan knows of dependences through a buffer, not of those through memory
  // that another buffer had before.
  std::vector<uint32_t> accessed;
  for (const Dispatch &dispatch : plan.dispatches) {
    bool isReused = llvm::any_of(dispatch.getAccessed(), [&](uint32_t buffer) {
      return llvm::any_of(accessed, [&](uint32_t other) {
        return other != buffer && share(other, buffer);
      });
    });
    bool needsBarrier = dispatch.needsBarrier || isReused;
    layout.barriers.push_back(needsBarrier);
    if (needsBarrier)
      accessed.clear();
    for (uint32_t buffer : dispatch.getAccessed())
      if (!llvm::is_contained(accessed, buffer))
        accessed.push_back(buffer);
  }
}

PlanLayout dml::layOutPlan(const LaunchPlan &plan, const VulkanLimits &limits) {
  return LayoutBuilder(plan, limits).build();
}
