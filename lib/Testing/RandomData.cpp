//===- RandomData.cpp - Contents of inputs --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/TensorGenerators.h"
#include "dml/Testing/RandomCase.h"
#include "llvm/ADT/APFloat.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Bits that arithmetic, or a detour through another type, would not keep.
static SmallVector<uint64_t> getExtremes(ElementType type) {
  unsigned width = getByteWidth(type) * 8;
  uint64_t all = maxUIntN(width), top = uint64_t(1) << (width - 1);
  // The integers' extremes are zeros, NaNs and denormals for floats.
  SmallVector<uint64_t> bits = {0, 1, all, all - 1, top, top - 1, top + 1};
  if (!isFloat(type))
    return bits;
  const fltSemantics &semantics = getFloatSemantics(type);
  APInt payload(width, 0x2B);
  const APFloat values[] = {
      APFloat::getSNaN(semantics, /*Negative=*/false, &payload),
      APFloat::getSNaN(semantics, /*Negative=*/true, &payload),
      APFloat::getQNaN(semantics, /*Negative=*/false, &payload),
      APFloat::getQNaN(semantics, /*Negative=*/true),
      APFloat::getInf(semantics),
      APFloat::getInf(semantics, /*Negative=*/true),
      APFloat::getLargest(semantics),
      APFloat::getSmallestNormalized(semantics)};
  for (const APFloat &value : values)
    bits.push_back(value.bitcastToAPInt().getZExtValue());
  return bits;
}

void fillData(Random &random, Tensor &tensor) {
  fillRandom(tensor, random.bits());
  constexpr unsigned percentExtreme = 15;
  SmallVector<uint64_t> extremes = getExtremes(tensor.getElementType());
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    if (random.chance(percentExtreme))
      tensor.setElementBits(i, random.pick(ArrayRef(extremes)));
}

static APFloat pickNumber(Random &random, const fltSemantics &semantics,
                          Numbers kind) {
  bool losesInfo;
  // An f16 has too few digits for products of longer numbers.
  if (kind == Numbers::Eighths || &semantics == &APFloat::IEEEhalf()) {
    APFloat value(static_cast<double>(random.between(-32, 32)) / 8);
    value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    return value;
  }
  int digits = APFloat::semanticsPrecision(semantics) - 1;
  int64_t leading = int64_t(1) << digits;
  APFloat value(semantics);
  value.convertFromAPInt(APInt(64, leading + random.between(0, leading - 1)),
                         /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
  if (random.chance(50))
    value.changeSign();
  return scalbn(value, random.between(-3, 2) - digits,
                APFloat::rmNearestTiesToEven);
}

void fillNumbers(Random &random, Tensor &tensor, Numbers kind) {
  ElementType type = tensor.getElementType();
  if (kind == Numbers::Any || !isFloat(type))
    return fillData(random, tensor);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    tensor.setElementBits(i, pickNumber(random, getFloatSemantics(type), kind)
                                 .bitcastToAPInt()
                                 .getZExtValue());
}

void removeTinyNumbers(Tensor &tensor) {
  ElementType type = tensor.getElementType();
  if (type != ElementType::F32 && type != ElementType::F64)
    return;
  const fltSemantics &semantics = getFloatSemantics(type);
  // A difference of larger ones is a multiple of their last place.
  int leastExponent = APFloat::semanticsMinExponent(semantics) + 64;
  unsigned width = getByteWidth(type) * 8;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    APFloat value(semantics, APInt(width, tensor.getElementBits(i)));
    if (value.isFiniteNonZero() && ilogb(value) < leastExponent)
      tensor.setElementBits(i, APFloat::getZero(semantics, value.isNegative())
                                   .bitcastToAPInt()
                                   .getZExtValue());
  }
}

/// Divisors that stop a run are as rare as programs are long: one element is
/// enough.
void fillDivisors(Random &random, Tensor &tensor) {
  fillData(random, tensor);
  int64_t kind = random.between(0, 99);
  constexpr int64_t percentAny = 8, percentNegativeOnes = 25;
  if (kind < percentAny)
    return;
  bool keepsNegativeOnes = kind < percentAny + percentNegativeOnes;
  uint64_t ones = maxUIntN(getByteWidth(tensor.getElementType()) * 8);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    uint64_t bits = tensor.getElementBits(i);
    if (bits == 0 || (bits == ones && !keepsNegativeOnes))
      tensor.setElementBits(i, 3);
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// An index outside, near the end of the result or far from it.
static uint64_t pickOutOfRange(Random &random, unsigned byteWidth,
                               uint64_t bound) {
  constexpr uint64_t wide = uint64_t(1) << 32;
  uint64_t inside = random.bits() % bound;
  const uint64_t narrow[] = {bound, bound + 1, bound + inside, wide - 1,
                             wide / 2 + inside};
  // Truncated to 32 bits, these would be inside (U3).
  const uint64_t large[] = {bound,           wide,
                            wide + inside,   wide * 2 + inside,
                            wide / 2 * wide, wide / 2 * wide + inside,
                            ~uint64_t(0),    ~uint64_t(0) - inside};
  return byteWidth == 8 ? random.pick(ArrayRef(large))
                        : random.pick(ArrayRef(narrow));
}

/// Replaces some indices.
static void scatterOutOfRange(Random &random, Tensor &tensor, uint64_t bound,
                              unsigned percent) {
  unsigned byteWidth = getByteWidth(tensor.getElementType());
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    if (random.chance(percent))
      tensor.setElementBits(i, pickOutOfRange(random, byteWidth, bound));
}

static void fillFewSlots(Random &random, Tensor &tensor, uint64_t bound) {
  SmallVector<uint64_t> slots;
  for (int64_t i = random.between(1, 4); i > 0; --i)
    slots.push_back(random.bits() % bound);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    tensor.setElementBits(i, random.pick(ArrayRef(slots)));
}

/// As pooling makes them where the result has as many planes as the indices,
/// and in their range elsewhere.
static void fillLocally(Random &random, Tensor &tensor, SizesRef resultSizes,
                        uint64_t bound) {
  SizesRef sizes = tensor.getSizes();
  int64_t planes = sizes[0] * sizes[1];
  if (planes != resultSizes[0] * resultSizes[1])
    return cantFail(fillRandomBelow(tensor, random.bits(), bound));
  int64_t planeSize = bound / planes;
  if (random.chance(60))
    return cantFail(
        fillPooled(tensor, random.bits(),
                   {sizes[0], sizes[1], resultSizes[2], resultSizes[3]}));
  // Anywhere in the plane.
  int64_t elements = tensor.getNumElements();
  for (int64_t i = 0; i < elements; ++i)
    tensor.setElementBits(i, i / (elements / planes) * planeSize +
                                 random.between(0, planeSize - 1));
}

void fillIndices(Random &random, Tensor &tensor, SizesRef resultSizes) {
  int64_t elements = tensor.getNumElements();
  if (elements == 0 || tensor.getSizes().size() != 4 || resultSizes.size() != 4)
    return;
  auto bound = static_cast<uint64_t>(productOf(resultSizes));
  switch (random.between(0, 9)) {
  case 0:
  case 1:
    return fillLocally(random, tensor, resultSizes, bound);
  case 2: // One index leaves its plane.
    fillLocally(random, tensor, resultSizes, bound);
    return tensor.setElementBits(random.between(0, elements - 1),
                                 random.bits() % bound);
  case 3: // One index leaves the result.
    fillLocally(random, tensor, resultSizes, bound);
    return tensor.setElementBits(
        random.between(0, elements - 1),
        pickOutOfRange(random, getByteWidth(tensor.getElementType()), bound));
  case 4:
  case 5:
    return cantFail(fillRandomBelow(tensor, random.bits(), bound));
  case 6:
    return fillFewSlots(random, tensor, bound);
  case 7:
    cantFail(fillRandomBelow(tensor, random.bits(), bound));
    return scatterOutOfRange(random, tensor, bound, random.between(1, 30));
  case 8:
    fillFewSlots(random, tensor, bound);
    return scatterOutOfRange(random, tensor, bound, 50);
  default:
    return scatterOutOfRange(random, tensor, bound, 100);
  }
}

} // namespace dml
