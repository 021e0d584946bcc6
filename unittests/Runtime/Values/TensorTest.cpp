//===- TensorTest.cpp - Tests of element types and tensors ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

TEST(ElementTypeTest, NamesRoundTrip) {
  for (auto type : {ElementType::F64, ElementType::F32, ElementType::F16,
                    ElementType::I64, ElementType::I32, ElementType::I16,
                    ElementType::I8, ElementType::UI64, ElementType::UI32,
                    ElementType::UI16, ElementType::UI8, ElementType::Index}) {
    EXPECT_EQ(symbolizeElementType(stringify(type)), type);
    EXPECT_EQ(listElementTypes().contains(stringify(type)),
              type != ElementType::Index);
  }
  EXPECT_EQ(symbolizeElementType("bf16"), std::nullopt);
  EXPECT_EQ(symbolizeElementType(""), std::nullopt);
}

TEST(ElementTypeTest, Properties) {
  EXPECT_EQ(getByteWidth(ElementType::F64), 8u);
  EXPECT_EQ(getByteWidth(ElementType::F16), 2u);
  EXPECT_EQ(getByteWidth(ElementType::UI8), 1u);
  EXPECT_EQ(getByteWidth(ElementType::Index), 8u);
  EXPECT_TRUE(isFloat(ElementType::F16));
  EXPECT_FALSE(isFloat(ElementType::I16));
  EXPECT_TRUE(isUnsignedInteger(ElementType::UI64));
  EXPECT_FALSE(isUnsignedInteger(ElementType::Index));
  EXPECT_EQ(getMaxInteger(ElementType::UI64), UINT64_MAX);
  EXPECT_EQ(getMaxInteger(ElementType::Index), uint64_t(INT64_MAX));
  EXPECT_EQ(getMaxInteger(ElementType::I8), 127u);
}

TEST(TensorTypeTest, ParsesWhatItPrints) {
  for (llvm::StringRef text : {"2x3xf32", "1xui8", "i64", "index", "0x4xf16"})
    EXPECT_EQ(stringify(makeType(text)), text);
  EXPECT_TRUE(makeType("f32").isScalar);
  EXPECT_FALSE(makeType("1xf32").isScalar);
}

TEST(TensorTypeTest, RefusesOtherText) {
  auto message = [](llvm::StringRef text) {
    return getMessage(parseTensorType(text));
  };
  EXPECT_EQ(message("2x3"), "'2x3' is not a type; expected sizes and an "
                            "element type, such as 2x3xf32 or f32");
  EXPECT_EQ(message(""), "'' is not a type; expected sizes and an element "
                         "type, such as 2x3xf32 or f32");
  EXPECT_EQ(message("4xbf16"),
            "unknown element type 'bf16'; expected one of f64, f32, f16, i64, "
            "i32, i16, i8, ui64, ui32, ui16, ui8, or index for a scalar");
  EXPECT_EQ(message("2x3f32"),
            "'2x3' before 'f32' is not a list of sizes such as 2x3x");
  EXPECT_EQ(message("xf32"),
            "'x' before 'f32' is not a list of sizes such as 2x3x");
  EXPECT_EQ(message("?x3xf32"), "'?' is not a size (in '?x3')");
  EXPECT_EQ(message("-1x3xf32"), "'-1' is not a size (in '-1x3')");
  EXPECT_EQ(message("2xx3xf32"), "'' is not a size (in '2xx3')");
  EXPECT_EQ(message("9223372036854775808xf32"),
            "size 9223372036854775808 does not fit 63 bits");
  EXPECT_EQ(message("4xindex"),
            "a tensor of index is not supported; expected one of f64, f32, "
            "f16, i64, i32, i16, i8, ui64, ui32, ui16, ui8 [T1]");
}

TEST(TensorTypeTest, CountsElements) {
  EXPECT_EQ(makeType("2x3xf32").getNumElements(), 6);
  EXPECT_EQ(makeType("2x3xf32").getNumBytes(), 24);
  EXPECT_EQ(makeType("f64").getNumBytes(), 8);
  // Empty, although a product of its other sizes would overflow.
  TensorType empty = makeType("4294967296x4294967296x0xi8");
  EXPECT_EQ(empty.getNumElements(), 0);
  EXPECT_EQ(empty.computeNumBytes(), 0);
  EXPECT_EQ(makeType("4294967296x4294967296xi8").computeNumBytes(),
            std::nullopt);
  EXPECT_EQ(makeType("4611686018427387904xf16").computeNumBytes(),
            std::nullopt);
}

TEST(TensorTypeTest, Limits_T2) {
  auto message = [](llvm::StringRef text) {
    return getMessage(checkTensorLimits(makeType(text)));
  };
  EXPECT_EQ(message("1x1x1x1x1x1x1x1xf32"), "");
  EXPECT_EQ(message("1x1x1x1x1x1x1x1x1xf32"), "rank 9 is above 8 [T2]");
  EXPECT_EQ(message("2x0xf32"), "dimension 1 of 2x0xf32 has size 0; every size "
                                "must be at least 1 [T2]");
  EXPECT_EQ(message("4294967295xi8"), "");
  EXPECT_EQ(message("4294967296xi8"),
            "4294967296xi8 has more than 4294967295 elements [T2]");
  EXPECT_EQ(message("9223372036854775807x9xi8"),
            "9223372036854775807x9xi8 has more than 4294967295 elements [T2]");
  EXPECT_EQ(message("f32"), "");
}

TEST(TensorTest, AllocatesAligned) {
  for (llvm::StringRef text : {"1xi8", "3x5xf64", "0x4xf32", "index"}) {
    Tensor tensor = llvm::cantFail(Tensor::allocateZeroed(makeType(text)));
    ASSERT_NE(tensor.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
    for (char byte : tensor.bytes())
      EXPECT_EQ(byte, 0);
  }
}

TEST(TensorTest, AllocationFailures) {
  auto message = [](TensorType type) {
    return getMessage(Tensor::allocate(std::move(type)));
  };
  EXPECT_EQ(message({ElementType::F32, {2, -3}}),
            "dimension 1 has negative size -3");
  EXPECT_EQ(message(makeType("4611686018427387904x8xf32")),
            "the byte count of a 4611686018427387904x8xf32 tensor overflows 63 "
            "bits");
  EXPECT_EQ(message(makeType("9223372036854775807xi8")),
            "the byte count of a 9223372036854775807xi8 tensor overflows 63 "
            "bits");
  EXPECT_EQ(message(makeType("1152921504606846976xf32")),
            "cannot allocate 4611686018427387904 bytes for a "
            "1152921504606846976xf32 tensor");
}

TEST(TensorTest, CloneIsIndependent) {
  Tensor tensor = makeTensor("2x2xi16=1 2 3 4");
  Tensor copy = llvm::cantFail(tensor.clone());
  tensor.fill(9);
  EXPECT_EQ(print(copy), "2x2xi16=[[1 2][3 4]]");
  EXPECT_EQ(print(tensor), "2x2xi16=[[9 9][9 9]]");
}

TEST(TensorTest, ElementBitsAreZeroExtended) {
  Tensor tensor = makeTensor("3xi8=1 -1 3");
  EXPECT_EQ(tensor.getElementBits(1), 0xFFu);
  tensor.setElementBits(1, 0x1234);
  EXPECT_EQ(print(tensor), "3xi8=[1 52 3]");
}
