//===- PlanLayout.cpp - A launch plan's memory and barriers ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include "dml/Target/DispatchHazards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <utility>

using namespace dml;

/// Large enough for few blocks, small enough to be found in one piece.
constexpr static uint64_t kPreferredBlockSize = uint64_t(1) << 30;
/// Of what the host compares after each run.
constexpr static uint64_t kMaxGridSourceBytes = 256;

uint64_t dml::getBufferAlignment(const VulkanLimits &limits) {
  return std::max<uint64_t>(kVectorBytes, limits.storageBufferAlignment);
}

static uint64_t sumBytes(llvm::ArrayRef<PlanTransfer> transfers) {
  uint64_t numBytes = 0;
  for (const PlanTransfer &transfer : transfers)
    numBytes += transfer.numBytes;
  return numBytes;
}

uint64_t PlanTransfers::getNumBytes() const { return sumBytes(list); }
uint64_t PlanStream::getNumBytes() const { return sumBytes(list); }

PlanStream dml::makeStream(std::vector<PlanTransfer> transfers,
                           uint64_t chunkBytes) {
  PlanStream stream;
  // A new chunk at first.
  uint64_t used = chunkBytes;
  for (auto [i, transfer] : llvm::enumerate(transfers)) {
    for (uint64_t offset = 0; offset < transfer.numBytes;) {
      if (used >= chunkBytes) {
        stream.chunks.emplace_back();
        used = 0;
      }
      uint64_t numBytes =
          std::min(transfer.numBytes - offset, chunkBytes - used);
      stream.chunks.back().push_back(
          {static_cast<uint32_t>(i), offset, used, numBytes});
      offset += numBytes;
      used = llvm::alignTo(used + numBytes, kStagingAlignment);
    }
  }
  stream.list = std::move(transfers);
  return stream;
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
  LayoutBuilder(const LaunchPlan &plan, const VulkanLimits &limits,
                PlanEnds ends)
      : plan(plan), limits(limits), ends(ends) {}

  PlanLayout build();

private:
  bool isExternal(uint32_t buffer) const;
  bool isWrittenFrom(size_t dispatch, uint32_t buffer) const;
  bool hasOnlyGridsOf(uint32_t buffer, size_t dispatch) const;
  bool writesOnlyGrids(size_t dispatch) const;
  void listGridWriters();
  std::vector<uint32_t> getBuffers(size_t dispatch, bool written) const;
  void placeBuffers();
  void listTransfers();
  void listResults();
  void listWords();
  void listGrids();

  const LaunchPlan &plan;
  const VulkanLimits &limits;
  PlanEnds ends;
  std::vector<MemoryRequest> requests;
  PlanLayout layout;
};
} // namespace

PlanLayout LayoutBuilder::build() {
  if (ends == PlanEnds::Host)
    listGridWriters();
  placeBuffers();
  listTransfers();
  return std::move(layout);
}

bool LayoutBuilder::isExternal(uint32_t buffer) const {
  // Grids, and words that are set or read back, are not what applications make
  // buffers for.
  for (const Dispatch &dispatch : plan.dispatches)
    if (dispatch.grid && dispatch.grid->buffer == buffer)
      return false;
  auto isRead = [&](const auto &words) { return words.buffer == buffer; };
  if (ends == PlanEnds::Host || llvm::any_of(plan.indexReports, isRead) ||
      llvm::any_of(plan.checks, isRead) ||
      llvm::any_of(plan.initialWords, isRead))
    return false;
  switch (plan.buffers[buffer].kind) {
  case PlanBuffer::Kind::Input:
    return !plan.writes(buffer);
  case PlanBuffer::Kind::Constant:
    return false;
  case PlanBuffer::Kind::Allocation:
    return llvm::count(plan.results, buffer) == 1;
  }
  llvm_unreachable("unknown kind of buffer");
}

/// The buffers that the dispatch's kernel writes, or the others.
std::vector<uint32_t> LayoutBuilder::getBuffers(size_t number,
                                                bool written) const {
  const Dispatch &dispatch = plan.dispatches[number];
  std::vector<uint32_t> buffers;
  for (auto [buffer, writes] :
       llvm::zip_equal(dispatch.buffers, plan.kernels[dispatch.kernel].writes))
    if (writes == written)
      buffers.push_back(buffer);
  return buffers;
}

/// Whether a dispatch, or one after it, writes a buffer.
bool LayoutBuilder::isWrittenFrom(size_t dispatch, uint32_t buffer) const {
  for (size_t i = dispatch; i < plan.dispatches.size(); ++i)
    if (llvm::is_contained(getBuffers(i, /*written=*/true), buffer))
      return true;
  return false;
}

/// Whether a buffer holds nothing but grids, which one dispatch writes.
bool LayoutBuilder::hasOnlyGridsOf(uint32_t buffer, size_t writer) const {
  auto has = [&](const auto &words) { return words.buffer == buffer; };
  if (llvm::is_contained(plan.results, buffer) ||
      llvm::any_of(plan.indexReports, has) || llvm::any_of(plan.checks, has))
    return false;
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    bool isGrid = dispatch.grid && dispatch.grid->buffer == buffer;
    if ((isGrid && i <= writer) ||
        (i != writer && llvm::is_contained(dispatch.buffers, buffer)))
      return false;
  }
  return plan.buffers[buffer].kind == PlanBuffer::Kind::Allocation;
}

bool LayoutBuilder::writesOnlyGrids(size_t number) const {
  return !plan.dispatches[number].grid &&
         llvm::all_of(
             getBuffers(number, /*written=*/true),
             [&](uint32_t buffer) { return hasOnlyGridsOf(buffer, number); }) &&
         llvm::all_of(
             getBuffers(number, /*written=*/false), [&](uint32_t buffer) {
               return plan.buffers[buffer].numBytes <= kMaxGridSourceBytes &&
                      !isWrittenFrom(number, buffer);
             });
}

void LayoutBuilder::listGridWriters() {
  for (size_t i = 0; i < plan.dispatches.size(); ++i)
    if (writesOnlyGrids(i))
      layout.gridWriters.push_back(i);
}

void LayoutBuilder::placeBuffers() {
  constexpr uint32_t kEnd = UINT32_MAX;
  requests.assign(plan.buffers.size(), MemoryRequest{0, kEnd, 0});
  auto use = [&](uint32_t buffer, uint32_t first, uint32_t last) {
    MemoryRequest &request = requests[buffer];
    request.numBytes = plan.buffers[buffer].getNumAllocatedBytes();
    // Inputs and constants are there before the first dispatch, and constants
    // in the next run, too.
    bool isAllocation =
        plan.buffers[buffer].kind == PlanBuffer::Kind::Allocation;
    request.first = isAllocation ? std::min(request.first, first) : 0;
    request.last = isAllocation ? std::max(request.last, last) : kEnd;
  };
  for (const InitialWord &word : plan.initialWords)
    use(word.buffer, 0, 0);
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    for (uint32_t buffer : dispatch.getAccessed())
      use(buffer, i, i);
    if (dispatch.grid && ends == PlanEnds::Host)
      use(dispatch.grid->buffer, kEnd, kEnd);
  }
  for (uint32_t writer : layout.gridWriters)
    for (uint32_t buffer : getBuffers(writer, /*written=*/false))
      use(buffer, kEnd, kEnd);
  for (uint32_t buffer : plan.results)
    use(buffer, kEnd, kEnd);
  for (const IndexReport &report : plan.indexReports)
    use(report.buffer, kEnd, kEnd);
  for (const PlanCheck &check : plan.checks)
    use(check.buffer, kEnd, kEnd);

  for (auto [i, request] : llvm::enumerate(requests)) {
    layout.used.push_back(request.numBytes != 0);
    layout.external.push_back(layout.used[i] && isExternal(i));
    if (layout.external.back())
      request = MemoryRequest();
  }

  uint64_t alignment = getBufferAlignment(limits);
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
    if (buffer.kind == PlanBuffer::Kind::Input && ends == PlanEnds::Host)
      layout.uploads.list.push_back(whole);
    else if (buffer.kind == PlanBuffer::Kind::Constant)
      layout.constants.list.push_back(whole);
  }
  if (ends == PlanEnds::Host)
    listResults();
  auto moveToStream = [&](PlanTransfers &from, PlanStream &to) {
    if (from.getNumBytes() > limits.chunkBytes)
      to = makeStream(std::exchange(from.list, {}), limits.chunkBytes);
  };
  moveToStream(layout.uploads, layout.uploadStream);
  moveToStream(layout.downloads, layout.downloadStream);
  if (ends == PlanEnds::Host)
    moveToStream(layout.constants, layout.constantStream);
  listWords();
  if (ends == PlanEnds::Host)
    listGrids();
  uint64_t maxBlockSize =
      std::min(limits.maxAllocationSize, kPreferredBlockSize);
  placeTransfers(layout.uploads, maxBlockSize);
  placeTransfers(layout.constants, maxBlockSize);
  placeTransfers(layout.downloads, maxBlockSize);
}

void LayoutBuilder::listResults() {
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
}

/// Lists what kernels report.
void LayoutBuilder::listWords() {
  std::vector<PlanTransfer> &downloads = layout.downloads.list;
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
  for (const InitialWord &word : plan.initialWords)
    layout.lastingWords.push_back(
        word.value == 0 &&
        llvm::any_of(plan.checks, [&](const PlanCheck &check) {
          return check.buffer == word.buffer && check.offset == word.offset;
        }));
}

/// The grids of a buffer are one transfer. The host sees the buffer after the
/// last dispatch, so it leaves out grids that are written after they are used.
void LayoutBuilder::listGrids() {
  constexpr uint64_t kGridBytes = 3 * sizeof(uint32_t);
  std::vector<PlanTransfer> &downloads = layout.downloads.list;
  size_t first = downloads.size();
  auto download = [&](uint32_t buffer, uint64_t numBytes) {
    size_t number = first;
    while (number < downloads.size() && downloads[number].buffer != buffer)
      ++number;
    if (number == downloads.size())
      downloads.push_back({buffer, 0, 0, {}});
    downloads[number].numBytes = std::max(downloads[number].numBytes, numBytes);
    return static_cast<uint32_t>(number);
  };
  auto addSource = [&](uint32_t transfer) {
    if (!llvm::is_contained(layout.gridSources, transfer))
      layout.gridSources.push_back(transfer);
  };
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    if (!dispatch.grid || isWrittenFrom(i, dispatch.grid->buffer))
      continue;
    PlanGrid grid = *dispatch.grid;
    uint32_t transfer = download(grid.buffer, grid.offset + kGridBytes);
    layout.grids.push_back({static_cast<uint32_t>(i), transfer, grid.offset});
    if (llvm::none_of(layout.gridWriters, [&](uint32_t writer) {
          return llvm::is_contained(getBuffers(writer, /*written=*/true),
                                    grid.buffer);
        }))
      addSource(transfer);
  }
  for (uint32_t writer : layout.gridWriters)
    for (uint32_t buffer : getBuffers(writer, /*written=*/false))
      addSource(download(buffer, plan.buffers[buffer].numBytes));
}

PlanLayout dml::layOutPlan(const LaunchPlan &plan, const VulkanLimits &limits,
                           PlanEnds ends) {
  return LayoutBuilder(plan, limits, ends).build();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Whether two buffers have memory in common. Those without a place are alone
/// in theirs.
static bool share(const LaunchPlan &plan, const PlanLayout &layout, uint32_t a,
                  uint32_t b) {
  if (a == b)
    return true;
  auto getEnd = [&](uint32_t buffer) {
    return layout.device.placements[buffer].offset +
           plan.buffers[buffer].getNumAllocatedBytes();
  };
  const MemoryPlacement &placeA = layout.device.placements[a];
  const MemoryPlacement &placeB = layout.device.placements[b];
  return placeA.exists() && placeA.block == placeB.block &&
         placeA.offset < getEnd(b) && placeB.offset < getEnd(a);
}

std::vector<PlanBarrier>
dml::placeBarriers(const LaunchPlan &plan, const PlanLayout &layout,
                   llvm::function_ref<bool(size_t)> isOmitted,
                   llvm::function_ref<bool(size_t)> hasKnownGrid) {
  DispatchHazards<uint32_t> hazards(
      [&](uint32_t a, uint32_t b) { return share(plan, layout, a, b); });
  std::vector<PlanBarrier> barriers(plan.dispatches.size(), PlanBarrier::None);
  for (auto [i, dispatch] : llvm::enumerate(plan.dispatches)) {
    if (isOmitted(i))
      continue;
    std::optional<uint32_t> grid;
    if (dispatch.grid && !hasKnownGrid(i))
      grid = dispatch.grid->buffer;
    const std::vector<bool> &writes = plan.kernels[dispatch.kernel].writes;
    barriers[i] = hazards.add(
        dispatch.buffers, [&](size_t binding) { return writes[binding]; },
        grid);
  }
  return barriers;
}
