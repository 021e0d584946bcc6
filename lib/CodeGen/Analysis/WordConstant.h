//===- WordConstant.h - Constants in 32-bit words ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H
#define DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H

#include "dml/IR/VectorBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace dml {

constexpr int64_t kWordBytes = 4;
constexpr unsigned kWordBits = 32;
/// Words of a vector.
constexpr int64_t kVectorWords = kVectorBytes / kWordBytes;

/// Words that an element takes on its own: 2 for 64 bits, otherwise 1.
inline int64_t getWordsPerElement(int64_t elementBytes) {
  return elementBytes == 8 ? 2 : 1;
}

/// Elements of a word, or 1.
inline int64_t getElementsPerWord(int64_t elementBytes) {
  return elementBytes < kWordBytes ? kWordBytes / elementBytes : 1;
}

/// The bits of a constant, which is a float or an integer.
inline llvm::APInt getBits(mlir::TypedAttr constant) {
  if (auto number = mlir::dyn_cast<mlir::FloatAttr>(constant))
    return number.getValue().bitcastToAPInt();
  return mlir::cast<mlir::IntegerAttr>(constant).getValue();
}

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_WORDCONSTANT_H
