//===- Scalars.cpp - Arithmetic on scalars --------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml::reference {

std::optional<unsigned> getScalarWidth(Type type) {
  if (isa<VectorType>(type))
    return std::nullopt;
  Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return 64;
  bool isKnownFloat =
      element.isF16() || element.isBF16() || element.isF32() || element.isF64();
  auto integer = dyn_cast<IntegerType>(element);
  bool isKnownInteger =
      integer && integer.getWidth() > 0 && integer.getWidth() <= 64;
  if (!isKnownFloat && !isKnownInteger)
    return std::nullopt;
  return element.getIntOrFloatBitWidth();
}

uint64_t getScalarBits(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue();
}

const llvm::fltSemantics &getSemantics(Type type) {
  return cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
}

APFloat toFloat(const llvm::fltSemantics &semantics, uint64_t bits) {
  return APFloat(semantics, APInt(APFloat::getSizeInBits(semantics), bits));
}

uint64_t toBits(const APFloat &value) {
  return (value.isNaN() ? APFloat::getQNaN(value.getSemantics()) : value)
      .bitcastToAPInt()
      .getZExtValue();
}

static ScalarFunction findSelection(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (!isa<IntegerAttr, FloatAttr>(constant.getValue()))
      return nullptr;
    return [bits = getScalarBits(constant.getValue())](ArrayRef<uint64_t>) {
      return bits;
    };
  }
  if (isa<arith::SelectOp>(op))
    return [](ArrayRef<uint64_t> operands) {
      return operands[0] ? operands[1] : operands[2];
    };
  return nullptr;
}

ScalarFunction findScalarFunction(Operation *op) {
  auto isScalar = [](Type type) { return getScalarWidth(type).has_value(); };
  if (op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(), isScalar) ||
      !isScalar(op->getResult(0).getType()))
    return nullptr;
  for (auto find : {findSelection, findIntegerFunction, findFloatFunction,
                    findConversionFunction})
    if (ScalarFunction function = find(op))
      return function;
  return nullptr;
}

bool isInexact(Operation *op) {
  return isa_and_present<math::MathDialect>(op->getDialect()) &&
         llvm::any_of(op->getResultTypes(), [](Type type) {
           return isa<FloatType>(getElementTypeOrSelf(type));
         });
}

} // namespace dml::reference
