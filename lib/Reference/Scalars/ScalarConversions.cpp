//===- ScalarConversions.cpp - Scalars of another type --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;

namespace dml::reference {
namespace {

ScalarFunction findIntegerConversion(Operation *op, unsigned from,
                                     unsigned to) {
  // Of a wider integer, the low bits are taken.
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return [=](ArrayRef<uint64_t> operands) {
      return APInt(from, operands[0]).sextOrTrunc(to).getZExtValue();
    };
  if (isa<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(op))
    return [=](ArrayRef<uint64_t> operands) {
      return APInt(from, operands[0]).zextOrTrunc(to).getZExtValue();
    };
  return nullptr;
}

ScalarFunction findFloatToInteger(Operation *op, unsigned to) {
  if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return nullptr;
  return [to, isUnsigned = isa<arith::FPToUIOp>(op),
          semantics = &getSemantics(op->getOperand(0).getType())](
             ArrayRef<uint64_t> operands) {
    llvm::APSInt result(to, isUnsigned);
    bool isExact;
    toFloat(*semantics, operands[0])
        .convertToInteger(result, APFloat::rmTowardZero, &isExact);
    return result.getZExtValue();
  };
}

ScalarFunction findIntegerToFloat(Operation *op, unsigned from) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return nullptr;
  return [from, isSigned = isa<arith::SIToFPOp>(op),
          semantics = &getSemantics(op->getResult(0).getType())](
             ArrayRef<uint64_t> operands) {
    APFloat result(*semantics);
    result.convertFromAPInt(APInt(from, operands[0]), isSigned,
                            APFloat::rmNearestTiesToEven);
    return toBits(result);
  };
}

ScalarFunction findFloatToFloat(Operation *op) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return nullptr;
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    if (truncate.getRoundingmode().value_or(
            arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return nullptr;
  return [from = &getSemantics(op->getOperand(0).getType()),
          to = &getSemantics(op->getResult(0).getType())](
             ArrayRef<uint64_t> operands) {
    APFloat value = toFloat(*from, operands[0]);
    bool losesInfo;
    value.convert(*to, APFloat::rmNearestTiesToEven, &losesInfo);
    return toBits(value);
  };
}

/// Whether a cast that a conversion left changes the sign of an integer's type.
bool isSignCast(Operation *op, unsigned from, unsigned to) {
  return isa<UnrealizedConversionCastOp>(op) && op->getNumOperands() == 1 &&
         isa<IntegerType>(op->getOperand(0).getType()) &&
         isa<IntegerType>(op->getResult(0).getType()) && from == to;
}

} // namespace

ScalarFunction findConversionFunction(Operation *op) {
  if (op->getNumOperands() == 0)
    return nullptr;
  unsigned from = *getScalarWidth(op->getOperand(0).getType());
  unsigned to = *getScalarWidth(op->getResult(0).getType());
  if (isa<arith::BitcastOp>(op) || isSignCast(op, from, to))
    return [](ArrayRef<uint64_t> operands) { return operands[0]; };
  if (ScalarFunction function = findIntegerConversion(op, from, to))
    return function;
  if (ScalarFunction function = findFloatToInteger(op, to))
    return function;
  if (ScalarFunction function = findIntegerToFloat(op, from))
    return function;
  return findFloatToFloat(op);
}

} // namespace dml::reference
