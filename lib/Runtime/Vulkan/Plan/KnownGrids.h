//===- KnownGrids.h - Grids that a run showed to the host -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_PLAN_KNOWNGRIDS_H
#define DML_LIB_RUNTIME_VULKAN_PLAN_KNOWNGRIDS_H

#include "Runtime/Vulkan/Memory/Memory.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include "llvm/ADT/BitVector.h"
#include <array>
#include <optional>

namespace dml {

/// The grids that kernels wrote in a run. Commands may take them for those of
/// another run whose grid sources are the same.
class KnownGrids {
public:
  /// Those of the run whose downloads are given.
  static KnownGrids read(const LaunchPlan &plan, const PlanLayout &layout,
                         const VulkanMemory &download);

  /// Workgroups in x, y and z; nothing where only the device knows them.
  std::optional<std::array<uint32_t, 3>> get(size_t dispatch) const {
    return dispatch < grids.size() ? grids[dispatch] : std::nullopt;
  }

  /// Whether commands leave a dispatch out: it has no workgroups, or writes
  /// nothing but grids.
  bool omits(size_t dispatch) const {
    return dispatch < omitted.size() && omitted[dispatch];
  }

  /// Whether the run whose downloads are given has the same sources.
  bool hold(const PlanLayout &layout, const VulkanMemory &download) const;

  /// Whether any dispatch is known of.
  bool any() const { return !grids.empty(); }

private:
  /// One for each of the plan's dispatches, or none.
  std::vector<std::optional<std::array<uint32_t, 3>>> grids;
  llvm::BitVector omitted;
  /// The bytes of PlanLayout::gridSources.
  std::vector<char> sources;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_PLAN_KNOWNGRIDS_H
