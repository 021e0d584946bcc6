//===- EvaluateArithmetic.cpp - Constants and integers --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/TensorOpMessages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;

namespace dml::reference {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Little-endian bits of a constant's element.
static uint64_t getBits(Attribute element) {
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return integer.getValue().sextOrTrunc(64).getZExtValue();
  return cast<FloatAttr>(element).getValue().bitcastToAPInt().getZExtValue();
}

llvm::Error evaluateConstant(Operation *op, Values &values) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  SizesRef sizes;
  auto shaped = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (shaped)
    sizes = shaped.getShape();
  llvm::Expected<Tensor> result = allocateResult(op, sizes);
  if (!result)
    return result.takeError();

  if (!shaped) {
    result->setElementBits(0, getBits(value));
  } else if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
    if (dense.isSplat())
      result->fill(getBits(dense.getSplatValue<Attribute>()));
    else
      std::memcpy(result->data(), dense.getRawData().data(),
                  result->getNumBytes());
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob ||
        static_cast<int64_t>(blob->getData().size()) != result->getNumBytes())
      return createError(op, "resource: expected " +
                                 Twine(result->getNumBytes()) + " bytes");
    std::memcpy(result->data(), blob->getData().data(), result->getNumBytes());
  } else {
    return createError(op, "constant is neither dense nor a dense resource");
  }
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

namespace {

/// The result of an operation on integers, which wraps. Divisors have been
/// checked.
APInt compute(Operation *op, const APInt &lhs, const APInt &rhs) {
  using Rounding = APInt::Rounding;
  return llvm::TypeSwitch<Operation *, APInt>(op)
      .Case([&](arith::AddIOp) { return lhs + rhs; })
      .Case([&](arith::SubIOp) { return lhs - rhs; })
      .Case([&](arith::MulIOp) { return lhs * rhs; })
      .Case([&](arith::DivSIOp) { return lhs.sdiv(rhs); })
      .Case([&](arith::DivUIOp) { return lhs.udiv(rhs); })
      .Case([&](arith::RemSIOp) { return lhs.srem(rhs); })
      .Case([&](arith::RemUIOp) { return lhs.urem(rhs); })
      .Case([&](arith::CeilDivSIOp) {
        return llvm::APIntOps::RoundingSDiv(lhs, rhs, Rounding::UP);
      })
      .Case([&](arith::CeilDivUIOp) {
        return llvm::APIntOps::RoundingUDiv(lhs, rhs, Rounding::UP);
      })
      .Case([&](arith::FloorDivSIOp) {
        return llvm::APIntOps::RoundingSDiv(lhs, rhs, Rounding::DOWN);
      });
}

bool isSigned(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

bool isDivision(Operation *op) {
  return isSigned(op) ||
         isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op);
}

llvm::Error checkDivision(Operation *op, const APInt &lhs, const APInt &rhs) {
  if (isDivision(op) && rhs.isZero())
    return createError(op, messages::dividesByZero());
  if (isSigned(op) && lhs.isMinSignedValue() && rhs.isAllOnes())
    return createError(op, messages::divisionOverflows());
  return llvm::Error::success();
}

/// Evaluates an operation element by element. A scalar has one element.
llvm::Error evaluateBinary(Operation *op, Values &values) {
  const Tensor &lhs = values.get(op->getOperand(0));
  const Tensor &rhs = values.get(op->getOperand(1));
  for (auto [i, expected, given] :
       llvm::enumerate(lhs.getSizes(), rhs.getSizes()))
    if (expected != given)
      return createError(
          op, messages::mismatch("dimension " + Twine(i) + " of operand 1",
                                 Twine(expected), Twine(given)));
  llvm::Expected<Tensor> result = allocateResult(op, lhs.getSizes());
  if (!result)
    return result.takeError();
  unsigned width = getByteWidth(lhs.getElementType()) * 8;
  for (int64_t i = 0, e = lhs.getNumElements(); i < e; ++i) {
    APInt left(width, lhs.getElementBits(i)),
        right(width, rhs.getElementBits(i));
    if (llvm::Error error = checkDivision(op, left, right))
      return error;
    result->setElementBits(i, compute(op, left, right).getZExtValue());
  }
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

/// Converts between an index and an integer; the narrower one is signed.
llvm::Error evaluateIndexCast(Operation *op, Values &values) {
  const Tensor &source = values.get(op->getOperand(0));
  llvm::Expected<Tensor> result = allocateResult(op, source.getSizes());
  if (!result)
    return result.takeError();
  unsigned width = getByteWidth(source.getElementType()) * 8;
  for (int64_t i = 0, e = source.getNumElements(); i < e; ++i)
    result->setElementBits(i,
                           llvm::SignExtend64(source.getElementBits(i), width));
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

} // namespace

Handler findArithmeticHandler(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return &evaluateConstant;
  if (isa<arith::IndexCastOp>(op))
    return &evaluateIndexCast;
  if (isDivision(op) || isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return &evaluateBinary;
  return nullptr;
}

} // namespace dml::reference
