//===- Scalars.h - Arithmetic on scalars ------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operation of arith or math computes, wherever it stands: on scalars,
// on each element of tensors, and in the body of a linalg operation. A scalar
// is an index, an integer of at most 64 bits, or an f16, bf16, f32 or f64; it
// stands in a uint64_t, zero-extended.
//
// A result is rounded once, to nearest even, and denormals are kept. A NaN that
// an operation computes or converts is the quiet NaN whose sign and payload are
// zero; what moves bits (select, bitcast, negf, absf, copysign) keeps them. A
// zero that compares equal to the other operand of a minimum or maximum is
// ordered: -0.0 is less than 0.0. Where upstream leaves a result undefined, a
// shift by too much gives what shifting by the width gives, and a float out of
// an integer's range the nearest integer of the range, a NaN 0.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_REFERENCE_SCALARS_SCALARS_H
#define DML_LIB_REFERENCE_SCALARS_SCALARS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace dml::reference {

/// Computes the bits of an operation's result from those of its operands. Fails
/// where the operation would stop a run: a division by zero.
using ScalarFunction =
    std::function<llvm::Expected<uint64_t>(llvm::ArrayRef<uint64_t>)>;

/// The function of an operation, which outlives it; null if there is none. The
/// types may also be those of tensors: the function is that of the elements.
ScalarFunction findScalarFunction(mlir::Operation *op);

/// The parts of the above.
ScalarFunction findIntegerFunction(mlir::Operation *op);
ScalarFunction findFloatFunction(mlir::Operation *op);
ScalarFunction findConversionFunction(mlir::Operation *op);

/// Whether an operation computes what IEEE 754 does not define to the last bit.
bool isInexact(mlir::Operation *op);

/// Bits of an index, integer or float, or of an element; nothing for a type
/// that the evaluator has no scalars of.
std::optional<unsigned> getScalarWidth(mlir::Type type);

/// The bits of an attribute that holds a scalar.
uint64_t getScalarBits(mlir::Attribute value);

const llvm::fltSemantics &getSemantics(mlir::Type type);
llvm::APFloat toFloat(const llvm::fltSemantics &semantics, uint64_t bits);
/// The bits of what was computed, with the one NaN that there is.
uint64_t toBits(const llvm::APFloat &value);

} // namespace dml::reference

#endif // DML_LIB_REFERENCE_SCALARS_SCALARS_H
