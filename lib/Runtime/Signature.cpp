//===- Signature.cpp - Runtime types of a function ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Signature.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace dml {

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The spelling of runtime types is MLIR's.
static std::optional<ElementType> getElementType(Type type) {
  return symbolizeElementType(print(type));
}

std::optional<DeclaredType> getDeclaredType(Type type) {
  DeclaredType declared;
  auto tensor = dyn_cast<RankedTensorType>(type);
  declared.isScalar = !tensor;
  if (tensor) {
    if (tensor.getEncoding())
      return std::nullopt;
    llvm::append_range(declared.sizes, tensor.getShape());
    type = tensor.getElementType();
  }
  std::optional<ElementType> element = getElementType(type);
  if (!element)
    return std::nullopt;
  declared.elementType = *element;
  return declared;
}

static Type getMLIRType(MLIRContext *context, ElementType type) {
  Builder b(context);
  switch (type) {
  case ElementType::F64:
    return b.getF64Type();
  case ElementType::F32:
    return b.getF32Type();
  case ElementType::F16:
    return b.getF16Type();
  case ElementType::Index:
    return b.getIndexType();
  default:
    return IntegerType::get(context, getByteWidth(type) * 8,
                            isUnsignedInteger(type) ? IntegerType::Unsigned
                                                    : IntegerType::Signless);
  }
}

Type getMLIRType(MLIRContext *context, const DeclaredType &type) {
  Type element = getMLIRType(context, type.elementType);
  return type.isScalar ? element : RankedTensorType::get(type.sizes, element);
}

Type getMLIRType(MLIRContext *context, const TensorType &type) {
  return getMLIRType(context,
                     DeclaredType{type.elementType, type.sizes, type.isScalar});
}

llvm::Expected<Signature> getSignature(func::FuncOp function) {
  Signature signature;
  auto append = [&](Type type, StringRef what, unsigned index,
                    Attribute strides,
                    SmallVectorImpl<DeclaredType> &types) -> llvm::Error {
    std::optional<DeclaredType> declared = getDeclaredType(type);
    if (!declared ||
        (declared->elementType == ElementType::Index && !declared->isScalar))
      return llvm::createStringError(
          what + " " + Twine(index) + " of @" + function.getName() +
          ": expected a ranked tensor or scalar of " + listElementTypes() +
          ", or an index, given " + print(type));
    if (auto given = dyn_cast_or_null<DenseI64ArrayAttr>(strides))
      llvm::append_range(declared->strides, given.asArrayRef());
    types.push_back(*declared);
    return llvm::Error::success();
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (llvm::Error error = append(type, "argument", i,
                                   function.getArgAttr(i, kStridesAttrName),
                                   signature.arguments))
      return std::move(error);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (llvm::Error error = append(type, "result", i,
                                   function.getResultAttr(i, kStridesAttrName),
                                   signature.results))
      return std::move(error);
  return signature;
}

DeclaredType getDeclaredType(const TensorType &type) {
  return {type.elementType, type.sizes, type.isScalar, type.strides};
}

SmallVector<DeclaredType> getDeclaredTypes(ArrayRef<TensorType> types) {
  return llvm::map_to_vector(
      types, [](const TensorType &type) { return getDeclaredType(type); });
}

std::optional<TensorType> getStaticType(const DeclaredType &type) {
  if (llvm::is_contained(type.sizes, kDynamicSize))
    return std::nullopt;
  return TensorType{type.elementType, type.sizes, type.isScalar, type.strides};
}

} // namespace dml
