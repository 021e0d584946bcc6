//===- UnfoldSuites.cpp - Benchmarks of unfold ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorCases.h"
#include "dml/IR/UnfoldSizes.h"

using namespace llvm;

namespace dml {
namespace {

/// A window that is the same in all spatial dimensions.
struct WindowShape {
  int64_t size;
  int64_t stride = 1;
  /// At either side.
  int64_t padding = 0;
  int64_t dilation = 1;
};

struct Shape {
  Sizes input;
  WindowShape window;
};

} // namespace

// clang-format off
static std::vector<Shape> getShapes(ShapeClass shapes) {
  switch (shapes) {
  case ShapeClass::Model:
    return {
      {{1, 64, 128, 128}, {3, 1, 1}},
      {{16, 64, 56, 56}, {3, 1, 1}},
      {{8, 3, 224, 224}, {7, 2, 3}},
      {{1, 64, 128, 128}, {3, 1, 2, 2}},
      {{16, 3, 224, 224}, {16, 16}},
      {{8, 64, 16384}, {9}},
      {{1, 16, 32, 64, 64}, {3}},
    };
  case ShapeClass::Small:
    return {
      {{1, 4, 12, 12}, {3, 1, 1}},
      {{2, 4, 8, 8}, {3, 1, 1}},
      {{1, 3, 12, 12}, {7, 2, 3}},
      {{1, 4, 12, 12}, {3, 1, 2, 2}},
      {{1, 3, 32, 32}, {16, 16}},
      {{1, 4, 128}, {9}},
      {{1, 2, 5, 8, 8}, {3}},
    };
  case ShapeClass::Large:
    return {
      {{16, 64, 128, 128}, {3, 1, 1}},
      {{16, 64, 128, 128}, {3, 1, 2, 2}},
      {{32, 3, 512, 512}, {7, 2, 3}},
      {{128, 3, 512, 512}, {16, 16}},
      {{64, 64, 4096}, {9, 1, 4}},
      {{1, 16, 32, 64, 64}, {3, 1, 1}},
    };
  case ShapeClass::LargeOdd:
    return {
      {{16, 64, 127, 127}, {3, 1, 1}},
      {{32, 3, 509, 509}, {7, 2, 3}},
      {{512, 3, 224, 224}, {16, 16}},
      {{64, 64, 4095}, {9, 1, 4}},
    };
  case ShapeClass::SmallGPU:
    return {
      {{1, 4, 32, 32}, {3, 1, 1}},
      {{1, 4, 32, 32}, {3, 1, 2, 2}},
      {{1, 1, 128, 64}, {7, 2, 3}},
      {{1, 1, 256, 256}, {16, 16}},
      {{1, 8, 256}, {9, 1, 4}},
      {{1, 2, 8, 16, 16}, {3, 1, 1}},
    };
  case ShapeClass::OddWidths:
    break;
  }
  std::vector<Shape> odd;
  for (int64_t width : kOddWidths) {
    int64_t height = getOddWidthHeight(width);
    odd.push_back({{1, 32, height, width}, {3, 1, 1}});
    odd.push_back({{1, 32, height, 2 * width}, {3, 2, 1}});
  }
  return odd;
}
// clang-format on

/// `unfold/8x3x224x224_k7_s2_p3/f32`.
static BenchmarkCase makeOneCase(SizesRef input, const WindowShape &window,
                                 ElementType type) {
  std::string shape = formatSizes(input) + "_k" + std::to_string(window.size);
  if (window.stride != 1)
    shape += "_s" + std::to_string(window.stride);
  if (window.padding != 0)
    shape += "_p" + std::to_string(window.padding);
  if (window.dilation != 1)
    shape += "_d" + std::to_string(window.dilation);
  BenchmarkCase result = makeCase("unfold", shape, type);

  size_t rank = input.size() - 2;
  Sizes sizes(rank, window.size), strides(rank, window.stride),
      dilations(rank, window.dilation), padding(rank, window.padding);
  Sizes output = cantFail(
      inferUnfoldSizes(input, {sizes, strides, dilations, padding, padding}));
  result.program =
      spellFunction(spellTensor(input, type), spellTensor(output, type),
                    "dml.unfold %0, window_sizes = " + spellArray(sizes) +
                        ", strides = " + spellArray(strides) +
                        ", dilations = " + spellArray(dilations) +
                        ", start_padding = " + spellArray(padding) +
                        ", end_padding = " + spellArray(padding));
  result.inputs = {spellRandom(input, type)};
  return result;
}

std::vector<BenchmarkCase> makeUnfoldCases(const SuitePart &part) {
  std::vector<BenchmarkCase> cases;
  for (const Shape &shape : getShapes(part.shapes))
    for (ElementType type : part.types)
      cases.push_back(
          makeOneCase(part.scale(shape.input, type), shape.window, type));
  return cases;
}

} // namespace dml
