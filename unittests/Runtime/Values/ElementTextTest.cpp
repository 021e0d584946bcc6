//===- ElementTextTest.cpp - Tests of elements as text --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "dml/Runtime/Values/TensorGenerators.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

namespace {
constexpr ElementType kAllTypes[] = {
    ElementType::F64,  ElementType::F32,  ElementType::F16, ElementType::I64,
    ElementType::I32,  ElementType::I16,  ElementType::I8,  ElementType::UI64,
    ElementType::UI32, ElementType::UI16, ElementType::UI8, ElementType::Index};

/// The bits that the text is read as, in hexadecimal, or the error.
std::string parseBits(ElementType type, llvm::StringRef text) {
  llvm::Expected<uint64_t> bits = parseElement(text, type);
  return bits ? llvm::utohexstr(*bits) : llvm::toString(bits.takeError());
}

void expectRoundTrip(ElementType type, uint64_t bits) {
  std::string text = printElement(type, bits);
  llvm::Expected<uint64_t> parsed = parseElement(text, type);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  ASSERT_EQ(*parsed, bits) << stringify(type).str() << " " << text;
}
} // namespace

TEST(ElementTextTest, EveryHalfRoundTrips) {
  for (uint64_t bits = 0; bits < 65536; ++bits)
    expectRoundTrip(ElementType::F16, bits);
}

TEST(ElementTextTest, RandomBitsRoundTrip) {
  for (ElementType type : kAllTypes) {
    TensorType tensorType = {type, {4096}};
    Tensor tensor = llvm::cantFail(Tensor::allocate(tensorType));
    fillRandom(tensor, static_cast<uint64_t>(type));
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      expectRoundTrip(type, tensor.getElementBits(i));
  }
}

TEST(ElementTextTest, BoundariesRoundTrip) {
  for (ElementType type : kAllTypes) {
    unsigned bitWidth = 8 * getByteWidth(type);
    uint64_t ones = ~uint64_t(0) >> (64 - bitWidth);
    for (unsigned bit = 0; bit < bitWidth; ++bit) {
      uint64_t power = uint64_t(1) << bit;
      for (uint64_t bits : {power, power - 1, power + 1, ~power, -power})
        expectRoundTrip(type, bits & ones);
    }
  }
}

TEST(ElementTextTest, PrintsFloats) {
  EXPECT_EQ(printElement(ElementType::F32, 0x00000000), "0");
  EXPECT_EQ(printElement(ElementType::F32, 0x80000000), "-0");
  EXPECT_EQ(printElement(ElementType::F32, 0x3FC00000), "1.5");
  EXPECT_EQ(printElement(ElementType::F32, 0xC2C80000), "-100");
  EXPECT_EQ(printElement(ElementType::F32, 0x3DCCCCCD), "0.1");
  EXPECT_EQ(printElement(ElementType::F32, 0x4B800000), "16777216");
  EXPECT_EQ(printElement(ElementType::F32, 0x38D1B717), "0.0001");
  EXPECT_EQ(printElement(ElementType::F32, 0x3727C5AC), "1e-05");
  EXPECT_EQ(printElement(ElementType::F32, 0x7F7FFFFF), "3.4028235e+38");
  EXPECT_EQ(printElement(ElementType::F32, 0x00000001), "1e-45");
  EXPECT_EQ(printElement(ElementType::F32, 0x7F800000), "inf");
  EXPECT_EQ(printElement(ElementType::F32, 0xFF800000), "-inf");
  EXPECT_EQ(printElement(ElementType::F32, 0x7FC00001), "0x7FC00001");
  EXPECT_EQ(printElement(ElementType::F16, 0x7BFF), "65500");
  EXPECT_EQ(printElement(ElementType::F16, 0x2E66), "0.1");
  EXPECT_EQ(printElement(ElementType::F16, 0x0001), "6e-08");
  EXPECT_EQ(printElement(ElementType::F16, 0x2400), "0.015625");
  EXPECT_EQ(printElement(ElementType::F16, 0xFE00), "0xFE00");
  EXPECT_EQ(printElement(ElementType::F64, 0x3FB999999999999A), "0.1");
  EXPECT_EQ(printElement(ElementType::F64, 0x4341C37937E08000), "1e+16");
  EXPECT_EQ(printElement(ElementType::F64, 0x430C6BF526340000),
            "1000000000000000");
  EXPECT_EQ(printElement(ElementType::F64, 0x7FF0000000000001),
            "0x7FF0000000000001");
}

TEST(ElementTextTest, PrintsIntegers) {
  EXPECT_EQ(printElement(ElementType::I8, 0x80), "-128");
  EXPECT_EQ(printElement(ElementType::UI8, 0x80), "128");
  EXPECT_EQ(printElement(ElementType::I64, uint64_t(1) << 63),
            "-9223372036854775808");
  EXPECT_EQ(printElement(ElementType::UI64, ~uint64_t(0)),
            "18446744073709551615");
  EXPECT_EQ(printElement(ElementType::Index, ~uint64_t(0)), "-1");
}

TEST(ElementTextTest, ParsesIntegers) {
  EXPECT_EQ(parseBits(ElementType::UI8, "255"), "FF");
  EXPECT_EQ(parseBits(ElementType::UI8, "0xff"), "FF");
  EXPECT_EQ(parseBits(ElementType::UI8, "+7"), "7");
  EXPECT_EQ(parseBits(ElementType::UI8, "-0"), "0");
  EXPECT_EQ(parseBits(ElementType::I8, "-128"), "80");
  EXPECT_EQ(parseBits(ElementType::I8, "-0x80"), "80");
  EXPECT_EQ(parseBits(ElementType::Index, "-3"), "FFFFFFFFFFFFFFFD");
  EXPECT_EQ(parseBits(ElementType::UI64, "18446744073709551615"),
            "FFFFFFFFFFFFFFFF");

  EXPECT_EQ(parseBits(ElementType::UI8, "300"),
            "'300' does not fit ui8 (0 to 255)");
  EXPECT_EQ(parseBits(ElementType::UI8, "-1"),
            "'-1' does not fit ui8 (0 to 255)");
  EXPECT_EQ(parseBits(ElementType::I8, "128"),
            "'128' does not fit i8 (-128 to 127)");
  EXPECT_EQ(parseBits(ElementType::I8, "0xFF"),
            "'0xFF' does not fit i8 (-128 to 127)");
  EXPECT_EQ(parseBits(ElementType::I8, "-129"),
            "'-129' does not fit i8 (-128 to 127)");
  EXPECT_EQ(parseBits(ElementType::I64, "9223372036854775808"),
            "'9223372036854775808' does not fit i64 (-9223372036854775808 to "
            "9223372036854775807)");
  EXPECT_EQ(parseBits(ElementType::UI64, "18446744073709551616"),
            "'18446744073709551616' does not fit ui64 (0 to "
            "18446744073709551615)");
  for (llvm::StringRef text : {"", "-", "1.5", "1e3", "0x", "abc", "--1", "+-1",
                               "1_0", "0b1", "inf", "\xC3\xA9"})
    EXPECT_EQ(parseBits(ElementType::I32, text),
              "'" + text.str() + "' is not an integer, as i32 needs");
}

TEST(ElementTextTest, ParsesFloats) {
  EXPECT_EQ(parseBits(ElementType::F32, "1.5"), "3FC00000");
  EXPECT_EQ(parseBits(ElementType::F32, "-0"), "80000000");
  EXPECT_EQ(parseBits(ElementType::F32, "+.5"), "3F000000");
  EXPECT_EQ(parseBits(ElementType::F32, "2."), "40000000");
  EXPECT_EQ(parseBits(ElementType::F32, "1E2"), "42C80000");
  EXPECT_EQ(parseBits(ElementType::F32, "0e99999999999999999999"), "0");
  EXPECT_EQ(parseBits(ElementType::F32, "1e-99999999999999999999"), "0");
  EXPECT_EQ(parseBits(ElementType::F32, "inf"), "7F800000");
  EXPECT_EQ(parseBits(ElementType::F32, "-inf"), "FF800000");
  EXPECT_EQ(parseBits(ElementType::F32, "nan"), "7FC00000");
  EXPECT_EQ(parseBits(ElementType::F32, "-nan"), "FFC00000");
  EXPECT_EQ(parseBits(ElementType::F32, "0x7fc00001"), "7FC00001");
  EXPECT_EQ(parseBits(ElementType::F16, "0x7C01"), "7C01");
  EXPECT_EQ(parseBits(ElementType::F64, "0x7FF0000000000001"),
            "7FF0000000000001");
  // Ties go to even; and not by way of f32, which would round this one up.
  EXPECT_EQ(parseBits(ElementType::F16, "2049"), "6800");
  EXPECT_EQ(parseBits(ElementType::F16, "2049.0000000000001"), "6801");
  EXPECT_EQ(parseBits(ElementType::F16, "65519.99"), "7BFF");
  EXPECT_EQ(parseBits(ElementType::F64, "9007199254740993"),
            "4340000000000000");
}

TEST(ElementTextTest, RefusesOtherFloats) {
  for (llvm::StringRef text :
       {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "--1", "+-1", "1f", "nanx",
        "infinity", "INF", "-0x1", "1,5", "0x1p3x", "\xC3\xA9"}) {
    std::string message = parseBits(ElementType::F32, text);
    EXPECT_TRUE(
        llvm::StringRef(message).starts_with("'" + text.str() + "' is not a "))
        << message;
  }
  EXPECT_EQ(parseBits(ElementType::F32, "0x7FC0"),
            "'0x7FC0' is not a bit pattern of f32, which has exactly 8 "
            "hexadecimal digits after 0x");
  EXPECT_EQ(parseBits(ElementType::F16, "65520"),
            "'65520' is beyond the largest f16; write inf for infinity");
  EXPECT_EQ(parseBits(ElementType::F64, "-1e309"),
            "'-1e309' is beyond the largest f64; write inf for infinity");
  EXPECT_EQ(parseBits(ElementType::F64, std::string(2001, '1')),
            "a number of 2001 characters is longer than the allowed 2000");
}
