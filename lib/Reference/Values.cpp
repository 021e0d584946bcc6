//===- Values.cpp - What a function computes so far -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "Reference/Scalars/Scalars.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "dml/Runtime/Signature.h"

using namespace mlir;

namespace dml::reference {

Sizes Values::getIndices(ArrayRef<OpFoldResult> values) const {
  Sizes indices;
  for (OpFoldResult value : values)
    indices.push_back(getIndex(value));
  return indices;
}

Sizes Values::getIndices(ValueRange values) const {
  Sizes indices;
  for (Value value : values)
    indices.push_back(getIndex(value));
  return indices;
}

llvm::Error Values::setCopy(Value value, const Tensor &tensor) {
  llvm::Expected<Tensor> copy = tensor.clone();
  if (!copy)
    return copy.takeError();
  set(value, std::move(*copy));
  return llvm::Error::success();
}

llvm::Error checkElementCount(Operation *op, SizesRef sizes) {
  if (llvm::Error error = dml::checkElementCount("result", sizes))
    return createError(op, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

/// How a value is stored. A type that no tensor of the runtime has, as i1, is
/// stored as integers of whole bytes.
static std::optional<DeclaredType> getStoredType(Type type) {
  if (std::optional<DeclaredType> declared = getDeclaredType(type))
    return declared;
  std::optional<unsigned> width = getScalarWidth(type);
  if (!width)
    return std::nullopt;
  Type integer = IntegerType::get(
      type.getContext(), std::max<unsigned>(8, llvm::bit_ceil(*width)));
  auto tensor = dyn_cast<RankedTensorType>(type);
  return getDeclaredType(tensor ? tensor.clone(integer) : integer);
}

bool isStorable(Type type) { return getStoredType(type).has_value(); }

llvm::Expected<Tensor> allocateResult(OpResult result, SizesRef sizes) {
  Operation *op = result.getOwner();
  std::optional<DeclaredType> declared = getStoredType(result.getType());
  if (!declared)
    return createError(op, "result is not a tensor or scalar of " +
                               listElementTypes() + ", or an index");
  TensorType type = {declared->elementType, {}, declared->isScalar};
  llvm::append_range(type.sizes, sizes);
  if (llvm::Error error = checkFits(type, *declared))
    return createError(op, llvm::toString(std::move(error)) + " [T6]");
  return Tensor::allocateZeroed(type);
}

llvm::Expected<Tensor> allocateResult(Operation *op, SizesRef sizes) {
  return allocateResult(op->getResult(0), sizes);
}

void forEachIndex(SizesRef sizes, llvm::function_ref<void(SizesRef)> function) {
  if (llvm::is_contained(sizes, 0))
    return;
  Sizes index(sizes.size(), 0);
  while (true) {
    function(index);
    auto dimension = static_cast<int64_t>(sizes.size()) - 1;
    while (dimension >= 0 && ++index[dimension] == sizes[dimension])
      index[dimension--] = 0;
    if (dimension < 0)
      return;
  }
}

int64_t positionOf(SizesRef index, SizesRef sizes) {
  int64_t position = 0;
  for (auto [i, size] : llvm::zip_equal(index, sizes))
    position = position * size + i;
  return position;
}

llvm::Error checkIndex(Operation *op, SizesRef index, SizesRef sizes) {
  for (auto [i, entry, size] : llvm::enumerate(index, sizes))
    if (entry < 0 || entry >= size)
      return createError(
          op, messages::withGiven(messages::indexOutside(i, Twine(size)),
                                  Twine(entry)));
  return llvm::Error::success();
}

} // namespace dml::reference
