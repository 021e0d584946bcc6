//===- Kernels.cpp - The operators as plain loops -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Kernels.h"
#include "dml/IR/DMLEnums.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;

namespace dml::reference {

/// Steps `index` through `sizes` in row-major order; false after the last.
static bool advance(MutableArrayRef<int64_t> index, SizesRef sizes) {
  for (size_t i = sizes.size(); i-- > 0;) {
    if (++index[i] < sizes[i])
      return true;
    index[i] = 0;
  }
  return false;
}

/// Results of fewer elements are computed sooner than threads are woken.
constexpr static int64_t kParallelElements = 1 << 20;

/// Computes the parts of a result, which have nothing to do with each other;
/// those of a large one at the same time.
static void forEachPart(TensorView result, int64_t numParts,
                        function_ref<void(int64_t)> compute) {
  bool isLarge = productOf(result.sizes) > kParallelElements;
  WorkerPool::get().forEach(numParts, isLarge ? WorkerPool::getNumCores() : 1,
                            compute);
}

void depthToSpace1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order) {
  int64_t batches = input.sizes[0], channels = input.sizes[1];
  int64_t height = input.sizes[2], width = input.sizes[3];
  int64_t resultChannels = result.sizes[1];
  int64_t resultHeight = height * blockSize, resultWidth = width * blockSize;
  forEachPart(result, batches * resultChannels, [&](int64_t plane) {
    int64_t n = plane / resultChannels, c = plane % resultChannels;
    char *to =
        result.data + plane * resultHeight * resultWidth * input.elementBytes;
    for (int64_t y = 0; y < resultHeight; ++y)
      for (int64_t x = 0; x < resultWidth; ++x) {
        int64_t i = y % blockSize, j = x % blockSize;
        int64_t channel =
            order == DepthSpaceOrder::DepthColumnRow
                ? (i * blockSize + j) * resultChannels + c       // D4
                : c * blockSize * blockSize + i * blockSize + j; // D5
        int64_t from =
            ((n * channels + channel) * height + y / blockSize) * width +
            x / blockSize;
        std::memcpy(to, input.data + from * input.elementBytes,
                    input.elementBytes);
        to += input.elementBytes;
      }
  });
}

/// The 32- or 64-bit index at a position, never narrowed (U3).
static uint64_t readIndex(ConstTensorView indices, int64_t position) {
  if (indices.elementBytes == 8) {
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
  std::memset(result.data, 0, bound * result.elementBytes); // U2
  std::optional<OutOfRangeIndices> outOfRange;
  // Row-major input order: of equal indices the last one stays (U4).
  for (int64_t k = 0, e = productOf(values.sizes); k < e; ++k) {
    uint64_t index = readIndex(indices, k);
    if (index < bound) {
      std::memcpy(result.data + index * result.elementBytes,
                  values.data + k * values.elementBytes, values.elementBytes);
      continue;
    }
    if (!outOfRange) // U3
      outOfRange = OutOfRangeIndices{static_cast<uint64_t>(k), index, bound, 0};
    ++outOfRange->count;
  }
  return outOfRange;
}

/// Row-major offset of window element `k` of block `b` in one plane of the
/// input, or nothing where that lies in the padding (F4).
static std::optional<int64_t> locate(SizesRef block, SizesRef element,
                                     SizesRef spatialSizes,
                                     const UnfoldWindow &window) {
  int64_t offset = 0;
  for (size_t i = 0; i < spatialSizes.size(); ++i) {
    int64_t position = block[i] * window.strides[i] +
                       element[i] * window.dilations[i] -
                       window.startPadding[i];
    if (position < 0 || position >= spatialSizes[i])
      return std::nullopt;
    offset = offset * spatialSizes[i] + position;
  }
  return offset;
}

void unfold(ConstTensorView input, TensorView result,
            const UnfoldWindow &window) {
  SizesRef spatialSizes = input.sizes.drop_front(2);
  int64_t planes = input.sizes[0] * input.sizes[1];
  int64_t planeElements = productOf(spatialSizes);
  Sizes blocks = cantFail(inferUnfoldBlocks(input.sizes, window));
  int64_t resultElements = productOf(window.sizes) * productOf(blocks);
  // Rows are (c, k) and columns b, both row-major, within each n: the result in
  // memory order is n, c, k, b.
  forEachPart(result, planes, [&](int64_t plane) {
    char *to = result.data + plane * resultElements * input.elementBytes;
    const char *from = input.data + plane * planeElements * input.elementBytes;
    Sizes element(window.sizes.size(), 0);
    do {
      Sizes block(blocks.size(), 0);
      do {
        if (auto offset = locate(block, element, spatialSizes, window))
          std::memcpy(to, from + *offset * input.elementBytes,
                      input.elementBytes);
        else
          std::memset(to, 0, input.elementBytes);
        to += input.elementBytes;
      } while (advance(block, blocks));
    } while (advance(element, window.sizes));
  });
}

} // namespace dml::reference
