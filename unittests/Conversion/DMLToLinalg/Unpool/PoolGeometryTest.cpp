//===- PoolGeometryTest.cpp - Pooling that sizes suggest ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <array>
#include <set>

using namespace dml;

namespace {

TEST(PoolGeometryTest, GuessesTheStride) {
  auto getStride = [](int64_t inputs, int64_t outputs) {
    return PoolAxis::guess(inputs, outputs)->stride;
  };
  EXPECT_EQ(getStride(128, 256), 2); // Windows of 2.
  EXPECT_EQ(getStride(56, 113), 2);  // An output that no window reaches.
  EXPECT_EQ(getStride(38, 75), 2);   // Windows of 3, padded by 1.
  EXPECT_EQ(getStride(7, 16), 2);    // Windows of 3.
  EXPECT_EQ(getStride(67, 270), 4);
  EXPECT_EQ(getStride(5, 5), 1);
  EXPECT_EQ(getStride(1, 9), 9);
}

// Windows are padded by up to a half. Some outputs may lie behind the last one.
TEST(PoolGeometryTest, WidestReachHasAllWindows) {
  for (int64_t window = 1; window <= 4; ++window)
    for (int64_t stride = 1; stride <= 4; ++stride)
      for (int64_t padding = 0; padding <= window / 2; ++padding)
        for (int64_t outputs = window; outputs <= 40; ++outputs) {
          int64_t inputs = (outputs + 2 * padding - window) / stride + 1;
          auto axis = PoolAxis::guess(inputs, outputs);
          // Of few inputs, other strides have the same sizes.
          if (inputs > 2 * std::max(window, stride))
            ASSERT_TRUE(axis && axis->stride == stride)
                << inputs << " to " << outputs;
          if (!axis || axis->stride != stride || inputs == 1)
            continue;
          // Homes include the padding of the axis already.
          int64_t counted = padding - axis->padding;
          int64_t last =
              std::min(window - 1 - counted, outputs - 1 + axis->padding);
          PoolReach widest = axis->getWidest();
          EXPECT_LE(widest.first, -counted);
          EXPECT_GE(widest.last, last)
              << window << " " << stride << " " << padding << " " << outputs;
        }
}

// Windows of up to 4 outputs whose stride is smaller by one than the guess.
TEST(PoolGeometryTest, WidestReachOfFewInputsHasASmallerStride) {
  unsigned numAxes = 0;
  for (int64_t window = 2; window <= 4; ++window)
    for (int64_t stride = 1; stride <= 4; ++stride)
      for (int64_t outputs = window + stride; outputs <= 40; ++outputs) {
        int64_t inputs = (outputs - window) / stride + 1;
        auto axis = PoolAxis::guess(inputs, outputs);
        if (!axis || axis->stride != stride + 1)
          continue;
        ++numAxes;
        PoolReach widest = axis->getWidest();
        for (int64_t i = 0; i < inputs; ++i) {
          int64_t home = i * axis->stride - axis->padding;
          EXPECT_LE(home + widest.first, i * stride)
              << window << " " << stride << " " << inputs << " " << outputs;
          EXPECT_GE(home + widest.last, i * stride + window - 1)
              << window << " " << stride << " " << inputs << " " << outputs;
        }
      }
  EXPECT_GT(numAxes, 10u);
}

// Several strides fit an axis with few inputs. The axis with more inputs
// decides between them.
TEST(PoolGeometryTest, TheLongerAxisSaysTheStrideOfTheShorterOne) {
  using Strides = std::pair<int64_t, int64_t>;
  auto getStrides = [](int64_t inputRows, int64_t inputColumns,
                       int64_t outputRows, int64_t outputColumns) {
    auto geometry = PoolGeometry::guess({1, 1, inputRows, inputColumns},
                                        {1, 1, outputRows, outputColumns});
    return Strides(geometry->rows.stride, geometry->columns.stride);
  };
  // Windows of 3 with stride 2, and one column behind the last one.
  EXPECT_EQ(getStrides(191, 4, 384, 10), Strides(2, 2));
  EXPECT_EQ(getStrides(4, 191, 10, 384), Strides(2, 2));
  // Windows of 4 with stride 4, and three columns behind the last one.
  EXPECT_EQ(getStrides(31, 5, 126, 23), Strides(4, 4));
  // A stride of 2 would leave six columns from the last input's position on.
  // Two strides, of four columns, are the most.
  EXPECT_EQ(getStrides(191, 4, 384, 12), Strides(2, 3));
  // Windows of 4 with stride 2, and one row behind the last one: four inputs
  // alone suggest a stride of 3.
  EXPECT_EQ(getStrides(4, 12, 11, 26), Strides(2, 2));
  // An axis with one input keeps its own stride, with which the input reaches
  // all outputs.
  EXPECT_EQ(getStrides(1, 80, 2, 80), Strides(2, 1));
  EXPECT_EQ(getStrides(1, 100, 3, 201), Strides(3, 2));
  // An axis that suggests padding keeps its own stride.
  EXPECT_EQ(getStrides(191, 4, 384, 7), Strides(2, 2));
}

TEST(PoolGeometryTest, EveryInputHasAHome) {
  for (int64_t inputs = 1; inputs <= 40; ++inputs)
    for (int64_t outputs = 1; outputs <= 130; ++outputs)
      if (auto axis = PoolAxis::guess(inputs, outputs))
        EXPECT_LT((inputs - 1) * axis->stride - axis->padding, outputs);
  EXPECT_FALSE(PoolAxis::guess(5, 3));
}

/// Whether the candidates of each output are all inputs that reach it, in
/// ascending order.
void checkCandidates(const PoolAxis &axis, PoolReach reach) {
  for (int64_t output = 0; output < axis.outputs; ++output) {
    std::set<int64_t> candidates;
    int64_t last = std::numeric_limits<int64_t>::min();
    for (int64_t i = 0; i < axis.getNumCandidates(reach); ++i) {
      int64_t input = llvm::divideFloorSigned(
          output + axis.getCandidateShift(reach, i), axis.stride);
      EXPECT_GE(input, last);
      last = input;
      candidates.insert(input);
    }
    for (int64_t input = 0; input < axis.inputs; ++input) {
      int64_t distance = output - input * axis.stride + axis.padding;
      if (distance >= reach.first && distance <= reach.last)
        EXPECT_TRUE(candidates.count(input))
            << input << " of " << axis.inputs << " reaches " << output << " of "
            << axis.outputs;
    }
  }
}

TEST(PoolGeometryTest, CandidatesAreWhatReachesAnOutput) {
  for (int64_t inputs = 1; inputs <= 12; ++inputs)
    for (int64_t outputs = 1; outputs <= 60; ++outputs)
      if (auto axis = PoolAxis::guess(inputs, outputs)) {
        for (PoolReach reach : axis->getReaches())
          checkCandidates(*axis, reach);
      }
}

TEST(PoolGeometryTest, WindowsOverlapAsTheOutputsBehindTheLastHomeSuggest) {
  auto getOverlap = [](int64_t inputs, int64_t outputs) {
    PoolReach reach = PoolAxis::guess(inputs, outputs)->getReaches().back();
    return std::pair<int, int>(reach.first, reach.last);
  };
  EXPECT_EQ(getOverlap(38, 75), std::pair(-1, 1));  // 3 with stride 2, padded.
  EXPECT_EQ(getOverlap(7, 15), std::pair(0, 2));    // 3 with stride 2.
  EXPECT_EQ(getOverlap(10, 22), std::pair(0, 3));   // 4 with stride 2,
  EXPECT_EQ(getOverlap(10, 23), std::pair(0, 3));   // and an output left.
  EXPECT_EQ(getOverlap(64, 64), std::pair(-1, 1));  // 3 with stride 1, padded.
  EXPECT_EQ(getOverlap(64, 65), std::pair(-1, 2));  // 4 with stride 1, padded,
  EXPECT_EQ(getOverlap(64, 63), std::pair(-1, 2));  // and 2 and 4 behind homes.
  EXPECT_EQ(getOverlap(984, 986), std::pair(0, 2)); // 3 with stride 1.
  EXPECT_EQ(getOverlap(717, 720), std::pair(0, 3)); // 4 with stride 1.
  EXPECT_EQ(getOverlap(100, 149), std::pair(0, 3)); // Not windows of 50.
}

TEST(PoolGeometryTest, EveryInputIsCheckedByPlace) {
  for (int64_t h = 1; h <= 5; ++h)
    for (int64_t w = 1; w <= 5; ++w)
      for (int64_t height = h; height <= 3 * h + 2; ++height)
        for (int64_t width = w; width <= 3 * w + 2; ++width) {
          auto geometry =
              PoolGeometry::guess({1, 3, h, w}, {1, 3, height, width});
          if (!geometry || !geometry->checksByPlace())
            continue;
          const PoolAxis &rows = geometry->rows, &columns = geometry->columns;
          std::set<std::array<int64_t, 3>> checked;
          for (int64_t place = 0; place < 3 * height * width; ++place)
            if (place % columns.stride == 0 &&
                (!geometry->checksInFirstRow() ||
                 place / width % height % rows.stride == 0))
              checked.insert({place / width / height,
                              place / width % height / rows.stride,
                              place % width / columns.stride});
          for (int64_t plane = 0; plane < 3; ++plane)
            for (int64_t row = 0; row < h; ++row)
              for (int64_t column = 0; column < w; ++column) {
                bool isCorner = row == h - 1 && column == w - 1;
                if (!isCorner || !geometry->leavesCorners())
                  EXPECT_TRUE(checked.count({plane, row, column}))
                      << h << "x" << w << " to " << height << "x" << width;
              }
        }
}

TEST(PoolGeometryTest, FractionsTellColumnsApart) {
  for (int64_t outputs : {2, 3, 7, 64, 255, 256, 1000, 15000}) {
    PoolAxis axis = {outputs, outputs, 1};
    int64_t factor = axis.getFractionFactor();
    int64_t rows =
        std::min<int64_t>(kFractions / outputs / outputs, 1'000'000 / outputs);
    for (int64_t position = 0; position < rows * outputs; ++position)
      ASSERT_EQ(position * factor % kFractions / factor, position % outputs)
          << position << " in rows of " << outputs;
  }
}

TEST(PoolGeometryTest, RefusesOtherSizes) {
  constexpr int64_t dynamic = mlir::ShapedType::kDynamic;
  EXPECT_TRUE(PoolGeometry::guess({2, 3, 4, 4}, {6, 1, 8, 8}));
  EXPECT_FALSE(PoolGeometry::guess({2, 3, 4, 4}, {2, 2, 8, 8}));
  EXPECT_FALSE(PoolGeometry::guess({2, 3, dynamic, 4}, {2, 3, 8, 8}));
  // Planes and positions that overflow.
  int64_t huge = int64_t(1) << 40;
  EXPECT_FALSE(PoolGeometry::guess({huge, huge, 1, 1}, {huge, huge, 1, 1}));
  EXPECT_FALSE(PoolGeometry::guess({1, 1, huge, 1}, {1, 1, huge, 1}));
  EXPECT_FALSE(PoolGeometry::guess({1, 1, 1, 1}, {1, 1, huge, huge}));
  // More elements than a tensor may have (T2).
  constexpr int64_t half = 1 << 13, size = 1 << 14;
  EXPECT_TRUE(PoolGeometry::guess({1, 15, half, half}, {1, 15, size, size}));
  EXPECT_FALSE(PoolGeometry::guess({1, 16, half, half}, {1, 16, size, size}));
  // Rows so long that a factor does not tell columns apart; one has no need to.
  EXPECT_FALSE(PoolGeometry::guess({1, 1, 8, size}, {1, 1, 16, 2 * size}));
  EXPECT_TRUE(PoolGeometry::guess({1, 1, 1, size}, {1, 1, 1, 2 * size}));
}

} // namespace
