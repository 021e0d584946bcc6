//===- CompareTest.cpp - Tests of the comparison of tensors ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/Compare.h"
#include "Runtime/TestUtils.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

namespace {
/// What a comparison reports; nothing for a match.
std::string compare(llvm::StringRef expected, llvm::StringRef actual,
                    const CompareOptions &options = {}) {
  Comparison comparison =
      compareTensors(makeTensor(expected), makeTensor(actual), options);
  return comparison.isMatch() ? "" : comparison.describe("result[1]");
}
} // namespace

TEST(CompareTest, BitsByDefault) {
  EXPECT_EQ(compare("2x3xf32=iota", "2x3xf32=iota"), "");
  EXPECT_EQ(compare("2xf32=nan 1", "2xf32=nan 1"), "");
  EXPECT_EQ(compare("2x2xf32=0 1 2 4.5", "2x2xf32=0 1 2 2"),
            "result[1]: 1 of 4 elements differ, by up to 2.5 (relative 0.556); "
            "first differences:\n  [1, 1]: expected 4.5, got 2");
  EXPECT_EQ(
      compare("1xf32=0", "1xf32=-0"),
      "result[1]: 1 of 1 element differs, by up to 0; first differences:\n"
      "  [0]: expected 0, got -0");
  EXPECT_EQ(compare("f16=nan", "f16=0x7E01"),
            "result[1]: 1 of 1 element differs; first differences:\n"
            "  []: expected nan (0x7E00), got nan (0x7E01)");
  EXPECT_EQ(compare("1xui8=255", "1xui8=254"),
            "result[1]: 1 of 1 element differs, by up to 1 (relative 0.00392); "
            "first differences:\n  [0]: expected 255, got 254");
}

TEST(CompareTest, KeepsTheFirstDifferences) {
  CompareOptions options;
  options.maxDifferences = 2;
  EXPECT_EQ(compare("3x2xi32=iota", "3x2xi32=0 9 9 9 9 9", options),
            "result[1]: 5 of 6 elements differ, by up to 8 (relative 8); first "
            "differences:\n"
            "  [0, 1]: expected 1, got 9\n"
            "  [1, 0]: expected 2, got 9");
  options.maxDifferences = 0;
  EXPECT_EQ(compare("2xi32=iota", "2xi32=5", options),
            "result[1]: 2 of 2 elements differ, by up to 5 (relative 4)");
}

TEST(CompareTest, Tolerances) {
  auto parse = [](llvm::StringRef text) {
    Tolerance tolerance = llvm::cantFail(parseTolerance(text));
    return std::pair(tolerance.absolute, tolerance.relative);
  };
  EXPECT_EQ(parse("1e-5"), std::pair(1e-5, 0.0));
  EXPECT_EQ(parse("0,0.25"), std::pair(0.0, 0.25));
  EXPECT_EQ(parse("2,0"), std::pair(2.0, 0.0));
  for (llvm::StringRef text :
       {"", ",", "1,", ",1", "-1", "1,-1", "nan", "1,2,3", "x"})
    EXPECT_EQ(getMessage(parseTolerance(text)),
              "expected ABS or ABS,REL with numbers of at least 0, such as "
              "1e-5 or 0,1e-3, given '" +
                  text.str() + "'");
}

TEST(CompareTest, LargestErrors) {
  auto errors = [](llvm::StringRef expected, llvm::StringRef actual,
                   const CompareOptions &options = {}) {
    Comparison comparison =
        compareTensors(makeTensor(expected), makeTensor(actual), options);
    return std::pair(comparison.absoluteError, comparison.relativeError);
  };
  using Errors = std::pair<std::optional<double>, std::optional<double>>;
  EXPECT_EQ(errors("3xf32=100 1 -8", "3xf32=104 1.5 -10"), Errors(4, 0.5));
  // 0 has no relative error, and what is not finite has none at all.
  EXPECT_EQ(errors("2xf32=0 4", "2xf32=3 5"), Errors(3, 0.25));
  EXPECT_EQ(errors("1xf32=0", "1xf32=3"), Errors(3, std::nullopt));
  EXPECT_EQ(errors("3xf64=nan inf 1", "3xf64=1 -inf nan"), Errors());
  EXPECT_EQ(errors("2xf64=inf 2", "2xf64=1 3"), Errors(1, 0.5));
  // Only those beyond the tolerance count.
  CompareOptions options;
  options.tolerance = Tolerance{1, 0};
  EXPECT_EQ(errors("2xf32=0.5 10", "2xf32=1.25 12", options), Errors(2, 0.2));
  EXPECT_EQ(errors("2xf32=0.5 10", "2xf32=1.25 11", options), Errors());

  EXPECT_EQ(errors("2xi8=-128 1", "2xi8=127 2"), Errors(255, 255 / 128.));
  EXPECT_EQ(errors("1xui8=200", "1xui8=0"), Errors(200, 1));
  EXPECT_EQ(errors("1xi64=-9223372036854775808", "1xi64=9223372036854775807"),
            Errors(0x1p64, 2));
  EXPECT_EQ(errors("1xui64=18446744073709551615", "1xui64=0"),
            Errors(0x1p64, 1));
}

TEST(CompareTest, Types) {
  EXPECT_EQ(compare("4xf32=0", "f32=0"), "result[1]: expected 4xf32, got f32");
  EXPECT_EQ(compare("4xi32=0", "4xui32=0"),
            "result[1]: expected 4xi32, got 4xui32");
  // A scalar and a tensor of rank 0 are no mismatch.
  Tensor rankZero = llvm::cantFail(
      Tensor::allocateZeroed({ElementType::F32, {}, /*isScalar=*/false}));
  EXPECT_TRUE(compareTensors(rankZero, makeTensor("f32=0")).isMatch());
}

TEST(CompareTest, Tolerance) {
  CompareOptions absolute, relative;
  absolute.tolerance = {/*absolute=*/0.5, /*relative=*/0};
  relative.tolerance = {/*absolute=*/0, /*relative=*/0.01};
  for (llvm::StringRef type : {"f16", "f32", "f64"}) {
    auto check = [&](llvm::StringRef expected, llvm::StringRef actual,
                     const CompareOptions &options) {
      return compare((type + "=" + expected).str(), (type + "=" + actual).str(),
                     options)
          .empty();
    };
    EXPECT_TRUE(check("1", "1.5", absolute));
    EXPECT_FALSE(check("1", "1.75", absolute));
    EXPECT_TRUE(check("1000", "1010", relative));
    EXPECT_FALSE(check("1000", "1011", relative));
    EXPECT_TRUE(check("0", "-0", relative));
    EXPECT_TRUE(check("nan", "-nan", absolute));
    EXPECT_FALSE(check("nan", "1", absolute));
    EXPECT_FALSE(check("1", "nan", absolute));
    EXPECT_TRUE(check("inf", "inf", relative));
    EXPECT_FALSE(check("inf", "-inf", relative));
    EXPECT_FALSE(check("inf", "1", relative));
    EXPECT_FALSE(check("1", "inf", relative));
  }
  EXPECT_NE(compare("f64=1e308", "f64=-1e308", relative), "");
  EXPECT_NE(compare("i32=1000", "i32=1001", relative), "");
}
