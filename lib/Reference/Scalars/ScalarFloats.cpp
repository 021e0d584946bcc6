//===- ScalarFloats.cpp - Arithmetic on floats ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;

namespace dml::reference {
namespace {

constexpr APFloat::roundingMode kNearest = APFloat::rmNearestTiesToEven;

using BinaryFunction = APFloat (*)(APFloat, const APFloat &);
using UnaryFunction = APFloat (*)(APFloat);
using TestFunction = bool (*)(const APFloat &);

/// The other operand where one is a NaN.
APFloat pickNumber(const APFloat &lhs, const APFloat &rhs,
                   APFloat (*pick)(const APFloat &, const APFloat &)) {
  if (lhs.isNaN())
    return rhs;
  return rhs.isNaN() ? lhs : pick(lhs, rhs);
}

BinaryFunction findBinary(Operation *op) {
  return llvm::TypeSwitch<Operation *, BinaryFunction>(op)
      .Case([](arith::AddFOp) {
        return [](APFloat a, const APFloat &b) {
          a.add(b, kNearest);
          return a;
        };
      })
      .Case([](arith::SubFOp) {
        return [](APFloat a, const APFloat &b) {
          a.subtract(b, kNearest);
          return a;
        };
      })
      .Case([](arith::MulFOp) {
        return [](APFloat a, const APFloat &b) {
          a.multiply(b, kNearest);
          return a;
        };
      })
      .Case([](arith::DivFOp) {
        return [](APFloat a, const APFloat &b) {
          a.divide(b, kNearest);
          return a;
        };
      })
      .Case([](arith::RemFOp) {
        return [](APFloat a, const APFloat &b) {
          a.mod(b);
          return a;
        };
      })
      .Case([](arith::MaximumFOp) {
        return [](APFloat a, const APFloat &b) { return maximum(a, b); };
      })
      .Case([](arith::MinimumFOp) {
        return [](APFloat a, const APFloat &b) { return minimum(a, b); };
      })
      .Case([](arith::MaxNumFOp) {
        return [](APFloat a, const APFloat &b) {
          return pickNumber(a, b, llvm::maximum);
        };
      })
      .Case([](arith::MinNumFOp) {
        return [](APFloat a, const APFloat &b) {
          return pickNumber(a, b, llvm::minimum);
        };
      })
      .Default(BinaryFunction());
}

template <APFloat::roundingMode Mode> APFloat roundToIntegral(APFloat a) {
  a.roundToIntegral(Mode);
  return a;
}

/// In f64, whose square roots the host rounds as IEEE 754 says. To round again,
/// to a format of at most half the digits, does no harm.
APFloat computeSquareRoot(APFloat a) {
  const llvm::fltSemantics &semantics = a.getSemantics();
  bool losesInfo;
  a.convert(APFloat::IEEEdouble(), kNearest, &losesInfo);
  APFloat root(std::sqrt(a.convertToDouble()));
  root.convert(semantics, kNearest, &losesInfo);
  return root;
}

UnaryFunction findUnary(Operation *op) {
  return llvm::TypeSwitch<Operation *, UnaryFunction>(op)
      .Case([](math::CeilOp) {
        return roundToIntegral<APFloat::rmTowardPositive>;
      })
      .Case([](math::FloorOp) {
        return roundToIntegral<APFloat::rmTowardNegative>;
      })
      .Case(
          [](math::TruncOp) { return roundToIntegral<APFloat::rmTowardZero>; })
      .Case([](math::RoundOp) {
        return roundToIntegral<APFloat::rmNearestTiesToAway>;
      })
      .Case([](math::RoundEvenOp) {
        return roundToIntegral<APFloat::rmNearestTiesToEven>;
      })
      .Case([](math::SqrtOp) { return computeSquareRoot; })
      .Default(UnaryFunction());
}

TestFunction findTest(Operation *op) {
  return llvm::TypeSwitch<Operation *, TestFunction>(op)
      .Case([](math::IsFiniteOp) {
        return [](const APFloat &a) { return a.isFinite(); };
      })
      .Case([](math::IsInfOp) {
        return [](const APFloat &a) { return a.isInfinity(); };
      })
      .Case([](math::IsNaNOp) {
        return [](const APFloat &a) { return a.isNaN(); };
      })
      .Case([](math::IsNormalOp) {
        return [](const APFloat &a) { return a.isNormal(); };
      })
      .Default(TestFunction());
}

/// What changes nothing but the sign, of a NaN as well.
ScalarFunction findSignFunction(Operation *op, unsigned width) {
  uint64_t sign = uint64_t(1) << (width - 1);
  if (isa<arith::NegFOp>(op))
    return [=](ArrayRef<uint64_t> operands) { return operands[0] ^ sign; };
  if (isa<math::AbsFOp>(op))
    return [=](ArrayRef<uint64_t> operands) { return operands[0] & ~sign; };
  if (isa<math::CopySignOp>(op))
    return [=](ArrayRef<uint64_t> operands) {
      return (operands[0] & ~sign) | (operands[1] & sign);
    };
  return nullptr;
}

} // namespace

ScalarFunction findFloatFunction(Operation *op) {
  if (op->getNumOperands() == 0 ||
      !isa<FloatType>(getElementTypeOrSelf(op->getOperand(0))))
    return nullptr;
  const llvm::fltSemantics *semantics =
      &getSemantics(op->getOperand(0).getType());
  auto get = [=](uint64_t bits) { return toFloat(*semantics, bits); };
  if (BinaryFunction binary = findBinary(op))
    return [=](ArrayRef<uint64_t> operands) {
      return toBits(binary(get(operands[0]), get(operands[1])));
    };
  if (UnaryFunction unary = findUnary(op))
    return [=](ArrayRef<uint64_t> operands) {
      return toBits(unary(get(operands[0])));
    };
  if (TestFunction test = findTest(op))
    return [=](ArrayRef<uint64_t> operands) -> uint64_t {
      return test(get(operands[0]));
    };
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return [=, predicate = compare.getPredicate()](
               ArrayRef<uint64_t> operands) -> uint64_t {
      return arith::applyCmpPredicate(predicate, get(operands[0]),
                                      get(operands[1]));
    };
  if (isa<math::FmaOp>(op))
    return [=](ArrayRef<uint64_t> operands) {
      APFloat sum = get(operands[0]);
      sum.fusedMultiplyAdd(get(operands[1]), get(operands[2]), kNearest);
      return toBits(sum);
    };
  return findSignFunction(op, APFloat::getSizeInBits(*semantics));
}

} // namespace dml::reference
