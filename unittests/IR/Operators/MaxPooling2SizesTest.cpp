//===- MaxPooling2SizesTest.cpp - The size function of max_pooling2 -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Operators/MaxPooling2Sizes.h"
#include "IR/SizesTestUtils.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

TEST(MaxPooling2Test, Infer) {
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({2, 3, 5, 6}, Window({3, 2}))),
            "2x3x3x5");
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({2, 3, 5, 6, 7}, Window({5, 2, 1}))),
            "2x3x1x5x7");
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({D, 3, D, 6}, Window({3, 2}))),
            "?x3x?x5");
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({2, D, 5, D}, Window({3, 2}))),
            "2x?x3x?");
}

TEST(MaxPooling2Test, M2Blocks) {
  Window window = makeUnevenWindow();
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 7, 9}, window)), "1x1x3x8");
  // The division rounds down.
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 6, 9}, window)), "1x1x3x8");
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 5, 9}, window)), "1x1x2x8");
}

TEST(MaxPooling2Test, M1Rank) {
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 1}, Window({1}))),
            "rank of the input: expected 4 to 5, given 3 [M1]");
  EXPECT_EQ(
      textOf(inferMaxPooling2Sizes({1, 1, 1, 1, 1, 1}, Window({1, 1, 1, 1}))),
      "rank of the input: expected 4 to 5, given 6 [M1]");
}

TEST(MaxPooling2Test, A1AndM2Arrays) {
  expectWindowRules("M2", [](const UnfoldWindow &window) {
    return messageOf(inferMaxPooling2Sizes({1, 1, D, D}, window).takeError());
  });
}

TEST(MaxPooling2Test, M2WindowDoesNotFit) {
  Window window({1, 3});
  window.dilations = {1, 2};
  window.start = {0, 1};
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 1, 4}, window)), "1x1x1x1");
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 1, 3}, window)),
            "padded size of dimension 3 of the input: expected at least 5 (the "
            "dilated window), given 4 [M2]");
}

TEST(MaxPooling2Test, T2) {
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 0, 1, 1}, Window({1, 1}))),
            "dimension 1 of the input: expected at least 1, given 0 [T2]");
  Window window({1, 1});
  window.start = window.end = {kMax, kMax};
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 1, 1}, window)),
            "elements of the values: expected at most 4294967295, given "
            "1x1x8589934591x8589934591 [T2]");
  // Three windows in each dimension: from the start, over the element, and from
  // the end of the padding.
  window.strides = {kMax, kMax};
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 1, 1}, window)), "1x1x3x3");
}

TEST(MaxPooling2Test, Results) {
  SizeFunction one =
      getMaxPooling2Sizes(4, Window({3, 3}), /*withIndices=*/false);
  ASSERT_EQ(one.getResults().size(), 1u);
  EXPECT_EQ(rulesOf(one), "M2 M2 M2 M2");

  SizeFunction two =
      getMaxPooling2Sizes(4, Window({3, 3}), /*withIndices=*/true);
  ASSERT_EQ(two.getResults().size(), 2u);
  EXPECT_EQ(checkResult(two, {2, 3, 4, D}, {2, D, 4, 7}), "");
  EXPECT_EQ(checkResult(two, {2, 3, 4, 5}, {2, 3, 5, 5}),
            "dimension 2 of the values: expected 4, given 5 [M2, T6]");
  EXPECT_EQ(checkResult(two, {2, 3, 4, D}, {2, D, 4, 7}, /*result=*/1), "");
  EXPECT_EQ(checkResult(two, {2, 3, 4, 5}, {2, 3, 4, 6}, /*result=*/1),
            "dimension 3 of the indices: expected 5, given 6 [M2, T6]");
  EXPECT_EQ(checkResult(two, {D, D, D, D}, {D, D, 0, D}, /*result=*/1),
            "dimension 2 of the indices: expected at least 1, given 0 [T2]");
}

} // namespace
