//===- Addends.h - Elements as fold sums them -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ADDENDS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ADDENDS_H

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "mlir/IR/Builders.h"

namespace dml {

/// How elements of one type are summed (O4): f64 and f32 in their own type, f16
/// in f32, integers in their own type if the target computes with it. So a
/// target needs no arithmetic of f16 or of narrow integers.
class Addends {
public:
  /// `type` is the element type of the operator's input.
  Addends(mlir::Type type, const LoweringOptions &options);

  bool isFloat() const { return llvm::isa<mlir::FloatType>(sumType); }

  /// The addend that leaves every sum as it is: -0.0, and 0 for integers.
  mlir::TypedAttr getNeutral() const;

  /// Converts an element to the type of sums.
  mlir::Value toAddend(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value element) const;
  mlir::Value add(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum,
                  mlir::Value addend) const;
  /// Converts a sum to the element type. A NaN becomes the quiet NaN.
  mlir::Value toElement(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value sum) const;

private:
  /// The element type; signless if it is an integer.
  mlir::Type type;
  mlir::Type sumType;
  bool hasHalfConversions;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_ADDENDS_H
