//===- ShapeInferenceTest.cpp - Shape functions and messages --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/SizesTestUtils.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Operators/BlockSize.h"
#include "dml/IR/Operators/DepthToSpace1Sizes.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "dml/IR/Operators/MaxUnpoolingSizes.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST(SizesTest, Format) {
  EXPECT_EQ(formatSizes({}), "");
  EXPECT_EQ(formatSizes({7}), "7");
  EXPECT_EQ(formatSizes({2, 3, D}), "2x3x?");
  EXPECT_EQ(formatSizes({-1, kMost}), "-1x9223372036854775807");
}

TEST(SizesTest, Product) {
  EXPECT_EQ(productOf({}), 1);
  EXPECT_EQ(productOf({2, 3, 5}), 30);
  EXPECT_EQ(productOf({2, D, 5}), D);
  EXPECT_EQ(productOf({65535, 65537}), kMax);
}

TEST(SizesTest, TensorSizes) {
  EXPECT_EQ(messageOf(checkTensorSizes("input", {})), "");
  EXPECT_EQ(messageOf(checkTensorSizes("input", {1, 1, 1, 1, 1, 1, 1, 1})), "");
  EXPECT_EQ(messageOf(checkTensorSizes("input", {D, D, 3})), "");
  EXPECT_EQ(messageOf(checkTensorSizes("input", {kMax, 1})), "");
  EXPECT_EQ(messageOf(checkTensorSizes("input", {65535, D, 65537})), "");
}

TEST(SizesTest, T2Rank) {
  EXPECT_EQ(messageOf(checkTensorSizes("input", {1, 1, 1, 1, 1, 1, 1, 1, 1})),
            "rank of the input: expected at most 8, given 9 [T2]");
}

TEST(SizesTest, T2SizeBelowOne) {
  EXPECT_EQ(messageOf(checkTensorSizes("values", {2, 0})),
            "dimension 1 of the values: expected at least 1, given 0 [T2]");
  EXPECT_EQ(messageOf(checkTensorSizes("values", {-1, 0})),
            "dimension 0 of the values: expected at least 1, given -1 [T2]");
  // Next to what stands for a dynamic size.
  EXPECT_EQ(messageOf(checkTensorSizes("values", {D, kLeast})),
            "dimension 1 of the values: expected at least 1, given "
            "-9223372036854775807 [T2]");
}

TEST(SizesTest, T2Elements) {
  EXPECT_EQ(messageOf(checkTensorSizes("result", {65536, 65536})),
            "elements of the result: expected at most 4294967295, given "
            "65536x65536 [T2]");
  EXPECT_EQ(messageOf(checkTensorSizes("result", {kMax + 1})),
            "elements of the result: expected at most 4294967295, given "
            "4294967296 [T2]");
  // A dynamic size is at least 1.
  EXPECT_EQ(messageOf(checkTensorSizes("result", {65536, D, 65536})),
            "elements of the result: expected at most 4294967295, given "
            "65536x?x65536 [T2]");
  // The product is 0 in 64 bits, and in 128 bits.
  EXPECT_EQ(messageOf(checkTensorSizes(
                "result", {kMax + 1, kMax + 1, kMax + 1, kMax + 1})),
            "elements of the result: expected at most 4294967295, given "
            "4294967296x4294967296x4294967296x4294967296 [T2]");
  EXPECT_EQ(messageOf(checkTensorSizes("result", {kMost, kMost})),
            "elements of the result: expected at most 4294967295, given "
            "9223372036854775807x9223372036854775807 [T2]");
}

TEST(SizesTest, DeclaresMoreThanInferred) {
  EXPECT_FALSE(declaresMoreThanInferred({1, 2}, {1, 2}));
  EXPECT_FALSE(declaresMoreThanInferred({1, 2}, {D, 2}));
  EXPECT_FALSE(declaresMoreThanInferred({D, D}, {D, D}));
  EXPECT_TRUE(declaresMoreThanInferred({1, D}, {D, 2}));
}

TEST(SizesTest, Merge) {
  EXPECT_EQ(formatSizes(mergeSizes({1, D, 3, D}, {1, 2, D, D})), "1x2x3x?");
}

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

TEST(DepthToSpace1Test, BlockSize) {
  EXPECT_EQ(messageOf(checkBlockSize(1, "D2")), "");
  EXPECT_EQ(messageOf(checkBlockSize(65535, "D2")), "");
}

TEST(DepthToSpace1Test, D2BlockSizeZero) {
  EXPECT_EQ(messageOf(checkBlockSize(0, "D2")),
            "block_size: expected at least 1, given 0 [D2]");
}

TEST(DepthToSpace1Test, A1BlockSize) {
  EXPECT_EQ(messageOf(checkBlockSize(-1, "D2")),
            "block_size: expected 0 to 4294967295, given -1 [A1]");
  EXPECT_EQ(messageOf(checkBlockSize(65536, "D2")),
            "block_size: expected at most 65535, given 65536 [A1]");
  EXPECT_EQ(messageOf(checkBlockSize(kMax, "D2")),
            "block_size: expected at most 65535, given 4294967295 [A1]");
  EXPECT_EQ(messageOf(checkBlockSize(kMax + 1, "D2")),
            "block_size: expected 0 to 4294967295, given 4294967296 [A1]");
  EXPECT_EQ(messageOf(checkBlockSize(kMost, "D2")),
            "block_size: expected 0 to 4294967295, given 9223372036854775807 "
            "[A1]");
  EXPECT_EQ(messageOf(checkBlockSize(D, "D2")),
            "block_size: expected 0 to 4294967295, given -9223372036854775808 "
            "[A1]");
}

TEST(DepthToSpace1Test, Infer) {
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({5, 18, 2, 7}, 3)), "5x2x6x21");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({5, 18, 2, 7}, 1)), "5x18x2x7");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({D, D, D, D}, 3)), "?x?x?x?");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({D, 18, D, 7}, 3)), "?x2x?x21");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, 4294836225, 1, 1}, 65535)),
            "1x1x65535x65535");
}

TEST(DepthToSpace1Test, D2ChannelsNotDivisible) {
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, 6, 1, 1}, 2)),
            "channels (dimension 1 of the input): expected a multiple of "
            "block_size * block_size = 4, given 6 [D2]");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({D, kMax, 1, 1}, 65535)),
            "channels (dimension 1 of the input): expected a multiple of "
            "block_size * block_size = 4294836225, given 4294967295 [D2]");
}

TEST(DepthToSpace1Test, T2) {
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, 4, 0, 1}, 2)),
            "dimension 2 of the input: expected at least 1, given 0 [T2]");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, D, 65537, D}, 65535)),
            "1x?x4294967295x?");
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, D, 65538, D}, 65535)),
            "elements of the result: expected at most 4294967295, given "
            "1x?x4295032830x? [T2]");
  // The largest products there are.
  EXPECT_EQ(textOf(inferDepthToSpace1Sizes({1, D, kMax, 1}, 65535)),
            "elements of the result: expected at most 4294967295, given "
            "1x?x281470681677825x65535 [T2]");
}

TEST(DepthToSpace1Test, Result) {
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {1, 2, 4, 6}, {1, 2, 4, 6}),
            "");
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {D, 2, D, 6}, {9, D, 4, D}),
            "");
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {1, 2, 4, 6}, {1, 3, 4, 7}),
            "dimension 1 of the result: expected 2, given 3 [D3, T6]");
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {D, D, D, D}, {D, D, D, 7}),
            "dimension 3 of the result: expected a multiple of 2, given 7 [D3, "
            "T6]");
  // Batch and channels may be any.
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {D, D, D, D}, {7, 7, D, D}),
            "");
  EXPECT_EQ(checkResult(getDepthToSpace1Sizes(2), {D, D, D, D}, {D, D, 0, D}),
            "dimension 2 of the result: expected at least 1, given 0 [T2]");
  EXPECT_EQ(
      checkResult(getDepthToSpace1Sizes(2), {D, D, D, D}, {D, 65536, 65536, D}),
      "elements of the result: expected at most 4294967295, given "
      "?x65536x65536x? [T2]");
  EXPECT_EQ(rulesOf(getDepthToSpace1Sizes(2)), "D3 D3 D3 D3");
}

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

TEST(MaxUnpoolingTest, Sizes) {
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 2, 3, 4}, {1, 2, 3, 4},
                                             {5, 6, 7, 8})),
            "");
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, D, 3, D}, {D, 2, 3, D},
                                             {D, D, D, D})),
            "");
}

TEST(MaxUnpoolingTest, U1IndicesOfOtherSizes) {
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 2, 3, 4}, {1, 2, 4, 3},
                                             {5, 6, 7, 8})),
            "dimension 2 of the indices: expected 3 as in the values, given 4 "
            "[U1]");
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({D, 2, 3, 4}, {1, D, D, 3},
                                             {5, 6, 7, 8})),
            "dimension 3 of the indices: expected 4 as in the values, given 3 "
            "[U1]");
}

TEST(MaxUnpoolingTest, T2) {
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 0, 1, 1}, {1, 1, 1, 1},
                                             {1, 1, 1, 1})),
            "dimension 1 of the values: expected at least 1, given 0 [T2]");
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 1, 1, 1}, {1, 1, 0, 1},
                                             {1, 1, 1, 1})),
            "dimension 2 of the indices: expected at least 1, given 0 [T2]");
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 1, 1, 1}, {1, 1, 1, 1},
                                             {1, 1, 1, -3})),
            "dimension 3 of the result: expected at least 1, given -3 [T2]");
  EXPECT_EQ(messageOf(checkMaxUnpoolingSizes({1, 1, 1, 1}, {1, 1, 1, 1},
                                             {2, 1, D, kMax})),
            "elements of the result: expected at most 4294967295, given "
            "2x1x?x4294967295 [T2]");
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

TEST(UnfoldTest, Window) {
  EXPECT_EQ(messageOf(checkUnfoldWindow(Window({3}), 3, kUnfoldRules)), "");
  EXPECT_EQ(
      messageOf(checkUnfoldWindow(Window({1, 2, 3, 4, 5, 6}), 8, kUnfoldRules)),
      "");
  Window largest({1, 1});
  largest.strides = largest.dilations = largest.start =
      largest.end = {kMax, kMax};
  EXPECT_EQ(messageOf(checkUnfoldWindow(largest, 4, kUnfoldRules)), "");
}

TEST(UnfoldTest, F1Rank) {
  EXPECT_EQ(messageOf(checkUnfoldWindow(Window({}), 2, kUnfoldRules)),
            "rank of the input: expected 3 to 8, given 2 [F1]");
  EXPECT_EQ(messageOf(checkUnfoldWindow(Window({1, 1, 1, 1, 1, 1, 1}), 9,
                                        kUnfoldRules)),
            "rank of the input: expected 3 to 8, given 9 [F1]");
  EXPECT_EQ(messageOf(checkUnfoldWindow(Window({}), 0, kUnfoldRules)),
            "rank of the input: expected 3 to 8, given 0 [F1]");
}

TEST(UnfoldTest, A1AndF3Arrays) {
  EXPECT_EQ(messageOf(checkUnfoldWindow(Window({3}), 4, kUnfoldRules)),
            "window_sizes entries: expected 2 (one for each spatial "
            "dimension), given 1 [F3]");
  expectWindowRules("F3", [](const UnfoldWindow &window) {
    return messageOf(checkUnfoldWindow(window, 4, kUnfoldRules));
  });
}

TEST(UnfoldTest, DilatedWindow) {
  Window window({3, 1});
  window.dilations = {4, kMax};
  EXPECT_EQ(getDilatedWindowSize(window, 0), 9);
  EXPECT_EQ(getDilatedWindowSize(window, 1), 1);
}

// 3969050463 * (2323823090 - 1) + 1 is just below 2^63, and so are the next 234
// window sizes.
TEST(UnfoldTest, F3DilatedWindowNear63Bits) {
  Window window({2323823090});
  window.dilations = {3969050463};
  EXPECT_EQ(messageOf(checkUnfoldWindow(window, 3, kUnfoldRules)), "");
  EXPECT_EQ(getDilatedWindowSize(window, 0), 9223371107325540208);
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 5}, window)),
            "padded size of dimension 2 of the input: expected at least "
            "9223371107325540208 (the dilated window), given 5 [F3]");
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, D}, window)), "?");

  window.sizes = {2323823324};
  EXPECT_EQ(messageOf(checkUnfoldWindow(window, 3, kUnfoldRules)), "");
  EXPECT_EQ(getDilatedWindowSize(window, 0), 9223372036083348550);
  window.sizes = {2323823325};
  EXPECT_EQ(messageOf(checkUnfoldWindow(window, 3, kUnfoldRules)),
            "padded size of dimension 2 of the input: expected at least "
            "3969050463*(2323823325-1)+1 (the dilated window), given at most "
            "4294967295+0+0 [F3]");
}

TEST(UnfoldTest, F3DilatedWindowAt63Bits) {
  // 2^32 * 2^31 cannot be written with UINTs; (2^32-1) * 2^31 + 1 < 2^63 can.
  Window window({2147483649});
  window.dilations = {kMax};
  EXPECT_EQ(messageOf(checkUnfoldWindow(window, 3, kUnfoldRules)), "");
  EXPECT_EQ(getDilatedWindowSize(window, 0), 9223372034707292161);
  window.sizes = {2147483650};
  window.start = {1};
  window.end = {2};
  EXPECT_EQ(messageOf(checkUnfoldWindow(window, 3, kUnfoldRules)),
            "padded size of dimension 2 of the input: expected at least "
            "4294967295*(2147483650-1)+1 (the dilated window), given at most "
            "4294967295+1+2 [F3]");
}

TEST(UnfoldTest, Blocks) {
  Window window = makeUnevenWindow();
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 7, 9}, window)), "3x8");
  EXPECT_EQ(textOf(inferUnfoldBlocks({D, D, D, 9}, window)), "?x8");
  // The division rounds down.
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 6, 9}, window)), "3x8");
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 5, 9}, window)), "2x8");
}

TEST(UnfoldTest, F3WindowDoesNotFit) {
  Window window({1, 3});
  window.dilations = {1, 2};
  window.start = {0, 1};
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 1, 4}, window)), "1x1");
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 1, 3}, window)),
            "padded size of dimension 3 of the input: expected at least 5 (the "
            "dilated window), given 4 [F3]");
}

TEST(UnfoldTest, LargestPadding) {
  Window window({1, 1});
  window.start = window.end = {kMax, kMax};
  EXPECT_EQ(textOf(inferUnfoldBlocks({1, 1, 1, 1}, window)),
            "8589934591x8589934591");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, 1, 1}, window)),
            "elements of the result: expected at most 4294967295, given "
            "1x1x1x1x8589934591x8589934591 [T2]");
  window.strides = {kMax, kMax};
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, 1, 1}, window)), "1x1x9");
}

TEST(UnfoldTest, Infer) {
  EXPECT_EQ(textOf(inferUnfoldSizes({2, 3, 5, 6}, Window({3, 2}))), "2x18x15");
  EXPECT_EQ(textOf(inferUnfoldSizes({D, 3, 5, 6}, Window({3, 2}))), "?x18x15");
  EXPECT_EQ(textOf(inferUnfoldSizes({2, D, 5, 6}, Window({3, 2}))), "2x?x15");
  EXPECT_EQ(textOf(inferUnfoldSizes({2, 3, 5, D}, Window({3, 2}))), "2x18x?");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, 2, 2, 2, 2, 2, 2},
                                    Window({1, 2, 1, 2, 1, 2}))),
            "1x8x8");
}

TEST(UnfoldTest, T2) {
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, 0}, Window({1}))),
            "dimension 2 of the input: expected at least 1, given 0 [T2]");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, 1, 1, 1, 1, 1, 1, 1},
                                    Window({1, 1, 1, 1, 1, 1, 1}))),
            "rank of the input: expected at most 8, given 9 [T2]");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, D, D, D}, Window({65535, 65537}))),
            "1x?x?");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, D, D, D}, Window({65536, 65536}))),
            "elements of the result: expected at most 4294967295, given "
            "1x?x65536x65536x?x? [T2]");
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 2, D, D}, Window({65535, 65535}))),
            "elements of the result: expected at most 4294967295, given "
            "1x2x65535x65535x?x? [T2]");
  // The window's product alone is 0 in 64 bits.
  EXPECT_EQ(textOf(inferUnfoldSizes({1, 1, D, D, D, D},
                                    Window({65536, 65536, 65536, 65536}))),
            "elements of the result: expected at most 4294967295, given "
            "1x1x65536x65536x65536x65536x?x?x?x? [T2]");
}

TEST(UnfoldTest, F5Rank) {
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {D, D, D}, 3)), "2x18x15");
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {1, D, D, D}, 4)), "1x2x18x15");
  EXPECT_EQ(textOf(padUnfoldRank({D, 18, D}, {1, 1, 1, 1, 1, D, D, D}, 8)),
            "1x1x1x1x1x?x18x?");
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {D, D}, 4)),
            "rank of the result: expected 3 to 4 (the input's), given 2 [F5]");
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {1, 1, D, D, D}, 4)),
            "rank of the result: expected 3 to 4 (the input's), given 5 [F5]");
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {2, 1, 18, 15}, 4)),
            "dimension 0 of the result: expected 1 (leading the last three), "
            "given 2 [F5]");
  EXPECT_EQ(textOf(padUnfoldRank({2, 18, 15}, {1, D, 2, 18, 15}, 5)),
            "dimension 1 of the result: expected 1 (leading the last three), "
            "given ? [F5]");
}

TEST(UnfoldTest, Result) {
  Window window({3, 3});
  auto check = [&](SizesRef inferred, SizesRef declared) {
    return checkResult(getUnfoldSizes(4, window, declared), inferred, declared);
  };
  EXPECT_EQ(check({2, 18, 15}, {2, 18, 15}), "");
  EXPECT_EQ(check({D, D, 15}, {2, 18, D}), "");
  EXPECT_EQ(check({2, 18, 15}, {1, 18, 15}),
            "dimension 0 of the result: expected 2, given 1 [F4, T6]");
  EXPECT_EQ(check({2, 18, 15}, {2, 18, 16}),
            "dimension 2 of the result: expected 15, given 16 [F2, T6]");
  EXPECT_EQ(check({D, D, D}, {7, 10, 7}),
            "dimension 1 of the result: expected a multiple of 9, given 10 "
            "[F4, T6]");
  EXPECT_EQ(check({1, D, D, D}, {1, 7, 10, 7}),
            "dimension 2 of the result: expected a multiple of 9, given 10 "
            "[F4, T6]");
  EXPECT_EQ(check({D, D, D}, {D, D, 0}),
            "dimension 2 of the result: expected at least 1, given 0 [T2]");
  EXPECT_EQ(check({D, D, D}, {65536, D, 65536}),
            "elements of the result: expected at most 4294967295, given "
            "65536x?x65536 [T2]");
}

TEST(UnfoldTest, Rules) {
  EXPECT_EQ(rulesOf(getUnfoldSizes(3, Window({2}))), "F4 F4 F2");
  Window window({3, 3});
  EXPECT_EQ(rulesOf(getUnfoldSizes(4, window, Sizes(4, 1))), "F4 F4 F4 F2");
}

//===----------------------------------------------------------------------===//
// Messages that run time alone makes
//===----------------------------------------------------------------------===//

TEST(MessagesTest, U3IndicesOutOfRange) {
  EXPECT_EQ(messages::indicesOutOfRange({/*position=*/5,
                                         /*index=*/18446744073709551615u,
                                         /*bound=*/4294967295, /*count=*/2}),
            "index at position 5 (the first of 2 out of range): expected less "
            "than 4294967295 (elements of the result), given "
            "18446744073709551615 [U3]");
}

TEST(MessagesTest, PlaceholdersAsSizes) {
  EXPECT_EQ(messages::sizeBelowOne("input", 1, "{0}"),
            "dimension 1 of the input: expected at least 1, given {0} [T2]");
  EXPECT_EQ(messages::resultSizeMismatch("result", 1, "F4", "{0}", "{1}"),
            "dimension 1 of the result: expected {0}, given {1} [F4, T6]");
}

TEST(MessagesTest, FillPlaceholders) {
  using messages::fillPlaceholders;
  EXPECT_EQ(fillPlaceholders("", {}), "");
  EXPECT_EQ(fillPlaceholders("no values", {1}), "no values");
  EXPECT_EQ(fillPlaceholders("{0}", {7}), "7");
  EXPECT_EQ(fillPlaceholders("a {1} b {0} c {1}", {7, -8}), "a -8 b 7 c -8");
  EXPECT_EQ(fillPlaceholders("{0}{1}", {kMost, D}),
            "9223372036854775807-9223372036854775808");
  EXPECT_EQ(fillPlaceholders("{10}", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 42}), "42");
}

// Whatever is no placeholder stays as it is.
TEST(MessagesTest, FillOtherBraces) {
  using messages::fillPlaceholders;
  for (const char *text : {"{", "}", "{}", "{1}", "{-1}", "{+0}", "{x}", "{0",
                           "{0 }", "{ 0}", "{0x0}", "{99999999999999999999}"})
    EXPECT_EQ(fillPlaceholders(text, {7}), text);
  EXPECT_EQ(fillPlaceholders("{{0}}", {7}), "{7}");
  EXPECT_EQ(fillPlaceholders("{a{0}b}", {7}), "{a7b}");
  EXPECT_EQ(fillPlaceholders("{0}{", {7}), "7{");
}

//===----------------------------------------------------------------------===//
// fold
//===----------------------------------------------------------------------===//

TEST(FoldTest, Infer) {
  EXPECT_EQ(textOf(inferFoldSizes({2, 18, 15}, Window({3, 2}), {5, 6})),
            "2x3x5x6");
  EXPECT_EQ(textOf(inferFoldSizes({D, D, 15}, Window({3, 2}), {5, 6})),
            "?x?x5x6");
  EXPECT_EQ(textOf(inferFoldSizes({2, 18, 15}, Window({3, 2}), {D, 6})),
            "2x3x?x6");
  EXPECT_EQ(textOf(inferFoldSizes({1, 2, 18, 15}, Window({3, 2}), {5, 6})),
            "2x3x5x6");
  EXPECT_EQ(
      textOf(inferFoldSizes({1, 1, 1, 1, 1, 2, 4, 6},
                            Window({1, 1, 1, 1, 1, 2}), {1, 1, 3, 1, 1, 3})),
      "2x2x1x1x3x1x1x3");
  // Any of these lengths has two windows; two is what the input has.
  Window window({3});
  window.strides = {4};
  for (int64_t length : {7, 8, 10})
    EXPECT_EQ(textOf(inferFoldSizes({1, 3, 2}, window, {length})),
              "1x1x" + std::to_string(length));
}

TEST(FoldTest, O1) {
  EXPECT_EQ(textOf(inferFoldSizes({1, 1}, Window({1}), {1})),
            "rank of the input: expected 3 to 3 (the result's), given 2 [O1]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 1, 1, 1}, Window({1}), {1})),
            "rank of the input: expected 3 to 3 (the result's), given 4 [O1]");
  EXPECT_EQ(
      textOf(inferFoldSizes({2, 1, 1, 1}, Window({1, 1}), {1, 1})),
      "dimension 0 of the input: expected 1 (leading the last three), given 2 "
      "[O1]");
  EXPECT_EQ(
      textOf(inferFoldSizes({D, 1, 1, 1}, Window({1, 1}), {1, 1})),
      "dimension 0 of the input: expected 1 (leading the last three), given ? "
      "[O1]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 1, 1}, Window({1, 1, 1, 1, 1, 1, 1}),
                                  {1, 1, 1, 1, 1, 1, 1})),
            "rank of the result: expected 3 to 8, given 9 [O1]");
}

TEST(FoldTest, O2) {
  EXPECT_EQ(textOf(inferFoldSizes({1, 10, 9}, Window({3, 3}), {5, 5})),
            "dimension 1 of the input: expected a multiple of 9 (the elements "
            "of the window), given 10 [O2]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 9, 8}, Window({3, 3}), {5, 5})),
            "dimension 2 of the input: expected 9 (the number of windows), "
            "given 8 [O2]");
  // One position less, or three more, are other numbers of windows.
  Window window({3});
  window.strides = {4};
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 2}, window, {6})),
            "dimension 2 of the input: expected 1 (the number of windows), "
            "given 2 [O2]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 2}, window, {11})),
            "dimension 2 of the input: expected 3 (the number of windows), "
            "given 2 [O2]");
  // The largest window there is, and one more element.
  EXPECT_EQ(textOf(inferFoldSizes({D, kMax, 1}, Window({65535, 65537}),
                                  {65535, 65537})),
            "?x1x65535x65537");
  Window larger({65536, 65536});
  larger.start = {65535, 65535};
  EXPECT_EQ(textOf(inferFoldSizes({1, D, 1}, larger, {1, 1})),
            "elements of the window: expected at most 4294967295, given "
            "65536x65536 [O2]");
}

TEST(FoldTest, F3) {
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 1}, Window({3}), {2})),
            "padded size of dimension 2 of the result: expected at least 3 "
            "(the dilated window), given 2 [F3]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 1}, Window({3, 1}), {2})),
            "window_sizes entries: expected 1 (one for each spatial "
            "dimension), given 2 [F3]");
}

TEST(FoldTest, T2) {
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 0}, Window({3}), {5})),
            "dimension 2 of the input: expected at least 1, given 0 [T2]");
  EXPECT_EQ(textOf(inferFoldSizes({1, 3, 1}, Window({3}), {0})),
            "dimension 2 of the result: expected at least 1, given 0 [T2]");
  Window window({1, 1});
  window.strides = {65536, 65536};
  EXPECT_EQ(textOf(inferFoldSizes({1, 1, 1}, window, {65536, 65535})),
            "1x1x65536x65535");
  // Declared sizes alone are too many.
  EXPECT_EQ(textOf(inferFoldSizes({1, 1, 1}, window, {65536, 65536})),
            "elements of the result: expected at most 4294967295, given "
            "?x?x65536x65536 [T2]");
  // Only with the channels.
  EXPECT_EQ(textOf(inferFoldSizes({D, 2, D}, window, {65536, 65535})),
            "elements of the result: expected at most 4294967295, given "
            "?x2x65536x65535 [T2]");
  // More windows than elements.
  Window padded({1, 1});
  padded.start = {65535, 65535};
  EXPECT_EQ(textOf(inferFoldSizes({1, 1, D}, padded, {1, 1})),
            "elements of the input: expected at most 4294967295, given "
            "65536x65536 [T2]");
}

TEST(FoldTest, Result) {
  SizeFunction function = getFoldSizes({D, D, D}, Window({2}), {D, D, 5});
  EXPECT_EQ(checkResult(function, {2, 3, 5}, {2, 3, 5}), "");
  EXPECT_EQ(checkResult(function, {2, 3, 5}, {2, 4, 5}),
            "dimension 1 of the result: expected 3, given 4 [O2, T6]");
  EXPECT_EQ(rulesOf(function), "O2 O2 O2");
}

} // namespace
