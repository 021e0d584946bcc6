//===- ContractionTest.cpp - Tests of the analysis of contractions --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/Contraction.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;

namespace {

TEST(ContractionTest, LoopsThatAreOne) {
  AccessNest nest;
  nest.loops = {{4, false, 0}, {3, true, 1}, {5, true, 2}};
  Access access;
  access.strides = {100, 5, 1};
  LoopGroup reduction = getLoopGroup(nest, access, {1, 2});
  EXPECT_EQ(reduction.sizes, SmallVector<int64_t>({15}));
  EXPECT_EQ(reduction.innerStride(), 1);
  LoopGroup all = getLoopGroup(nest, access, {0, 1, 2});
  EXPECT_EQ(all.sizes, SmallVector<int64_t>({4, 15}));
  EXPECT_EQ(all.steps, (SmallVector<SmallVector<int64_t>>({{100}, {1}})));
  EXPECT_EQ(all.count(), 60);
  EXPECT_EQ(getLoopGroup(nest, access, {}).count(), 1);
}

/// Of a convolution of two images to four maps of 5x6, which `strides` writes.
Contraction makeConvolution(AccessNest &nest, ArrayRef<int64_t> strides) {
  constexpr int64_t sizes[] = {2, 4, 5, 6, 3};
  for (auto [i, size] : llvm::enumerate(sizes))
    nest.loops.push_back({size, i == 4, static_cast<unsigned>(i)});
  Access write;
  write.strides.assign(strides.begin(), strides.end());
  nest.writes.push_back(write);
  Contraction contraction;
  contraction.rows.loops = {1};
  contraction.columns.loops = {0, 2, 3};
  contraction.reductions = {4};
  return contraction;
}

TEST(ContractionTest, LoopsOfOneDistanceAreKept) {
  AccessNest nest;
  Contraction contraction = makeConvolution(nest, {120, 30, 6, 1, 0});
  EXPECT_EQ(contraction.getSizes(nest).columns, 60);
  contraction.keepNeighbours(nest);
  EXPECT_EQ(contraction.columns.loops, SmallVector<unsigned>({2, 3}));
  EXPECT_EQ(contraction.batch, SmallVector<unsigned>({0}));
  ProductSizes sizes = contraction.getSizes(nest);
  EXPECT_EQ(sizes.batch, 2);
  EXPECT_EQ(sizes.rows, 4);
  EXPECT_EQ(sizes.columns, 30);
  EXPECT_EQ(sizes.depth, 3);
}

TEST(ContractionTest, AllLoopsOfAPackedBatchAreKept) {
  AccessNest nest;
  Contraction contraction = makeConvolution(nest, {30, 60, 6, 1, 0});
  contraction.keepNeighbours(nest);
  EXPECT_EQ(contraction.columns.loops, SmallVector<unsigned>({0, 2, 3}));
  EXPECT_TRUE(contraction.batch.empty());
}

} // namespace
