//===- TensorPrinter.cpp - Tensors as text --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorPrinter.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <charconv>
#include <string>
#include <vector>

using namespace dml;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// More than any "-d.ddde-ddd" of a double.
using ScientificBuffer = std::array<char, 40>;

/// The shortest `d.ddde-dd` that reads back as the value.
template <typename Float>
static llvm::StringRef toShortest(Float value, ScientificBuffer &buffer) {
  auto [end, error] = std::to_chars(buffer.begin(), buffer.end(), value,
                                    std::chars_format::scientific);
  assert(error == std::errc() && "buffer too small");
  return {buffer.data(), static_cast<size_t>(end - buffer.data())};
}

/// The same for a half, which std::to_chars does not know: the first precision
/// whose correctly rounded text reads back. (Only 0.015625 is one digit longer
/// than it could be, because its 4-digit text is a tie.)
static llvm::StringRef toShortestHalf(const llvm::APFloat &half,
                                      ScientificBuffer &buffer) {
  float value = half.convertToFloat();
  for (int precision = 0;; ++precision) {
    auto [end, error] = std::to_chars(buffer.begin(), buffer.end(), value,
                                      std::chars_format::scientific, precision);
    assert(error == std::errc() && "buffer too small");
    llvm::StringRef text(buffer.data(), end - buffer.data());
    llvm::APFloat parsed(llvm::APFloat::IEEEhalf());
    llvm::cantFail(
        parsed.convertFromString(text, llvm::APFloat::rmNearestTiesToEven));
    if (parsed.bitwiseIsEqual(half))
      return text;
  }
}

/// Prints `d.ddde-dd` in fixed notation where that is readable: the exponents
/// for which Python's repr does.
static void printDecimal(llvm::raw_ostream &os, llvm::StringRef scientific) {
  auto [mantissa, exponentText] = scientific.split('e');
  int exponent;
  exponentText.consume_front("+");
  bool failed = exponentText.getAsInteger(10, exponent);
  assert(!failed && "expected an exponent");
  (void)failed;
  if (exponent < -4 || exponent >= 16) {
    os << scientific;
    return;
  }

  if (mantissa.consume_front("-"))
    os << '-';
  llvm::SmallString<32> digits(mantissa.take_front(1));
  digits += mantissa.drop_front(std::min<size_t>(2, mantissa.size()));
  if (exponent < 0) {
    os << "0." << std::string(-exponent - 1, '0') << digits;
    return;
  }
  size_t integerDigits = exponent + 1;
  if (digits.size() <= integerDigits) {
    os << digits << std::string(integerDigits - digits.size(), '0');
    return;
  }
  os << digits.str().take_front(integerDigits) << '.'
     << digits.str().drop_front(integerDigits);
}

static void formatFloat(llvm::raw_ostream &os, ElementType type,
                        uint64_t bits) {
  unsigned bitWidth = 8 * getByteWidth(type);
  llvm::APFloat value(getFloatSemantics(type), llvm::APInt(bitWidth, bits));
  if (value.isNaN()) {
    os << llvm::format_hex(bits, 2 + bitWidth / 4, /*Upper=*/true);
    return;
  }
  if (value.isInfinity()) {
    os << (value.isNegative() ? "-inf" : "inf");
    return;
  }
  ScientificBuffer buffer;
  switch (type) {
  case ElementType::F64:
    return printDecimal(os, toShortest(value.convertToDouble(), buffer));
  case ElementType::F32:
    return printDecimal(os, toShortest(value.convertToFloat(), buffer));
  default:
    return printDecimal(os, toShortestHalf(value, buffer));
  }
}

static void printFloat(llvm::raw_ostream &os, ElementType type, uint64_t bits) {
  if (type != ElementType::F16)
    return formatFloat(os, type, bits);
  // Texts of halves are found by trial, so each is kept.
  static thread_local std::vector<std::string> texts(1 << 16);
  std::string &text = texts[bits];
  if (text.empty()) {
    llvm::raw_string_ostream stream(text);
    formatFloat(stream, type, bits);
  }
  os << text;
}

void dml::printElement(llvm::raw_ostream &os, ElementType type, uint64_t bits) {
  if (isFloat(type))
    return printFloat(os, type, bits);
  if (isUnsignedInteger(type)) {
    os << bits;
    return;
  }
  os << llvm::SignExtend64(bits, 8 * getByteWidth(type));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The number of elements inside one pair of brackets of every dimension.
static llvm::SmallVector<int64_t>
computeBracketSizes(llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<int64_t> bracketSizes(sizes);
  for (int64_t i = static_cast<int64_t>(sizes.size()) - 2; i >= 0; --i)
    bracketSizes[i] *= bracketSizes[i + 1];
  return bracketSizes;
}

static void printElements(llvm::raw_ostream &os, const Tensor &tensor,
                          int64_t limit) {
  int64_t numElements = tensor.getNumElements();
  if (numElements == 0) {
    os << "[]";
    return;
  }
  llvm::SmallVector<int64_t> bracketSizes =
      computeBracketSizes(tensor.getSizes());
  int64_t numPrinted = limit < 0 ? numElements : std::min(limit, numElements);
  for (int64_t i = 0; i < numPrinted; ++i) {
    for (int64_t size : bracketSizes)
      if (i % size == 0)
        os << '[';
    printElement(os, tensor.getElementType(), tensor.getElementBits(i));
    for (int64_t size : bracketSizes)
      if ((i + 1) % size == 0)
        os << ']';
    if (!bracketSizes.empty() && (i + 1) % bracketSizes.back() != 0)
      os << ' ';
  }
  if (numPrinted == numElements)
    return;
  os << "...";
  for (int64_t size : bracketSizes)
    if (numPrinted % size != 0)
      os << ']';
}

void dml::printTensor(llvm::raw_ostream &os, const Tensor &tensor,
                      int64_t limit) {
  os << stringify(tensor.getType()) << '=';
  printElements(os, tensor, limit);
}
