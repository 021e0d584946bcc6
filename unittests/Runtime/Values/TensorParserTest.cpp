//===- TensorParserTest.cpp - Tests of tensors as text --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "dml/Runtime/Values/TensorGenerators.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

TEST(TensorParserTest, Elements) {
  EXPECT_EQ(reprint("2x2xi32=1 2 3 4"), "2x2xi32=[[1 2][3 4]]");
  EXPECT_EQ(reprint("2x2xi32=1,2,3,4"), "2x2xi32=[[1 2][3 4]]");
  EXPECT_EQ(reprint(" 2x2xi32 = 1,  2,\t3\n4 "), "2x2xi32=[[1 2][3 4]]");
  EXPECT_EQ(reprint("2x2xui8=[[1 2][3 4]]"), "2x2xui8=[[1 2][3 4]]");
  EXPECT_EQ(reprint("2x2xui8=[[1, 2], [3, 4]]"), "2x2xui8=[[1 2][3 4]]");
  EXPECT_EQ(reprint("2x1x2xf32=[[[1 2]][[3 4]]]"),
            "2x1x2xf32=[[[1 2]][[3 4]]]");
  EXPECT_EQ(reprint("3xf16=1.5 -0 0x7E01"), "3xf16=[1.5 -0 0x7E01]");
}

TEST(TensorParserTest, SplatAndZeros) {
  EXPECT_EQ(reprint("4xi32=7"), "4xi32=[7 7 7 7]");
  EXPECT_EQ(reprint("2xf64=-0"), "2xf64=[-0 -0]");
  EXPECT_EQ(reprint("1xi32=7"), "1xi32=[7]");
  EXPECT_EQ(reprint("2xi32"), "2xi32=[0 0]");
  EXPECT_EQ(reprint("f32"), "f32=0");
}

TEST(TensorParserTest, BracketsMayBeSparse) {
  EXPECT_EQ(reprint("2x2xi32=[1 2 3 4]"), "2x2xi32=[[1 2][3 4]]");
  // As IREE prints.
  EXPECT_EQ(reprint("2x3xi32=[1 2 3][4 5 6]"), "2x3xi32=[[1 2 3][4 5 6]]");
  EXPECT_EQ(reprint("2x2x1xi32=[[1][2]][[3][4]]"),
            "2x2x1xi32=[[[1][2]][[3][4]]]");
  EXPECT_EQ(reprint("2x2x2xi32=[1 2 3 4][5 6 7 8]"),
            "2x2x2xi32=[[[1 2][3 4]][[5 6][7 8]]]");
}

TEST(TensorParserTest, BracketErrors) {
  EXPECT_EQ(reprint("2x2xi32=[[1 2][3 4]"),
            "error: unbalanced brackets: 1 '[' without ']'");
  EXPECT_EQ(reprint("2x2xi32=[1 2]]3 4["),
            "error: unbalanced brackets: ']' without '['");
  EXPECT_EQ(reprint("2xi32=[[1 2]]"),
            "error: brackets nest 2 deep, but 2xi32 has rank 1");
  EXPECT_EQ(reprint("f32=[1]"),
            "error: brackets nest 1 deep, but f32 has rank 0");
  EXPECT_EQ(reprint("2x3xi32=[[1 2][3 4][5 6]]"),
            "error: dimension 1: expected 3 items in every bracket for "
            "2x3xi32, given 2");
  EXPECT_EQ(reprint("2x2xi32=[[1 2][3 4][5 6]]"),
            "error: dimension 0: expected 2 items in every bracket for "
            "2x2xi32, given 3");
  EXPECT_EQ(reprint("3x2xi32=[1 2 3][4 5 6]"),
            "error: dimension 1: expected 2 items in every bracket for "
            "3x2xi32, given 3");
  EXPECT_EQ(reprint("3x2xi32=[1 2][4 5]"),
            "error: expected 3 outermost brackets for 3x2xi32, given 2");
  EXPECT_EQ(reprint("2xi32=[1 2][3 4]"),
            "error: expected 1 outermost brackets for 2xi32, given 2");
  EXPECT_EQ(reprint("2x2xi32=[[1 2] 3 4]"),
            "error: '3' stands outside the innermost brackets");
  EXPECT_EQ(reprint("4xi32=[7]"),
            "error: dimension 0: expected 4 items in every bracket for 4xi32, "
            "given 1");
}

TEST(TensorParserTest, CountErrors) {
  EXPECT_EQ(reprint("4xi32="),
            "error: expected 4 elements, or one for all, for 4xi32, given 0");
  EXPECT_EQ(reprint("4xi32=1 2 3"),
            "error: expected 4 elements, or one for all, for 4xi32, given 3");
  EXPECT_EQ(reprint("4xi32=1 2 3 4 5"),
            "error: expected 4 elements, or one for all, for 4xi32, given 5");
  EXPECT_EQ(reprint("2x2xi32=[7]"),
            "error: expected 4 elements for 2x2xi32, given 1");
  // Neither takes the memory of the type first.
  EXPECT_EQ(reprint("65535x65535xf64=1 2"),
            "error: expected 4294836225 elements, or one for all, for "
            "65535x65535xf64, given 2");
}

TEST(TensorParserTest, ElementErrors) {
  EXPECT_EQ(reprint("2xui8=1 300"), "error: '300' does not fit ui8 (0 to 255)");
  EXPECT_EQ(reprint("2xf32=1 x"), "error: 'x' is not a number, as f32 needs");
  EXPECT_EQ(reprint("2xf32=1 2 ..."),
            "error: the value was elided ('...') when it was printed; print "
            "all of it with a larger --print-limit");
  EXPECT_EQ(reprint("1.5"), "error: '1.5' is not a type; expected sizes and an "
                            "element type, such as 2x3xf32 or f32");
}

TEST(TensorParserTest, Limits_T2) {
  EXPECT_EQ(reprint("2x0xf32="), "error: dimension 1 of 2x0xf32 has size 0; "
                                 "every size must be at least 1 [T2]");
  EXPECT_EQ(reprint("65536x65536xi8"),
            "error: 65536x65536xi8 has more than 4294967295 elements [T2]");
  EXPECT_EQ(reprint("1x1x1x1x1x1x1x1x1xi8=1"), "error: rank 9 is above 8 [T2]");
}

TEST(TensorParserTest, Scalars) {
  EXPECT_EQ(reprint("index=3"), "index=3");
  EXPECT_EQ(reprint("index=-3"), "index=-3");
  EXPECT_EQ(reprint("i64=3"), "i64=3");
  EXPECT_EQ(reprint("f32=1.5"), "f32=1.5");
  EXPECT_TRUE(makeTensor("f32=1.5").getType().isScalar);

  DeclaredType scalar = {ElementType::F32, {}, /*isScalar=*/true};
  DeclaredType rankZero = {ElementType::F32, {}, /*isScalar=*/false};
  Tensor asScalar = llvm::cantFail(parseTensor("f32=1.5", &scalar));
  Tensor asTensor = llvm::cantFail(parseTensor("f32=1.5", &rankZero));
  EXPECT_TRUE(asScalar.getType().isScalar);
  EXPECT_FALSE(asTensor.getType().isScalar);
  EXPECT_EQ(reprint("i32=1", &scalar), "error: element type: expected f32, "
                                       "given i32 (declared f32, given i32)");
  EXPECT_EQ(reprint("1xf32=1", &scalar),
            "error: rank: expected 0, given 1 (declared f32, given 1xf32)");
}

TEST(TensorParserTest, DeclaredTypes) {
  DeclaredType declared = {ElementType::F32, {kDynamicSize, 2}, false};
  EXPECT_EQ(stringify(declared), "?x2xf32");
  EXPECT_EQ(reprint("1x2xf32=1 2", &declared), "1x2xf32=[[1 2]]");
  EXPECT_EQ(reprint("2x2xf32=[1 2][3 4]", &declared), "2x2xf32=[[1 2][3 4]]");
  EXPECT_EQ(reprint("2x3xf32=0", &declared),
            "error: dimension 1: expected 2, given 3 (declared ?x2xf32, given "
            "2x3xf32)");
  EXPECT_EQ(reprint("2xf32=0", &declared),
            "error: rank: expected 2, given 1 (declared ?x2xf32, given 2xf32)");
  EXPECT_EQ(reprint("2x2xf16=0", &declared),
            "error: element type: expected f32, given f16 (declared ?x2xf32, "
            "given 2x2xf16)");
  EXPECT_EQ(reprint("0x2xf32=0", &declared),
            "error: dimension 0 of 0x2xf32 has size 0; every size must be at "
            "least 1 [T2]");
}

TEST(TensorParserTest, Generators) {
  EXPECT_EQ(reprint("2x2xi32=iota"), "2x2xi32=[[0 1][2 3]]");
  EXPECT_EQ(reprint("2xui8=random:0x0:1"), "2xui8=[0 0]");
  EXPECT_EQ(reprint("1x1x1x1xui32=pooled:7:1x1x1x1"), "1x1x1x1xui32=[[[[0]]]]");
  llvm::StringRef expected =
      " is neither numbers nor a generator; expected iota, random:SEED, "
      "random:SEED:BOUND, uniform:SEED:LOW:HIGH, normal:SEED, "
      "pooled:SEED:NxCxHxW[:WINDOW:STRIDE:PADDING] or "
      "shuffled:SEED:NxCxHxW";
  for (llvm::StringRef text :
       {"abc", "random", "iota:1", "random:1:2:3", "pooled:1", "pooled:1:2:3",
        "shuffled:1", "shuffled:1:1x1x1x1:3:2:1", "Iota"})
    EXPECT_EQ(reprint(("2xi32=" + text).str()),
              ("error: '" + text + "'" + expected).str());
  EXPECT_EQ(reprint("2xi32=random:-1"), "error: '-1' is not a seed; expected a "
                                        "number from 0 to 2^64-1");
  EXPECT_EQ(reprint("2xi32=random:1:"), "error: '' is not a bound; expected a "
                                        "number from 0 to 2^64-1");
  EXPECT_EQ(reprint("2xi32=random:18446744073709551616"),
            "error: '18446744073709551616' is not a seed; expected a number "
            "from 0 to 2^64-1");
  EXPECT_EQ(reprint("1x1x2x2xi32=pooled:1:1x1x4xy"),
            "error: 'y' is not a size (in '1x1x4xy')");
}

TEST(TensorPrinterTest, PrintsEveryRank) {
  EXPECT_EQ(print(makeTensor("f32=1.5")), "f32=1.5");
  EXPECT_EQ(print(makeTensor("3xi8=iota")), "3xi8=[0 1 2]");
  EXPECT_EQ(print(makeTensor("2x1x2xi8=iota")), "2x1x2xi8=[[[0 1]][[2 3]]]");
  TensorType empty = makeType("0x3xf32");
  EXPECT_EQ(print(llvm::cantFail(Tensor::allocate(empty))), "0x3xf32=[]");
}

TEST(TensorPrinterTest, Limit) {
  Tensor tensor = makeTensor("2x3xi8=iota");
  EXPECT_EQ(print(tensor, 6), "2x3xi8=[[0 1 2][3 4 5]]");
  EXPECT_EQ(print(tensor, 100), "2x3xi8=[[0 1 2][3 4 5]]");
  EXPECT_EQ(print(tensor, 4), "2x3xi8=[[0 1 2][3 ...]]");
  EXPECT_EQ(print(tensor, 3), "2x3xi8=[[0 1 2]...]");
  EXPECT_EQ(print(tensor, 0), "2x3xi8=...");
  EXPECT_EQ(print(makeTensor("f32=1"), 0), "f32=...");
  for (int64_t limit = 0; limit < 6; ++limit)
    EXPECT_TRUE(llvm::StringRef(reprint(print(tensor, limit)))
                    .starts_with("error: the value was elided"));
}

TEST(TensorPrinterTest, PastedBackBitForBit) {
  for (llvm::StringRef type : {"f64", "f32", "f16", "i64", "i32", "i16", "i8",
                               "ui64", "ui32", "ui16", "ui8"}) {
    for (llvm::StringRef sizes : {"", "1x", "64x", "3x2x5x1x", "2x2x2x2x"}) {
      Tensor tensor = makeTensor((sizes + type + "=random:42").str());
      Tensor pasted = makeTensor(print(tensor));
      EXPECT_EQ(pasted.getType(), tensor.getType());
      EXPECT_EQ(pasted.bytes(), tensor.bytes()) << print(tensor);
    }
  }
}

TEST(TensorParserTest, Strides) {
  // Text is row-major, whatever the layout.
  EXPECT_EQ(reprint("2x3xi8{1,2}=1 2 3 4 5 6"), "2x3xi8{1,2}=[[1 2 3][4 5 6]]");
  EXPECT_EQ(makeTensor("2x3xi8{1,2}=1 2 3 4 5 6").data()[1], 4);
  EXPECT_EQ(reprint("2x3xi8{5,2}=iota"), "2x3xi8{5,2}=[[0 1 2][3 4 5]]");
  EXPECT_EQ(reprint("2x3xi8{5,2}"), "2x3xi8{5,2}=[[0 0 0][0 0 0]]");
  // Elements at the same place are those that are alike.
  EXPECT_EQ(reprint("2x3xi8{0,1}=1 2 3 1 2 3"), "2x3xi8{0,1}=[[1 2 3][1 2 3]]");
  EXPECT_EQ(reprint("2x3xi8{1,1}=1 2 3 2 3 4"), "2x3xi8{1,1}=[[1 2 3][2 3 4]]");
  EXPECT_EQ(reprint("2x3xi8{0,1}=1 2 3 1 2 4"),
            "error: elements at the same place of 2x3xi8{0,1} differ [T3]");
}

TEST(TensorParserTest, ConvertsExactly) {
  auto convert = [](llvm::StringRef value, llvm::StringRef type) {
    llvm::Expected<Tensor> converted =
        convertExactly(makeTensor(value), makeType(type));
    return converted ? print(*converted)
                     : llvm::toString(converted.takeError());
  };
  EXPECT_EQ(convert("2x2xi8=1 2 3 4", "2x2xi8{1,2}"),
            "2x2xi8{1,2}=[[1 2][3 4]]");
  EXPECT_EQ(convert("2x2xi8{1,2}=1 2 3 4", "2x2xi8"), "2x2xi8=[[1 2][3 4]]");
  EXPECT_EQ(convert("2x2xi8=1 2 2 3", "2x2xi8{1,1}"),
            "2x2xi8{1,1}=[[1 2][2 3]]");
  EXPECT_EQ(convert("2x2xi8=1 2 3 4", "2x2xi8{1,1}"),
            "elements at the same place of 2x2xi8{1,1} differ [T3]");
  EXPECT_EQ(convert("2x2xi8=1", "2x2xi8{1}"),
            "strides of the tensor: expected 2 (one for each dimension), given "
            "1 [T3]");
}
