//===- TileScheduleTest.cpp - Tests of choosing tiles ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/TileSchedule.h"
#include "CodeGen/TestNests.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;

namespace {

class TileScheduleTest : public testing::Test {
protected:
  /// Loops of sizes, outermost first, that read at these strides.
  AccessNest makeCopy(ArrayRef<int64_t> sizes, ArrayRef<int64_t> sourceStrides,
                      unsigned elementBytes) {
    return makeNest(sizes, sourceStrides,
                    IntegerType::get(&context, 8 * elementBytes));
  }

  MLIRContext context;
};

template <typename TilingT> std::string print(const TilingT &tiling) {
  std::string text;
  llvm::raw_string_ostream os(text);
  tiling.print(os);
  return text;
}

constexpr TileLimits limits = {/*workgroupSize=*/256,
                               /*maxWorkgroupMemory=*/48 * 1024};

TEST_F(TileScheduleTest, TransposesTakeRowsThatAreWholeVectors) {
  auto tiling =
      TransposeTiling::choose(makeCopy({128, 64}, {1, 128}, 4), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoop, 0u);
  // 128 bytes of the source; 4 KiB altogether.
  EXPECT_EQ(tiling->columns, 32);
  EXPECT_EQ(tiling->rows, 32);
  EXPECT_EQ(tiling->totalRows, 64);
  EXPECT_EQ(tiling->numTiles, 8);
  // 32 columns times 8 vectors.
  EXPECT_EQ(tiling->numThreads, 256);
  EXPECT_EQ(print(*tiling),
            "tiles of 32 of 64 rows and 32 columns, workgroups of 256");
  EXPECT_FALSE(StripTiling::choose(makeCopy({128, 64}, {1, 128}, 4), limits));
}

TEST_F(TileScheduleTest, PredicatesMustBeTheSameForAllColumns) {
  AccessNest nest = makeCopy({128, 64}, {1, 128}, 4);
  Predicate predicate;
  predicate.position = LinearForm(2, /*constant=*/-1);
  predicate.position.factors = {0, 1};
  predicate.bound = IntegerAttr::get(IndexType::get(&context), 62);
  nest.reads.front().predicates = {predicate};
  EXPECT_TRUE(TransposeTiling::choose(nest, limits));
  nest.reads.front().predicates.front().position.factors = {1, 0};
  EXPECT_FALSE(TransposeTiling::choose(nest, limits));
  // Rows that are no whole vectors.
  nest = makeCopy({128, 63}, {1, 128}, 4);
  EXPECT_TRUE(StripTiling::choose(nest, limits));
  nest.reads.front().predicates = {predicate};
  EXPECT_FALSE(StripTiling::choose(nest, limits));
}

TEST_F(TileScheduleTest, TransposesShrinkToTheWorkgroupsMemory) {
  // A word behind each row, and a row behind each fourth of them.
  auto full = TransposeTiling::choose(makeCopy({128, 64}, {1, 128}, 4), limits);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->getNumWords(), 4 * 9 * 33);
  auto half = TransposeTiling::choose(makeCopy({128, 64}, {1, 128}, 4),
                                      {256, 4 * 4 * 9 * 33 - 1});
  ASSERT_TRUE(half);
  EXPECT_EQ(half->rows, 16);
  EXPECT_EQ(half->numTiles, 16);
  // Rows of 32 bytes would be parts of what memory moves.
  EXPECT_FALSE(
      TransposeTiling::choose(makeCopy({128, 64}, {1, 128}, 4), {256, 2048}));
}

TEST_F(TileScheduleTest, RowsAreStepsOfSeveralLoops) {
  auto tiling =
      TransposeTiling::choose(makeCopy({16, 14, 16}, {1, 4096, 16}, 4), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->firstRowLoop, 1u);
  EXPECT_EQ(tiling->totalRows, 14 * 16);
  // The largest divisor of 224 up to 64 that is whole vectors.
  EXPECT_EQ(tiling->rows, 56);
}

TEST_F(TileScheduleTest, ComputedResultsAreReadAlongTheirDenseLoop) {
  // Loops (y, x, c), computed from packed planes: 128 bytes along x, 64 along
  // c.
  AccessNest nest = makeCopy({64, 128, 64}, {256, 2, 32768}, 4);
  EXPECT_FALSE(TransposeTiling::chooseComputed(nest, limits));
  nest.isMove = false;
  auto tiling = TransposeTiling::chooseComputed(nest, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoop, 1u);
  EXPECT_EQ(tiling->columns, 32);
  EXPECT_EQ(tiling->rows, 16);
  EXPECT_EQ(tiling->numThreads, 128);
  // Bytes have 128 columns of 64 rows, four vectors for each of 128 threads.
  nest = makeCopy({64, 128, 64}, {256, 2, 32768}, 1);
  nest.isMove = false;
  tiling =
      TransposeTiling::chooseComputed(nest, {128, limits.maxWorkgroupMemory});
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columns, 128);
  EXPECT_EQ(tiling->rows, 64);
  EXPECT_EQ(tiling->numThreads, 128);
}

TEST_F(TileScheduleTest, ComputedResultsInOrderHaveNoTiles) {
  auto isTiled = [&](ArrayRef<int64_t> strides, ArrayRef<int64_t> others) {
    AccessNest nest = makeCopy({64, 128, 64}, strides, 4);
    nest.isMove = false;
    nest.reads.push_back(makeCopy({64, 128, 64}, others, 4).reads.front());
    return TransposeTiling::chooseComputed(nest, limits).has_value();
  };
  EXPECT_TRUE(isTiled({256, 2, 32768}, {256, 1, 32768}));
  // What all rows share does not matter.
  EXPECT_TRUE(isTiled({256, 2, 32768}, {0, 0, 0}));
  // The innermost loop is dense, or each read has another dense loop.
  EXPECT_FALSE(isTiled({8192, 64, 1}, {8192, 64, 1}));
  EXPECT_FALSE(isTiled({256, 2, 32768}, {8192, 64, 1}));
  // Nothing is dense.
  EXPECT_FALSE(isTiled({4096, 32, 32768}, {4096, 32, 32768}));
}

TEST_F(TileScheduleTest, StripsTakeAllRows) {
  // 196 windows of 16x16 halves in an image of 224x224.
  AccessNest copy = makeCopy({16, 16, 14, 14}, {224, 1, 3584, 16}, 2);
  EXPECT_FALSE(TransposeTiling::choose(copy, limits));
  auto tiling = StripTiling::choose(copy, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->rows, 196);
  EXPECT_EQ(tiling->columns, 16);
  EXPECT_EQ(tiling->steps, 1);
  EXPECT_EQ(tiling->numTiles, 16);
  EXPECT_FALSE(tiling->hasSeams());
  EXPECT_EQ(print(*tiling),
            "tiles of all 196 rows and 16 columns, workgroups of 256");
  // 4 KiB hold 8 columns.
  auto small = StripTiling::choose(copy, {256, 4096});
  ASSERT_TRUE(small);
  EXPECT_EQ(small->columns, 8);
}

TEST_F(TileScheduleTest, StripsOfNarrowElementsMayBeShortVectors) {
  // Windows of 16x16 bytes: loops (row of the window, window, column of it).
  auto tiling =
      StripTiling::choose(makeCopy({16, 32, 16}, {16384, 1, 1024}, 1), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columns, 32);
  EXPECT_EQ(tiling->steps, 8);
  EXPECT_FALSE(tiling->hasSeams());
  EXPECT_TRUE(
      StripTiling::choose(makeCopy({16, 32, 16}, {16384, 1, 1024}, 2), limits));
  // Words are not put together.
  EXPECT_FALSE(
      StripTiling::choose(makeCopy({16, 32, 8}, {16384, 1, 1024}, 4), limits));
}

TEST_F(TileScheduleTest, ShortStripsJoinSteps) {
  // 49 windows of 8x16 bytes: 784 bytes of columns, five times in 4 KiB, of
  // which four divide the eight steps.
  auto tiling =
      StripTiling::choose(makeCopy({8, 16, 49}, {112, 1, 16}, 1), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->steps, 4);
  EXPECT_TRUE(tiling->hasSeams());
  // Twelve full words and five more, and a gap behind each 32.
  EXPECT_EQ(tiling->getPitch(), 17);
  EXPECT_EQ(tiling->getNumWords(), 64 * 17 + (64 * 17 - 1) / 32);
  EXPECT_EQ(print(*tiling),
            "tiles of all 49 rows and 16 columns at 4 steps, workgroups of 64");
  // More than 128 bytes of columns, where these are all. Four of five steps
  // would be 4 KiB, but do not divide them.
  auto wide =
      StripTiling::choose(makeCopy({5, 24, 5}, {120, 1, 24}, 8), limits);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->columns, 24);
  EXPECT_EQ(wide->steps, 5);
}

TEST_F(TileScheduleTest, ComputedResultsOfAnySizeHaveRanges) {
  // Loops (x, c), computed from planes of 299 elements.
  AccessNest nest = makeCopy({299, 958}, {1, 300}, 2);
  nest.isMove = false;
  EXPECT_FALSE(TransposeTiling::chooseComputed(nest, limits));
  auto tiling = RangeTiling::choose(nest, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoop, 0u);
  EXPECT_EQ(print(*tiling), "tiles of ranges of 64 of 958 rows and 32 of 299 "
                            "columns, workgroups of 256");
  // Channels that are near each other are read along the result.
  nest = makeCopy({299, 958}, {1, 4}, 2);
  nest.isMove = false;
  EXPECT_FALSE(RangeTiling::choose(nest, limits));
  // Rows have at least 64 bytes, or 128 of whole words.
  auto isTiled = [&](int64_t rows, unsigned elementBytes) {
    AccessNest computed = makeCopy({299, rows}, {1, 300}, elementBytes);
    computed.isMove = false;
    return RangeTiling::choose(computed, limits).has_value();
  };
  EXPECT_TRUE(isTiled(32, 2));
  EXPECT_FALSE(isTiled(31, 2));
  EXPECT_TRUE(isTiled(32, 4));
  EXPECT_FALSE(isTiled(31, 4));
}

TEST_F(TileScheduleTest, QuotientsOfSeveralLoopsAreColumns) {
  // A fold with strides of 4 and 2: loops (n, y, x, c). Rows of the source have
  // 9 by 21 elements.
  auto makeFold = [&](ArrayRef<int64_t> sizes, unsigned elementBytes) {
    int64_t dynamic = ShapedType::kDynamic;
    AccessNest nest =
        makeCopy(sizes, {1000000, dynamic, dynamic, 189 * 8}, elementBytes);
    nest.isMove = false;
    nest.otherReads = std::exchange(nest.reads, {});
    nest.otherReads.front().divisions = {{0, 1}, {3, 4}, {1, 2}, {0, 1}};
    nest.otherReads.resize(4, nest.otherReads.front());
    return nest;
  };
  AccessNest nest = makeFold({5, 35, 41, 64}, 4);
  auto tiling = RangeTiling::chooseQuotients(nest, limits);
  ASSERT_TRUE(tiling);
  // 9 by 21 quotients, in three tiles for each of 5 by 4 by 2 remainders and
  // two ranges of 128 bytes of rows.
  EXPECT_EQ(tiling->totalColumns, 189);
  EXPECT_EQ(tiling->columns, 63);
  EXPECT_EQ(tiling->columnLoop, 3u);
  EXPECT_EQ(tiling->numTiles, 5 * 4 * 2 * 3 * 2);
  // 16 bytes of rows, 4 reads each.
  EXPECT_EQ(tiling->rowsOfItem, 4);
  EXPECT_TRUE(tiling->hasWholeVectors());
  EXPECT_EQ(tiling->getReadRows(), 32);
  EXPECT_EQ(print(*tiling),
            "tiles of ranges of 32 of 64 rows and 63 of 189 columns, quotients "
            "of loops, workgroups of 256");
  SmallVector<int64_t> sizes;
  for (const NestLoop &loop : tiling->getLoops(nest))
    sizes.push_back(loop.size);
  EXPECT_EQ(sizes, SmallVector<int64_t>({5, 4, 2, 189, 64}));

  // A loop with one window is no quotient, and all of it remainders.
  nest = makeFold({5, 35, 41, 64}, 4);
  for (Access &read : nest.otherReads) {
    read.divisions[2] = {0, 1};
    read.strides[2] = 189;
  }
  tiling = RangeTiling::chooseQuotients(nest, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->totalColumns, 9);
  // One whose steps go on behind those inside is all quotients.
  nest = makeFold({5, 35, 41, 64}, 4);
  for (Access &read : nest.otherReads) {
    read.divisions[1] = {0, 1};
    read.strides[1] = 21;
  }
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->totalColumns, 35 * 21);

  // A copy without divisors: depth_to_space1 of NHWC data by blocks of 4, whose
  // columns are 4 by 4 in the source, but apart in the destination.
  AccessNest move =
      makeCopy({5, 9, 4, 11, 4, 128}, {202752, 22528, 4, 2048, 1, 16}, 2);
  tiling = RangeTiling::chooseQuotients(move, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->totalColumns, 16);
  EXPECT_TRUE(tiling->hasNextColumns());
  // By rows of blocks, columns are side by side on both sides.
  move = makeCopy({5, 9, 11, 4, 128}, {202752, 22528, 2048, 1, 16}, 2);
  EXPECT_FALSE(RangeTiling::chooseQuotients(move, limits));

  // Many reads: fewer rows at a time, but whole words.
  nest = makeFold({5, 35, 41, 64}, 2);
  nest.otherReads.resize(25, nest.otherReads.front());
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->rowsOfItem, 4);
  nest.otherReads.resize(100, nest.otherReads.front());
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->rowsOfItem, 2);

  auto isTiled = [&](const AccessNest &nest) {
    return RangeTiling::chooseQuotients(nest, limits).has_value();
  };
  // Rows are whole vectors, or four of them and more, of 64 bytes at least.
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 16}, 4)));
  EXPECT_FALSE(isTiled(makeFold({5, 35, 41, 12}, 4)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 17}, 4)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 33}, 2)));
  EXPECT_FALSE(isTiled(makeFold({5, 35, 41, 63}, 1)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 65}, 1)));
  // Quotients must not be many more than what there is of a loop, of which one
  // that is shorter than the divisor has one.
  nest = makeFold({5, 5, 41, 64}, 4);
  EXPECT_TRUE(isTiled(nest));
  for (Access &read : nest.otherReads)
    read.divisions[1].divisor = 3;
  nest.loops[1].size = 4;
  nest.loops[2].size = 3;
  for (Access &read : nest.otherReads)
    read.divisions[2].divisor = 2;
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->totalColumns, 4);
  nest.loops[2].size = 2;
  for (Access &read : nest.otherReads)
    read.divisions[1].divisor = read.divisions[2].divisor = 1;
  nest.loops[1].size = 41;
  for (Access &read : nest.otherReads)
    read.divisions[1].divisor = 40;
  EXPECT_FALSE(isTiled(nest));
  // Rows that are near each other are read along the result, and so is what
  // no read divides.
  nest = makeFold({5, 35, 41, 64}, 4);
  nest.otherReads.back().strides[3] = 2;
  EXPECT_FALSE(isTiled(nest));
  nest = makeFold({5, 35, 41, 64}, 4);
  for (Access &read : nest.otherReads)
    read.divisions.clear();
  EXPECT_FALSE(isTiled(nest));
}

TEST_F(TileScheduleTest, LongRowsAreReadInRanges) {
  // Frames of 125 bytes, 56 apart: loops (signal, element, frame).
  AccessNest nest = makeCopy({16, 125, 936}, {52482, 1, 56}, 1);
  EXPECT_FALSE(TransposeTiling::choose(nest, limits));
  auto tiling = RangeTiling::choose(nest, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoop, 1u);
  EXPECT_EQ(tiling->columns, 64);
  EXPECT_EQ(tiling->rows, 128);
  // A word has 4 rows, those of a vector behind the range among them.
  EXPECT_EQ(tiling->getNumGroups(), 36);
  EXPECT_EQ(tiling->numTiles, 16 * 2 * 8);
  EXPECT_EQ(print(*tiling), "tiles of ranges of 128 of 936 rows and 64 of 125 "
                            "columns, workgroups of 256");
  // All of 25 columns are read in fewer sectors than two times 16.
  tiling = RangeTiling::choose(makeCopy({25, 1000}, {1, 10}, 2), limits);
  EXPECT_EQ(tiling->columns, 25);
  EXPECT_EQ(tiling->getColumnVectors(), 4);
  // Few columns have more rows.
  tiling = RangeTiling::choose(makeCopy({6, 8, 1001}, {9000, 1, 8}, 1), limits);
  EXPECT_EQ(tiling->columns, 8);
  EXPECT_EQ(tiling->getColumnVectors(), 1);
  // 1001 rows in two ranges of whole vectors.
  EXPECT_EQ(tiling->rows, 512);
  tiling = RangeTiling::choose(makeCopy({6, 8, 601}, {9000, 1, 8}, 1), limits);
  EXPECT_EQ(tiling->rows, 304);
}

TEST_F(TileScheduleTest, DividedLoopsAreColumnsAndRows) {
  // A fold with a stride of `divisor` along the innermost loop.
  auto choose = [&](int64_t size, int64_t divisor, unsigned elementBytes,
                    size_t numReads = 2) {
    AccessNest nest =
        makeCopy({4, size}, {100000, ShapedType::kDynamic}, elementBytes);
    nest.isMove = false;
    nest.otherReads = std::exchange(nest.reads, {});
    nest.otherReads.front().divisions = {{0, 1}, {0, divisor}};
    nest.otherReads.resize(numReads, nest.otherReads.front());
    return RangeTiling::choose(nest, limits);
  };
  auto tiling = choose(80 * 60 - 13, 80, 2);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->divisor, 80);
  EXPECT_EQ(tiling->totalRows, 80);
  EXPECT_EQ(tiling->totalColumns, 60);
  EXPECT_EQ(tiling->lastRows, 67);
  EXPECT_EQ(tiling->getOuterElements(), 80 * 60 - 13);
  EXPECT_EQ(choose(80 * 60, 80, 2)->lastRows, 80);
  // 64 bytes of remainders, 40 of bytes, or 128 of whole words, and few reads
  // of up to a word.
  EXPECT_TRUE(choose(2000, 32, 2));
  EXPECT_FALSE(choose(2000, 31, 2));
  EXPECT_TRUE(choose(2000, 40, 1));
  EXPECT_FALSE(choose(2000, 39, 1));
  EXPECT_TRUE(choose(2000, 32, 4));
  EXPECT_FALSE(choose(2000, 31, 4));
  EXPECT_TRUE(choose(2000, 80, 2, /*numReads=*/8));
  EXPECT_FALSE(choose(2000, 80, 2, /*numReads=*/9));
  EXPECT_FALSE(choose(2000, 80, 8));
}

TEST_F(TileScheduleTest, OtherRowsHaveNoRanges) {
  auto isTiled = [&](ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                     unsigned elementBytes) {
    return RangeTiling::choose(makeCopy(sizes, strides, elementBytes), limits)
        .has_value();
  };
  EXPECT_TRUE(isTiled({64, 1024}, {1, 16}, 1));
  // Rows are short, or columns few.
  EXPECT_TRUE(isTiled({64, 65}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 63}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 31}, {1, 16}, 4));
  EXPECT_FALSE(isTiled({3, 1025}, {1, 16}, 1));
  // Threads take steps of columns: neighbours are near, columns are no vector,
  // or elements are words. Rows of no whole vectors have no such steps.
  EXPECT_FALSE(isTiled({64, 1024}, {1, 15}, 1));
  EXPECT_FALSE(isTiled({15, 1024}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 1024}, {1, 16}, 4));
  EXPECT_TRUE(isTiled({64, 1025}, {1, 15}, 1));
  EXPECT_TRUE(isTiled({15, 1025}, {1, 16}, 1));
  EXPECT_TRUE(isTiled({64, 1025}, {1, 16}, 4));
  EXPECT_FALSE(isTiled({64, 1025}, {1, 3}, 1));
  EXPECT_FALSE(isTiled({64, 1025}, {1, 3}, 4));
  // Pixels of five words: windows overlap within a sector, or not at all.
  EXPECT_FALSE(isTiled({5, 3, 1024}, {1, 5, 5}, 4));
  EXPECT_TRUE(isTiled({5, 3, 1024}, {1, 5, 15}, 4));
  // Pixels of a sector and more.
  EXPECT_TRUE(isTiled({8, 3, 1024}, {1, 8, 8}, 4));
  EXPECT_TRUE(isTiled({64, 3, 1024}, {1, 64, 64}, 4));
}

TEST_F(TileScheduleTest, OtherCopiesHaveNoTiles) {
  auto hasTiles = [](const AccessNest &copy) {
    return TransposeTiling::choose(copy, limits) ||
           StripTiling::choose(copy, limits);
  };
  // Consecutive on both sides.
  EXPECT_FALSE(hasTiles(makeCopy({64, 64}, {128, 1}, 4)));
  // Rows of the source start within vectors.
  EXPECT_FALSE(hasTiles(makeCopy({128, 64}, {1, 129}, 4)));
  EXPECT_FALSE(hasTiles(makeCopy({128, 64}, {1, -128}, 4)));
  // Columns are no whole vectors.
  EXPECT_FALSE(hasTiles(makeCopy({126, 64}, {1, 128}, 4)));
  // Blocks of two: rows of the destination are short.
  EXPECT_FALSE(hasTiles(makeCopy({64, 128, 2}, {128, 1, 8192}, 4)));
  AccessNest copy = makeCopy({128, 64}, {1, 128}, 4);
  EXPECT_TRUE(hasTiles(copy));
  copy.reads.front().offset = 2;
  EXPECT_FALSE(hasTiles(copy));
}

} // namespace
