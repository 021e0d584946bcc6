//===- Distributions.cpp - Random numbers in a range ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/Distributions.h"
#include "FillElements.h"
#include "dml/Runtime/Values/TensorParser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/Twine.h"
#include <cmath>

using namespace dml;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// The f16 that is nearest to a number of at most 65504, ties to even.
static uint16_t roundToHalf(double value) {
  constexpr int minExponent = -14, fractionBits = 10;
  constexpr uint16_t signBit = 0x8000;
  double magnitude = std::abs(value);
  int exponent = minExponent;
  if (magnitude >= std::ldexp(1.0, minExponent))
    exponent = std::ilogb(magnitude);
  // From 2^10 to 2^11 for normal numbers; the power of two is exact.
  int steps = static_cast<int>(
      std::nearbyint(std::ldexp(magnitude, fractionBits - exponent)));
  // The implicit bit of a normal number adds one to its biased exponent.
  int bits = ((exponent - minExponent) << fractionBits) + steps;
  return bits | (std::signbit(value) ? signBit : 0);
}

/// Stores `compute(position)`, a double, for every element.
template <typename Function>
static void fillFloats(Tensor &tensor, Function compute) {
  switch (tensor.getElementType()) {
  case ElementType::F64:
    return fillAs<double>(tensor, compute);
  case ElementType::F32:
    return fillAs<float>(tensor, compute);
  default:
    return fillAs<uint16_t>(tensor,
                            [=](int64_t i) { return roundToHalf(compute(i)); });
  }
}

//===----------------------------------------------------------------------===//
// uniform
//===----------------------------------------------------------------------===//

static Error refuseRange(StringRef low, StringRef high, StringRef rule) {
  return createStringError("uniform from " + low + " to " + high +
                           ": expected " + rule);
}

static Expected<Tensor> generateUniformFloats(uint64_t seed, StringRef lowText,
                                              StringRef highText,
                                              const TensorType &type) {
  double bounds[2];
  for (auto [text, bound] :
       {std::pair(lowText, &bounds[0]), std::pair(highText, &bounds[1])}) {
    Expected<uint64_t> bits = parseElement(text, type.elementType);
    if (!bits)
      return bits.takeError();
    llvm::APInt pattern(8 * getByteWidth(type.elementType), *bits);
    *bound = llvm::APFloat(getFloatSemantics(type.elementType), pattern)
                 .convertToDouble();
    if (!std::isfinite(*bound))
      return refuseRange(lowText, highText, "finite bounds");
  }
  auto [low, high] = bounds;
  double range = high - low;
  if (!(low <= high))
    return refuseRange(lowText, highText, "the lower bound first");
  if (!std::isfinite(range))
    return refuseRange(lowText, highText,
                       "bounds whose difference is a finite f64");
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (tensor)
    fillFloats(*tensor, [=, low = low](int64_t i) {
      double share = static_cast<double>(splitMix64(seed, i) >> 11) * 0x1p-53;
      return std::fma(range, share, low);
    });
  return tensor;
}

static Expected<Tensor> generateUniformIntegers(uint64_t seed,
                                                StringRef lowText,
                                                StringRef highText,
                                                const TensorType &type) {
  Expected<uint64_t> low = parseElement(lowText, type.elementType);
  if (!low)
    return low.takeError();
  Expected<uint64_t> high = parseElement(highText, type.elementType);
  if (!high)
    return high.takeError();
  // Both as differences from the least number of the type.
  unsigned bitWidth = 8 * getByteWidth(type.elementType);
  uint64_t least =
      isUnsignedInteger(type.elementType) ? 0 : uint64_t(1) << (bitWidth - 1);
  uint64_t first = *low ^ least, last = *high ^ least;
  if (first > last)
    return refuseRange(lowText, highText, "the lower bound first");
  // 0 stands for 2^64.
  uint64_t count = last - first + 1;
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (tensor)
    fillBits(*tensor, [=, low = *low](uint64_t i) {
      uint64_t random = splitMix64(seed, i);
      return low + (count == 0 ? random : scaleToBound(random, count));
    });
  return tensor;
}

Expected<Tensor> dml::generateUniform(uint64_t seed, StringRef low,
                                      StringRef high, const TensorType &type) {
  return isFloat(type.elementType)
             ? generateUniformFloats(seed, low, high, type)
             : generateUniformIntegers(seed, low, high, type);
}

//===----------------------------------------------------------------------===//
// normal
//===----------------------------------------------------------------------===//

Expected<Tensor> dml::generateNormal(uint64_t seed, const TensorType &type) {
  if (!isFloat(type.elementType))
    return createStringError("normal makes floats, and " +
                             stringify(type.elementType) +
                             " is an integer type; uniform:SEED:LOW:HIGH makes "
                             "integers");
  constexpr int numbers = 6;
  constexpr int64_t mean = int64_t(numbers) * UINT32_MAX;
  Expected<Tensor> tensor = Tensor::allocate(type);
  if (tensor)
    fillFloats(*tensor, [=](int64_t i) {
      int64_t sum = 0;
      for (int k = 0; k < numbers; ++k) {
        uint64_t random = splitMix64(seed, numbers * i + k);
        sum += (random >> 32) + (random & UINT32_MAX);
      }
      return static_cast<double>(sum - mean) * 0x1p-32;
    });
  return tensor;
}
