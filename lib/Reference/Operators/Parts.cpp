//===- Parts.cpp - Results computed part by part --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "dml/Runtime/CPU/WorkerPool.h"

namespace dml::reference {

/// Results of at most this many elements are computed by one thread, because
/// that takes less time than to wake others.
constexpr static int64_t kParallelElements = 1 << 20;

void forEachPart(TensorView result, int64_t numParts,
                 llvm::function_ref<void(int64_t)> compute) {
  bool isLarge = productOf(result.sizes) > kParallelElements;
  WorkerPool::get().forEach(numParts, isLarge ? WorkerPool::getNumCores() : 1,
                            compute);
}

Sizes countBlocks(SizesRef spatialSizes, const UnfoldWindow &window) {
  Sizes blocks;
  for (size_t i = 0; i < spatialSizes.size(); ++i)
    blocks.push_back((spatialSizes[i] + window.startPadding[i] +
                      window.endPadding[i] -
                      window.dilations[i] * (window.sizes[i] - 1) - 1) /
                         window.strides[i] +
                     1);
  return blocks;
}

bool advance(llvm::MutableArrayRef<int64_t> index, SizesRef sizes) {
  for (size_t i = sizes.size(); i-- > 0;) {
    if (++index[i] < sizes[i])
      return true;
    index[i] = 0;
  }
  return false;
}

} // namespace dml::reference
