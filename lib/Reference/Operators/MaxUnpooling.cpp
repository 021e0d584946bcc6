//===- MaxUnpooling.cpp - max_unpooling in plain loops --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/MaxUnpooling.h"
#include <cstring>

namespace dml::reference {

/// The 32- or 64-bit index at a position, never narrowed (U3).
static uint64_t readIndex(ConstTensorView indices, int64_t position) {
  if (indices.getElementBytes() == 8) {
    uint64_t index;
    std::memcpy(&index, indices.data + position * 8, 8);
    return index;
  }
  uint32_t index;
  std::memcpy(&index, indices.data + position * 4, 4);
  return index;
}

std::optional<OutOfRangeIndices> maxUnpooling(ConstTensorView values,
                                              ConstTensorView indices,
                                              TensorView result) {
  uint64_t bound = productOf(result.sizes);
  unsigned elementBytes = values.getElementBytes();
  std::memset(result.data, 0, bound * elementBytes); // U2
  std::optional<OutOfRangeIndices> outOfRange;
  // Row-major input order: of equal indices the last one stays (U4).
  for (int64_t k = 0, e = productOf(values.sizes); k < e; ++k) {
    uint64_t index = readIndex(indices, k);
    if (index < bound) {
      std::memcpy(result.data + index * elementBytes,
                  values.data + k * elementBytes, elementBytes);
      continue;
    }
    if (!outOfRange) // U3
      outOfRange = OutOfRangeIndices{static_cast<uint64_t>(k), index, bound, 0};
    ++outOfRange->count;
  }
  return outOfRange;
}

} // namespace dml::reference
