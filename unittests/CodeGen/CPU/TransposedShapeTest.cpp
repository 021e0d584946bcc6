//===- TransposedShapeTest.cpp - Tests of choosing transposed blocks ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Schedule/TransposedShape.h"
#include "CodeGen/TestNests.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::addPredicate;
using dml::test::makeNest;

namespace {

constexpr int64_t kDynamic = ShapedType::kDynamic;

FailureOr<TransposedShape> choose(const AccessNest &nest,
                                  int64_t elementBytes = 4) {
  return chooseTransposedShape(nest, getMovementLoops(nest), elementBytes,
                               /*cacheBytes=*/8 << 20);
}

TEST(TransposedShape, RowsAndColumnsAreLoopsInTheirOrder) {
  // Channels, columns: 100 pixels of 64 channels.
  FailureOr<TransposedShape> shape = choose(makeNest({64, 100}, {1, 64}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->rowLoops, SmallVector<unsigned>{0});
  EXPECT_EQ(shape->numRows, 64);
  EXPECT_EQ(shape->firstColumnLoop, 1u);
  EXPECT_EQ(shape->numColumns, 100);
  // Nothing is read in order, it is read as it is written, or there are few.
  EXPECT_TRUE(failed(choose(makeNest({64, 100}, {2, 128}))));
  EXPECT_TRUE(failed(choose(makeNest({64, 100}, {100, 1}))));
  EXPECT_TRUE(failed(choose(makeNest({3, 100}, {1, 3}))));
  EXPECT_TRUE(failed(choose(makeNest({64, 3}, {1, 64}))));
  EXPECT_TRUE(succeeded(choose(makeNest({64, 4}, {1, 64}))));
  // Of bytes, 8 rows and columns.
  EXPECT_TRUE(failed(choose(makeNest({64, 7}, {1, 64}), /*elementBytes=*/1)));
  EXPECT_TRUE(
      succeeded(choose(makeNest({64, 8}, {1, 64}), /*elementBytes=*/1)));
  EXPECT_TRUE(failed(choose(makeNest({7, 64}, {1, 7}), /*elementBytes=*/1)));
  // Too few rows inside of more.
  shape = choose(makeNest({512, 5, 100}, {1, 1, 516}), /*elementBytes=*/1);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->rowLoops, SmallVector<unsigned>{0});
  EXPECT_TRUE(failed(choose(makeNest({kDynamic, 100}, {1, 64}))));
  EXPECT_TRUE(failed(choose(makeNest({64, 100}, {1, 0}))));
  // Columns may lie any distance apart.
  EXPECT_TRUE(succeeded(choose(makeNest({64, 100}, {1, kDynamic}))));
}

TEST(TransposedShape, ColumnsOfSeveralLoopsAreOne) {
  // Channels, rows and columns of pixels, two apart.
  FailureOr<TransposedShape> shape =
      choose(makeNest({64, 28, 28}, {1, 7168, 128}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->firstColumnLoop, 1u);
  EXPECT_EQ(shape->numColumns, 784);
  EXPECT_EQ(shape->blockColumns, 64);
  AccessNest checked = makeNest({64, 28, 28}, {1, 7168, 128});
  addPredicate(checked, {0, 2, 0}, 55);
  EXPECT_EQ(choose(checked)->numColumns, 28);
  // Short rows are joined even if predicates cut them.
  checked = makeNest({64, 80, 2}, {1, 1804, 164});
  addPredicate(checked, {0, 4, 0}, 318);
  EXPECT_EQ(choose(checked)->numColumns, 160);
  addPredicate(checked, {0, 0, 4}, 7);
  EXPECT_EQ(choose(checked)->numColumns, 160);
}

TEST(TransposedShape, ShortRowsOfSeveralLoopsAreOne) {
  // The loops run through channels, columns of a window, and windows.
  AccessNest nest = makeNest({3, 14, 23}, {1, 3, 42});
  FailureOr<TransposedShape> shape = choose(nest);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->rowLoops, (SmallVector<unsigned>{0, 1}));
  EXPECT_EQ(shape->numRows, 42);
  EXPECT_FALSE(shape->isContiguous);
  addPredicate(nest, {0, 1, 14}, 300);
  EXPECT_TRUE(failed(choose(nest)));
  // Windows of 3 columns to NHWC data: windows are more than columns of one.
  shape = choose(makeNest({56, 56, 3, 3, 64}, {58, 1, 58, 1, 3364}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->rowLoops, SmallVector<unsigned>{1});
  // A row of a line is long enough.
  EXPECT_EQ(choose(makeNest({16, 14, 23}, {1, 16, 224}))->numRows, 16);
}

TEST(TransposedShape, RowsThatFollowEachOtherAreGathered) {
  FailureOr<TransposedShape> shape =
      choose(makeNest({10, 81, 25}, {2025, 1, 81}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_TRUE(shape->isContiguous && shape->writesLines);
  EXPECT_EQ(shape->blockColumns, 25);
  // Gaps between them would be overwritten.
  AccessNest withGaps = makeNest({10, 81, 25}, {2025, 1, 81});
  withGaps.writes[0].isPacked = false;
  withGaps.writes[0].strides[0] = 2026;
  EXPECT_FALSE(choose(withGaps)->isContiguous);
  // Blocks of lines stay in the first cache, others in the second.
  shape = choose(makeNest({64, 256}, {1, 4096}), 8);
  EXPECT_TRUE(shape->isContiguous);
  EXPECT_EQ(shape->blockRows, 8);
  shape = choose(makeNest({81, 257}, {1, 81}));
  EXPECT_TRUE(shape->isContiguous && !shape->writesLines);
  EXPECT_EQ(choose(makeNest({81, 1025}, {1, 4096}))->blockRows, 16);
  shape = choose(makeNest({81, 2049}, {1, 81}));
  EXPECT_FALSE(shape->isContiguous || shape->writesLines);
  EXPECT_TRUE(choose(makeNest({81, 272}, {1, 81}))->writesLines);
}

TEST(TransposedShape, LongRowsAreGatheredEachByItself) {
  EXPECT_TRUE(choose(makeNest({512, 2049}, {1, 512}))->gathersRows);
  // Blocks follow each other along the rows.
  AccessNest nest = makeNest({512, 90, 30}, {1, 30 * 512, 512});
  addPredicate(nest, {0, 1, 0}, 89);
  FailureOr<TransposedShape> shape = choose(nest);
  EXPECT_EQ(shape->numColumns, 30);
  EXPECT_TRUE(shape->gathersRows);
  // Rows are whole lines or short, or a cache keeps them all.
  EXPECT_FALSE(choose(makeNest({512, 2064}, {1, 512}))->gathersRows);
  EXPECT_FALSE(choose(makeNest({16384, 81, 25}, {2025, 1, 81}))->gathersRows);
  EXPECT_FALSE(choose(makeNest({256, 2049}, {1, 256}))->gathersRows);
}

TEST(TransposedShape, BlocksHaveSeveralLinesOfFarColumns) {
  auto getRows = [](int64_t pitch, int64_t elementBytes) {
    return choose(makeNest({1024, 9000}, {1, pitch}), elementBytes)->blockRows;
  };
  EXPECT_EQ(getRows(2048, 4), 64);
  EXPECT_EQ(getRows(1023, 4), 16);
  EXPECT_EQ(getRows(2048, 1), 64);
  EXPECT_EQ(getRows(4096, 1), 256);
  auto getRowsOfJoined = [](int64_t pitch) {
    return choose(makeNest({1024, 400, 25}, {1, 100 * pitch, pitch}))
        ->blockRows;
  };
  EXPECT_EQ(getRowsOfJoined(64), 64);
  EXPECT_EQ(getRowsOfJoined(63), 16);
}

TEST(TransposedShape, TilesOfHalvesHaveEightRows) {
  auto getTile = [](int64_t elementBytes) {
    BlockShape tile = choose(makeNest({1024, 1024}, {1, 1024}), elementBytes)
                          ->getTile(elementBytes);
    return std::pair(tile.numRows, tile.numColumns);
  };
  EXPECT_EQ(getTile(1), std::pair(int64_t(16), int64_t(64)));
  EXPECT_EQ(getTile(2), std::pair(int64_t(8), int64_t(32)));
  EXPECT_EQ(getTile(4), std::pair(int64_t(16), int64_t(16)));
  EXPECT_EQ(getTile(8), std::pair(int64_t(8), int64_t(8)));
}

TEST(TransposedShape, BlocksArePrefetchedThatNoCacheHas) {
  EXPECT_FALSE(choose(makeNest({1024, 1024}, {1, 1024}))->prefetches);
  EXPECT_TRUE(choose(makeNest({1024, 1025}, {1, 1024}))->prefetches);
  EXPECT_FALSE(choose(makeNest({1024, 1025}, {1, 1024}), 2)->prefetches);
}

TEST(TransposedShape, PredicatesCutLongRows) {
  AccessNest nest = makeNest({64, 9, 100}, {1, 6400, 64});
  addPredicate(nest, {0, 1, 1}, 99);
  EXPECT_TRUE(succeeded(choose(nest)));
  addPredicate(nest, {1, 0, 0}, 60);
  EXPECT_TRUE(succeeded(choose(nest)));
  // Short ones would be cut often.
  nest = makeNest({7, 4, 100}, {1, 6400, 64});
  EXPECT_TRUE(succeeded(choose(nest)));
  addPredicate(nest, {1, 0, 0}, 5);
  EXPECT_TRUE(failed(choose(nest)));
  // Masks begin where a position ascends to 0.
  nest = makeNest({64, 9, 100}, {1, 6400, 64});
  addPredicate(nest, {-1, 0, 0}, 60);
  EXPECT_TRUE(failed(choose(nest)));
}

TEST(TransposedShape, ColumnsThatAreTestedMayBePackedRows) {
  auto mayBePacked = [](const AccessNest &nest) {
    FailureOr<TransposedShape> shape = choose(nest);
    return succeeded(shape) && shape->mayBePacked(getMovementLoops(nest));
  };
  // Rows have 4 columns, and padding cuts some of them.
  AccessNest nest = makeNest({9, 29, 4}, {1, 60, 4});
  EXPECT_FALSE(mayBePacked(nest));
  addPredicate(nest, {1, 0, 4}, 15);
  EXPECT_TRUE(mayBePacked(nest));
  // Rows of 3 fill few lanes.
  AccessNest narrow = makeNest({9, 29, 3}, {1, 44, 4});
  addPredicate(narrow, {1, 0, 4}, 11);
  EXPECT_FALSE(mayBePacked(narrow));
  // The columns of a row are enough.
  AccessNest wide = makeNest({9, 29, 8}, {1, 124, 4});
  addPredicate(wide, {1, 0, 4}, 31);
  EXPECT_FALSE(mayBePacked(wide));
}

TEST(TransposedShape, OutputMayHaveGaps) {
  AccessNest nest = makeNest({64, 9, 100}, {1, 6400, 64});
  nest.writes[0].isPacked = false;
  auto canTranspose = [&](ArrayRef<int64_t> strides) {
    nest.writes[0].strides.assign(strides.begin(), strides.end());
    return succeeded(choose(nest));
  };
  nest.writes[0].indices[2].constant = 2;
  EXPECT_FALSE(canTranspose({2000, 110, 1}));
  nest.writes[0].indices[2].constant = 0;
  EXPECT_TRUE(canTranspose({2000, 110, 1}));
  // Rows that overlap, no neighbours, and no known distance.
  EXPECT_FALSE(canTranspose({2000, 99, 1}));
  EXPECT_FALSE(canTranspose({800, 100, 1}));
  EXPECT_FALSE(canTranspose({2000, 200, 2}));
  EXPECT_FALSE(canTranspose({kDynamic, 100, 1}));
}

TEST(TransposedShape, WideTilesAreFasterThanStrips) {
  auto isFaster = [](int64_t size, int64_t columns, int64_t elementBytes) {
    // Blocks of space_to_depth1.
    AccessNest nest = makeNest({4, size, columns}, {size * columns, 1, size});
    SmallVector<MovementLoop> loops = getMovementLoops(nest);
    return choose(nest, elementBytes)
        ->isFasterThan({/*stride=*/std::min<int64_t>(size, 16)}, elementBytes);
  };
  EXPECT_TRUE(isFaster(8, 48, 2));
  EXPECT_FALSE(isFaster(8, 48, 1));
  EXPECT_TRUE(isFaster(8, 48, 4));
  // Tiles overlap.
  EXPECT_FALSE(isFaster(7, 48, 4));
  // Strips of large strides take a shuffle for each element of a vector.
  EXPECT_TRUE(isFaster(14, 48, 2));
  // So do those of many sources.
  AccessNest sources = makeNest({8, 36, 16}, {576, 1, 36});
  auto isFasterThanSources = [&](int64_t count) {
    return choose(sources, 2)->isFasterThan({/*stride=*/1, count}, 2);
  };
  EXPECT_TRUE(isFasterThanSources(9));
  EXPECT_FALSE(isFasterThanSources(8));
  // Many ranges take turns too often, unless rows would be gathered as well.
  auto isFasterThanRanges = [&](const AccessNest &nest, int64_t count) {
    StripShape strips{/*stride=*/7};
    strips.rangeLoop = 1;
    strips.numRanges = count;
    return choose(nest, 4)->isFasterThan(strips, 4);
  };
  AccessNest lines = makeNest({4, 7, 4096}, {28672, 1, 7});
  EXPECT_TRUE(isFasterThanRanges(lines, 33));
  EXPECT_FALSE(isFasterThanRanges(lines, 32));
  EXPECT_FALSE(isFasterThanRanges(makeNest({4, 7, 100}, {700, 1, 7}), 33));
  EXPECT_FALSE(isFasterThanRanges(makeNest({5, 7, 30001}, {210007, 1, 7}), 33));
  // Lines are not whole: rows are gathered where strides are large.
  EXPECT_FALSE(isFaster(8, 30001, 4));
  EXPECT_TRUE(isFaster(9, 30001, 4));
  EXPECT_FALSE(isFaster(8, 1001, 4));
  EXPECT_TRUE(isFaster(9, 1001, 4));
}

} // namespace
