//===- ElementNumbers.h - Numbers of the elements of a window ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ELEMENTNUMBERS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ELEMENTNUMBERS_H

#include "dml/IR/Shapes/ShapeInference.h"
#include "mlir/IR/Builders.h"

namespace dml {

/// Numbers of the elements of a window, in ascending order. Places along a
/// dimension are a field of bits, so that they follow from a number without
/// divisions.
class ElementNumbers {
public:
  explicit ElementNumbers(SizesRef sizes);

  int64_t getCount() const { return int64_t(1) << numBits; }
  /// Whether words of 32 bits hold all numbers, and one more that stands for no
  /// element.
  bool fitWord() const { return numBits < 32; }
  /// The narrowest type of numbers.
  mlir::Type getType(mlir::Builder &b) const;

  /// The number of an element, as a word.
  mlir::Value get(mlir::OpBuilder &b, mlir::Location loc,
                  llvm::ArrayRef<mlir::OpFoldResult> element) const;

  /// The place along a dimension of the element with this number.
  mlir::Value getPlace(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value number, unsigned i) const;

private:
  llvm::SmallVector<unsigned> fieldBits;
  unsigned numBits;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ELEMENTNUMBERS_H
