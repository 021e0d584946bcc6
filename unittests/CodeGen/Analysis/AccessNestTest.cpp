//===- AccessNestTest.cpp - Tests of merging loops ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/TestNests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;
using testing::ElementsAre;

namespace {

constexpr int64_t kDynamic = ShapedType::kDynamic;

SmallVector<int64_t> getSizes(const AccessNest &nest) {
  return llvm::map_to_vector(nest.loops,
                             [](const NestLoop &loop) { return loop.size; });
}

TEST(AccessNest, MergesWhatEveryAccessMovesThroughAsOne) {
  AccessNest merged = makeNest({2, 3, 5, 7}, {1000, 35, 7, 1}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(2, 105));
  EXPECT_THAT(merged.reads[0].strides, ElementsAre(1000, 1));
  EXPECT_THAT(merged.writes[0].strides, ElementsAre(105, 1));
  EXPECT_EQ(merged.loops[1].number, 3u);
}

TEST(AccessNest, KeepsTransposedLoopsApart) {
  AccessNest merged = makeNest({4, 6}, {1, 4}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(4, 6));
}

TEST(AccessNest, LeavesOutLoopsOfOneIteration) {
  AccessNest merged = makeNest({1, 4, 1, 6, 1}, {9, 6, 9, 1, 9}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(24));
  EXPECT_THAT(merged.reads[0].strides, ElementsAre(1));
}

TEST(AccessNest, KeepsLoopsThatAPredicateSees) {
  AccessNest nest = makeNest({2, 3, 5}, {15, 5, 1});
  Predicate predicate;
  predicate.position = LinearForm(3);
  predicate.position.factors[2] = 1;
  nest.reads[0].predicates.push_back(predicate);
  AccessNest merged = nest.mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(6, 5));
  EXPECT_THAT(merged.reads[0].predicates[0].position.factors,
              ElementsAre(0, 1));
}

TEST(AccessNest, KeepsReductionsApart) {
  AccessNest nest = makeNest({4, 6}, {6, 1});
  nest.loops[1].isReduction = true;
  EXPECT_THAT(getSizes(nest.mergeLoops()), ElementsAre(4, 6));
}

TEST(AccessNest, KeepsLoopsWhoseSizesOrStridesOnlyARunKnows) {
  AccessNest size = makeNest({4, kDynamic}, {kDynamic, 1});
  EXPECT_THAT(getSizes(size.mergeLoops()), ElementsAre(4, kDynamic));
  AccessNest stride = makeNest({4, 6}, {kDynamic, 1});
  EXPECT_THAT(getSizes(stride.mergeLoops()), ElementsAre(4, 6));
}

TEST(AccessNest, MergesRepeatedReads) {
  AccessNest merged = makeNest({3, 4, 5}, {0, 0, 1}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(12, 5));
}

TEST(AccessNest, KeepsLoopsWhoseIterationsOverflow) {
  int64_t huge = int64_t(1) << 62;
  AccessNest merged = makeNest({2, 2, huge}, {0, 0, 0}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(4, huge));
}

TEST(AccessNest, ComparesStridesThatOverflow) {
  int64_t huge = int64_t(1) << 62;
  AccessNest merged = makeNest({4, 4}, {0, huge}).mergeLoops();
  EXPECT_THAT(getSizes(merged), ElementsAre(4, 4));
}

} // namespace
