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
  // The padding and the outputs behind the last window are together less than a
  // stride.
  int64_t stride = std::max<int64_t>(1, (2 * outputs + inputs) / (2 * inputs));
  if ((inputs - 1) * stride >= outputs)
    return std::nullopt;
  return PoolAxis{inputs, outputs, stride};
}

PoolReach PoolAxis::getOverlap() const {
  if (inputs == 1)
    return getCell();
  int64_t outputsOfLast = outputs - (inputs - 1) * stride;
  if (outputsOfLast >= 2 * stride)
    return {0,
            std::min(outputsOfLast / stride, kMaxStridesOfWindow) * stride - 1};
  if (stride == 1)
    return {-1, 1};
  if (outputsOfLast <= stride)
    return {1 - stride, stride - 1};
  return {0, 2 * stride - 2};
}

PoolReach PoolAxis::getWidest() const {
  // Windows of k outputs, padded by p, leave k - 2 p outputs for the last
  // input, and reach from home - p to home + k - 1 - p.
  int64_t outputsOfLast = outputs - (inputs - 1) * stride;
  return {inputs > 1 ? -1 : 0,
          std::min({outputsOfLast, outputs - 1, kMaxStridesOfWindow * stride})};
}

int64_t PoolAxis::getCandidateShift(PoolReach reach, int64_t number) const {
  // The first candidate is rounded up. All others are counted down from the
  // last one.
  if (number == 0)
    return stride - 1 - reach.last;
  return -reach.first - (getNumCandidates(reach) - 1 - number) * stride;
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
  int64_t rowsOfReach = std::min(
      std::max(rows->getCell().getSize(), rows->getOverlap().getSize()),
      rows->outputs);
  if (rows->outputs > 1 &&
      rowsOfReach > kFractions / columns->outputs / columns->outputs)
    return std::nullopt;
  return PoolGeometry{*planes, *rows, *columns};
}

} // namespace dml
