//===- UnpoolBlockShapeTest.cpp - Tests of blocks and their inputs --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every input must be in one of the ranges of each block that has an element in
// its reach, and in one only: the kernels count what they find.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Unpool/UnpoolBlockShape.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

struct Sizes {
  int64_t planes, inputRows, inputs, rows, elements, elementBytes;
  int64_t channels = 1;
};

UnpoolBlockShape::Limits getLimits(const Sizes &sizes, int64_t maxElements) {
  static const auto fits = [](int64_t) { return true; };
  return {maxElements, 64, fits, 4 + sizes.elementBytes, sizes.elementBytes};
}

std::optional<PooledRows> getRows(const Sizes &sizes) {
  std::optional<PoolGeometry> geometry =
      PoolGeometry::guess({sizes.planes, 1, sizes.inputRows, sizes.inputs},
                          {sizes.planes, 1, sizes.rows, sizes.elements});
  if (!geometry)
    return std::nullopt;
  return PooledRows{*geometry, sizes.channels, 16 / sizes.elementBytes};
}

class Coverage {
public:
  Coverage(const PooledRows &pooled, const UnpoolBlockShape &shape)
      : pooled(pooled), shape(shape) {}

  /// In how many ranges of its quads the block of an element has an input.
  int64_t count(int64_t row, int64_t column, int64_t input) {
    // A vector belongs to the row and the segment that it begins in.
    int64_t element = row * pooled.getElements() + column;
    int64_t begin = element - element % pooled.vectorLength;
    int64_t block =
        shape.isRun()
            ? element / shape.columns
            : begin / pooled.getElements() / shape.rows * shape.segments +
                  begin % pooled.getElements() / shape.columns;
    std::pair<int64_t, int64_t> bounds = {
        getFirstBound(a, pooled, shape, block),
        getEndBound(a, pooled, shape, block)};
    int64_t numRanges = shape.isRun() ? 1 : bounds.second - bounds.first + 1;
    int64_t found = 0;
    for (int64_t number = 0; number < numRanges; ++number) {
      auto [first, end] =
          getInputRange(a, pooled, shape, block, bounds, number);
      int64_t firstOfQuads = first / 4 * 4;
      found += input >= first && input < end &&
               input < firstOfQuads + 4 * shape.quadsOfRange;
    }
    return found;
  }

  void check() {
    const PoolAxis &rows = pooled.geometry.rows;
    const PoolAxis &columns = pooled.geometry.columns;
    PoolReach down = rows.getWidest(), across = columns.getWidest();
    for (int64_t input = 0; input < pooled.getNumInputs(); ++input) {
      int64_t pixel = input / pooled.channels;
      int64_t channel = input % pooled.channels;
      int64_t plane = pixel / columns.inputs / rows.inputs;
      int64_t homeRow =
          pixel / columns.inputs % rows.inputs * rows.stride - rows.padding;
      int64_t home = pixel % columns.inputs * columns.stride - columns.padding;
      for (int64_t i = down.first; i <= down.last; ++i) {
        for (int64_t j = across.first; j <= across.last; ++j) {
          int64_t row = homeRow + i, column = home + j;
          if (row < 0 || row >= rows.outputs || column < 0 ||
              column >= columns.outputs)
            continue;
          ASSERT_EQ(count(plane * rows.outputs + row,
                          column * pooled.channels + channel, input),
                    1)
              << "input " << input << ", row " << row << ", column " << column;
        }
      }
    }
  }

private:
  const PooledRows &pooled;
  const UnpoolBlockShape &shape;
  KnownArithmetic a;
};

/// Returns the number of segments, or 0 if there are no blocks.
int64_t checkCoverage(const Sizes &sizes, int64_t maxElements) {
  SCOPED_TRACE(testing::Message()
               << sizes.planes << " planes of " << sizes.inputRows << "x"
               << sizes.inputs << " to " << sizes.rows << "x" << sizes.elements
               << ", " << sizes.channels << " channels, " << sizes.elementBytes
               << " bytes, " << maxElements);
  std::optional<PooledRows> pooled = getRows(sizes);
  if (!pooled)
    return 0;
  std::optional<UnpoolBlockShape> shape =
      UnpoolBlockShape::choose(*pooled, getLimits(sizes, maxElements));
  if (!shape)
    return 0;
  Coverage(*pooled, *shape).check();
  return shape->segments;
}

TEST(UnpoolBlockShape, HasInputsOfItsElementsOnce) {
  int64_t numWithSegments = 0;
  for (int64_t stride : {1, 2, 3})
    for (int64_t window : {2, 3, 4})
      for (int64_t padding : {0, 1})
        for (int64_t inputs : {5, 33, 150})
          for (int64_t elementBytes : {1, 4, 8})
            for (int64_t rest : {0, 1}) {
              auto getOutputs = [&](int64_t inputs) {
                return (inputs - 1) * stride + window - 2 * padding + rest;
              };
              for (int64_t maxElements : {256, 1024})
                numWithSegments +=
                    checkCoverage({2, 7, inputs, getOutputs(7),
                                   getOutputs(inputs), elementBytes},
                                  maxElements) > 1;
            }
  EXPECT_GT(numWithSegments, 20);
}

TEST(UnpoolBlockShape, HasInputsOfChannelsLastOnce) {
  int64_t numWithSegments = 0;
  for (int64_t stride : {1, 2, 3})
    for (int64_t window : {2, 3, 4})
      for (int64_t channels : {3, 5, 16, 33, 300})
        for (int64_t inputs : {5, 18})
          for (int64_t elementBytes : {1, 4, 8}) {
            auto getOutputs = [&](int64_t inputs) {
              return (inputs - 1) * stride + window;
            };
            numWithSegments +=
                checkCoverage({2, 3, inputs, getOutputs(3), getOutputs(inputs),
                               elementBytes, channels},
                              1024) > 1;
          }
  EXPECT_GT(numWithSegments, 20);
}

TEST(UnpoolBlockShape, DividesWideRowsOnly) {
  std::optional<PooledRows> wide = getRows({4, 400, 400, 802, 802, 4});
  std::optional<UnpoolBlockShape> shape =
      UnpoolBlockShape::choose(*wide, getLimits({0, 0, 0, 0, 0, 4}, 2048));
  ASSERT_TRUE(shape);
  EXPECT_GT(shape->segments, 1);
  EXPECT_GT(shape->rows, 4);

  std::optional<PooledRows> narrow = getRows({64, 14, 14, 28, 28, 4});
  shape =
      UnpoolBlockShape::choose(*narrow, getLimits({0, 0, 0, 0, 0, 4}, 2048));
  ASSERT_TRUE(shape);
  EXPECT_TRUE(shape->isRun());
  EXPECT_EQ(shape->columns, 2048);
}

} // namespace
