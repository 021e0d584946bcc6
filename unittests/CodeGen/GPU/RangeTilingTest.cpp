//===- RangeTilingTest.cpp - Tests of choosing tiles ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Schedule/RangeTiling.h"
#include "CodeGen/TestNests.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;

namespace {

class RangeTilingTest : public testing::Test {
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

TEST_F(RangeTilingTest, ComputedResultsOfAnySizeHaveRanges) {
  // Loops (x, c), computed from planes of 299 elements.
  AccessNest nest = makeCopy({299, 958}, {1, 300}, 2);
  nest.isMove = false;
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

TEST_F(RangeTilingTest, QuotientsOfSeveralLoopsAreColumns) {
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

  // Many reads: fewer rows at a time, but whole words.
  nest = makeFold({5, 35, 41, 64}, 2);
  nest.otherReads.resize(25, nest.otherReads.front());
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->rowsOfItem, 4);
  nest.otherReads.resize(100, nest.otherReads.front());
  EXPECT_EQ(RangeTiling::chooseQuotients(nest, limits)->rowsOfItem, 2);

  auto isTiled = [&](const AccessNest &nest) {
    return RangeTiling::chooseQuotients(nest, limits).has_value();
  };
  // Rows are whole vectors, or four of them and more, of 64 bytes at least, or
  // 32 elements of a byte.
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 16}, 4)));
  EXPECT_FALSE(isTiled(makeFold({5, 35, 41, 12}, 4)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 17}, 4)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 33}, 2)));
  EXPECT_FALSE(isTiled(makeFold({5, 35, 41, 31}, 1)));
  EXPECT_TRUE(isTiled(makeFold({5, 35, 41, 33}, 1)));
  // Quotients must not stand for many more steps than a loop has. A loop that
  // is shorter than its divisor has one quotient.
  nest = makeFold({5, 5, 41, 64}, 4);
  EXPECT_TRUE(isTiled(nest));
  for (Access &read : nest.otherReads)
    read.divisions[1].divisor = 3;
  nest.loops[1].size = 4;
  nest.loops[2].size = 3;
  for (Access &read : nest.otherReads)
    read.divisions[2].divisor = 2;
  // Tiles of few columns must not be small.
  EXPECT_FALSE(isTiled(nest));
  nest.loops[3].size = 128;
  ASSERT_TRUE(isTiled(nest));
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

TEST_F(RangeTilingTest, LoopsThatGoOnAreJoined) {
  // depth_to_space1 of NHWC data by columns and blocks of 4. Its 16 columns are
  // side by side in the source, and apart in the destination.
  AccessNest copy =
      makeCopy({5, 9, 4, 11, 4, 128}, {202752, 22528, 4, 2048, 1, 16}, 2);
  auto tiling = RangeTiling::chooseJoined(copy, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->totalColumns, 16);
  EXPECT_TRUE(tiling->hasNextColumns());
  EXPECT_FALSE(tiling->hasQuotients());
  // By rows of blocks, one loop goes through the columns.
  copy = makeCopy({5, 9, 11, 4, 128}, {202752, 22528, 2048, 1, 16}, 2);
  EXPECT_FALSE(RangeTiling::chooseJoined(copy, limits));

  // unfold of NHWC data, rows of 328 pixels with `channels` channels, in
  // windows of 14 by 14: loops (c, v, u, y, x). A row of positions is short, so
  // rows go through those of the image.
  auto makeUnfold = [&](int64_t channels, int64_t stride,
                        unsigned elementBytes) {
    int64_t row = 328 * channels;
    return makeCopy({channels, 14, 14, 23, 23},
                    {1, row, channels, stride * row, stride * channels},
                    elementBytes);
  };
  tiling = RangeTiling::chooseJoined(makeUnfold(3, 14, 2), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoops, (SmallVector<unsigned, 4>{0, 2}));
  EXPECT_EQ(tiling->columnLoop, 3u);
  EXPECT_EQ(tiling->totalRows, 23 * 23);
  EXPECT_EQ(tiling->totalColumns, 3 * 14);
  EXPECT_EQ(tiling->numTiles, 14 * 9 * 2);
  EXPECT_FALSE(tiling->hasNextColumns());
  EXPECT_EQ(print(*tiling), "tiles of ranges of 64 of 529 rows and 24 of 42 "
                            "columns of 2 loops, workgroups of 128");
  auto isJoined = [&](int64_t channels, int64_t stride, unsigned elementBytes) {
    return RangeTiling::chooseJoined(makeUnfold(channels, stride, elementBytes),
                                     limits)
        .has_value();
  };
  // Up to 20 bytes of channels, or 64 of whole words.
  EXPECT_TRUE(isJoined(10, 14, 2));
  EXPECT_FALSE(isJoined(11, 14, 2));
  EXPECT_TRUE(isJoined(16, 14, 4));
  EXPECT_FALSE(isJoined(17, 14, 4));
  // Neighbours of a row are 16 bytes apart, or 64 of two words.
  EXPECT_TRUE(isJoined(2, 4, 2));
  EXPECT_FALSE(isJoined(2, 3, 2));
  EXPECT_TRUE(isJoined(2, 4, 8));
  EXPECT_FALSE(isJoined(2, 3, 8));
  // What is computed has no columns of several loops.
  AccessNest nest = makeUnfold(3, 14, 2);
  nest.isMove = false;
  EXPECT_FALSE(RangeTiling::chooseJoined(nest, limits));
}

TEST_F(RangeTilingTest, LongRowsAreReadInRanges) {
  // Frames of 125 bytes, 56 apart: loops (signal, element, frame).
  AccessNest nest = makeCopy({16, 125, 936}, {52482, 1, 56}, 1);
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
  // Few columns have more rows: 4 KiB of whole vectors.
  tiling = RangeTiling::choose(makeCopy({6, 8, 1001}, {9000, 1, 8}, 2), limits);
  EXPECT_EQ(tiling->columns, 8);
  EXPECT_EQ(tiling->getColumnVectors(), 1);
  EXPECT_EQ(tiling->rows, 256);
  tiling = RangeTiling::choose(makeCopy({6, 8, 601}, {9000, 1, 8}, 2), limits);
  EXPECT_EQ(tiling->rows, 208);
  // 8 KiB of parts of vectors.
  tiling =
      RangeTiling::choose(makeCopy({6, 8, 2001}, {18000, 1, 8}, 1), limits);
  EXPECT_EQ(tiling->columns, 8);
  EXPECT_EQ(tiling->rows, 1008);
  // 128 bytes of words.
  tiling = RangeTiling::choose(makeCopy({320, 1021}, {1, 80}, 4), limits);
  EXPECT_EQ(tiling->rows, 32);
}

TEST_F(RangeTilingTest, SmallColumnsShareTiles) {
  // Blocks of 4 in planes of 7 by 7: 392 bytes a step, 10 in 4 KiB.
  auto tiling = RangeTiling::choose(
      makeCopy({3, 5, 4, 7, 7}, {3920, 784, 1, 112, 4}, 2), limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(print(*tiling), "tiles of ranges of 49 of 49 rows and 4 of 4 "
                            "columns at 10 steps, workgroups of 256");
  EXPECT_EQ(tiling->numTiles, 2);
  // There are only so many steps, and so much memory.
  tiling =
      RangeTiling::choose(makeCopy({3, 4, 7, 7}, {784, 1, 112, 4}, 2), limits);
  EXPECT_EQ(tiling->steps, 3);
  EXPECT_EQ(tiling->numTiles, 1);
  tiling =
      RangeTiling::choose(makeCopy({15, 4, 7, 7}, {784, 1, 112, 4}, 2),
                          {/*workgroupSize=*/256, /*maxWorkgroupMemory=*/2048});
  EXPECT_EQ(tiling->steps, 5);
  // More than half of a tile.
  tiling = RangeTiling::choose(makeCopy({15, 4, 23, 23}, {8464, 1, 368, 4}, 1),
                               limits);
  EXPECT_EQ(tiling->steps, 1);
}

TEST_F(RangeTilingTest, NeighboursUseOtherBanks) {
  auto choose = [&](int64_t rows, unsigned elementBytes) {
    return RangeTiling::choose(makeCopy({320, rows}, {1, 80}, elementBytes),
                               limits);
  };
  // A vector of the next column lies an odd number of words away.
  EXPECT_NE((choose(1021, 4)->getPitch() - 1021) % 2, 0);
  EXPECT_NE((choose(1024, 4)->getPitch() - 1024) % 2, 0);
  // Four vectors of columns, each with the words of eight groups of rows.
  auto tiling = choose(1021, 1);
  EXPECT_EQ(tiling->getColumnVectors(), 4);
  EXPECT_EQ((16 * tiling->getPitch() + tiling->getVectorGap()) % 16, 8);
}

TEST_F(RangeTilingTest, DividedLoopsAreColumnsAndRows) {
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
  // Few columns in a small tile.
  EXPECT_TRUE(choose(8 * 80, 80, 2));
  EXPECT_FALSE(choose(7 * 80, 80, 2));
  EXPECT_TRUE(choose(7 * 160, 160, 2));

  // A fold to NHWC data of 26 channels, with a stride of 2: both remainders and
  // all channels are rows.
  AccessNest nest =
      makeCopy({4, 99, 26}, {500000, ShapedType::kDynamic, 9000}, 2);
  nest.isMove = false;
  nest.otherReads = std::exchange(nest.reads, {});
  nest.otherReads.front().divisions = {{0, 1}, {0, 2}, {0, 1}};
  tiling = RangeTiling::choose(nest, limits);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->columnLoop, 1u);
  EXPECT_EQ(tiling->divisor, 2);
  EXPECT_EQ(tiling->totalRows, 2 * 26);
  EXPECT_EQ(tiling->totalColumns, 50);
  EXPECT_EQ(tiling->lastRows, 26);
  SmallVector<int64_t> sizes;
  for (const NestLoop &loop : tiling->getLoops(nest))
    sizes.push_back(loop.size);
  EXPECT_EQ(sizes, SmallVector<int64_t>({4, 50, 2, 26}));
}

TEST_F(RangeTilingTest, SmallMemoryHasNoRanges) {
  AccessNest nest = makeCopy({512, 1024}, {1, 512}, 4);
  EXPECT_TRUE(RangeTiling::choose(nest, limits));
  EXPECT_FALSE(RangeTiling::choose(nest, {/*workgroupSize=*/256,
                                          /*maxWorkgroupMemory=*/1024}));
}

TEST_F(RangeTilingTest, OtherRowsHaveNoRanges) {
  auto isTiled = [&](ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                     unsigned elementBytes) {
    return RangeTiling::choose(makeCopy(sizes, strides, elementBytes), limits)
        .has_value();
  };
  EXPECT_TRUE(isTiled({64, 1024}, {1, 16}, 1));
  // Rows are short, or columns few.
  EXPECT_TRUE(isTiled({64, 65}, {1, 16}, 1));
  EXPECT_TRUE(isTiled({64, 32}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 31}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 31}, {1, 16}, 2));
  EXPECT_FALSE(isTiled({64, 31}, {1, 16}, 4));
  EXPECT_FALSE(isTiled({3, 1025}, {1, 16}, 1));
  // Threads take steps of columns: neighbours are near, or columns are no
  // vector. Rows of no whole vectors have no such steps.
  EXPECT_FALSE(isTiled({64, 1024}, {1, 15}, 1));
  EXPECT_FALSE(isTiled({15, 1024}, {1, 16}, 1));
  EXPECT_FALSE(isTiled({64, 1024}, {1, 15}, 4));
  EXPECT_TRUE(isTiled({64, 1024}, {1, 16}, 4));
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

} // namespace
