//===- TensorTest.cpp - Tests of element types and tensors ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstring>
#include <vector>

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

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

TEST(TensorTypeTest, ParsesStrides) {
  for (llvm::StringRef text :
       {"2x3xf32{1,2}", "1x8x4x4xf32{128,1,32,8}", "4xui8{0}"}) {
    EXPECT_TRUE(makeType(text).isStrided());
    EXPECT_EQ(stringify(makeType(text)), text);
  }
  EXPECT_EQ(stringify(makeType("2x3xf32 { 1, 2 }")), "2x3xf32{1,2}");
  EXPECT_FALSE(makeType("2x3xf32").isStrided());
}

TEST(TensorTypeTest, RefusesOtherStrides) {
  auto message = [](llvm::StringRef text) {
    return getMessage(parseTensorType(text));
  };
  EXPECT_EQ(message("2xf32{-1}"), "'-1' is not a stride (in '{-1}') [T3]");
  EXPECT_EQ(message("2xf32{}"), "'' is not a stride (in '{}') [T3]");
  EXPECT_EQ(message("2x3xf32{3,}"), "'' is not a stride (in '{3,}') [T3]");
  EXPECT_EQ(message("2xf32{a}"), "'a' is not a stride (in '{a}') [T3]");
  EXPECT_EQ(message("2xf32{9223372036854775808}"),
            "'9223372036854775808' is not a stride (in "
            "'{9223372036854775808}') [T3]");
  EXPECT_EQ(message("f32{1}"), "a scalar has no strides [T3]");
  EXPECT_EQ(message("2xf32{1"),
            "unknown element type 'f32{1'; expected one of f64, f32, f16, "
            "i64, i32, i16, i8, ui64, ui32, ui16, ui8, or index for a scalar");
}

TEST(TensorTypeTest, StridesObeyTheirRules) {
  auto message = [](llvm::StringRef text) {
    return getMessage(checkTensorLimits(makeType(text)));
  };
  EXPECT_EQ(message("2x3xf32{0,1}"), "");
  EXPECT_EQ(message("2x3xf32{1,1}"), "");
  EXPECT_EQ(message("2x3xf32{1}"), "strides of the tensor: expected 2 (one for "
                                   "each dimension), given 1 [T3]");
  EXPECT_EQ(message("2xf32{4294967296}"),
            "stride of dimension 0 of the tensor: expected 0 to 4294967295, "
            "given 4294967296 [A1, T3]");
  EXPECT_EQ(message("4294967295xf64{4294967295}"),
            "bytes of the tensor: expected less than 2^63, given strides that "
            "reach further [T4]");
  EXPECT_EQ(message("2x0xf32{1,1}"), "dimension 1 of 2x0xf32{1,1} has size 0; "
                                     "every size must be at least 1 [T2]");
}

TEST(TensorTypeTest, CountsBytesOfStorage) {
  // As NHWC there are no gaps; memory is counted in elements, files in words.
  TensorType nhwc = makeType("1x3x2x2xi8{12,1,6,3}");
  EXPECT_EQ(nhwc.getNumElements(), 12);
  EXPECT_EQ(nhwc.getNumBytes(), 12);
  EXPECT_EQ(nhwc.getNumFileBytes(), 12);
  EXPECT_FALSE(nhwc.hasGaps());
  TensorType rows = makeType("2x3xi8{4,1}");
  EXPECT_EQ(rows.getNumElements(), 6);
  EXPECT_EQ(rows.getNumBytes(), 7);
  EXPECT_EQ(rows.computeNumBytes(), 7);
  EXPECT_EQ(rows.getNumFileBytes(), 8);
  EXPECT_TRUE(rows.hasGaps());
  EXPECT_EQ(rows.getStorageSizes(), (llvm::SmallVector<int64_t, 4>{7}));
  TensorType broadcast = makeType("4x3xi16{0,1}");
  EXPECT_EQ(broadcast.getNumElements(), 12);
  EXPECT_EQ(broadcast.getNumBytes(), 6);
  EXPECT_EQ(broadcast.getNumFileBytes(), 8);
  EXPECT_FALSE(broadcast.hasGaps());
  // A packed file is no longer than its elements.
  EXPECT_EQ(makeType("3xi8").getNumFileBytes(), 3);
  EXPECT_EQ(makeType("2x3xi8").getStorageSizes(),
            (llvm::SmallVector<int64_t, 4>{2, 3}));
  EXPECT_FALSE(makeType("2x3xi8").hasGaps());
}

TEST(TensorTypeTest, OverlapDoesNotHideGaps) {
  // 12 elements share the places 0, 6 and 12.
  TensorType type = makeType("4x3xi8{0,6}");
  EXPECT_EQ(type.getNumElements(), 12);
  EXPECT_EQ(type.getNumBytes(), 13);
  EXPECT_TRUE(type.hasGaps());
  EXPECT_TRUE(makeType("8x3xi8{0,2}").hasGaps());
  // Rows of three elements: a gap after each, none, and rows that overlap.
  EXPECT_TRUE(makeType("5x3x3xi8{0,4,1}").hasGaps());
  EXPECT_FALSE(makeType("5x3x3xi8{0,3,1}").hasGaps());
  EXPECT_FALSE(makeType("5x3x3xi8{0,2,1}").hasGaps());
  // The stride of a single element does not matter.
  EXPECT_FALSE(makeType("2x1x3xi8{3,100,1}").hasGaps());
}

TEST(TensorTypeTest, LayoutsAreThoseOfSizesAboveOne) {
  TensorType packed = makeType("2x1x3xf32");
  EXPECT_TRUE(packed.hasSameLayout(makeType("2x1x3xf32{3,3,1}")));
  EXPECT_TRUE(packed.hasSameLayout(makeType("2x1x3xf32{3,100,1}")));
  EXPECT_FALSE(packed.hasSameLayout(makeType("2x1x3xf32{1,1,2}")));
  EXPECT_FALSE(packed.hasSameLayout(makeType("2x1x3xf32{4,1,1}")));
  EXPECT_EQ(makeType("2x1x3xf32{1,1,2}").getPacked(), packed);
  EXPECT_EQ(packed.withStrides({1, 1, 2}), makeType("2x1x3xf32{1,1,2}"));
  EXPECT_EQ(makeType("2x1x3xf32{1,1,2}").withStrides({}), packed);
  EXPECT_NE(makeType("2x1x3xf32{1,1,2}"), packed);
}

/// The memory as elements, gaps included.
static std::vector<int> getMemory(const Tensor &tensor) {
  return {tensor.bytes().begin(), tensor.bytes().end()};
}

TEST(StridedTensorTest, ConvertsBetweenLayouts) {
  auto convert = [](llvm::StringRef value, llvm::StringRef type) {
    return llvm::cantFail(Tensor::convert(makeTensor(value), makeType(type)));
  };
  Tensor rows = convert("2x3xi8=1 2 3 4 5 6", "2x3xi8{5,2}");
  EXPECT_EQ(getMemory(rows), (std::vector<int>{1, 0, 2, 0, 3, 4, 0, 5, 0, 6}));
  EXPECT_EQ(print(rows), "2x3xi8{5,2}=[[1 2 3][4 5 6]]");
  Tensor columns =
      llvm::cantFail(Tensor::convert(std::move(rows), makeType("2x3xi8{1,2}")));
  EXPECT_EQ(getMemory(columns), (std::vector<int>{1, 4, 2, 5, 3, 6}));
  Tensor packed =
      llvm::cantFail(Tensor::convert(std::move(columns), makeType("2x3xi8")));
  EXPECT_EQ(print(packed), "2x3xi8=[[1 2 3][4 5 6]]");
  // Of elements at the same place the last one stays.
  EXPECT_EQ(getMemory(convert("2x3xi8=1 2 3 4 5 6", "2x3xi8{0,1}")),
            (std::vector<int>{4, 5, 6}));
  // The gaps between such elements are zero.
  EXPECT_EQ(getMemory(convert("3x2xi8=1 2 3 4 5 6", "3x2xi8{0,4}")),
            (std::vector<int>{5, 0, 0, 0, 6}));
}

TEST(StridedTensorTest, KeepsTheMemoryOfTheSameLayout) {
  Tensor tensor = makeTensor("2x1x3xi16=1 2 3 4 5 6");
  const char *memory = tensor.data();
  Tensor converted = llvm::cantFail(
      Tensor::convert(std::move(tensor), makeType("2x1x3xi16{3,7,1}")));
  EXPECT_EQ(converted.data(), memory);
  EXPECT_EQ(print(converted), "2x1x3xi16{3,7,1}=[[[1 2 3]][[4 5 6]]]");
}

// Its storage has bytes all the same, those of a packed tensor has none.
TEST(StridedTensorTest, AllocatesTheStorageOfNoElements) {
  Tensor converted = llvm::cantFail(
      Tensor::convert(llvm::cantFail(Tensor::allocate(makeType("0x3xi8"))),
                      makeType("0x3xi8{1,1}")));
  EXPECT_EQ(getMemory(converted), (std::vector<int>{0, 0, 0}));
}

TEST(StridedTensorTest, CopiesElementsAndNoGaps) {
  Tensor target =
      llvm::cantFail(Tensor::allocateZeroed(makeType("2x3xi8{5,2}")));
  std::fill_n(target.data(), target.getNumBytes(), 9);
  target.copyElementsFrom(makeTensor("2x3xi8=1 2 3 4 5 6"));
  EXPECT_EQ(getMemory(target),
            (std::vector<int>{1, 9, 2, 9, 3, 4, 9, 5, 9, 6}));
  // Also from the same layout, whose gaps are others.
  Tensor other =
      llvm::cantFail(Tensor::allocateZeroed(makeType("2x3xi8{5,2}")));
  other.fill(7);
  EXPECT_EQ(getMemory(other), (std::vector<int>{7, 0, 7, 0, 7, 7, 0, 7, 0, 7}));
  target.copyElementsFrom(other);
  EXPECT_EQ(getMemory(target),
            (std::vector<int>{7, 9, 7, 9, 7, 7, 9, 7, 9, 7}));
  Tensor packed = llvm::cantFail(Tensor::allocate(makeType("2x3xi8")));
  packed.copyElementsFrom(target);
  EXPECT_EQ(print(packed), "2x3xi8=[[7 7 7][7 7 7]]");
}

TEST(StridedTensorTest, PositionsAreLogical) {
  Tensor tensor =
      llvm::cantFail(Tensor::allocateZeroed(makeType("2x2x3xi16{1,6,2}")));
  for (int64_t i = 0; i < 12; ++i)
    tensor.setElementBits(i, i);
  EXPECT_EQ(print(tensor),
            "2x2x3xi16{1,6,2}=[[[0 1 2][3 4 5]][[6 7 8][9 10 11]]]");
  for (int64_t i = 0; i < 12; ++i)
    EXPECT_EQ(tensor.getElementBits(i), uint64_t(i));
  int16_t second;
  std::memcpy(&second, tensor.data() + 2, 2);
  EXPECT_EQ(second, 6);
}

TEST(StridedTensorTest, ClonesGaps) {
  Tensor tensor = llvm::cantFail(Tensor::allocateZeroed(makeType("2xi8{2}")));
  tensor.data()[1] = 5;
  EXPECT_EQ(getMemory(llvm::cantFail(tensor.clone())),
            (std::vector<int>{0, 5, 0}));
}
