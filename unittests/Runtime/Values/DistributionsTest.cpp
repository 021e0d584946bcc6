//===- DistributionsTest.cpp - Tests of random numbers in a range ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace dml;
using namespace dml::test;

namespace {
std::vector<double> getDoubles(const Tensor &tensor) {
  const auto *elements = reinterpret_cast<const double *>(tensor.data());
  return {elements, elements + tensor.getNumElements()};
}

/// Whether each f16 is the f64 at its place, as APFloat rounds it.
void expectRounded(llvm::StringRef generator) {
  std::string sizes = "4096x";
  Tensor halves = makeTensor((sizes + "f16=" + generator).str());
  std::vector<double> exact =
      getDoubles(makeTensor((sizes + "f64=" + generator).str()));
  for (auto [i, value] : llvm::enumerate(exact)) {
    llvm::APFloat rounded(value);
    bool losesInfo;
    rounded.convert(llvm::APFloat::IEEEhalf(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    ASSERT_EQ(halves.getElementBits(i), rounded.bitcastToAPInt().getZExtValue())
        << generator.str() << " at " << i;
  }
}
} // namespace

// These are part of the meaning of a spelling: they may never change. They were
// computed with exact fractions.
TEST(DistributionsTest, PinnedValues) {
  EXPECT_EQ(reprint("4xf64=uniform:1:-1:1"),
            "4xf64=[0.1331231503445618 0.49156351452540226 0.9420055071735924 "
            "-0.11128156588845584]");
  Tensor singles = makeTensor("4xf32=uniform:1:-1:1");
  Tensor halves = makeTensor("4xf16=uniform:1:-1:1");
  uint32_t singleBits[] = {0x3E08516F, 0x3EFBAE37, 0x3F712746, 0xBDE3E797};
  uint16_t halfBits[] = {0x3043, 0x37DD, 0x3B89, 0xAF1F};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(singles.getElementBits(i), singleBits[i]);
    EXPECT_EQ(halves.getElementBits(i), halfBits[i]);
  }
  // One rounding of the product and the sum.
  EXPECT_EQ(reprint("4xf64=uniform:7:0.1:0.3"),
            "4xf64=[0.1779659496782543 0.10335765890563123 0.2801521361213767 "
            "0.2165860586056156]");
  EXPECT_EQ(reprint("8xi32=uniform:1:-3:3"), "8xi32=[0 2 3 0 0 2 3 0]");
  EXPECT_EQ(reprint("4xi8=uniform:1:-128:127"), "4xi8=[17 62 120 -15]");
  EXPECT_EQ(reprint("2xui64=uniform:1:0:18446744073709551615"),
            "2xui64=[10451216379200822465 13757245211066428519]");

  EXPECT_EQ(reprint("4xf64=normal:1"),
            "4xf64=[2.157965045887977 -0.8488454576581717 0.05041677784174681 "
            "-1.2028497324790806]");
  singles = makeTensor("4xf32=normal:1");
  halves = makeTensor("4xf16=normal:1");
  uint32_t normalSingles[] = {0x400A1C19, 0xBF594DF0, 0x3D4E81D3, 0xBF99F6FB};
  uint16_t normalHalves[] = {0x4051, 0xBACA, 0x2A74, 0xBCD0};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(singles.getElementBits(i), normalSingles[i]);
    EXPECT_EQ(halves.getElementBits(i), normalHalves[i]);
  }
}

TEST(DistributionsTest, HalvesAreRoundedOnce) {
  expectRounded("uniform:3:-1:1");
  expectRounded("uniform:4:-65504:65504");
  // Denormal halves, and those around the smallest normal one.
  expectRounded("uniform:5:-0.000030517578125:0.000091552734375");
  expectRounded("normal:6");
}

TEST(DistributionsTest, UniformStaysInItsRange) {
  for (llvm::StringRef value :
       {"4096xf32=uniform:8:0.1:0.3", "4096xf16=uniform:8:0.1:0.3"}) {
    Tensor tensor = makeTensor(value);
    Tensor bounds = makeTensor(
        (value.substr(4, 4) == "xf32" ? "2xf32=0.1 0.3" : "2xf16=0.1 0.3"));
    for (int64_t i = 0; i < 4096; ++i) {
      // Positive floats are ordered as their bits.
      EXPECT_GE(tensor.getElementBits(i), bounds.getElementBits(0));
      EXPECT_LE(tensor.getElementBits(i), bounds.getElementBits(1));
    }
  }
  EXPECT_EQ(reprint("2xf32=uniform:1:0.7:0.7"), "2xf32=[0.7 0.7]");
  EXPECT_EQ(reprint("2xi8=uniform:1:-5:-5"), "2xi8=[-5 -5]");
  // Both bounds come.
  Tensor dice = makeTensor("200xui8=uniform:1:1:6");
  int counts[7] = {};
  for (int64_t i = 0; i < 200; ++i)
    ++counts[dice.getElementBits(i)];
  EXPECT_EQ(counts[0], 0);
  for (int face = 1; face <= 6; ++face)
    EXPECT_GT(counts[face], 15);
}

TEST(DistributionsTest, NormalHasMeanAndVariance) {
  constexpr int64_t count = 100000;
  double sum = 0, squares = 0;
  int64_t withinOne = 0;
  for (double value : getDoubles(makeTensor("100000xf64=normal:2"))) {
    ASSERT_LT(std::abs(value), 6);
    sum += value;
    squares += value * value;
    withinOne += std::abs(value) < 1;
  }
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1, 0.02);
  EXPECT_NEAR(withinOne / double(count), 0.683, 0.01);
}

TEST(DistributionsTest, Errors) {
  EXPECT_EQ(reprint("2xf32=uniform:1:2:1"),
            "error: uniform from 2 to 1: expected the lower bound first");
  EXPECT_EQ(reprint("2xi8=uniform:1:2:-1"),
            "error: uniform from 2 to -1: expected the lower bound first");
  EXPECT_EQ(reprint("2xf32=uniform:1:0:inf"),
            "error: uniform from 0 to inf: expected finite bounds");
  EXPECT_EQ(reprint("2xf64=uniform:1:-1e308:1e308"),
            "error: uniform from -1e308 to 1e308: expected bounds whose "
            "difference is a finite f64");
  EXPECT_EQ(reprint("2xf16=uniform:1:0:70000"),
            "error: '70000' is beyond the largest f16; write inf for infinity");
  EXPECT_EQ(reprint("2xi8=uniform:1:0:128"),
            "error: '128' does not fit i8 (-128 to 127)");
  EXPECT_EQ(reprint("2xf32=uniform:x:0:1"),
            "error: 'x' is not a seed; expected a number from 0 to 2^64-1");
  EXPECT_EQ(reprint("2xi32=normal:1"),
            "error: normal makes floats, and i32 is an integer type; "
            "uniform:SEED:LOW:HIGH makes integers");
  EXPECT_EQ(reprint("2xf32=normal:1:2"),
            "error: 'normal:1:2' is neither numbers nor a generator; expected "
            "iota, random:SEED, random:SEED:BOUND, uniform:SEED:LOW:HIGH, "
            "normal:SEED, pooled:SEED:NxCxHxW[:WINDOW:STRIDE:PADDING] or "
            "shuffled:SEED:NxCxHxW");
}
