//===- RandomDataTest.cpp - Contents of inputs ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/RandomCase.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

/// The numbers of a tensor, as f64.
std::vector<double> makeNumbers(ElementType type, Numbers kind) {
  Random random(0, 0);
  Tensor tensor = llvm::cantFail(Tensor::allocate({type, {500}}));
  fillNumbers(random, tensor, kind);
  std::vector<double> numbers;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    llvm::APFloat value(
        getFloatSemantics(type),
        llvm::APInt(getByteWidth(type) * 8, tensor.getElementBits(i)));
    EXPECT_FALSE(value.isNegZero());
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    numbers.push_back(value.convertToDouble());
  }
  return numbers;
}

TEST(RandomDataTest, Eighths) {
  for (ElementType type :
       {ElementType::F16, ElementType::F32, ElementType::F64})
    for (double number : makeNumbers(type, Numbers::Eighths)) {
      EXPECT_EQ(number * 8, static_cast<int>(number * 8));
      EXPECT_LE(std::abs(number), 4);
    }
}

TEST(RandomDataTest, Fractions) {
  for (ElementType type : {ElementType::F32, ElementType::F64}) {
    bool hasManyDigits = false;
    for (double number : makeNumbers(type, Numbers::Fractions)) {
      EXPECT_GE(std::abs(number), 0.125);
      EXPECT_LT(std::abs(number), 8);
      hasManyDigits |= number * 65536 != static_cast<int>(number * 65536);
    }
    EXPECT_TRUE(hasManyDigits);
  }
}

} // namespace
