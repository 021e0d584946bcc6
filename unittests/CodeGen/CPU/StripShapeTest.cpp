//===- StripShapeTest.cpp - Tests of choosing vectors of movements --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Schedule/StripShape.h"
#include "CodeGen/TestNests.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::addPredicate;
using dml::test::makeNest;

namespace {

constexpr int64_t kDynamic = ShapedType::kDynamic;

FailureOr<StripShape> choose(const AccessNest &nest, int64_t elementBytes = 4) {
  return chooseStripShape(getMovementLoops(nest.mergeLoops()), elementBytes);
}

TEST(StripShape, ACopyIsOneStrip) {
  FailureOr<StripShape> shape = choose(makeNest({64, 64}, {64, 1}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->stride, 1);
  EXPECT_EQ(shape->numSources, 1);
  EXPECT_FALSE(shape->hasRows);
}

TEST(StripShape, ShortStripsAndRowsThatAreCutMayBePacked) {
  auto mayBePacked = [&](const AccessNest &nest) {
    SmallVector<MovementLoop> loops = getMovementLoops(nest);
    FailureOr<StripShape> shape = chooseStripShape(loops, /*elementBytes=*/4);
    return succeeded(shape) && shape->mayBePacked(loops, /*elementBytes=*/4);
  };
  EXPECT_TRUE(mayBePacked(makeNest({100, 7}, {20, 1})));
  EXPECT_FALSE(mayBePacked(makeNest({100, 8}, {20, 1})));
  EXPECT_FALSE(mayBePacked(makeNest({100, kDynamic}, {kDynamic, 1})));
  // Sources take turns.
  EXPECT_TRUE(mayBePacked(makeNest({512, 4}, {1, 512})));
  // Neighbours, of which predicates cut some.
  AccessNest cut = makeNest({100, 15}, {20, 1});
  addPredicate(cut, {0, 1}, 14);
  EXPECT_TRUE(mayBePacked(cut));
  AccessNest longer = makeNest({100, 16}, {20, 1});
  addPredicate(longer, {0, 1}, 14);
  EXPECT_FALSE(mayBePacked(longer));
  AccessNest apart = makeNest({100, 15}, {60, 3});
  addPredicate(apart, {0, 3}, 40);
  EXPECT_FALSE(mayBePacked(apart));
  // Strips of several rows.
  AccessNest rows = makeNest({100, 16}, {16, 1});
  EXPECT_FALSE(mayBePacked(rows));
  addPredicate(rows, {0, 1}, 14);
  EXPECT_TRUE(mayBePacked(rows));
}

TEST(StripShape, NearNeighboursAreStrided) {
  FailureOr<StripShape> shape = choose(makeNest({100, 100}, {1000, 3}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->stride, 3);
}

TEST(StripShape, FarNeighboursTakeTurnsAsSources) {
  FailureOr<StripShape> shape = choose(makeNest({512, 4}, {1, 512}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->numSources, 4);
  EXPECT_EQ(shape->getNumLoops(), 2u);
  // Too many sources, too far apart for vectors.
  EXPECT_TRUE(failed(choose(makeNest({512, 64}, {1, 512}))));
  // Sources in descending order would be read past their end.
  AccessNest descending = makeNest({512, 4}, {1, -512});
  descending.reads[0].indices.push_back(LinearForm(2));
  descending.reads[0].indices[0].factors = {1, -512};
  EXPECT_TRUE(failed(choose(descending)));
  // Backwards.
  EXPECT_TRUE(failed(choose(makeNest({512}, {-1}))));
}

TEST(StripShape, ManySourcesNeedRowsOfMoreThan24Bytes) {
  EXPECT_EQ(choose(makeNest({7, 16}, {1, 196}))->numSources, 16);
  // Transposed blocks need 8 bytes of sources.
  EXPECT_EQ(choose(makeNest({13, 7}, {1, 196}), 1)->numSources, 7);
  EXPECT_TRUE(failed(choose(makeNest({10, 7}, {1, 196}), 2)));
  EXPECT_EQ(choose(makeNest({6, 6}, {1, 196}))->numSources, 6);
  EXPECT_TRUE(failed(choose(makeNest({6, 7}, {1, 196}))));
}

TEST(StripShape, ShortRowsThatFollowEachOtherAreOneStrip) {
  AccessNest nest = makeNest({50, 8}, {8, 1});
  addPredicate(nest, {0, 1}, 7);
  FailureOr<StripShape> shape = choose(nest);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_TRUE(shape->hasRows);
  AccessNest apart = makeNest({50, 8}, {9, 1});
  addPredicate(apart, {0, 1}, 7);
  EXPECT_FALSE(choose(apart)->hasRows);
}

TEST(StripShape, RowsWhosePredicatesMoveWithTheColumnsStayApart) {
  AccessNest nest = makeNest({50, 8}, {8, 1});
  addPredicate(nest, {8, 1}, 300);
  EXPECT_FALSE(choose(nest)->hasRows);
}

TEST(StripShape, ShortRowsWithGapsAreNoStrips) {
  EXPECT_TRUE(succeeded(choose(makeNest({100, 8}, {1000, 3}))));
  EXPECT_TRUE(failed(choose(makeNest({100, 7}, {1000, 3}))));
  EXPECT_TRUE(succeeded(choose(makeNest({100, 7}, {1000, 1}))));
}

TEST(StripShape, WindowsThatShareRowsOutAreWrittenAtOnce) {
  // Windows of 3 elements, 16 planes, rows, columns 3 apart.
  AccessNest nest = makeNest({3, 16, 50, 50}, {1, 22500, 450, 3});
  FailureOr<StripShape> shape = choose(nest);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->rangeLoop, 0u);
  EXPECT_EQ(shape->numRanges, 3);
  EXPECT_FALSE(addDynamicRows(*shape, getMovementLoops(nest)));
  // Windows that leave elements out, or have some in common.
  EXPECT_FALSE(
      choose(makeNest({2, 16, 50, 50}, {1, 22500, 450, 3}))->rangeLoop);
  EXPECT_FALSE(
      choose(makeNest({4, 16, 50, 50}, {1, 22500, 450, 3}))->rangeLoop);
  // Less than 2 KiB of each.
  EXPECT_TRUE(choose(makeNest({16, 3, 16, 32}, {4608, 1, 288, 3}))->rangeLoop);
  EXPECT_FALSE(choose(makeNest({16, 3, 16, 31}, {4464, 1, 279, 3}))->rangeLoop);
  // Rows of 15 bytes.
  EXPECT_TRUE(
      choose(makeNest({16, 3, 5000, 16}, {480000, 1, 96, 3}), 1)->rangeLoop);
  EXPECT_FALSE(
      choose(makeNest({16, 3, 5000, 15}, {450000, 1, 90, 3}), 1)->rangeLoop);
  // With padding.
  addPredicate(nest, {1, 0, 0, 3}, 149);
  EXPECT_FALSE(choose(nest)->rangeLoop);
}

TEST(StripShape, WindowsThatShareOutRowsTooAreWrittenAtOnce) {
  // Planes, windows of 3 rows of 3 elements, rows, columns.
  FailureOr<StripShape> shape =
      choose(makeNest({16, 3, 3, 50, 50}, {22500, 150, 1, 450, 3}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->firstRangeLoop, 1u);
  EXPECT_EQ(shape->rangeLoop, 2u);
  EXPECT_EQ(shape->numRanges, 9);
  auto getFirst = [](AccessNest nest) { return choose(nest)->firstRangeLoop; };
  // The windows leave out rows.
  EXPECT_EQ(getFirst(makeNest({16, 2, 3, 50, 50}, {22500, 150, 1, 450, 3})),
            2u);
  // More than 64 windows, or 16 of rows of more than 1 KiB.
  EXPECT_EQ(getFirst(makeNest({16, 8, 8, 50, 32}, {102400, 256, 1, 2048, 8})),
            1u);
  EXPECT_EQ(getFirst(makeNest({16, 9, 9, 50, 28}, {113400, 252, 1, 2268, 9})),
            2u);
  EXPECT_EQ(getFirst(makeNest({16, 8, 8, 50, 33}, {105600, 264, 1, 2112, 8})),
            2u);
  EXPECT_EQ(getFirst(makeNest({16, 4, 4, 50, 66}, {52800, 264, 1, 1056, 4})),
            1u);
}

TEST(StripShape, DynamicSizesLeaveOpenWhetherThereAreRows) {
  AccessNest nest = makeNest({50, kDynamic}, {kDynamic, 1});
  FailureOr<StripShape> shape = choose(nest);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_FALSE(shape->hasRows);
  std::optional<StripShape> rows =
      addDynamicRows(*shape, getMovementLoops(nest.mergeLoops()));
  ASSERT_TRUE(rows);
  EXPECT_TRUE(rows->hasRows);
  AccessNest known = makeNest({50, 8}, {9, 1});
  EXPECT_FALSE(addDynamicRows(*choose(known), getMovementLoops(known)));
}

TEST(StripShape, PrintsWhatIsChosen) {
  std::string text;
  llvm::raw_string_ostream os(text);
  choose(makeNest({16, 3, 50, 50}, {10302, 1, 204, 2}))->print(os);
  EXPECT_EQ(text, "strips of elements 2 apart");
  text.clear();
  choose(makeNest({3, 16, 50, 50}, {1, 22500, 450, 3}))->print(os);
  EXPECT_EQ(text, "strips of elements 3 apart, written at once for all 3 of "
                  "loop 0");
  text.clear();
  choose(makeNest({3, 3, 50, 50}, {150, 1, 450, 3}))->print(os);
  EXPECT_EQ(text, "strips of elements 3 apart, written at once for all 9 of "
                  "loops 0 to 1");
}

} // namespace
