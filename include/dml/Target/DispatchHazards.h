//===- DispatchHazards.h - What dispatches wait for -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler places barriers in front of the dispatches of a launch plan, and
// a runtime in front of those that its commands have, by the same rule.
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_DISPATCHHAZARDS_H
#define DML_TARGET_DISPATCHHAZARDS_H

#include "dml/Target/LaunchPlan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace dml {

/// What dispatches since the last barrier read and write. `BufferT` names a
/// buffer.
template <typename BufferT> class DispatchHazards {
public:
  /// `share` says whether two buffers have memory in common.
  explicit DispatchHazards(
      std::function<bool(BufferT, BufferT)> share = std::equal_to<BufferT>())
      : share(std::move(share)) {}

  /// Adds a dispatch, and returns the barrier that it needs in front of it. It
  /// needs one if it reads what another dispatch since the last barrier writes,
  /// or writes what that one reads or writes. `writes` says which of the
  /// buffers the dispatch writes, and `grid` holds its grid, if any does.
  PlanBarrier add(llvm::ArrayRef<BufferT> buffers,
                  llvm::function_ref<bool(size_t)> writes,
                  std::optional<BufferT> grid) {
    bool mustWait = false;
    for (auto [i, buffer] : llvm::enumerate(buffers))
      mustWait |= isIn(written, buffer) || (writes(i) && isIn(read, buffer));
    bool mustSeeGrid = grid && isIn(unseenByGrids, *grid);
    if (mustWait || mustSeeGrid) {
      read.clear();
      written.clear();
    }
    if (mustSeeGrid)
      unseenByGrids.clear();
    if (grid)
      read.push_back(*grid);
    for (auto [i, buffer] : llvm::enumerate(buffers)) {
      (writes(i) ? written : read).push_back(buffer);
      if (writes(i))
        unseenByGrids.push_back(buffer);
    }
    if (mustSeeGrid)
      return PlanBarrier::Grids;
    return mustWait ? PlanBarrier::Kernels : PlanBarrier::None;
  }

private:
  bool isIn(llvm::ArrayRef<BufferT> buffers, BufferT buffer) const {
    return llvm::any_of(
        buffers, [&](const BufferT &other) { return share(other, buffer); });
  }

  std::function<bool(BufferT, BufferT)> share;
  llvm::SmallVector<BufferT> read, written;
  /// What was written since the last barrier that lets grids see it.
  llvm::SmallVector<BufferT> unseenByGrids;
};

} // namespace dml

#endif // DML_TARGET_DISPATCHHAZARDS_H
