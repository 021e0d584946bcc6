//===- IndexArithmetic.h - Sizes and offsets that fold ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_INTERFACES_INDEXARITHMETIC_H
#define DML_LIB_INTERFACES_INDEXARITHMETIC_H

#include "mlir/IR/Builders.h"

namespace dml {

/// Arithmetic on indices that are constants or values. What is known folds, and
/// what is affine becomes one `affine.apply`.
class IndexArithmetic {
public:
  IndexArithmetic(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  mlir::OpFoldResult constant(int64_t value) const {
    return b.getIndexAttr(value);
  }
  /// `factor * x + addend`.
  mlir::OpFoldResult linear(mlir::OpFoldResult x, int64_t factor,
                            int64_t addend = 0);
  mlir::OpFoldResult add(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult subtract(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult multiply(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult product(llvm::ArrayRef<mlir::OpFoldResult> factors);
  /// Of an index that is not negative, unless the divisor is a constant.
  mlir::OpFoldResult floorDiv(mlir::OpFoldResult x, mlir::OpFoldResult divisor);
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult x, mlir::OpFoldResult divisor);
  mlir::OpFoldResult min(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult max(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);

private:
  mlir::OpFoldResult apply(mlir::AffineExpr formula,
                           llvm::ArrayRef<mlir::OpFoldResult> operands);

  mlir::OpBuilder &b;
  mlir::Location loc;
};

/// Whether two indices are known to be equal.
bool areKnownEqual(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
/// Whether an index is known to be 1 or more.
bool isKnownPositive(mlir::OpFoldResult index);

} // namespace dml

#endif // DML_LIB_INTERFACES_INDEXARITHMETIC_H
