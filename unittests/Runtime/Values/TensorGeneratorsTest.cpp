//===- TensorGeneratorsTest.cpp - Tests of tensors from a rule ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorGenerators.h"
#include "Runtime/TestUtils.h"
#include "gtest/gtest.h"
#include <set>

using namespace dml;
using namespace dml::test;

TEST(TensorGeneratorsTest, Iota) {
  EXPECT_EQ(reprint("3xf64=iota"), "3xf64=[0 1 2]");
  EXPECT_EQ(reprint("index=iota"), "index=0");
  Tensor bytes = makeTensor("300xi8=iota");
  EXPECT_EQ(bytes.getElementBits(255), 255u);
  EXPECT_EQ(bytes.getElementBits(256), 0u);
  Tensor halves = makeTensor("65600xf16=iota");
  EXPECT_EQ(halves.getElementBits(2048), 0x6800u);
  EXPECT_EQ(halves.getElementBits(2049), 0x6800u);
  EXPECT_EQ(halves.getElementBits(2051), 0x6802u);
  EXPECT_EQ(halves.getElementBits(65519), 0x7BFFu);
  EXPECT_EQ(halves.getElementBits(65520), 0x7C00u);
}

// These are part of the meaning of a spelling: they may never change.
TEST(TensorGeneratorsTest, PinnedValues) {
  // The published first numbers of SplitMix64 for this seed.
  EXPECT_EQ(reprint("5xui64=random:1234567"),
            "5xui64=[6457827717110365317 3203168211198807973 "
            "9817491932198370423 4593380528125082431 16408922859458223821]");
  EXPECT_EQ(reprint("3xui8=random:1234567"), "3xui8=[89 44 136]");
  EXPECT_EQ(reprint("2xf32=random:0"), "2xf32=[-7.409002e+20 1.9235948e+28]");
  EXPECT_EQ(reprint("6xi32=random:1:1000"), "6xi32=[566 745 971 444 444 762]");
  EXPECT_EQ(reprint("1x2x2x2xui32=pooled:3:1x2x4x6"),
            "1x2x2x2xui32=[[[[2 10][20 16]][[26 33][38 47]]]]");
}

TEST(TensorGeneratorsTest, RandomDependsOnPositionOnly) {
  Tensor small = makeTensor("2x3xui16=random:9");
  Tensor large = makeTensor("100xui16=random:9");
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(small.getElementBits(i), large.getElementBits(i));
  EXPECT_NE(makeTensor("8xi32=random:1").bytes(),
            makeTensor("8xi32=random:2").bytes());
}

TEST(TensorGeneratorsTest, RandomCoversAllBits) {
  for (llvm::StringRef type : {"f64", "f16", "i8", "ui32"}) {
    Tensor tensor = makeTensor(("256x" + type + "=random:5").str());
    uint64_t anyOne = 0, anyZero = 0;
    for (int64_t i = 0; i < 256; ++i) {
      anyOne |= tensor.getElementBits(i);
      anyZero |= ~tensor.getElementBits(i);
    }
    uint64_t ones = ~uint64_t(0) >> (64 - 8 * tensor.getNumBytes() / 256);
    EXPECT_EQ(anyOne, ones);
    EXPECT_EQ(anyZero & ones, ones);
  }
}

TEST(TensorGeneratorsTest, RandomBelow) {
  Tensor tensor = makeTensor("1000xi16=random:3:10");
  std::set<uint64_t> values;
  for (int64_t i = 0; i < 1000; ++i)
    values.insert(tensor.getElementBits(i));
  EXPECT_EQ(values, (std::set<uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));

  EXPECT_EQ(getMessage(parseTensor("2xui8=random:1:256")), "");
  EXPECT_EQ(getMessage(parseTensor("2xi8=random:1:128")), "");
  EXPECT_EQ(getMessage(parseTensor("2xui64=random:1:18446744073709551615")),
            "");
  EXPECT_EQ(getMessage(parseTensor("2xui8=random:1:257")),
            "numbers below 257 do not fit ui8, whose largest is 255");
  EXPECT_EQ(getMessage(parseTensor("2xi8=random:1:129")),
            "numbers below 129 do not fit i8, whose largest is 127");
  EXPECT_EQ(getMessage(parseTensor("2xi8=random:1:0")),
            "a bound of 0 leaves no number below it");
  EXPECT_EQ(getMessage(parseTensor("2xf16=random:1:5")),
            "random with a bound makes integers, and f16 is a float type; "
            "leave the bound out for random bits");
}

namespace {
/// Checks every index against the definition of its block.
void expectPooled(const Tensor &tensor, llvm::ArrayRef<int64_t> output) {
  llvm::ArrayRef<int64_t> input = tensor.getSizes();
  auto isInBlock = [](int64_t o, int64_t i, int64_t in, int64_t out) {
    int64_t begin = i * out / in;
    return o >= begin && o < std::max(begin + 1, (i + 1) * out / in);
  };
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    int64_t index = tensor.getElementBits(i);
    EXPECT_EQ(index / output[3] / output[2], i / input[3] / input[2]);
    EXPECT_TRUE(isInBlock(index / output[3] % output[2],
                          i / input[3] % input[2], input[2], output[2]));
    EXPECT_TRUE(
        isInBlock(index % output[3], i % input[3], input[3], output[3]));
  }
}
} // namespace

TEST(TensorGeneratorsTest, PooledStaysInItsBlocks) {
  for (int64_t outputHeight : {10, 11, 3}) {
    int64_t output[] = {2, 3, outputHeight, outputHeight == 3 ? 1 : 20};
    TensorType type = {ElementType::UI32, {2, 3, 5, 7}};
    Tensor tensor = llvm::cantFail(Tensor::allocate(type));
    EXPECT_EQ(getMessage(fillPooled(tensor, 1, output)), "");
    expectPooled(tensor, output);
  }
}

TEST(TensorGeneratorsTest, PooledHasNoDuplicates) {
  Tensor tensor = makeTensor("2x3x8x8xi64=pooled:1:2x3x20x17");
  std::set<uint64_t> indices;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    indices.insert(tensor.getElementBits(i));
  EXPECT_EQ(int64_t(indices.size()), tensor.getNumElements());
}

TEST(TensorGeneratorsTest, PooledStaysInItsWindows) {
  Tensor tensor = makeTensor("2x3x5x7xui32=pooled:1:2x3x9x13:3:2:1");
  std::set<int64_t> rows, columns;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    int64_t index = tensor.getElementBits(i);
    EXPECT_EQ(index / (9 * 13), i / (5 * 7));
    int64_t row = index / 13 % 9 - i / 7 % 5 * 2,
            column = index % 13 - i % 7 * 2;
    rows.insert(row);
    columns.insert(column);
  }
  EXPECT_EQ(rows, (std::set<int64_t>{-1, 0, 1}));
  EXPECT_EQ(columns, (std::set<int64_t>{-1, 0, 1}));
  // At the edges, what is left of a window.
  EXPECT_EQ(reprint("1x1x2x2xui32=pooled:1:1x1x2x2:2:2:1"),
            "1x1x2x2xui32=[[[[0 1][2 3]]]]");
}

TEST(TensorGeneratorsTest, PooledTakesWindowsOfEachDimension) {
  Tensor tensor = makeTensor("2x3x5x4xui64=pooled:1:2x3x13x9:4x2:3x2:1x0");
  std::set<int64_t> rows, columns;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    int64_t index = tensor.getElementBits(i);
    EXPECT_EQ(index / (13 * 9), i / (5 * 4));
    rows.insert(index / 9 % 13 - i / 4 % 5 * 3);
    columns.insert(index % 9 - i % 4 * 2);
  }
  EXPECT_EQ(rows, (std::set<int64_t>{-1, 0, 1, 2}));
  EXPECT_EQ(columns, (std::set<int64_t>{0, 1}));
}

TEST(TensorGeneratorsTest, ShuffledStaysInItsPlane) {
  Tensor tensor = makeTensor("2x3x5x7xui64=shuffled:1:2x3x3x3");
  std::set<int64_t> places;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    int64_t index = tensor.getElementBits(i);
    EXPECT_EQ(index / 9, i / (5 * 7));
    places.insert(index % 9);
  }
  EXPECT_EQ(places.size(), 9u);
}

TEST(TensorGeneratorsTest, WindowErrors) {
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x1x4x4:2:x:0")),
            "'x' is not a number, or two as in '3x2' (in "
            "'pooled:1:1x1x4x4:2:x:0')");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x1x4x4:2:1x2x3:0")),
            "'1x2x3' is not a number, or two as in '3x2' (in "
            "'pooled:1:1x1x4x4:2:1x2x3:0')");
  for (llvm::StringRef window : {"0:1:0", "2:0:1", "2:1:2", "2:1:-1"})
    EXPECT_EQ(
        llvm::StringRef(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x1x4x4:" +
                                               window.str())))
            .take_front(53),
        "expected a window and a stride of at least 1, and a p");
  EXPECT_EQ(getMessage(parseTensor("1x1x3x2xi32=pooled:1:1x1x4x4:2:2:0")),
            "dimension 2: the last window begins at 4, behind the 4 positions "
            "of the output");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x3xi32=pooled:1:1x1x4x4:2:2x3:0x1")),
            "dimension 3: the last window begins at 5, behind the 4 positions "
            "of the output");
}

TEST(TensorGeneratorsTest, PooledErrors) {
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xf32=pooled:1:1x1x4x4")),
            "pooled makes indices of type ui32, ui64, i32 or i64, not f32");
  EXPECT_EQ(getMessage(parseTensor("1x2x2xi32=pooled:1:1x1x4x4")),
            "pooled needs 4 dimensions on both sides, given 3 and 4");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x2x4x4")),
            "dimension 1: expected 1 as in 1x1x2x2xi32, given 2");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x1x0x4")),
            "dimension 2 of 1x1x0x4xi32 has size 0; every size must be at "
            "least 1 [T2]");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xi32=pooled:1:1x1x65535x65535")),
            "positions up to 4294836224 do not fit i32");
  EXPECT_EQ(getMessage(parseTensor("1x1x2x2xui32=pooled:1:1x1x65535x65535")),
            "");
}
