//===- ThreadScheduleTest.cpp - Tests of choosing threads' work -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/TestNests.h"
#include "ThreadScheduleFixture.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;

namespace {

using ThreadScheduleTest = test::ThreadScheduleFixture;

TEST_F(ThreadScheduleTest, ACopyTakesVectors) {
  ThreadSchedule floats = choose(makeNest({64, 64}, {64, 1}, f32));
  EXPECT_EQ(floats.stripElements, 4);
  EXPECT_FALSE(floats.isTransposed || floats.repeated || floats.rows);
  EXPECT_EQ(floats.workgroupSize, 128);
  EXPECT_EQ(choose(makeNest({64, 64}, {64, 1}, i8)).stripElements, 16);
}

TEST_F(ThreadScheduleTest, RowsThatVectorsCrossAreComputedAsRows) {
  // Three windows of rows of 203 bytes.
  ThreadSchedule schedule = choose(makeNest({3, 61, 203}, {1, 205, 1}, i8));
  ASSERT_TRUE(schedule.rows);
  EXPECT_EQ(schedule.rows->firstDim, 2u);
  EXPECT_EQ(schedule.rows->getNumElements(), 203);
  EXPECT_EQ(schedule.tileElements, 0);
  EXPECT_FALSE(choose(makeNest({3, 64, 112}, {1, 114, 1}, i8)).rows);
}

TEST_F(ThreadScheduleTest, ShortRowsOfWordsEndTooOften) {
  EXPECT_FALSE(choose(makeNest({64, 95}, {128, 1}, f32)).rows);
  AccessNest nest = makeNest({64, 33}, {64, 1}, f32);
  nest.isMove = false;
  EXPECT_TRUE(choose(nest).rows);
  nest = makeNest({64, 31}, {64, 1}, f32);
  nest.isMove = false;
  EXPECT_FALSE(choose(nest).rows);
}

TEST_F(ThreadScheduleTest, ShortRowsOfComputedBytesHaveStripsOfAWord) {
  AccessNest nest = makeNest({64, 47}, {64, 1}, i8);
  nest.isMove = false;
  EXPECT_EQ(choose(nest).stripElements, 4);
  // Rows of 4 vectors, rows of whole vectors, and elements that are words.
  nest = makeNest({64, 65}, {128, 1}, i8);
  nest.isMove = false;
  EXPECT_EQ(choose(nest).stripElements, 16);
  nest = makeNest({64, 32}, {64, 1}, i8);
  nest.isMove = false;
  EXPECT_EQ(choose(nest).stripElements, 16);
  nest = makeNest({64, 7}, {64, 1}, f32);
  nest.isMove = false;
  EXPECT_EQ(choose(nest).stripElements, 4);
  // Strips of two f16 elements would store 8 bytes of f32, half a vector.
  nest = makeNest({64, 97}, {128, 1}, f16);
  nest.isMove = false;
  nest.writes.push_back(makeNest({64, 97}, {128, 1}, f32).writes.front());
  EXPECT_EQ(choose(nest).stripElements, 8);
}

TEST_F(ThreadScheduleTest, ElementsBesideWiderOnesHaveStripsOfAWord) {
  auto chooseStrip = [&](Type result, Type read, int64_t stride,
                         int64_t divisor = 1) {
    AccessNest nest = makeNest({1024, 1024}, {1024, 1}, result);
    nest.isMove = false;
    Access &access = nest.reads.emplace_back(nest.reads.front());
    access.elementType = read;
    access.strides.back() = stride;
    if (divisor > 1)
      access.divisions = {{0, 1}, {0, divisor}};
    return choose(nest).stripElements;
  };
  EXPECT_EQ(chooseStrip(i8, f32, 1), 4);
  EXPECT_EQ(chooseStrip(f16, i64, 1), 2);
  // A word of f16 would be half a vector of f32.
  EXPECT_EQ(chooseStrip(f16, f32, 1), 8);
  EXPECT_EQ(chooseStrip(i8, f16, 1), 16);
  EXPECT_EQ(chooseStrip(i8, f32, 0), 16);
  EXPECT_EQ(chooseStrip(i8, f32, 1, /*divisor=*/2), 16);
  // What only converts wider elements.
  AccessNest nest = makeNest({1024, 1024}, {1024, 1}, i8);
  nest.isMove = false;
  nest.reads.front().elementType = f32;
  EXPECT_EQ(choose(nest).stripElements, 16);
}

TEST_F(ThreadScheduleTest, BytesOfWindowsHaveStripsOfAWord) {
  AccessNest nest = makeNest({1024, 1024}, {1024, 1}, i8);
  nest.isMove = false;
  EXPECT_EQ(choose(nest).stripElements, 16);
  nest.reads.resize(4, nest.reads.front());
  EXPECT_EQ(choose(nest).stripElements, 4);
  nest.otherReads = std::exchange(nest.reads, {});
  EXPECT_EQ(choose(nest).stripElements, 4);
  // What reads nothing is no window.
  nest.otherReads.clear();
  EXPECT_EQ(choose(nest).stripElements, 16);
  // Halves are half as much code.
  nest = makeNest({1024, 1024}, {1024, 1}, f16);
  nest.isMove = false;
  nest.reads.resize(4, nest.reads.front());
  EXPECT_EQ(choose(nest).stripElements, 8);
}

TEST_F(ThreadScheduleTest, StridedWindowsHaveStripsOfAWord) {
  auto chooseStrip = [&](Type type, int64_t stride, size_t numReads) {
    AccessNest nest = makeNest({1024, 1024}, {1 << 16, stride}, type);
    nest.isMove = false;
    nest.reads.resize(numReads, nest.reads.front());
    return choose(nest).stripElements;
  };
  EXPECT_EQ(chooseStrip(f32, 2, 2), 1);
  EXPECT_EQ(chooseStrip(f16, 4, 2), 2);
  EXPECT_EQ(chooseStrip(b.getI64Type(), 4, 2), 1);
  // Bytes beside halves fill a word.
  AccessNest nest = makeNest({1024, 1024}, {1 << 16, 4}, f16);
  nest.isMove = false;
  nest.reads.resize(2, nest.reads.front());
  nest.writes.resize(2, nest.writes.front());
  nest.writes.back().elementType = i8;
  EXPECT_EQ(choose(nest).stripElements, 4);
  // One read, no steps, and steps of more than 32 bytes.
  EXPECT_EQ(chooseStrip(f32, 2, 1), 4);
  EXPECT_EQ(chooseStrip(f32, 1, 2), 4);
  EXPECT_EQ(chooseStrip(f32, 9, 2), 4);
}

TEST_F(ThreadScheduleTest, FewElementsOfManyReadsHaveStripsOfAWord) {
  auto chooseStrip = [&](int64_t rows, size_t numReads, Type type) {
    AccessNest nest = makeNest({rows, 64}, {64, 1}, type);
    nest.isMove = false;
    nest.reads.resize(numReads, nest.reads.front());
    // Neighbours read what lies side by side.
    nest.reads.back().offset = 1;
    return choose(nest).stripElements;
  };
  EXPECT_EQ(chooseStrip(4096, 16, f32), 1);
  EXPECT_EQ(chooseStrip(4096, 15, f32), 4);
  EXPECT_EQ(chooseStrip(8192, 16, f32), 4);
  EXPECT_EQ(chooseStrip(4096, 16, f16), 2);
  AccessNest nest = makeNest({64, 64}, {64, 1}, f32);
  nest.isMove = false;
  nest.hasInnerLoops = true;
  EXPECT_EQ(choose(nest).stripElements, 1);
  nest.writes.resize(2, nest.writes.front());
  EXPECT_EQ(choose(nest).stripElements, 4);
  // Rows of words are given up for that, those of bytes share words.
  auto makeRows = [&](Type type) {
    AccessNest rows = makeNest({64, 97}, {128, 1}, type);
    rows.isMove = false;
    rows.hasInnerLoops = true;
    return rows;
  };
  EXPECT_EQ(choose(makeRows(f32)).stripElements, 1);
  EXPECT_FALSE(choose(makeRows(f32)).rows);
  EXPECT_TRUE(choose(makeRows(i8)).rows);
  nest = makeNest({0, 64}, {64, 1}, f32);
  nest.isMove = false;
  nest.hasInnerLoops = true;
  EXPECT_EQ(choose(nest).stripElements, 4);
}

TEST_F(ThreadScheduleTest, ScatteredElementsOfPlanesShareAPosition) {
  auto chooseSpread = [&](int64_t planes, ArrayRef<int64_t> plane,
                          int64_t stride, Type type) -> std::string {
    auto nest = makeNest({planes, plane[0], plane[1]},
                         {1 << 20, 1 << 10, stride}, type);
    ThreadSchedule schedule = choose(nest);
    if (!schedule.repeated || schedule.repeated->distance == 0)
      return "";
    return std::to_string(schedule.stripElements) + " at " +
           std::to_string(schedule.repeated->steps) + ", " +
           std::to_string(schedule.repeated->distance) + " apart";
  };
  EXPECT_EQ(chooseSpread(2000, {65, 65}, 3, i8), "4 at 4, 500 apart");
  EXPECT_EQ(chooseSpread(2000, {65, 65}, 3, f16), "2 at 4, 500 apart");
  // 500 planes of 65 x 65 bytes are whole words, and 499 are not.
  EXPECT_EQ(chooseSpread(1996, {65, 65}, 3, i8), "4 at 4, 500 apart");
  // Steps behind the last plane are computed in vain, up to a twentieth of all.
  EXPECT_EQ(chooseSpread(2001, {1001, 65}, 3, i8), "4 at 4, 504 apart");
  // Of few planes, rows are.
  EXPECT_EQ(chooseSpread(12, {9001, 65}, 3, i8), "4 at 4, 27004 apart");
  // Too few strips, neighbours more than 16 bytes apart, rows of few elements,
  // and words.
  EXPECT_EQ(chooseSpread(200, {65, 65}, 3, i8), "");
  EXPECT_EQ(chooseSpread(2000, {65, 65}, 17, i8), "");
  EXPECT_EQ(chooseSpread(2000, {651, 7}, 3, i8), "");
  EXPECT_EQ(chooseSpread(2000, {65, 65}, 3, f32), "");
}

TEST_F(ThreadScheduleTest, LongWindowsThatShareNoReadsHaveStripsOfAWord) {
  AccessNest nest = makeNest({1024, 1024}, {1024, 1}, f16);
  nest.isMove = false;
  nest.reads.resize(9, nest.reads.front());
  EXPECT_EQ(choose(nest).stripElements, 2);
  // Neighbours in a vector read what lies 3 elements on as well.
  nest.reads.back().offset = 3;
  EXPECT_EQ(choose(nest).stripElements, 8);
  nest.reads.back().offset = 8;
  EXPECT_EQ(choose(nest).stripElements, 2);
  nest.reads.back().offset = ShapedType::kDynamic;
  EXPECT_EQ(choose(nest).stripElements, 2);
  // A vector holds all channels of two pixels, of one, or half of one's.
  for (auto [channels, elements] :
       {std::pair(4, 8), std::pair(8, 8), std::pair(16, 2)}) {
    nest = makeNest({65536, channels}, {channels, 1}, f16);
    nest.isMove = false;
    nest.reads.resize(9, nest.reads.front());
    EXPECT_EQ(choose(nest).stripElements, elements);
  }
}

TEST_F(ThreadScheduleTest, ComputedHalvesThatAreApartHaveLongRowsOnly) {
  auto hasRows = [&](AccessNest nest) {
    nest.isMove = false;
    return choose(nest).rows.has_value();
  };
  EXPECT_TRUE(hasRows(makeNest({64, 203}, {512, 1}, f16)));
  EXPECT_FALSE(hasRows(makeNest({64, 203}, {1024, 3}, f16)));
  EXPECT_FALSE(hasRows(makeNest({64, 95}, {512, 2}, f16)));
  EXPECT_TRUE(hasRows(makeNest({64, 97}, {512, 2}, f16)));
  EXPECT_TRUE(hasRows(makeNest({64, 203}, {512, 2}, i8)));
  // Moves have rows in any case.
  EXPECT_TRUE(choose(makeNest({64, 203}, {512, 2}, f16)).rows);
  // One of two operands is side by side.
  AccessNest sum = makeNest({64, 203}, {512, 2}, f16);
  sum.reads.push_back(makeNest({64, 203}, {256, 1}, f16).reads.front());
  EXPECT_TRUE(hasRows(sum));
  // Two bytes of a word.
  AccessNest bytes = makeNest({64, 203}, {512, 2}, f16);
  bytes.reads.front().elementType = i8;
  EXPECT_TRUE(hasRows(bytes));
  // Parts of the source take turns in a row, and each is side by side.
  EXPECT_TRUE(hasRows(makeNest({64, 113, 2}, {128, 1, 64 * 128}, f16)));
}

TEST_F(ThreadScheduleTest, AWorkgroupsThreadsComputeItsRowEnds) {
  // Each element of the source is in three windows. Up to 11 rows of 203 end in
  // the 2048 bytes of a workgroup.
  EXPECT_EQ(choose(makeNest({3, 61, 203}, {1, 205, 1}, i8)).rowEndThreads, 11);
  // Of longer rows, fewer.
  EXPECT_EQ(choose(makeNest({3, 61, 2001}, {1, 2003, 1}, i8)).rowEndThreads, 2);
}

TEST_F(ThreadScheduleTest, DividedWordsHaveNoRows) {
  // Neighbours read one element, wherever a row begins.
  auto makeDivided = [&](Type element) {
    AccessNest nest = makeNest({64, 113}, {113, 1}, element);
    nest.isMove = false;
    nest.reads.front().divisions = {{0, 1}, {0, 2}};
    return nest;
  };
  EXPECT_TRUE(choose(makeDivided(i8)).rows);
  EXPECT_FALSE(choose(makeDivided(f32)).rows);
  EXPECT_FALSE(choose(makeDivided(i64)).rows);
}

TEST_F(ThreadScheduleTest, RowsAreNotComputedPastTheirEndWithVaryingLoops) {
  AccessNest nest = makeNest({64, 97}, {128, 1}, i8);
  nest.hasInnerLoops = true;
  EXPECT_TRUE(choose(nest).rows);
  nest.hasVaryingLoops = true;
  EXPECT_FALSE(choose(nest).rows);
}

TEST_F(ThreadScheduleTest, ReadsInLoopsHaveRowsIfTheirStridesAreKnown) {
  AccessNest nest = makeNest({64, 97}, {128, 1}, i8);
  nest.isMove = false;
  std::swap(nest.reads, nest.otherReads);
  EXPECT_TRUE(choose(nest).rows);
  nest.otherReads.front().strides.back() = ShapedType::kDynamic;
  EXPECT_FALSE(choose(nest).rows);
}

TEST_F(ThreadScheduleTest, NeighboursReadOneOfManyRowsInTurn) {
  auto makeTurns = [&](int64_t row, int64_t divisor, Type element) {
    AccessNest nest = makeNest({64, row}, {row, 1}, element);
    nest.isMove = false;
    std::swap(nest.reads, nest.otherReads);
    nest.otherReads.front().strides.back() = ShapedType::kDynamic;
    nest.otherReads.front().divisions = {{0, 1}, {0, divisor}};
    return nest;
  };
  ThreadSchedule schedule = choose(makeTurns(640, 64, i64));
  ASSERT_TRUE(schedule.turns);
  EXPECT_EQ(schedule.turns->distance, 64);
  EXPECT_EQ(schedule.stripElements, 2);
  // Groups of 8 times 64 elements: two for each of 64 rows.
  EXPECT_EQ(schedule.getNumStrips({64, 640}), 64 * 1024 / 2);
  EXPECT_EQ(choose(makeTurns(640, 77, i64)).stripElements, 1);
  EXPECT_EQ(choose(makeTurns(641, 64, i64)).stripElements, 1);
  // A strip has no more elements than one store writes.
  EXPECT_EQ(ThreadSchedule::choose(makeTurns(297, 33, i64),
                                   {/*vectorBytes=*/48, /*workgroupSize=*/128,
                                    /*maxWorkgroupMemory=*/49152,
                                    /*minStoreBytes=*/4})
                .stripElements,
            1);
  // Narrower elements, few rows, and fewer elements of a row than threads.
  EXPECT_FALSE(choose(makeTurns(640, 64, f32)).turns);
  EXPECT_FALSE(choose(makeTurns(640, 31, i64)).turns);
  EXPECT_TRUE(choose(makeTurns(512, 64, i64)).turns);
  EXPECT_FALSE(choose(makeTurns(511, 64, i64)).turns);
  // Reads that move by quotients alone take no turns.
  AccessNest nest = makeTurns(640, 64, i64);
  nest.otherReads.front().strides.back() = 1;
  EXPECT_FALSE(choose(nest).turns);
}

TEST_F(ThreadScheduleTest, WindowsThatShareVectorsAreStepsOfOneThread) {
  // Three windows, one element apart, along rows of 64 floats.
  ThreadSchedule schedule = choose(makeNest({8, 3, 64}, {66, 1, 1}, f32));
  ASSERT_TRUE(schedule.repeated);
  EXPECT_EQ(schedule.repeated->dim, 1);
  EXPECT_EQ(schedule.repeated->steps, 3);
  EXPECT_EQ(schedule.getNumSteps(), 3);
  // Too few vectors side by side.
  EXPECT_FALSE(choose(makeNest({8, 3, 16}, {18, 1, 1}, f32)).repeated);
}

TEST_F(ThreadScheduleTest, WindowsInOddPlanesAreStepsOfShortStrips) {
  // Two windows of a row, 13 halves apart: a plane of them is whole words.
  EXPECT_EQ(printChoice(makeNest({4, 9, 65, 2}, {1690, 1, 26, 13}, f16)),
            "strips of 2 elements at 9 steps of dimension 1");
  EXPECT_EQ(printChoice(makeNest({4, 9, 66, 2}, {1716, 1, 26, 13}, f16)),
            "strips of 4 elements at 9 steps of dimension 1");
  // Planes of less than 128 bytes, or of halves of words, and wide elements.
  EXPECT_EQ(printChoice(makeNest({4, 9, 31, 2}, {806, 1, 26, 13}, f16)),
            "strips of 8 elements");
  EXPECT_EQ(printChoice(makeNest({4, 9, 65, 3}, {2535, 1, 39, 13}, f16)),
            "strips of 8 elements");
  EXPECT_EQ(printChoice(makeNest({4, 9, 65, 2}, {1690, 1, 26, 13}, f32)),
            "strips of 4 elements");
  EXPECT_EQ(printChoice(makeNest({0, 9, 65, 2}, {1690, 1, 26, 13}, f16)),
            "strips of 8 elements");
}

TEST_F(ThreadScheduleTest, NeighboursWithOneQuotientAreACellOfOneThread) {
  // NHWC pixels, each of which four pixels of the result read.
  auto makeCells = [&](int64_t channels, int64_t divisor, Type element) {
    AccessNest nest =
        makeNest({7, 9, channels}, {5 * channels, channels, 1}, element);
    nest.isMove = false;
    nest.reads.front().divisions = {{0, divisor}, {0, divisor}, {0, 1}};
    return nest;
  };
  ThreadSchedule schedule = choose(makeCells(64, 2, f16));
  ASSERT_EQ(schedule.cell.size(), 2u);
  EXPECT_EQ(schedule.cell[0].dim, 1);
  EXPECT_EQ(schedule.cell[0].steps, 2);
  EXPECT_EQ(schedule.cell[1].dim, 0);
  EXPECT_EQ(schedule.cell[1].steps, 2);
  EXPECT_EQ(schedule.getNumSteps(), 4);
  EXPECT_EQ(schedule.stripElements, 8);
  // The last cells of both dimensions go on behind their ends.
  EXPECT_EQ(schedule.getNumStrips({7, 9, 64}), 4 * 5 * 8);
  // Strips end with a pixel.
  EXPECT_EQ(choose(makeCells(36, 2, f16)).stripElements, 4);
  EXPECT_EQ(choose(makeCells(15, 2, f32)).stripElements, 1);
  // With 25 steps, a thread would hold too many strips.
  ASSERT_EQ(choose(makeCells(64, 5, f16)).cell.size(), 1u);
  EXPECT_EQ(choose(makeCells(64, 5, f16)).cell[0].steps, 5);
  // A pixel of less than a sector, and one that ends within words.
  EXPECT_FALSE(llvm::any_of(choose(makeCells(8, 2, f16)).cell,
                            [](auto steps) { return steps.dim == 1; }));
  EXPECT_FALSE(llvm::any_of(choose(makeCells(63, 2, f16)).cell,
                            [](auto steps) { return steps.dim == 1; }));
  // Where halves are stored one by one, single elements end with a pixel.
  options.minStoreBytes = 2;
  schedule = choose(makeCells(63, 2, f16));
  EXPECT_EQ(schedule.getNumSteps(), 4);
  EXPECT_EQ(schedule.stripElements, 1);
  EXPECT_EQ(choose(makeCells(36, 2, f16)).stripElements, 4);
  // Not moves, nor more elements than words count.
  AccessNest move = makeCells(63, 2, f16);
  move.isMove = true;
  EXPECT_TRUE(choose(move).cell.empty());
  AccessNest large = makeCells(int64_t(1) << 25 | 1, 2, f16);
  EXPECT_FALSE(llvm::any_of(choose(large).cell,
                            [](auto steps) { return steps.dim == 1; }));
  // Pixels of 14 bytes are too short. Bytes cannot be stored one by one here.
  EXPECT_FALSE(llvm::any_of(choose(makeCells(7, 2, f16)).cell,
                            [](auto steps) { return steps.dim == 1; }));
  EXPECT_FALSE(llvm::any_of(choose(makeCells(63, 2, i8)).cell,
                            [](auto steps) { return steps.dim == 1; }));
}

TEST_F(ThreadScheduleTest, SingleElementsDoNotGoOnInAnotherRow) {
  // NHWC pixels of an odd number of channels, read from padded rows.
  AccessNest nest = makeNest({9, 7, 99}, {8 * 99, 99, 1}, i8);
  nest.isMove = false;
  // The second result keeps the rows out of tiles.
  Access flag;
  flag.elementType = b.getI32Type();
  flag.combiner = arith::AtomicRMWKind::ori;
  nest.writes.push_back(flag);
  ASSERT_GT(choose(nest).rowEndThreads, 0);
  options.minStoreBytes = 1;
  ThreadSchedule schedule = choose(nest);
  EXPECT_EQ(schedule.stripElements, 1);
  EXPECT_FALSE(schedule.rows);
  EXPECT_EQ(schedule.rowEndThreads, 0);
  // Moves keep strips, and so does more than words count.
  nest.isMove = true;
  EXPECT_GT(choose(nest).stripElements, 1);
  nest.isMove = false;
  nest.loops.front().size = int64_t(1) << 24;
  EXPECT_GT(choose(nest).stripElements, 1);
}

TEST_F(ThreadScheduleTest, CellsOfRowsThatShareReadsNeedLongRows) {
  auto makeRows = [&](int64_t columns) {
    AccessNest nest = makeNest({6, columns}, {columns / 2, 1}, f32);
    nest.isMove = false;
    nest.reads.front().divisions = {{0, 2}, {0, 2}};
    return nest;
  };
  EXPECT_EQ(choose(makeRows(32)).cell.size(), 1u);
  EXPECT_TRUE(choose(makeRows(28)).cell.empty());
}

TEST_F(ThreadScheduleTest, InterleavedBytesAreTransposed) {
  // Four parts, which results interleave.
  ThreadSchedule schedule = choose(makeNest({64, 256, 3}, {256, 1, 16384}, i8));
  EXPECT_TRUE(schedule.isTransposed);
  EXPECT_EQ(schedule.stripElements, 48);
  EXPECT_EQ(schedule.workgroupSize, 128);
  // A vector has as many of each of 8 parts.
  EXPECT_EQ(choose(makeNest({64, 256, 8}, {256, 1, 16384}, i8)).stripElements,
            16);
  EXPECT_FALSE(
      choose(makeNest({64, 256, 4}, {256, 1, 16384}, i8)).isTransposed);
  // Whole words need not be put together.
  EXPECT_FALSE(
      choose(makeNest({64, 256, 3}, {256, 1, 16384}, f32)).isTransposed);
  options.maxWorkgroupMemory = 1024;
  EXPECT_FALSE(
      choose(makeNest({64, 256, 3}, {256, 1, 16384}, i8)).isTransposed);
}

TEST_F(ThreadScheduleTest, RowsGoOnWhereOnlyPositionsHaveIndices) {
  AccessNest nest = makeNest({64, 9, 127}, {2000, 127, 1}, i8);
  nest.isMove = false;
  nest.usesIndices = true;
  ThreadSchedule schedule = choose(nest);
  ASSERT_TRUE(schedule.rows.has_value());
  EXPECT_EQ(schedule.rows->getNumElements(), 9 * 127);
  nest.loops[1].isComputed = true;
  schedule = choose(nest);
  ASSERT_TRUE(schedule.rows.has_value());
  EXPECT_EQ(schedule.rows->getNumElements(), 127);
}

TEST_F(ThreadScheduleTest, PositionsThatAreDataGivePlainVectors) {
  AccessNest nest = makeNest({64, 97}, {128, 1}, i8);
  nest.otherReads.emplace_back().elementType = i8;
  ThreadSchedule schedule = choose(nest);
  EXPECT_EQ(schedule.stripElements, 16);
  EXPECT_FALSE(schedule.isTransposed || schedule.repeated || schedule.rows);
}

TEST_F(ThreadScheduleTest, ReductionsGivePlainVectors) {
  AccessNest nest = makeNest({64, 97}, {128, 1}, i8);
  nest.loops[1].isReduction = true;
  nest.writes[0].indices.pop_back();
  EXPECT_FALSE(choose(nest).rows);
}

TEST_F(ThreadScheduleTest, SmallestElementsDecideOnVectors) {
  AccessNest nest = makeNest({64, 64}, {64, 1}, f32);
  nest.writes.push_back(nest.writes.front());
  nest.writes.back().elementType = f16;
  EXPECT_EQ(choose(nest).stripElements, 8);
  // Unless a word of them is a vector of the others.
  nest.writes.back().elementType = i8;
  EXPECT_EQ(choose(nest).stripElements, 4);
}

TEST_F(ThreadScheduleTest, PrintsWhatIsChosen) {
  std::string text;
  llvm::raw_string_ostream os(text);
  choose(makeNest({3, 61, 203}, {1, 205, 1}, i8)).print(os);
  EXPECT_EQ(text, "strips of 16 elements, rows of 203 elements whose ends 11 "
                  "threads compute, workgroups of 128");
  text.clear();
  AccessNest nest = makeNest({8, 8, 32}, {4 * 32, 32, 1}, f32);
  nest.isMove = false;
  nest.reads.front().divisions = {{0, 2}, {0, 2}, {0, 1}};
  choose(nest).print(os);
  EXPECT_EQ(text, "strips of 4 elements at cells of 2 steps of dimension 1 and "
                  "2 steps of dimension 0, workgroups of 128");
}

} // namespace
