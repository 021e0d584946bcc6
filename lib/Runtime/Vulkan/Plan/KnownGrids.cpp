//===- KnownGrids.cpp - Grids that a run showed to the host ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownGrids.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace dml;

static std::vector<char> readSources(const PlanLayout &layout,
                                     const VulkanMemory &download) {
  std::vector<char> bytes;
  for (uint32_t number : layout.gridSources) {
    const PlanTransfer &transfer = layout.downloads.list[number];
    const char *data = download.getMapped(transfer.staging);
    bytes.insert(bytes.end(), data, data + transfer.numBytes);
  }
  return bytes;
}

KnownGrids KnownGrids::read(const LaunchPlan &plan, const PlanLayout &layout,
                            const VulkanMemory &download) {
  KnownGrids known;
  if (layout.grids.empty())
    return known;
  known.grids.resize(plan.dispatches.size());
  known.omitted.resize(plan.dispatches.size());
  for (const GridTransfer &grid : layout.grids) {
    const PlanTransfer &transfer = layout.downloads.list[grid.transfer];
    std::array<uint32_t, 3> workgroups;
    std::memcpy(workgroups.data(),
                download.getMapped(transfer.staging) + grid.offset,
                sizeof(workgroups));
    known.grids[grid.dispatch] = workgroups;
    if (llvm::is_contained(workgroups, 0u))
      known.omitted.set(grid.dispatch);
  }
  for (uint32_t writer : layout.gridWriters)
    known.omitted.set(writer);
  known.sources = readSources(layout, download);
  return known;
}

bool KnownGrids::hold(const PlanLayout &layout,
                      const VulkanMemory &download) const {
  return !any() || readSources(layout, download) == sources;
}
