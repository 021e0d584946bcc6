//===- CheckBuilder.h - Run-time checks of one operation --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_CHECKBUILDER_H
#define DML_IR_CHECKBUILDER_H

#include "dml/IR/Shapes/ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace dml {

/// Emits `dml.require` in the name of one operation, and the arithmetic of its
/// condition. What is known folds: a check that holds leaves nothing behind.
class CheckBuilder {
public:
  /// Emits at the builder's insertion point.
  CheckBuilder(mlir::OpBuilder &b, mlir::Operation *op);
  /// For what has no operation that a user knows; messages start with `prefix`.
  CheckBuilder(mlir::OpBuilder &b, mlir::Location loc, std::string prefix)
      : b(b), loc(loc), prefix(std::move(prefix)) {}

  mlir::Value constant(int64_t value);
  mlir::Value toValue(mlir::OpFoldResult size);
  /// The size of a ranked tensor or of a buffer.
  mlir::Value sizeOf(mlir::Value shaped, int64_t dimension);

  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs);
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs);
  mlir::Value isAtLeast(mlir::Value value, int64_t least);
  mlir::Value isAtMost(mlir::Value value, int64_t most);
  /// `0 <= value < bound` for a bound that is not negative.
  mlir::Value isBelow(mlir::Value value, mlir::Value bound);
  mlir::Value both(mlir::ArrayRef<mlir::Value> conditions);
  mlir::Value either(mlir::Value lhs, mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value value,
                     mlir::Value otherwise);
  template <typename OpT> mlir::Value create(mlir::Value lhs, mlir::Value rhs) {
    return b.createOrFold<OpT>(loc, lhs, rhs);
  }

  /// `{0}`, `{1}`, … in the message stand for the values.
  void require(mlir::Value condition, const llvm::Twine &message,
               mlir::ValueRange values);
  /// `<what>: expected <expected>, given <given>`.
  void requireEqual(const llvm::Twine &what, mlir::Value expected,
                    mlir::Value given);
  /// T2: at most 2^32-1 elements, a size of 0 counted as 1; a negative size
  /// fails as well. Nothing wraps. Returns the condition.
  mlir::Value requireElementCount(llvm::StringRef tensor,
                                  mlir::ValueRange sizes);

private:
  mlir::OpBuilder &b;
  mlir::Location loc;
  std::string prefix;
};

} // namespace dml

#endif // DML_IR_CHECKBUILDER_H
