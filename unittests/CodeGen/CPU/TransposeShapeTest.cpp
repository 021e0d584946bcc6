//===- TransposeShapeTest.cpp - Tests of choosing transposed blocks -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/TransposeShape.h"
#include "CodeGen/TestNests.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::addPredicate;
using dml::test::makeNest;

namespace {

constexpr int64_t kDynamic = ShapedType::kDynamic;

FailureOr<TransposeShape> choose(const AccessNest &nest,
                                 int64_t elementBytes = 4) {
  return chooseTransposeShape(getMovementLoops(nest.mergeLoops()),
                              elementBytes);
}

TEST(TransposeShape, NeighboursAreAlongAnyOtherLoop) {
  FailureOr<TransposeShape> shape = choose(makeNest({64, 100}, {1, 64}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->loop, 0u);
  // Images, channels, rows and columns of windows.
  shape = choose(makeNest({3, 64, 9, 30}, {99999, 1, 7777, 128}));
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->loop, 1u);
  EXPECT_TRUE(failed(choose(makeNest({64, 100}, {2, 128}))));
  EXPECT_TRUE(failed(choose(makeNest({100}, {64}))));
}

TEST(TransposeShape, BlocksFitInBothLoops) {
  EXPECT_EQ(choose(makeNest({64, 100}, {1, 64}))->numColumns, 16);
  EXPECT_EQ(choose(makeNest({64, 15}, {1, 64}))->numColumns, 8);
  EXPECT_EQ(choose(makeNest({64, 15}, {1, 64}))->numRows, 8);
  EXPECT_EQ(choose(makeNest({7, 100}, {1, 64}))->numColumns, 16);
  EXPECT_EQ(choose(makeNest({7, 100}, {1, 64}))->numRows, 4);
  EXPECT_TRUE(failed(choose(makeNest({3, 100}, {1, 64}))));
  EXPECT_TRUE(failed(choose(makeNest({64, 3}, {1, 64}))));
}

TEST(TransposeShape, BlocksAreALineWide) {
  AccessNest nest = makeNest({64, 100}, {1, 64});
  EXPECT_EQ(choose(nest, 1)->numColumns, 64);
  EXPECT_EQ(choose(nest, 1)->numRows, 16);
  EXPECT_EQ(choose(nest, 2)->numColumns, 32);
  EXPECT_EQ(choose(nest, 2)->numRows, 16);
  EXPECT_EQ(choose(nest, 8)->numColumns, 8);
  EXPECT_EQ(choose(nest, 8)->numRows, 8);
}

TEST(TransposeShape, LinesOfAPageAreReadTogether) {
  EXPECT_EQ(choose(makeNest({999, 100}, {1, 999}))->rangeRows, 16);
  EXPECT_EQ(choose(makeNest({1024, 100}, {1, 1024}))->rangeRows, 64);
  EXPECT_EQ(choose(makeNest({1024, 100}, {1, -1024}))->rangeRows, 64);
  EXPECT_EQ(choose(makeNest({1024, 100}, {1, 1024}), 2)->rangeRows, 32);
  EXPECT_EQ(choose(makeNest({64, 100}, {1, kDynamic}))->rangeRows, 16);
}

TEST(TransposeShape, PredicatesMayNotSeeTheNeighbours) {
  AccessNest nest = makeNest({64, 9, 100}, {1, 6400, 64});
  addPredicate(nest, {0, 1, 1}, 99);
  FailureOr<TransposeShape> shape = choose(nest);
  ASSERT_TRUE(succeeded(shape));
  EXPECT_EQ(shape->loop, 0u);
  addPredicate(nest, {1, 0, 0}, 60);
  EXPECT_TRUE(failed(choose(nest)));
}

TEST(TransposeShape, OnlyOtherLoopsMayBeDynamic) {
  EXPECT_TRUE(succeeded(choose(makeNest({kDynamic, 64, 100}, {6400, 1, 64}))));
  EXPECT_TRUE(failed(choose(makeNest({kDynamic, 100}, {1, 64}))));
  EXPECT_TRUE(failed(choose(makeNest({64, kDynamic}, {1, 64}))));
}

TEST(TransposeShape, PrintsWhatIsChosen) {
  std::string text;
  llvm::raw_string_ostream os(text);
  choose(makeNest({64, 100}, {1, 64}))->print(os);
  EXPECT_EQ(text, "transposed blocks of 16x16 elements, whose neighbours are "
                  "along loop 0, 16 rows at a time");
}

} // namespace
