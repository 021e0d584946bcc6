//===- MaxPooling2SizesTest.cpp - The size function of max_pooling2 -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/MaxPooling2Sizes.h"
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

// Strides, dilations and paddings, each different in each dimension (M2).
TEST(MaxPooling2Test, Blocks) {
  Window window({3, 2});
  window.strides = {2, 1};
  window.dilations = {2, 4};
  window.start = {1, 0};
  window.end = {2, 3};
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

TEST(MaxPooling2Test, M2Entries) {
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 5, 5}, Window({3}))),
            "window_sizes entries: expected 2 (one for each spatial "
            "dimension), given 1 [M2]");
  Window window({3, 3});
  window.end.push_back(0);
  EXPECT_EQ(textOf(inferMaxPooling2Sizes({1, 1, 5, 5}, window)),
            "end_padding entries: expected 2 (one for each spatial "
            "dimension), given 3 [M2]");
}

TEST(MaxPooling2Test, A1AndM2Values) {
  auto with = [](Sizes Window::*array, int64_t entry) {
    Window window({1, 1});
    (window.*array)[1] = entry;
    return textOf(inferMaxPooling2Sizes({1, 1, 1, D}, window));
  };
  EXPECT_EQ(with(&Window::sizes, 0),
            "window_sizes[1]: expected at least 1, given 0 [M2]");
  EXPECT_EQ(with(&Window::strides, 0),
            "strides[1]: expected at least 1, given 0 [M2]");
  EXPECT_EQ(with(&Window::dilations, 0),
            "dilations[1]: expected at least 1, given 0 [M2]");
  EXPECT_EQ(with(&Window::start, -1),
            "start_padding[1]: expected 0 to 4294967295, given -1 [A1]");
  EXPECT_EQ(with(&Window::end, kMax + 1),
            "end_padding[1]: expected 0 to 4294967295, given 4294967296 [A1]");
  EXPECT_EQ(with(&Window::strides, kMax), "1x1x1x?");
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
