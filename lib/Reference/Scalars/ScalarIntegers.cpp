//===- ScalarIntegers.cpp - Arithmetic on integers ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace dml::reference {
namespace {

/// Results wrap. Divisors have been checked.
using BinaryFunction = APInt (*)(const APInt &, const APInt &);
using UnaryFunction = APInt (*)(const APInt &);
using Rounding = APInt::Rounding;

BinaryFunction findDivision(Operation *op) {
  return llvm::TypeSwitch<Operation *, BinaryFunction>(op)
      .Case([](arith::DivSIOp) {
        return [](const APInt &a, const APInt &b) { return a.sdiv(b); };
      })
      .Case([](arith::DivUIOp) {
        return [](const APInt &a, const APInt &b) { return a.udiv(b); };
      })
      .Case([](arith::RemSIOp) {
        return [](const APInt &a, const APInt &b) { return a.srem(b); };
      })
      .Case([](arith::RemUIOp) {
        return [](const APInt &a, const APInt &b) { return a.urem(b); };
      })
      .Case([](arith::CeilDivSIOp) {
        return [](const APInt &a, const APInt &b) {
          return llvm::APIntOps::RoundingSDiv(a, b, Rounding::UP);
        };
      })
      .Case([](arith::CeilDivUIOp) {
        return [](const APInt &a, const APInt &b) {
          return llvm::APIntOps::RoundingUDiv(a, b, Rounding::UP);
        };
      })
      .Case([](arith::FloorDivSIOp) {
        return [](const APInt &a, const APInt &b) {
          return llvm::APIntOps::RoundingSDiv(a, b, Rounding::DOWN);
        };
      })
      .Default(BinaryFunction());
}

BinaryFunction findBinary(Operation *op) {
  return llvm::TypeSwitch<Operation *, BinaryFunction>(op)
      .Case([](arith::AddIOp) {
        return [](const APInt &a, const APInt &b) { return a + b; };
      })
      .Case([](arith::SubIOp) {
        return [](const APInt &a, const APInt &b) { return a - b; };
      })
      .Case([](arith::MulIOp) {
        return [](const APInt &a, const APInt &b) { return a * b; };
      })
      .Case([](arith::AndIOp) {
        return [](const APInt &a, const APInt &b) { return a & b; };
      })
      .Case([](arith::OrIOp) {
        return [](const APInt &a, const APInt &b) { return a | b; };
      })
      .Case([](arith::XOrIOp) {
        return [](const APInt &a, const APInt &b) { return a ^ b; };
      })
      .Case([](arith::ShLIOp) {
        return [](const APInt &a, const APInt &b) { return a.shl(b); };
      })
      .Case([](arith::ShRSIOp) {
        return [](const APInt &a, const APInt &b) { return a.ashr(b); };
      })
      .Case([](arith::ShRUIOp) {
        return [](const APInt &a, const APInt &b) { return a.lshr(b); };
      })
      .Case([](arith::MaxSIOp) {
        return [](const APInt &a, const APInt &b) { return a.sgt(b) ? a : b; };
      })
      .Case([](arith::MaxUIOp) {
        return [](const APInt &a, const APInt &b) { return a.ugt(b) ? a : b; };
      })
      .Case([](arith::MinSIOp) {
        return [](const APInt &a, const APInt &b) { return a.slt(b) ? a : b; };
      })
      .Case([](arith::MinUIOp) {
        return [](const APInt &a, const APInt &b) { return a.ult(b) ? a : b; };
      })
      .Default(BinaryFunction());
}

UnaryFunction findUnary(Operation *op) {
  return llvm::TypeSwitch<Operation *, UnaryFunction>(op)
      .Case([](math::AbsIOp) { return [](const APInt &a) { return a.abs(); }; })
      .Case([](math::CtPopOp) {
        return
            [](const APInt &a) { return APInt(a.getBitWidth(), a.popcount()); };
      })
      .Case([](math::CountLeadingZerosOp) {
        return [](const APInt &a) {
          return APInt(a.getBitWidth(), a.countl_zero());
        };
      })
      .Case([](math::CountTrailingZerosOp) {
        return [](const APInt &a) {
          return APInt(a.getBitWidth(), a.countr_zero());
        };
      })
      .Default(UnaryFunction());
}

bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

llvm::Expected<uint64_t> divide(Operation *op, BinaryFunction division,
                                bool isSigned, const APInt &lhs,
                                const APInt &rhs) {
  if (rhs.isZero())
    return createError(op, messages::dividesByZero());
  if (isSigned && lhs.isMinSignedValue() && rhs.isAllOnes())
    return createError(op, messages::divisionOverflows());
  return division(lhs, rhs).getZExtValue();
}

ScalarFunction findComparison(Operation *op, unsigned width) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return nullptr;
  return [width, predicate = compare.getPredicate()](
             ArrayRef<uint64_t> operands) -> uint64_t {
    return arith::applyCmpPredicate(predicate, APInt(width, operands[0]),
                                    APInt(width, operands[1]));
  };
}

} // namespace

ScalarFunction findIntegerFunction(Operation *op) {
  if (op->getNumOperands() == 0)
    return nullptr;
  unsigned width = *getScalarWidth(op->getOperand(0).getType());
  if (BinaryFunction division = findDivision(op))
    return [=, isSigned = isSignedDivision(op)](ArrayRef<uint64_t> operands) {
      return divide(op, division, isSigned, APInt(width, operands[0]),
                    APInt(width, operands[1]));
    };
  if (BinaryFunction binary = findBinary(op))
    return [=](ArrayRef<uint64_t> operands) {
      return binary(APInt(width, operands[0]), APInt(width, operands[1]))
          .getZExtValue();
    };
  if (UnaryFunction unary = findUnary(op))
    return [=](ArrayRef<uint64_t> operands) {
      return unary(APInt(width, operands[0])).getZExtValue();
    };
  return findComparison(op, width);
}

} // namespace dml::reference
