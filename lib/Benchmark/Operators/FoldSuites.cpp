//===- FoldSuites.cpp - Benchmarks of fold --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowShapes.h"

namespace dml {

// clang-format off
static std::vector<WindowShape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{1, 64, 128, 128}, 3, 1, 1},
      {{16, 64, 56, 56}, 3, 1, 1},
      {{16, 64, 56, 56}, 3, 1, 1, 1, Layout::ChannelsLast},
      {{8, 3, 224, 224}, 7, 2, 3},
      {{1, 64, 128, 128}, 3, 1, 2, 2},
      {{16, 3, 224, 224}, 16, 16},
      {{8, 64, 16384}, 9},
    };
  case ShapeClass::Small:
    return {
      {{1, 4, 12, 12}, 3, 1, 1},
      {{1, 4, 12, 12}, 3, 1, 1, 1, Layout::ChannelsLast},
      {{1, 3, 12, 12}, 7, 2, 3},
      {{1, 4, 12, 12}, 3, 1, 2, 2},
      {{1, 3, 32, 32}, 16, 16},
      {{1, 4, 128}, 9},
      {{1, 2, 5, 8, 8}, 3},
    };
  case ShapeClass::Large:
    return {
      {{16, 64, 128, 128}, 3, 1, 1},
      {{16, 64, 128, 128}, 3, 1, 1, 1, Layout::ChannelsLast},
      {{32, 3, 512, 512}, 7, 2, 3},
      {{128, 3, 512, 512}, 16, 16},
      {{64, 64, 4096}, 9, 1, 4},
    };
  case ShapeClass::LargeOdd:
    return {
      {{16, 64, 127, 127}, 3, 1, 1},
      {{512, 3, 224, 224}, 16, 16},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 4, 32, 32}, 3, 1, 1},
      {{1, 1, 256, 256}, 16, 16},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<WindowShape> odd;
  for (int64_t width : kOddWidths)
    odd.push_back({{1, 32, getOddWidthHeight(width), width}, 3, 1, 1});
  return odd;
}
// clang-format on

std::vector<BenchmarkCase> makeFoldCases(const SuitePart &part) {
  return makeWindowCases("fold", getShapes(part.shapes), part,
                         WindowSide::Input);
}

std::optional<BenchmarkCase> drawFoldCase(CaseDraw &draw) {
  return drawWindowCase("fold", draw, WindowSide::Input);
}

} // namespace dml
