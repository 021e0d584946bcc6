//===- MaxPooling2.cpp - max_pooling2 in plain loops ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Operators/MaxPooling2.h"
#include "Parts.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cstring>

namespace dml::reference {

using llvm::APFloat;
using llvm::APInt;

/// The bits of the element at a position, zero-extended.
static uint64_t readBits(ConstTensorView tensor, int64_t position) {
  unsigned bytes = tensor.getElementBytes();
  uint64_t bits = 0;
  std::memcpy(&bits, tensor.data + position * bytes, bytes);
  return bits;
}

static void writeBits(TensorView tensor, int64_t position, uint64_t bits) {
  unsigned bytes = tensor.getElementBytes();
  std::memcpy(tensor.data + position * bytes, &bits, bytes);
}

/// Whether the first element is larger than the second one. -0.0 equals +0.0
/// (M4), and a NaN is larger than every number (M5).
static bool isLarger(uint64_t first, uint64_t second, ElementType type) {
  unsigned width = getByteWidth(type) * 8;
  APInt firstBits(width, first), secondBits(width, second);
  if (isUnsignedInteger(type))
    return firstBits.ugt(secondBits);
  if (!isFloat(type))
    return firstBits.sgt(secondBits);
  APFloat firstFloat(getFloatSemantics(type), firstBits);
  APFloat secondFloat(getFloatSemantics(type), secondBits);
  if (firstFloat.isNaN() || secondFloat.isNaN())
    return !secondFloat.isNaN();
  return firstFloat > secondFloat;
}

/// The value of a window without an element (M6).
static uint64_t getLowest(ElementType type) {
  if (isUnsignedInteger(type))
    return 0;
  if (isFloat(type))
    return APFloat::getInf(getFloatSemantics(type), /*Negative=*/true)
        .bitcastToAPInt()
        .getZExtValue();
  return APInt::getSignedMinValue(getByteWidth(type) * 8).getZExtValue();
}

/// The elements of a window in one dimension that lie inside the input.
struct Range {
  int64_t begin, end;
};

static Range getInside(const UnfoldWindow &window, unsigned i, int64_t block,
                       int64_t size) {
  int64_t first = block * window.strides[i] - window.startPadding[i];
  int64_t dilation = window.dilations[i];
  int64_t begin = first < 0 ? (-first + dilation - 1) / dilation : 0;
  int64_t end = first < size ? (size - first + dilation - 1) / dilation : 0;
  return {begin, std::min(end, window.sizes[i])};
}

/// The position in the whole input of the largest element of a window (M3, M4),
/// which is that of `block` in plane `plane`. Nothing if all of the window lies
/// in the padding.
static std::optional<int64_t> findLargest(ConstTensorView input, int64_t plane,
                                          SizesRef block,
                                          const UnfoldWindow &window) {
  SizesRef spatialSizes = input.sizes.drop_front(2);
  std::optional<int64_t> largest;
  auto visit = [&](auto &visit, unsigned i, int64_t position) -> void {
    if (i == spatialSizes.size()) {
      if (!largest || isLarger(readBits(input, position),
                               readBits(input, *largest), input.elementType))
        largest = position;
      return;
    }
    Range inside = getInside(window, i, block[i], spatialSizes[i]);
    for (int64_t k = inside.begin; k < inside.end; ++k) {
      int64_t place = block[i] * window.strides[i] + k * window.dilations[i] -
                      window.startPadding[i];
      visit(visit, i + 1, position * spatialSizes[i] + place);
    }
  };
  visit(visit, 0, plane);
  return largest;
}

void maxPooling2(ConstTensorView input, TensorView values,
                 std::optional<TensorView> indices,
                 const UnfoldWindow &window) {
  SizesRef blocks = values.sizes.drop_front(2);
  int64_t planes = input.sizes[0] * input.sizes[1];
  int64_t planeBlocks = productOf(blocks);
  forEachPart(values, planes, [&](int64_t plane) {
    int64_t to = plane * planeBlocks;
    Sizes block(blocks.size(), 0);
    do {
      std::optional<int64_t> largest = findLargest(input, plane, block, window);
      writeBits(values, to,
                largest ? readBits(input, *largest)
                        : getLowest(input.elementType));
      if (indices) // M6: all ones.
        writeBits(*indices, to, largest ? *largest : ~uint64_t(0));
      ++to;
    } while (advance(block, blocks));
  });
}

} // namespace dml::reference
