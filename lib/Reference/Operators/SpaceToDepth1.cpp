//===- SpaceToDepth1.cpp - space_to_depth1 in plain loops -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/SpaceToDepth1.h"
#include "Parts.h"
#include "dml/IR/DMLEnums.h"
#include <cstring>

namespace dml::reference {

void spaceToDepth1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order) {
  int64_t batches = input.sizes[0], channels = input.sizes[1];
  int64_t height = input.sizes[2], width = input.sizes[3];
  unsigned elementBytes = input.getElementBytes();
  int64_t resultChannels = result.sizes[1];
  int64_t resultHeight = result.sizes[2], resultWidth = result.sizes[3];
  forEachPart(result, batches * resultChannels, [&](int64_t plane) {
    int64_t n = plane / resultChannels, channel = plane % resultChannels;
    // S4: the channels are (i, j, c) or (c, i, j).
    bool isDepthFirst = order == DepthSpaceOrder::DepthColumnRow;
    int64_t area = blockSize * blockSize;
    int64_t c = isDepthFirst ? channel % channels : channel / area;
    int64_t ij = isDepthFirst ? channel / channels : channel % area;
    int64_t i = ij / blockSize, j = ij % blockSize;
    char *to = result.data + plane * resultHeight * resultWidth * elementBytes;
    for (int64_t h = 0; h < resultHeight; ++h)
      for (int64_t w = 0; w < resultWidth; ++w) {
        int64_t from =
            ((n * channels + c) * height + h * blockSize + i) * width +
            w * blockSize + j;
        std::memcpy(to, input.data + from * elementBytes, elementBytes);
        to += elementBytes;
      }
  });
}

} // namespace dml::reference
