//===- UnpoolBlockShapeTest.cpp - Tests of blocks and their inputs --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every input must be in a quad of one thread of each block that has an element
// in its reach, and of one only: the kernels count what they find. No thread
// may load what does not exist.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Unpool/UnpoolBlockShape.h"
#include "gtest/gtest.h"
#include <map>
#include <vector>

using namespace dml;

namespace {

constexpr int64_t kWorkgroupSize = 64;

struct Sizes {
  int64_t planes, inputRows, inputs, rows, elements, elementBytes;
  int64_t channels = 1;
};

UnpoolBlockShape::Limits getLimits(const Sizes &sizes, int64_t maxElements) {
  static const auto fits = [](int64_t) { return true; };
  return {maxElements, kWorkgroupSize, fits, 4 + sizes.elementBytes,
          sizes.elementBytes};
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

  /// How often the threads of the block of an element have an input.
  int64_t count(int64_t row, int64_t column, int64_t input) {
    // A vector belongs to the row and the segment that it begins in.
    int64_t element = row * pooled.getElements() + column;
    int64_t begin = element - element % pooled.vectorLength;
    return getCounts(
        shape.isRun()
            ? element / shape.columns
            : begin / pooled.getElements() / shape.rows * shape.segments +
                  begin % pooled.getElements() / shape.columns)[input];
  }

  /// The same of all inputs, for a block. What threads load must exist.
  std::vector<int64_t> &getCounts(int64_t block) {
    std::vector<int64_t> &counts = countsOfBlocks[block];
    if (!counts.empty())
      return counts;
    counts.resize(pooled.getNumInputs());
    std::pair<int64_t, int64_t> bounds = {
        getFirstBound(a, pooled, shape, block),
        getEndBound(a, pooled, shape, block)};
    for (int64_t i = 0; i < kWorkgroupSize * shape.quadsPerThread; ++i) {
      auto quad = getInputQuad(a, pooled, shape, block, bounds, i);
      EXPECT_LT(4 * quad.loaded, pooled.getNumInputs());
      for (int64_t input = 4 * quad.number; input < 4 * quad.number + 4;
           ++input)
        if (quad.exists && input < pooled.getNumInputs() &&
            (shape.isRun() || (input >= quad.begin && input < quad.end)))
          ++counts[input];
    }
    return counts;
  }

  void check() {
    for (int64_t block = 0; block < shape.getNumBlocks(pooled); ++block)
      getCounts(block);
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
  std::map<int64_t, std::vector<int64_t>> countsOfBlocks;
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
  EXPECT_EQ(shape->columns, 1920);
}

TEST(UnpoolBlockShape, RunsEndWhereThreadsNeedAnotherQuad) {
  // A block of 4096 halves has a few inputs more than 256 threads hold in a
  // quad each.
  Sizes sizes = {22, 65, 65, 131, 131, 2};
  UnpoolBlockShape::Limits limits = getLimits(sizes, 4096);
  limits.workgroupSize = 256;
  std::optional<UnpoolBlockShape> shape =
      UnpoolBlockShape::choose(*getRows(sizes), limits);
  ASSERT_TRUE(shape);
  EXPECT_TRUE(shape->isRun());
  EXPECT_EQ(shape->quadsPerThread, 1);
  EXPECT_LT(shape->columns, 4096);
  EXPECT_GT(shape->columns, 3072);
  // Windows that are three elements apart leave quads for all of them.
  sizes = {64, 14, 14, 42, 42, 2};
  shape = UnpoolBlockShape::choose(*getRows(sizes), limits);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->columns, 4096);
}

TEST(UnpoolBlockShape, ManyInputsLeaveFewRows) {
  // Windows that are one element apart, 16 channels of f32.
  Sizes sizes = {1, 40, 256, 42, 258, 4, /*channels=*/16};
  std::optional<PooledRows> pooled = getRows(sizes);
  std::optional<UnpoolBlockShape> shape =
      UnpoolBlockShape::choose(*pooled, getLimits(sizes, 512));
  ASSERT_TRUE(shape);
  EXPECT_LT(shape->getNumElements(), 512);
  EXPECT_EQ(checkCoverage({1, 4, 40, 6, 42, 4, 16}, 512), 11);
  // Four channels of bytes: 1032 elements of a row leave 8 behind segments of
  // any power of two.
  sizes = {1, 40, 256, 42, 258, 1, /*channels=*/4};
  pooled = getRows(sizes);
  UnpoolBlockShape::Limits limits = getLimits(sizes, 2048);
  limits.workgroupSize = 256;
  shape = UnpoolBlockShape::choose(*pooled, limits);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->columns % 16, 0);
  EXPECT_GE(1032 % shape->columns, 16);
}

} // namespace
