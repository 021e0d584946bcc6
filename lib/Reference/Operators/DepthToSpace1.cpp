//===- DepthToSpace1.cpp - depth_to_space1 in plain loops -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/DepthToSpace1.h"
#include "Parts.h"
#include "dml/IR/DMLEnums.h"
#include <cstring>

namespace dml::reference {

void depthToSpace1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order) {
  int64_t batches = input.sizes[0], channels = input.sizes[1];
  int64_t height = input.sizes[2], width = input.sizes[3];
  unsigned elementBytes = input.getElementBytes();
  int64_t resultChannels = result.sizes[1];
  int64_t resultHeight = height * blockSize, resultWidth = width * blockSize;
  forEachPart(result, batches * resultChannels, [&](int64_t plane) {
    int64_t n = plane / resultChannels, c = plane % resultChannels;
    char *to = result.data + plane * resultHeight * resultWidth * elementBytes;
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
        std::memcpy(to, input.data + from * elementBytes, elementBytes);
        to += elementBytes;
      }
  });
}

} // namespace dml::reference
