//===- Unfold.cpp - unfold in plain loops ---------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/Unfold.h"
#include "Parts.h"
#include <cstring>

namespace dml::reference {

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
  unsigned elementBytes = input.getElementBytes();
  Sizes blocks = countBlocks(spatialSizes, window);
  int64_t resultElements = productOf(window.sizes) * productOf(blocks);
  // Rows are (c, k) and columns b, both row-major, within each n: the result in
  // memory order is n, c, k, b.
  forEachPart(result, planes, [&](int64_t plane) {
    char *to = result.data + plane * resultElements * elementBytes;
    const char *from = input.data + plane * planeElements * elementBytes;
    Sizes element(window.sizes.size(), 0);
    do {
      Sizes block(blocks.size(), 0);
      do {
        if (auto offset = locate(block, element, spatialSizes, window))
          std::memcpy(to, from + *offset * elementBytes, elementBytes);
        else
          std::memset(to, 0, elementBytes);
        to += elementBytes;
      } while (advance(block, blocks));
    } while (advance(element, window.sizes));
  });
}

} // namespace dml::reference
