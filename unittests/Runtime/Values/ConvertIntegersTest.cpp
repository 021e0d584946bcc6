//===- ConvertIntegersTest.cpp - Tests of integers of another type --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/ConvertIntegers.h"
#include "Runtime/TestUtils.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

namespace {
std::string convert(llvm::StringRef value, ElementType type) {
  llvm::Expected<Tensor> converted = convertIntegers(makeTensor(value), type);
  return converted ? print(*converted)
                   : "error: " + llvm::toString(converted.takeError());
}
} // namespace

TEST(ConvertIntegersTest, KeepsValues) {
  EXPECT_EQ(convert("3xi64=0 7 9223372036854775807", ElementType::UI64),
            "3xui64=[0 7 9223372036854775807]");
  EXPECT_EQ(convert("2xui32=0 4294967295", ElementType::I64),
            "2xi64=[0 4294967295]");
  EXPECT_EQ(convert("2xui8=255 128", ElementType::UI64), "2xui64=[255 128]");
  EXPECT_EQ(convert("3xi64=-128 -1 127", ElementType::I8),
            "3xi8=[-128 -1 127]");
  EXPECT_EQ(convert("2xi8=-128 127", ElementType::I64), "2xi64=[-128 127]");
  EXPECT_EQ(convert("i64=-9223372036854775808", ElementType::Index),
            "index=-9223372036854775808");
}

TEST(ConvertIntegersTest, RefusesTheFirstValueThatDoesNotFit) {
  EXPECT_EQ(convert("2x2xi64=5 6 -1 -2", ElementType::UI64),
            "error: element 2 in row-major order is -1, which does not fit "
            "ui64 (0 to 18446744073709551615)");
  EXPECT_EQ(convert("1xi64=4294967296", ElementType::UI32),
            "error: element 0 in row-major order is 4294967296, which does not "
            "fit ui32 (0 to 4294967295)");
  EXPECT_EQ(convert("1xui64=18446744073709551615", ElementType::I64),
            "error: element 0 in row-major order is 18446744073709551615, "
            "which does not fit i64 (-9223372036854775808 to "
            "9223372036854775807)");
  EXPECT_EQ(convert("1xi64=-129", ElementType::I8),
            "error: element 0 in row-major order is -129, which does not fit "
            "i8 (-128 to 127)");
  EXPECT_EQ(convert("1xui8=128", ElementType::I8),
            "error: element 0 in row-major order is 128, which does not fit "
            "i8 (-128 to 127)");
}

TEST(ConvertIntegersTest, KeepsTheLayout) {
  Tensor tensor = makeTensor("2x3xi64{1,2}=1 2 3 4 5 6");
  Tensor converted = llvm::cantFail(convertIntegers(tensor, ElementType::UI32));
  EXPECT_EQ(converted.getType(), makeType("2x3xui32{1,2}"));
  EXPECT_EQ(print(converted), "2x3xui32{1,2}=[[1 2 3][4 5 6]]");
}
