//===- WindowScheduleTest.cpp - Tests of sharing windows ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/WindowSchedule.h"
#include "CodeGen/TestNests.h"
#include "ThreadScheduleFixture.h"
#include "mlir/IR/Block.h"

using namespace dml;
using namespace mlir;

namespace {

class WindowScheduleTest : public test::ThreadScheduleFixture {
protected:
  WindowScheduleTest() {
    for (int i = 0; i < 3; ++i)
      block.addArgument(MemRefType::get({1}, f32), b.getUnknownLoc());
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

  Block block;
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

TEST_F(WindowScheduleTest, IndicesNeedWindowsThatShareMore) {
  // Four windows have 9 rows, with 12 apart.
  AccessNest nest = makePooling({8, 32, 32}, 3, 2, f32);
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "4 of 1");
  addIndices(nest);
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "");
  // Four windows have 6 rows.
  nest = makePooling({8, 32, 32}, 3, 1, f32);
  addIndices(nest);
  EXPECT_EQ(describe(chooseSharedSteps(nest, 1)), "4 of 1");
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

TEST_F(WindowScheduleTest, OverlappingWindowsShareRows) {
  EXPECT_TRUE(sharesRows(makePooling({8, 32, 31}, 3, 1, i8), 1));
  EXPECT_TRUE(sharesRows(makePooling({8, 36, 31}, 4, 2, i8), 1));
  // Two thirds of the rows of a window are its own.
  EXPECT_FALSE(sharesRows(makePooling({8, 32, 31}, 3, 2, i8), 1));
  EXPECT_FALSE(sharesRows(makePooling({8, 1, 31}, 3, 1, i8), 1));
  // Planes share nothing, nor do windows side by side.
  EXPECT_FALSE(sharesRows(makePooling({8, 32, 31}, 3, 1, i8), 0));
  EXPECT_FALSE(sharesRows(makePooling({8, 32, 31}, 3, 3, i8), 1));
  AccessNest indices = makePooling({8, 32, 31}, 3, 1, i8);
  addIndices(indices);
  EXPECT_FALSE(sharesRows(indices, 1));
}

TEST_F(WindowScheduleTest, WindowsSideBySideHaveStripsOfTwoWords) {
  AccessNest nest = makePooling({8, 32, 31}, 3, 2, f16);
  EXPECT_EQ(getWindowStrip(nest, 2, 2), 4);
  EXPECT_EQ(getWindowStrip(nest, 2, 1), 2);
  // Windows of one column have nothing side by side.
  AccessNest column = nest;
  llvm::erase_if(column.reads, [&](const Access &read) {
    return read.offset % nest.reads[3].offset != 0;
  });
  EXPECT_EQ(column.reads.size(), 3u);
  EXPECT_EQ(getWindowStrip(column, 2, 2), 2);
  EXPECT_EQ(getWindowStrip(makePooling({8, 32, 31}, 3, 2, f32), 1, 2), 1);
  // Rows of one element: those of neighbouring windows are far apart.
  EXPECT_EQ(getWindowStrip(makePooling({8, 32, 1}, 3, 1, f16), 2, 2), 2);
  // A result of no dimensions, and one of one element.
  AccessNest scalar = test::makeNest({}, {}, f16);
  scalar.isMove = false;
  EXPECT_EQ(getWindowStrip(scalar, 2, 2), 2);
  EXPECT_EQ(ThreadSchedule::choose(scalar, options).stripElements, 8);
  EXPECT_EQ(getWindowStrip(makePooling({1, 1, 1}, 3, 1, f16), 2, 2), 2);
  // Much code and two results.
  AccessNest large = makePooling({8, 32, 31}, 5, 2, f16);
  EXPECT_EQ(getWindowStrip(large, 2, 2), 4);
  addIndices(large);
  EXPECT_EQ(getWindowStrip(large, 2, 2), 2);
}

TEST_F(WindowScheduleTest, WindowsInRowsHaveStripsOfOneOrTwoWords) {
  EXPECT_EQ(printChoice(makePooling({64, 64, 113}, 3, 1, i8)),
            "strips of 8 elements, rows of 113 elements, in tiles of 944");
  EXPECT_EQ(printChoice(makePooling({64, 64, 113}, 4, 2, i8)),
            "strips of 8 elements, rows of 113 elements, in tiles of 944");
  // Halves with a stride read a word each, so they have no rows.
  EXPECT_EQ(printChoice(makePooling({64, 64, 113}, 4, 2, f16)),
            "strips of 2 elements");
  // Windows three apart have strips of a word.
  EXPECT_EQ(printChoice(makePooling({64, 64, 113}, 3, 3, i8)),
            "strips of 4 elements, rows of 113 elements, in tiles of 480");
  // Four halves are too few reads to leave vectors for.
  EXPECT_EQ(printChoice(makePooling({64, 64, 113}, 2, 1, f16)),
            "strips of 8 elements, rows of 113 elements, in tiles of 952");
  // Rows of whole words are steps.
  EXPECT_EQ(printChoice(makePooling({64, 64, 112}, 3, 1, i8)),
            "strips of 8 elements at 4 steps of dimension 1");
  EXPECT_EQ(printChoice(makePooling({64, 64, 112}, 3, 1, f16)),
            "strips of 4 elements at 4 steps of dimension 1");
  EXPECT_EQ(printChoice(makePooling({64, 64, 112}, 3, 2, i8)),
            "strips of 4 elements at 4 steps of dimension 1");
}

TEST_F(WindowScheduleTest, StripsOfWordsAreNotTransposed) {
  // The middle loop moves least. Two words are 8 of its 9 * 5 elements.
  AccessNest nest = makePooling({64, 9, 5}, 3, 2, i8);
  nest.reads.resize(4);
  for (auto [i, read] : llvm::enumerate(nest.reads)) {
    read.strides = {20, 1, 2};
    read.offset = i;
  }
  ThreadSchedule schedule = ThreadSchedule::choose(nest, options);
  EXPECT_FALSE(schedule.isTransposed);
  EXPECT_LE(schedule.stripElements, 8);
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
