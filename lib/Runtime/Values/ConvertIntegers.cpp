//===- ConvertIntegers.cpp - Integers of another type ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/ConvertIntegers.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace dml;
using llvm::Twine;

static llvm::Error refuse(int64_t position, const Twine &value,
                          ElementType type) {
  uint64_t max = getMaxInteger(type);
  std::string min =
      isUnsignedInteger(type) ? "0" : "-" + std::to_string(max + 1);
  return llvm::createStringError("element " + Twine(position) +
                                 " in row-major order is " + value +
                                 ", which does not fit " + stringify(type) +
                                 " (" + min + " to " + Twine(max) + ")");
}

llvm::Expected<Tensor> dml::convertIntegers(const Tensor &tensor,
                                            ElementType type) {
  ElementType from = tensor.getElementType();
  unsigned bitWidth = 8 * getByteWidth(from);
  bool isFromUnsigned = isUnsignedInteger(from);
  int64_t min = isUnsignedInteger(type)
                    ? 0
                    : -static_cast<int64_t>(getMaxInteger(type)) - 1;
  TensorType convertedType = tensor.getType();
  convertedType.elementType = type;
  llvm::Expected<Tensor> converted =
      Tensor::allocateWithZeroGaps(std::move(convertedType));
  if (!converted)
    return converted;
  for (int64_t i = 0, end = tensor.getNumElements(); i < end; ++i) {
    uint64_t bits = tensor.getElementBits(i);
    int64_t value = llvm::SignExtend64(bits, bitWidth);
    bool isNegative = !isFromUnsigned && value < 0;
    if (isNegative && value < min)
      return refuse(i, Twine(value), type);
    if (!isNegative && bits > getMaxInteger(type))
      return refuse(i, Twine(bits), type);
    converted->setElementBits(i, isNegative ? value : bits);
  }
  return converted;
}
