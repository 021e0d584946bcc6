//===- FoldCandidates.cpp - Elements of windows at a position -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldCandidates.h"
#include <numeric>

using namespace mlir;

namespace dml {

/// The largest stride and dilation, without their common divisor, that an
/// inverse is looked for.
constexpr int64_t kMaxInverted = 1024;

FoldCandidates::FoldCandidates(int64_t windowSize, int64_t stride,
                               int64_t dilation, std::optional<int64_t> last,
                               std::optional<int64_t> blocks,
                               FoldNeighbours neighbours)
    : windowSize(windowSize), stride(stride), dilation(dilation), last(last),
      blocks(blocks) {
  divisor = std::gcd(stride, dilation);
  step = stride / divisor;
  blockStep = dilation / divisor;
  if (step != 1 && blockStep != 1)
    step = findInverse() ? step : 0;
  count = step == 0 ? windowSize : (windowSize + step - 1) / step;
  int64_t mostBlocks = dilation == 1 && step > 1 ? count : count / 2;
  if (neighbours == FoldNeighbours::Blocks)
    mostBlocks = count / 3;
  else if (neighbours == FoldNeighbours::Elements && dilation == 1)
    mostBlocks = std::numeric_limits<int64_t>::max();
  if (last && *last < stride) {
    isByBlock = true;
    hasOneElement = *last < dilation;
    count = 1;
  } else if (last && !isLong() && step == 1 && blocks && *blocks <= blockStep) {
    isInGaps = true;
    count = 1;
  } else if (blocks && *blocks <= mostBlocks) {
    isByBlock = true;
    count = *blocks;
  }
}

bool FoldCandidates::findInverse() {
  if (windowSize == 1 || !last || isLong() ||
      std::max(step, blockStep) > kMaxInverted)
    return false;
  inverse = 1;
  while (inverse * blockStep % step != 1)
    ++inverse;
  isInverted =
      *last * inverse * blockStep <= std::numeric_limits<int32_t>::max();
  return isInverted;
}

bool FoldCandidates::isLong() const {
  return last && *last > std::numeric_limits<int32_t>::max();
}

AffineExpr FoldCandidates::getFirstElement(AffineExpr t) const {
  AffineExpr quotient = t.floorDiv(divisor);
  return (isInverted ? quotient * inverse : quotient) % step;
}

AffineExpr FoldCandidates::getElement(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (hasOneElement)
    return b.getAffineConstantExpr(0);
  if (isByBlock)
    return (t - getBlock(b) * stride).floorDiv(dilation);
  if (isInGaps)
    return t.floorDiv(dilation);
  return step == 0 ? j : getFirstElement(t) + j * step;
}

AffineExpr FoldCandidates::getBlock(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (isByBlock)
    return count == 1 ? b.getAffineConstantExpr(0) : count - 1 - j;
  if (step == 0)
    return (t - j * dilation).floorDiv(stride);
  AffineExpr first = t.floorDiv(divisor);
  if (isInGaps)
    return first % blockStep;
  if (isInverted)
    first = first - getFirstElement(t) * blockStep;
  return first.floorDiv(step) - j * blockStep;
}

AffineExpr FoldCandidates::getRemainder(Builder &b) const {
  AffineExpr t = b.getAffineDimExpr(0), j = b.getAffineSymbolExpr(0);
  if (isByBlock && dilation == 1)
    return {};
  if (hasOneElement)
    return t;
  if (isByBlock)
    return (t - getBlock(b) * stride) % dilation;
  if (step == 0)
    return (t - j * dilation) % stride;
  return divisor == 1 ? AffineExpr() : t % divisor;
}

std::optional<SmallVector<FoldCandidates::Bounded>>
FoldCandidates::getCoverage(Builder &b) const {
  int64_t strideStep = stride / divisor, dilationStep = dilation / divisor;
  if (isLong() || (strideStep != 1 && dilationStep != 1))
    return std::nullopt;
  AffineExpr t = b.getAffineDimExpr(0), one = b.getAffineConstantExpr(1);
  SmallVector<Bounded> coverage;
  if (last && *last < divisor) {
    coverage.push_back({t, one});
    return coverage;
  }
  if (divisor > 1)
    coverage.push_back({t % divisor, one});
  // Quotients of t that have elements are runs at equal distances: the elements
  // of a block or, if blocks are a step apart, the blocks with an element k.
  AffineExpr length = b.getAffineConstantExpr(windowSize);
  AffineExpr runs =
      blocks ? b.getAffineConstantExpr(*blocks) : b.getAffineSymbolExpr(0);
  if (strideStep == 1)
    std::swap(length, runs);
  int64_t distance = std::max(strideStep, dilationStep);
  AffineExpr quotient = t.floorDiv(divisor);
  AffineExpr end = (runs - 1) * distance + length;
  auto isAtMost = [](std::optional<int64_t> value, AffineExpr limit) {
    auto constant = dyn_cast<AffineConstantExpr>(limit);
    return value && constant && *value <= constant.getValue();
  };
  std::optional<int64_t> lastQuotient;
  if (last)
    lastQuotient = *last / divisor;
  if (!isAtMost(lastQuotient, end - 1))
    coverage.push_back({quotient, end});
  if (distance > 1 && runs != one && !isAtMost(distance, length))
    coverage.push_back({quotient % distance, length});
  return coverage;
}

} // namespace dml
