//===- SizeFunctionTest.cpp - Sizes as formulas, and rules of them --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/SizeFunction.h"
#include "dml/IR/Operators/DepthToSpace1Sizes.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "dml/IR/Operators/MaxUnpoolingSizes.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

constexpr int64_t D = kDynamic;
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

SizeExpr size(unsigned dimension) {
  return SizeExpr::operandSize(0, dimension);
}

std::string evaluate(const SizeExpr &expr, Sizes sizes,
                     llvm::ArrayRef<std::optional<int64_t>> indices = {}) {
  std::optional<int64_t> value = expr.evaluate({sizes, indices});
  return value ? std::to_string(*value) : "?";
}

/// The formulas of the only result.
std::string print(const SizeFunction &function) {
  std::vector<std::string> sizes;
  for (const ResultSize &size : function.getResults().front().dimensions)
    sizes.push_back(size.size.print());
  return llvm::join(sizes, ", ");
}

/// The sizes of all results, or the message.
std::string infer(const SizeFunction &function, const KnownSizes &known) {
  llvm::Expected<SizesOfResults> results = inferSizes(function, known);
  if (!results)
    return llvm::toString(results.takeError());
  return llvm::join(llvm::map_range(*results, formatSizes), ", ");
}

TEST(SizeExprTest, Print) {
  EXPECT_EQ(SizeExpr(7).print(), "7");
  EXPECT_EQ(SizeExpr::operandSize(1, 2).print(), "s1[2]");
  EXPECT_EQ(SizeExpr::indexOperand(3).print(), "i3");
  EXPECT_EQ(((size(2) + -3).floorDiv(2) + 1).print(),
            "(s0[2] - 3) floordiv 2 + 1");
  EXPECT_EQ(SizeExpr::product({size(0), size(1) + 1, 4}).print(),
            "s0[0] * (s0[1] + 1) * 4");
}

TEST(SizeExprTest, SumsMerge) {
  EXPECT_EQ((size(0) + 5 + -7).print(), "s0[0] - 2");
  EXPECT_EQ((size(0) + 5 + -5).print(), "s0[0]");
  EXPECT_EQ((size(0) + 0).print(), "s0[0]");
}

TEST(SizeExprTest, Evaluate) {
  SizeExpr expr = SizeExpr::product({(size(0) + -3).floorDiv(2) + 1, size(1)});
  EXPECT_EQ(evaluate(expr, {8, 5}), "15");
  EXPECT_EQ(evaluate(expr, {D, 5}), "?");
  EXPECT_EQ(evaluate(expr, {8, D}), "?");
  // Rounded down, not towards zero.
  EXPECT_EQ(evaluate((size(0) + -3).floorDiv(2), {2}), "-1");
  EXPECT_EQ(evaluate(SizeExpr(4), {}), "4");
}

TEST(SizeExprTest, EvaluateIndexOperands) {
  EXPECT_EQ(evaluate(SizeExpr::indexOperand(1), {}, {3, 4}), "4");
  EXPECT_EQ(evaluate(SizeExpr::indexOperand(1), {}, {3, std::nullopt}), "?");
  EXPECT_EQ(evaluate(SizeExpr::indexOperand(1), {}, {3}), "?");
  // Known, though it is spelled like a dynamic size.
  EXPECT_EQ(evaluate(SizeExpr::indexOperand(0), {}, {kLeast}),
            std::to_string(kLeast));
}

TEST(SizeExprTest, KnownFactor) {
  EXPECT_EQ(SizeExpr(6).getKnownFactor(), 6);
  EXPECT_EQ(size(0).getKnownFactor(), 1);
  EXPECT_EQ((size(0) * 6).getKnownFactor(), 6);
  EXPECT_EQ(SizeExpr::product({size(0), 2, size(1) * 3}).getKnownFactor(), 6);
  EXPECT_EQ((size(0) * 6 + 3).getKnownFactor(), 1);
  EXPECT_EQ((size(0) * 6).floorDiv(3).getKnownFactor(), 1);
}

TEST(SizeFunctionTest, DepthToSpace1) {
  EXPECT_EQ(print(getDepthToSpace1Sizes(3)),
            "s0[0], s0[1] floordiv 9, s0[2] * 3, s0[3] * 3");
}

TEST(SizeFunctionTest, MaxUnpooling) {
  EXPECT_EQ(print(getMaxUnpoolingSizes({1, D, 5, D})), "1, i0, 5, i1");
}

TEST(SizeFunctionTest, Unfold) {
  Sizes windowSizes = {3, 2}, strides = {1, 2}, dilations = {1, 3};
  Sizes start = {1, 0}, end = {1, 4};
  UnfoldWindow window = {windowSizes, strides, dilations, start, end};
  std::string inner = "s0[0], s0[1] * 3 * 2, ((s0[2] - 1) floordiv 1 + 1) * "
                      "(s0[3] floordiv 2 + 1)";
  EXPECT_EQ(print(getUnfoldSizes(4, window)), inner);
  EXPECT_EQ(print(getUnfoldSizes(4, window, Sizes(4, 1))), "1, " + inner);
}

TEST(SizeFunctionTest, Fold) {
  Sizes windowSizes = {3, 2}, strides = {1, 2}, dilations = {1, 3};
  Sizes start = {1, 0}, end = {1, 4};
  UnfoldWindow window = {windowSizes, strides, dilations, start, end};
  EXPECT_EQ(print(getFoldSizes({D, D, D}, window, {D, D, D, 7})),
            "s0[0], s0[1] floordiv 6, i0, 7");
  // Leading ones move the dimensions of the input.
  EXPECT_EQ(print(getFoldSizes({1, D, D, D}, window, {D, D, D, D})),
            "s0[1], s0[2] floordiv 6, i0, i1");
}

// An operand of type index is not taken for a dynamic size.
TEST(SizeFunctionTest, T2LeastIndexOperand) {
  SizeFunction function = getMaxUnpoolingSizes({1, 1, D, 2});
  llvm::SmallVector<Sizes> operands(2, Sizes(4, 1));
  llvm::SmallVector<std::optional<int64_t>> least = {kLeast};
  EXPECT_EQ(infer(function, {operands, least}),
            "dimension 2 of the result: expected at least 1, given "
            "-9223372036854775808 [T2]");
  EXPECT_EQ(infer(function, {operands, {}}), "1x1x?x2");
}

// The first broken rule is reported, and nothing is computed behind it.
TEST(SizeFunctionTest, RulesAreInOrder) {
  SizeFunction function;
  function.requireOperand("input", 0);
  function.requireAtLeast(size(0), 2, "first is {0}");
  EXPECT_FALSE(function.require(llvm::createStringError("broken")));
  function.requireMultipleOf(size(1), 2, "second is {0}");
  function.addResult("result", {{size(0), "D3"}});
  EXPECT_EQ(infer(function, {Sizes{0, 1}, {}}),
            "dimension 0 of the input: expected at least 1, given 0 [T2]");
  EXPECT_EQ(infer(function, {Sizes{1, 1}, {}}), "first is 1");
  EXPECT_EQ(infer(function, {Sizes{D, 1}, {}}), "broken");
}

TEST(SizeFunctionTest, SeveralResults) {
  SizeFunction function;
  function.requireEqual(size(0), size(1), "{0} is not {1}");
  function.requireElementCount("second", {size(0), size(0) * 65536});
  function.addResult("first", {{size(0), "D3"}});
  function.addResult("second", {{size(1) * 4, "D3"}, {size(2), "D3"}});
  EXPECT_EQ(infer(function, {Sizes{5, 5, D}, {}}), "5, 20x?");
  EXPECT_EQ(infer(function, {Sizes{5, 6, D}, {}}), "5 is not 6");
  EXPECT_EQ(infer(function, {Sizes{65536, D, 1}, {}}),
            "elements of the second: expected at most 4294967295, given "
            "65536x4294967296 [T2]");
  EXPECT_EQ(infer(function, {Sizes{1, 1, 0}, {}}),
            "dimension 1 of the second: expected at least 1, given 0 [T2]");
  EXPECT_EQ(llvm::toString(
                checkDeclaredSizes(function.getResults()[1], {D, 3}, {6, 3})),
            "dimension 0 of the second: expected a multiple of 4, given 6 "
            "[D3, T6]");
}

} // namespace
