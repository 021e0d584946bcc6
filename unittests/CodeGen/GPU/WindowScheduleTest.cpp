//===- WindowScheduleTest.cpp - Tests of sharing windows ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/WindowSchedule.h"
#include "CodeGen/TestNests.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;

namespace {

class WindowScheduleTest : public testing::Test {
protected:
  WindowScheduleTest() {
    for (int i = 0; i < 3; ++i)
      block.addArgument(b.getIndexType(), b.getUnknownLoc());
  }

  /// Poolings of planes: `window` elements of each dimension with a stride.
  AccessNest makePooling(ArrayRef<int64_t> sizes, int64_t window,
                         int64_t stride, Type type, int64_t channels = 1) {
    int64_t rowElements = (sizes[2] * stride + window) * channels;
    SmallVector<int64_t> strides = {rowElements * sizes[1] * stride,
                                    rowElements * stride, stride * channels};
    if (channels > 1)
      strides.push_back(1);
    AccessNest nest = test::makeNest(sizes, strides, type);
    nest.isMove = false;
    nest.writes.front().buffer = block.getArgument(0);
    Access read = nest.reads.front();
    read.buffer = block.getArgument(1);
    read.offset = 0;
    nest.reads.clear();
    for (int64_t row = 0; row < window; ++row)
      for (int64_t column = 0; column < window; ++column) {
        nest.reads.push_back(read);
        nest.reads.back().offset = row * rowElements + column * channels;
      }
    return nest;
  }

  void addIndices(AccessNest &nest) {
    Access indices = nest.writes.front();
    indices.buffer = block.getArgument(2);
    nest.writes.push_back(indices);
  }

  static std::string describe(std::optional<ThreadSchedule::Repeated> steps) {
    return steps ? std::to_string(steps->steps) + " of " +
                       std::to_string(steps->dim)
                 : "";
  }

  MLIRContext context;
  Builder b{&context};
  Block block;
  Type f32 = b.getF32Type(), f16 = b.getF16Type(), i64 = b.getI64Type();
};

TEST_F(WindowScheduleTest, OverlappingRowsAreShared) {
  AccessNest nest = makePooling({8, 32, 31}, 3, 2, f32);
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "4 of 1");
  // Strips have to end with rows.
  EXPECT_EQ(describe(chooseSharedSteps(nest, 2)), "");
  AccessNest even = makePooling({8, 32, 32}, 3, 2, f16);
  EXPECT_EQ(describe(chooseSharedSteps(even, 2)), "4 of 1");
  // There are no more rows.
  AccessNest low = makePooling({8, 3, 31}, 3, 2, f32);
  EXPECT_EQ(describe(chooseSharedSteps(low, 1)), "3 of 1");
}

TEST_F(WindowScheduleTest, GroupsHaveAboutAsManySteps) {
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 9, 31}, 3, 1, f32), 1)),
            "3 of 1");
  // Two groups of 3 steps read as much as 5 steps apart.
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 5, 31}, 3, 2, f32), 1)),
            "");
}

TEST_F(WindowScheduleTest, WindowsThatShareLittleAreNot) {
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 32, 31}, 3, 3, f32), 1)),
            "");
  // One row of five.
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 32, 31}, 5, 4, f32), 1)),
            "");
}

TEST_F(WindowScheduleTest, ReadsOfOnePlaceShareNothing) {
  AccessNest nest = makePooling({8, 32, 31}, 2, 2, f32);
  for (Access &read : nest.reads)
    read.offset = 0;
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "");
  // An operand that is the same for all rows is no window of them either.
  AccessNest scaled = makePooling({8, 32, 31}, 2, 2, f32);
  Access perPlane = scaled.reads.front();
  perPlane.buffer = block.getArgument(2);
  perPlane.strides = {1, 0, 0};
  scaled.reads.assign(5, perPlane);
  for (auto [i, read] : llvm::enumerate(scaled.reads))
    read.offset = i * 8;
  EXPECT_EQ(describe(chooseSharedSteps(scaled, 1)), "");
}

TEST_F(WindowScheduleTest, RegistersLimitSteps) {
  AccessNest wide = makePooling({8, 32, 31}, 4, 2, i64);
  EXPECT_EQ(describe(chooseSharedSteps(wide, 1)), "3 of 1");
  addIndices(wide);
  EXPECT_EQ(describe(chooseSharedSteps(wide, 1)), "");
}

TEST_F(WindowScheduleTest, NeighboursWriteSideBySide) {
  // Neighbouring columns share as much as rows do. But threads along 8 channels
  // write only 32 bytes side by side.
  EXPECT_EQ(
      describe(chooseSharedSteps(makePooling({8, 32, 32, 8}, 3, 2, f32, 8), 1)),
      "4 of 1");
  EXPECT_EQ(describe(chooseSharedSteps(
                makePooling({8, 32, 32, 32}, 3, 2, f32, 32), 1)),
            "4 of 2");
  // Less than a sector, and few reads for few bytes.
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 32, 7}, 3, 2, f32), 1)),
            "");
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 32, 9}, 3, 2, f32), 1)),
            "4 of 1");
  EXPECT_EQ(describe(chooseSharedSteps(makePooling({8, 32, 9}, 2, 1, f32), 1)),
            "");
}

TEST_F(WindowScheduleTest, NothingIsComputedTwiceThatSeesResults) {
  AccessNest nest = makePooling({8, 32, 31}, 3, 2, f32);
  AccessNest inPlace = nest;
  inPlace.reads.back().buffer = block.getArgument(0);
  EXPECT_EQ(describe(chooseSharedSteps(inPlace, 1)), "");
  nest.seesOldResults = true;
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "");
}

} // namespace
