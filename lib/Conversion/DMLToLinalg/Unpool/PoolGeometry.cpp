//===- PoolGeometry.cpp - Pooling that sizes suggest ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {

/// The most elements of a plane, so that sums of a few positions fit in 32
/// bits.
constexpr int64_t kMaxPlaneElements = int64_t(1) << 30;

/// Longer windows would have too many candidates.
constexpr static int64_t kMaxStridesOfWindow = 4;

std::optional<PoolAxis> PoolAxis::guess(int64_t inputs, int64_t outputs) {
  // Padding takes away less than a stride, and fewer outputs than a stride are
  // behind the last window.
  int64_t stride = std::max<int64_t>(1, (2 * outputs + inputs) / (2 * inputs));
  int64_t padding = (inputs - 1) * stride == outputs ? 1 : 0;
  if ((inputs - 1) * stride >= outputs + padding)
    return std::nullopt;
  return PoolAxis{inputs, outputs, stride, padding};
}

// Windows of k outputs, padded by p, and some outputs that none reaches, fewer
// than a stride, have k - 2 p and these outputs from the position of the last
// input on. They reach from p outputs before an input's position to k - 1 - p
// behind it. Where the last position is behind all outputs, k is 2 p, and homes
// are an output before the positions. From there, windows reach as far as those
// that are padded by p - 1.

int64_t PoolAxis::getOutputsOfLast() const {
  return padding > 0 ? 2 : outputs - (inputs - 1) * stride;
}

std::optional<PoolAxis> PoolAxis::withStrideOf(const PoolAxis &other) const {
  PoolAxis axis = {inputs, outputs, other.stride};
  int64_t outputsOfLast = axis.getOutputsOfLast();
  // If both axes have windows of one length, each has fewer outputs behind its
  // last window than a stride.
  bool mayHaveWindows = outputsOfLast <= 2 * other.stride ||
                        outputsOfLast < other.getOutputsOfLast() + other.stride;
  if (inputs == 1 || outputsOfLast < other.stride || !mayHaveWindows)
    return std::nullopt;
  return axis;
}

PoolReaches PoolAxis::getReaches() const {
  if (inputs == 1)
    return {getCell(), getCell()};
  int64_t outputsOfLast = getOutputsOfLast();
  if (stride == 1 && outputsOfLast <= 2)
    return {PoolReach{0, outputsOfLast - 1}, PoolReach{-1, outputsOfLast}};
  if (outputsOfLast >= 2 * stride)
    return {getCell(),
            {0, std::min(outputsOfLast / stride, kMaxStridesOfWindow) * stride -
                    1}};
  // Of each stride of outputs, one has one candidate and the others have two.
  int64_t first = outputsOfLast <= stride ? 1 - stride : 0;
  return {getCell(), {first, first + 2 * stride - 2}};
}

PoolReach PoolAxis::getWidest() const {
  if (inputs == 1)
    return {0, outputs - 1};
  int64_t outputsOfLast = getOutputsOfLast();
  int64_t maxPadding =
      padding == 0 && stride > 1 && outputsOfLast < stride ? 2 : 1;
  // With a stride of 2, windows of up to 4 outputs that are padded by 2 reach
  // as far behind their position as those that are padded by 1.
  int64_t last = outputsOfLast - 1 + maxPadding;
  if (maxPadding == stride)
    last = outputsOfLast;
  PoolReach reach = {-maxPadding, last};
  // The stride may be smaller by one if there are few inputs.
  constexpr int64_t longestWindow = 4;
  int64_t smaller = stride - 1;
  int64_t outputsOfSmaller = outputs - (inputs - 1) * smaller;
  if (smaller > 0 && outputsOfSmaller < longestWindow + smaller) {
    reach.first = std::min(reach.first, padding - (inputs - 1));
    reach.last = std::max(reach.last, outputsOfSmaller - 1 + padding);
  }
  reach.last = std::min(
      {reach.last, outputs - 1 + padding, kMaxStridesOfWindow * stride});
  return reach;
}

int64_t PoolAxis::countOverlapping() const {
  return std::clamp<int64_t>((outputs - (inputs - 1) * stride) / stride, 1,
                             kMaxStridesOfWindow);
}

int64_t PoolAxis::getCandidateShift(PoolReach reach, int64_t number) const {
  // The first candidate is rounded up. All others are counted down from the
  // last one.
  if (number == 0)
    return padding + stride - 1 - reach.last;
  return padding - reach.first -
         (getNumCandidates(reach) - 1 - number) * stride;
}

bool PoolGeometry::canTest(PoolReach rowReach) const {
  int64_t rowsOfReach = std::min(rowReach.getSize(), rows.outputs);
  return rows.outputs <= 1 ||
         rowsOfReach <= kFractions / columns.outputs / columns.outputs;
}

std::optional<PoolGeometry> PoolGeometry::guess(ArrayRef<int64_t> values,
                                                ArrayRef<int64_t> result) {
  if (ShapedType::isDynamicShape(values) || ShapedType::isDynamicShape(result))
    return std::nullopt;
  std::optional<int64_t> planes = llvm::checkedMul(values[0], values[1]);
  if (!planes || planes != llvm::checkedMul(result[0], result[1]) ||
      std::max(values[2], values[3]) > kMaxPlaneElements ||
      result[2] > kMaxPlaneElements / result[3] ||
      *planes > kMaxUInt32 / (result[2] * result[3]))
    return std::nullopt;
  std::optional<PoolAxis> rows = PoolAxis::guess(values[2], result[2]);
  std::optional<PoolAxis> columns = PoolAxis::guess(values[3], result[3]);
  if (!rows || !columns)
    return std::nullopt;
  // The strides of most windows are the same. The axis with fewer inputs says
  // less about its own.
  if (rows->inputs < columns->inputs)
    rows = rows->withStrideOf(*columns).value_or(*rows);
  else
    columns = columns->withStrideOf(*rows).value_or(*columns);
  PoolGeometry geometry{*planes, *rows, *columns};
  if (!geometry.canTest(rows->getReaches().back()))
    return std::nullopt;
  return geometry;
}

} // namespace dml
