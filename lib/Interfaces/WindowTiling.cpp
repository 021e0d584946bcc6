//===- WindowTiling.cpp - What windows of a tile read ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowTiling.h"

using namespace mlir;

namespace dml {

WindowSlice sliceWindows(IndexArithmetic &index, const UnfoldWindow &window,
                         unsigned dimension, OpFoldResult size,
                         OpFoldResult begin, OpFoldResult count) {
  int64_t stride = window.strides[dimension];
  int64_t reach = getDilatedWindowSize(window, dimension);
  int64_t start = window.startPadding[dimension];
  int64_t end = window.endPadding[dimension];
  OpFoldResult step = index.constant(stride);

  // In windows without padding before them, so that window `begin` of all is
  // window `begin - slot` of the slice.
  OpFoldResult slot = begin;
  if (start > 0)
    slot = index.floorDiv(
        index.max(index.linear(begin, stride, -start), index.constant(0)),
        step);
  // Windows may lie in the end padding alone.
  if (end >= reach)
    slot = index.min(slot, index.floorDiv(index.linear(size, 1, -1), step));
  OpFoldResult from = index.linear(slot, stride);

  OpFoldResult to =
      index.linear(index.add(begin, count), stride, reach - stride - start);
  if (end > 0)
    to = index.min(to, size);
  // Or in the start padding alone.
  if (start >= reach || end >= reach)
    to = index.max(to, index.linear(from, 1, 1));
  return {from, index.subtract(to, from), index.subtract(begin, slot),
          start > 0 || end > 0};
}

} // namespace dml
