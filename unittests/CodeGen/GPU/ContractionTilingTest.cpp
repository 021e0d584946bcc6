//===- ContractionTilingTest.cpp - Tests of choosing tiles ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Contract/ContractionTiling.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

constexpr TileLimits large = {/*workgroupSize=*/256,
                              /*maxWorkgroupMemory=*/48 * 1024};
/// What every device has.
constexpr TileLimits least = {/*workgroupSize=*/128,
                              /*maxWorkgroupMemory=*/16 * 1024};

std::string choose(const ProductSizes &sizes, const TileLimits &limits) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto tiling = ContractionTiling::choose(sizes, limits))
    tiling->print(os);
  return text;
}

TEST(ContractionTilingTest, LargeResultsHaveLargeTiles) {
  EXPECT_EQ(choose({1, 4096, 4096, 4096}, large),
            "tiles of 128 of 4096 rows and 128 of 4096 columns, 16 of 4096 "
            "deep, blocks of 8x8, workgroups of 256");
  auto tiling = ContractionTiling::choose({2, 4096, 4000, 100}, large);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->getNumTiles(), 2 * 32 * 32);
  EXPECT_EQ(tiling->getWholeSteps(), 100 / tiling->tileDepth);
  EXPECT_EQ(tiling->getRest(), 4);
  EXPECT_EQ(tiling->getSharedQuads(), tiling->tileDepth * (32 + 32 + 1));
}

TEST(ContractionTilingTest, LimitsBoundThreadsAndMemory) {
  for (int64_t rows : {8, 100, 4096})
    for (int64_t columns : {8, 100, 65536}) {
      auto tiling = ContractionTiling::choose({1, rows, columns, 64}, least);
      ASSERT_TRUE(tiling);
      EXPECT_LE(tiling->numThreads, least.workgroupSize);
      EXPECT_LE(tiling->getSharedQuads() * 16, least.maxWorkgroupMemory);
    }
  EXPECT_EQ(choose({1, 64, 64, 64}, {128, 1024}), "");
}

TEST(ContractionTilingTest, TilesFitFewRows) {
  auto tiling = ContractionTiling::choose({1, 12, 1 << 18, 288}, large);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->tileRows, 16);
}

TEST(ContractionTilingTest, SmallResultsHaveTilesForAllCores) {
  // Of 512x512, larger tiles would be fewer than cores.
  auto tiling = ContractionTiling::choose({1, 512, 512, 512}, large);
  ASSERT_TRUE(tiling);
  EXPECT_GE(tiling->getNumTiles(), 64);
}

TEST(ContractionTilingTest, FewBlocksHaveHelpersAndDeepSteps) {
  EXPECT_EQ(choose({1, 1, 1000, 2048}, large),
            "tiles of 1 of 1 rows and 32 of 1000 columns, 128 of 2048 deep, "
            "blocks of 1x4, workgroups of 128");
  auto tiling = ContractionTiling::choose({1, 4, 1000, 2048}, large);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->getNumBlocks(), 8);
  EXPECT_EQ(tiling->numThreads, 128);
}

TEST(ContractionTilingTest, ShortSumsOfOneRowAreLeftToThreads) {
  EXPECT_EQ(choose({1, 4096, 1, 4096}, large), "");
  EXPECT_EQ(choose({64, 1, 4096, 9}, large), "");
}

} // namespace
