//===- ConstantFolding.cpp - Folding through the reference kernels --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace dml {

/// A constant this small is worth having in the IR instead of the operator.
constexpr int64_t kMaxFoldedElements = 1024;

static bool isFoldable(ShapedType type) {
  return type.hasStaticShape() && type.getNumElements() <= kMaxFoldedElements;
}

/// Packed bytes of a constant; a splat stores its element once.
static SmallVector<char> getPackedBytes(DenseElementsAttr constant) {
  ArrayRef<char> raw = constant.getRawData();
  SmallVector<char> bytes(raw);
  if (constant.isSplat())
    for (int64_t i = 1, e = constant.getNumElements(); i < e; ++i)
      bytes.append(raw.begin(), raw.end());
  return bytes;
}

OpFoldResult foldThroughReference(ReferenceOpInterface op,
                                  ArrayRef<Attribute> operands) {
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  if (!isFoldable(resultType))
    return {};

  SmallVector<SmallVector<char>> bytes;
  SmallVector<Sizes> sizes;
  for (Attribute operand : operands) {
    auto constant = dyn_cast_if_present<DenseIntOrFPElementsAttr>(operand);
    if (!constant || !isFoldable(constant.getType()))
      return {};
    bytes.push_back(getPackedBytes(constant));
    sizes.emplace_back(constant.getType().getShape());
  }

  llvm::Expected<Sizes> resultSizes = op.evaluateSizes(sizes, {});
  if (!resultSizes) {
    llvm::consumeError(resultSizes.takeError());
    return {};
  }

  SmallVector<reference::ConstTensorView> views;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto type = cast<DenseElementsAttr>(operand).getType();
    views.push_back(
        {sizes[i], getElementBytes(type.getElementType()), bytes[i].data()});
  }
  unsigned elementBytes = getElementBytes(resultType.getElementType());
  SmallVector<char> result(resultType.getNumElements() * elementBytes);
  if (op.evaluate(views, {*resultSizes, elementBytes, result.data()}))
    return {};
  return DenseElementsAttr::getFromRawBuffer(resultType, result);
}

} // namespace dml
