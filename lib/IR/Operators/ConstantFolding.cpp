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

/// The bytes of one tensor, and what is in them.
struct PackedTensor {
  Sizes sizes;
  ElementType elementType;
  SmallVector<char> bytes;
};

static ElementType getElementType(ShapedType type) {
  std::string name;
  llvm::raw_string_ostream(name) << type.getElementType();
  // Operators take no others (T1).
  return *symbolizeElementType(name);
}

/// The operands as packed bytes; nothing when one is not a small constant.
static std::optional<std::vector<PackedTensor>>
packConstants(ArrayRef<Attribute> operands) {
  std::vector<PackedTensor> tensors;
  for (Attribute operand : operands) {
    auto constant = dyn_cast_if_present<DenseIntOrFPElementsAttr>(operand);
    if (!constant || !isFoldable(constant.getType()))
      return std::nullopt;
    tensors.push_back({Sizes(constant.getType().getShape()),
                       getElementType(constant.getType()),
                       getPackedBytes(constant)});
  }
  return tensors;
}

LogicalResult foldThroughReference(OperatorInterface op,
                                   ArrayRef<Attribute> operands,
                                   SmallVectorImpl<OpFoldResult> &results) {
  SmallVector<RankedTensorType> types;
  for (Type type : op->getResultTypes())
    types.push_back(cast<RankedTensorType>(type));
  if (!llvm::all_of(types, isFoldable))
    return failure();
  std::optional<std::vector<PackedTensor>> constants = packConstants(operands);
  if (!constants)
    return failure();
  SmallVector<Sizes> sizes;
  SmallVector<reference::ConstTensorView> operandViews;
  for (const PackedTensor &constant : *constants) {
    sizes.push_back(constant.sizes);
    operandViews.push_back(
        {constant.sizes, constant.elementType, constant.bytes.data()});
  }
  llvm::Expected<SizesOfResults> resultSizes = evaluateSizes(op, {sizes, {}});
  if (!resultSizes) {
    llvm::consumeError(resultSizes.takeError());
    return failure();
  }

  std::vector<PackedTensor> computed;
  SmallVector<reference::TensorView> resultViews;
  for (auto [type, resultSize] : llvm::zip_equal(types, *resultSizes)) {
    ElementType element = getElementType(type);
    computed.push_back(
        {resultSize, element,
         SmallVector<char>(type.getNumElements() * getByteWidth(element))});
  }
  for (PackedTensor &result : computed)
    resultViews.push_back(
        {result.sizes, result.elementType, result.bytes.data()});
  if (op.evaluate(operandViews, resultViews))
    return failure();
  for (auto [type, result] : llvm::zip_equal(types, computed))
    results.push_back(DenseElementsAttr::getFromRawBuffer(type, result.bytes));
  return success();
}

OpFoldResult foldThroughReference(OperatorInterface op,
                                  ArrayRef<Attribute> operands) {
  SmallVector<OpFoldResult> results;
  if (failed(foldThroughReference(op, operands, results)))
    return {};
  return results.front();
}

} // namespace dml
