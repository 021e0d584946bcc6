//===- Strides.cpp - Where the elements of a tensor lie -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/Strides.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace dml {

static std::optional<int64_t> computeStorageElements(SizesRef sizes,
                                                     SizesRef strides) {
  std::optional<int64_t> last = 0;
  for (auto [size, stride] : zip_equal(sizes, strides))
    if (size > 1 && last)
      last = checkedMulAdd<int64_t>(size - 1, stride, *last);
  return last ? checkedAdd<int64_t>(*last, 1) : std::nullopt;
}

int64_t getStorageElements(SizesRef sizes, SizesRef strides) {
  return *computeStorageElements(sizes, strides);
}

int64_t getStorageBytes(SizesRef sizes, SizesRef strides,
                        unsigned elementBytes) {
  return alignTo(getStorageElements(sizes, strides) * elementBytes, 4);
}

Sizes getPackedStrides(SizesRef sizes) {
  Sizes strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0; stride *= sizes[i])
    strides[i] = stride;
  return strides;
}

/// The dimensions of more than one element by falling strides.
static SmallVector<unsigned> sortByStride(SizesRef sizes, SizesRef strides) {
  SmallVector<unsigned> order;
  for (auto [i, size] : enumerate(sizes))
    if (size > 1)
      order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(strides[b], a) < std::pair(strides[a], b);
  });
  return order;
}

bool hasGaps(SizesRef sizes, SizesRef strides) {
  // The dimensions of smaller strides fill this many places from the first.
  int64_t filled = 1;
  SmallVector<unsigned> order = sortByStride(sizes, strides);
  for (unsigned i : reverse(order)) {
    if (strides[i] > filled)
      return true;
    filled += (sizes[i] - 1) * strides[i];
  }
  return false;
}

std::optional<SmallVector<unsigned>> getPackedOrder(SizesRef sizes,
                                                    SizesRef strides) {
  SmallVector<unsigned> order = sortByStride(sizes, strides);
  int64_t packed = 1;
  for (unsigned i : reverse(order)) {
    if (strides[i] != packed)
      return std::nullopt;
    packed *= sizes[i];
  }
  return order;
}

namespace {

/// Looks for two elements at one place: numbers of steps in each dimension,
/// not all zero, whose strides add up to nothing.
class OverlapSearch {
public:
  OverlapSearch(SizesRef sizes, SizesRef strides) {
    for (unsigned i : sortByStride(sizes, strides))
      dimensions.push_back({sizes[i] - 1, strides[i], 0});
    int64_t reach = 0;
    for (Dimension &dimension : reverse(dimensions)) {
      dimension.reachOfRest = reach;
      reach += dimension.steps * dimension.stride;
    }
  }

  /// Whether there are; also where the search takes too long to tell.
  bool mayOverlap() { return search(0, 0, /*isZero=*/true); }

private:
  struct Dimension {
    int64_t steps, stride;
    /// How far the later dimensions reach together.
    int64_t reachOfRest;
  };

  bool search(unsigned i, int64_t distance, bool isZero) {
    if (i == dimensions.size())
      return distance == 0 && !isZero;
    const auto &[steps, stride, reach] = dimensions[i];
    if (stride == 0)
      return true;
    // |distance + step * stride| <= reach
    int64_t first =
        std::max(-steps, divideCeilSigned(-reach - distance, stride));
    int64_t last = std::min(steps, divideFloorSigned(reach - distance, stride));
    // Steps that all are the other way round are the same pair of elements.
    if (isZero)
      first = std::max<int64_t>(first, 0);
    for (int64_t step = first; step <= last; ++step) {
      if (--budget < 0 ||
          search(i + 1, distance + step * stride, isZero && step == 0))
        return true;
    }
    return false;
  }

  SmallVector<Dimension> dimensions;
  int64_t budget = 1 << 20;
};

} // namespace

Error checkStrides(StringRef tensor, SizesRef sizes, SizesRef strides,
                   unsigned elementBytes, StridedUse use) {
  auto refuse = [&](const Twine &what, const Twine &expected,
                    const Twine &given, StringRef rule) {
    return createStringError(messages::brokenRule(what + " of the " + tensor,
                                                  expected, given, rule));
  };
  if (strides.size() != sizes.size())
    return refuse("strides", Twine(sizes.size()) + " (one for each dimension)",
                  Twine(strides.size()), "T3");
  for (auto [i, stride] : enumerate(strides)) {
    if (stride < 0 || stride > kMaxUInt32)
      return refuse("stride of dimension " + Twine(i),
                    "0 to " + Twine(kMaxUInt32), Twine(stride), "A1, T3");
    if (stride == 0 && use == StridedUse::Written && sizes[i] > 1)
      return refuse("stride of dimension " + Twine(i),
                    "at least 1, as its " + Twine(sizes[i]) +
                        " elements are written",
                    "0", "T3");
  }
  if (is_contained(sizes, kDynamic))
    return Error::success();
  std::optional<int64_t> elements = computeStorageElements(sizes, strides);
  if (!elements || !checkedMulAdd<int64_t>(*elements, elementBytes, 3))
    return refuse("bytes", "less than 2^63", "strides that reach further",
                  "T4");
  if (use == StridedUse::Written && OverlapSearch(sizes, strides).mayOverlap())
    return refuse("strides", "a place of its own for each element",
                  "elements that overlap", "T3");
  return Error::success();
}

bool areChannelsLast(SizesRef sizes, SizesRef strides) {
  if (sizes.size() != 4)
    return false;
  int64_t row = sizes[3] * sizes[1];
  return strides == SizesRef({sizes[2] * row, 1, row, sizes[1]});
}

} // namespace dml
