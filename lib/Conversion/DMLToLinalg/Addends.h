//===- Addends.h - Elements as fold sums them -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_ADDENDS_H
#define DML_LIB_CONVERSION_DMLTOLINALG_ADDENDS_H

#include "mlir/IR/Builders.h"

namespace dml {

/// Sums of one element type (O4): f64 and f32 as they are, f16 in f32, integers
/// in 32 bits, or in 64. A device needs neither f16 nor narrow integers.
class Addends {
public:
  /// `type` is the operator's.
  explicit Addends(mlir::Type type);

  bool isFloat() const { return llvm::isa<mlir::FloatType>(sumType); }

  /// What added to a sum changes nothing: -0.0, and 0 for integers.
  mlir::TypedAttr getNeutral() const;

  mlir::Value toAddend(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value element) const;
  mlir::Value add(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum,
                  mlir::Value addend) const;
  /// A NaN becomes the quiet NaN.
  mlir::Value toElement(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value sum) const;

private:
  /// Signless, or f16 itself.
  mlir::Type type;
  mlir::Type sumType;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_ADDENDS_H
