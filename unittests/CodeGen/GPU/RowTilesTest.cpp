//===- RowTilesTest.cpp - Tests of tiles of rows --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/RowTiles.h"
#include "CodeGen/TestNests.h"
#include "ThreadScheduleFixture.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;

namespace {

class RowTilesTest : public test::ThreadScheduleFixture {
protected:
  bool isTiled(const AccessNest &nest) { return choose(nest).tileElements > 0; }
};

TEST_F(RowTilesTest, RowsThatEndWithinVectors) {
  ThreadSchedule schedule = choose(makeNest({64, 97}, {128, 1}, i8));
  EXPECT_EQ(schedule.stripElements, 16);
  ASSERT_TRUE(schedule.rows);
  EXPECT_EQ(schedule.rows->firstDim, 1u);
  // The last strip has one byte.
  EXPECT_EQ(schedule.getStripsPerRow(), 7);
  // 17 rows have 119 strips, and 95 bytes of others are in up to 8.
  EXPECT_EQ(schedule.tileElements, 1744);
  EXPECT_EQ(schedule.workgroupSize, 128);
  EXPECT_FALSE(isTiled(makeNest({64, 112}, {128, 1}, i8)));
  EXPECT_TRUE(isTiled(makeNest({64, 97}, {128, 1}, f32)));
  // One row after the other is one row.
  EXPECT_FALSE(isTiled(makeNest({64, 97}, {97, 1}, i8)));
}

TEST_F(RowTilesTest, TilesFitTheWorkgroupsMemory) {
  options.maxWorkgroupMemory = 1024;
  ThreadSchedule schedule = choose(makeNest({64, 97}, {128, 1}, i8));
  EXPECT_GT(schedule.tileElements, 0);
  EXPECT_LE(4 * getTileWords(schedule, 1), 1024);
  // Of several results, all tiles.
  options.maxWorkgroupMemory = 2048;
  AccessNest nest = makeNest({64, 97}, {128, 1}, i8);
  nest.isMove = false;
  nest.writes.push_back(nest.writes.front());
  nest.writes.back().elementType = b.getF64Type();
  schedule = choose(nest);
  EXPECT_GT(schedule.tileElements, 0);
  EXPECT_LE(4 * (getTileWords(schedule, 1) + getTileWords(schedule, 8)), 2048);
}

TEST_F(RowTilesTest, ShortRowsOfPermutations) {
  // Rows of 51 bytes, every second one of the source.
  EXPECT_TRUE(isTiled(makeNest({64, 2, 51}, {102, 1, 2}, i8)));
  // A window that leaves elements out.
  EXPECT_FALSE(isTiled(makeNest({64, 2, 51}, {256, 1, 2}, i8)));
  // A third of what strips compute would be behind the ends of rows.
  EXPECT_FALSE(isTiled(makeNest({64, 2, 35}, {70, 1, 2}, i8)));
}

TEST_F(RowTilesTest, StepsThatShareReads) {
  // Two steps of the even and the odd elements of rows, in planes of 12 x 113.
  AccessNest nest = makeNest({8, 2, 12, 113}, {2712, 1, 226, 2}, f16);
  ThreadSchedule schedule = choose(nest);
  ASSERT_TRUE(schedule.repeated);
  EXPECT_EQ(schedule.repeated->dim, 1);
  EXPECT_EQ(schedule.repeated->steps, 2);
  EXPECT_EQ(schedule.getNumSteps(), 2);
  EXPECT_EQ(getPlaneElements(schedule, {8, 2, 12, 113}), 12 * 113);
  // A strip and a vector, since a plane begins anywhere in one.
  EXPECT_EQ(getElementsBeforeTile(schedule), 16 + 16);
  // All steps have tiles in workgroup memory.
  options.maxWorkgroupMemory = 1024;
  schedule = choose(nest);
  ASSERT_TRUE(schedule.repeated);
  EXPECT_LE(2 * 4 * getTileWords(schedule, 2), 1024);
  options.maxWorkgroupMemory = 1 << 15;
  // Eight steps at most, and as many in each tile.
  nest = makeNest({8, 12, 30, 113}, {12 * 3390, 1, 12 * 113, 12}, i8);
  EXPECT_EQ(choose(nest).getNumSteps(), 6);
  nest = makeNest({8, 16, 30, 113}, {16 * 3390, 1, 16 * 113, 16}, i8);
  EXPECT_EQ(choose(nest).getNumSteps(), 8);
  nest = makeNest({8, 13, 30, 113}, {13 * 3390, 1, 13 * 113, 13}, i8);
  EXPECT_TRUE(isTiled(nest));
  EXPECT_FALSE(choose(nest).repeated);
  // Windows that overlap.
  nest = makeNest({8, 3, 3, 97}, {297, 1, 99, 1}, i8);
  EXPECT_TRUE(isTiled(nest));
  EXPECT_FALSE(choose(nest).repeated);
}

TEST_F(RowTilesTest, TilesWithStepsHaveAThreadForEachStrip) {
  // Wherever a tile begins in a row, and by however many elements planes begin
  // behind a whole vector.
  int64_t numSchedules = 0;
  for (int64_t columns = 97; columns < 400; ++columns) {
    int64_t plane = 101 * columns;
    ThreadSchedule schedule =
        choose(makeNest({2, 2, 2, 101, columns},
                        {4 * plane, 2 * columns, 1, 4 * columns, 2}, f32));
    if (!schedule.repeated || schedule.tileElements == 0)
      continue;
    ++numSchedules;
    auto getStrip = [&](int64_t element) {
      return element / columns * schedule.getStripsPerRow() +
             element % columns / schedule.stripElements;
    };
    int64_t mostStrips = 0, tile = schedule.tileElements;
    for (int64_t begin = 0; begin < plane; begin += tile)
      for (int64_t shift = 0; shift < 4; ++shift) {
        int64_t last = std::min(begin + shift + tile, plane) - 1;
        mostStrips = std::max(mostStrips, getStrip(last) - getStrip(begin) + 1);
      }
    EXPECT_LE(mostStrips, schedule.workgroupSize) << columns << " columns";
  }
  EXPECT_GT(numSchedules, 200);
}

TEST_F(RowTilesTest, ShortPlanesHaveNoSteps) {
  // With two planes of 51 bytes, a tile without steps has more elements.
  ThreadSchedule schedule = choose(makeNest({640, 2, 51}, {102, 1, 2}, i8));
  EXPECT_GT(schedule.tileElements, 1024);
  EXPECT_FALSE(schedule.repeated);
}

TEST_F(RowTilesTest, LongRowsOfWindowsAreWrittenFromRegisters) {
  EXPECT_FALSE(isTiled(makeNest({3, 61, 131}, {1, 133, 1}, i8)));
  EXPECT_TRUE(isTiled(makeNest({3, 61, 127}, {1, 129, 1}, i8)));
}

TEST_F(RowTilesTest, StripsOfPeriods) {
  AccessNest nest = makeNest({64, 128}, {0, 1}, i8);
  nest.isMove = false;
  nest.reads.front().divisions = {{0, 1}, {0, 3}};
  EXPECT_EQ(choose(nest).stripElements, 12);
  EXPECT_TRUE(isTiled(nest));
  // One period at least.
  nest.reads.front().divisions = {{0, 1}, {0, 11}};
  EXPECT_EQ(choose(nest).stripElements, 44);
  nest.reads.front().divisions = {{0, 1}, {0, 40}};
  EXPECT_FALSE(isTiled(nest));
  // Of all reads.
  nest.reads.front().divisions = {{0, 1}, {0, 3}};
  nest.reads.push_back(nest.reads.front());
  nest.reads.back().divisions = {{0, 1}, {0, 2}};
  EXPECT_EQ(choose(nest).period, 6);
  EXPECT_EQ(choose(nest).stripElements, 24);
  // That many elements of 40 reads would take many registers.
  nest.reads.resize(40, nest.reads.front());
  EXPECT_FALSE(isTiled(nest));
}

TEST_F(RowTilesTest, StripsOfPeriodsOfWiderElements) {
  auto makePeriods = [&](int64_t row, int64_t divisor, size_t numReads,
                         Type element) {
    AccessNest nest = makeNest({64, row}, {0, 1}, element);
    nest.isMove = false;
    nest.reads.front().divisions = {{0, 1}, {0, divisor}};
    nest.reads.resize(numReads, nest.reads.front());
    return nest;
  };
  // Two halves of each remainder are a word.
  EXPECT_EQ(choose(makePeriods(128, 4, 8, f16)).stripElements, 16);
  EXPECT_EQ(choose(makePeriods(128, 4, 8, f16)).period, 4);
  EXPECT_EQ(choose(makePeriods(130, 22, 1, f16)).stripElements, 44);
  // Strips with more reads take long to compile. Short periods are faster only
  // with few reads.
  EXPECT_EQ(choose(makePeriods(128, 4, 9, f16)).stripElements, 8);
  EXPECT_EQ(choose(makePeriods(128, 4, 17, f16)).stripElements, 8);
  EXPECT_FALSE(isTiled(makePeriods(128, 4, 18, f16)));
  EXPECT_TRUE(isTiled(makePeriods(128, 3, 4, f16)));
  EXPECT_FALSE(isTiled(makePeriods(128, 3, 5, f16)));
  EXPECT_TRUE(isTiled(makePeriods(128, 3, 5, i8)));
  // 28 halves are three strips of 12.
  EXPECT_FALSE(isTiled(makePeriods(28, 6, 9, f16)));
  EXPECT_TRUE(isTiled(makePeriods(31, 6, 9, f16)));
  // Of bytes, up to half as much again.
  EXPECT_EQ(choose(makePeriods(112, 13, 1, i8)).period, 13);
  EXPECT_EQ(choose(makePeriods(68, 13, 1, i8)).period, 1);
  EXPECT_FALSE(isTiled(makePeriods(128, 4, 1, f32)));
}

TEST_F(RowTilesTest, SeveralResultsHaveRowsOfAnyLength) {
  AccessNest nest = makeNest({64, 29}, {31, 1}, i8);
  nest.isMove = false;
  nest.writes.push_back(nest.writes.front());
  nest.writes.back().elementType = b.getI32Type();
  EXPECT_EQ(choose(nest).stripElements, 4);
  EXPECT_TRUE(isTiled(nest));
  // What an operation combines is in no tile.
  nest.writes.back().combiner = arith::AtomicRMWKind::maxu;
  EXPECT_FALSE(isTiled(nest));
}

} // namespace
