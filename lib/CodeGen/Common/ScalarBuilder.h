//===- ScalarBuilder.h - Arithmetic, branches, loops ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_SCALARBUILDER_H
#define DML_LIB_CODEGEN_COMMON_SCALARBUILDER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace dml {

/// Builds unsigned arithmetic, branches and loops at the insertion point of
/// `b`. The functions that build the bodies of branches and loops use the same
/// builder. While they run, its insertion point is in the body; afterwards it
/// is behind the branch or loop.
///
/// Arithmetic on constants folds. A branch on a constant builds only the side
/// that is taken.
///
/// Values are of type index, of integer types or vectors of these; both sides
/// of an operation are of one type. Results wrap around. Division by zero is
/// undefined.
class ScalarBuilder {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value, 2>;

  /// A value, or a constant of the type of the other operand, modulo 2^width.
  struct Operand {
    Operand(Value value) : value(value) {}
    Operand(int64_t constant) : constant(constant) {}
    Value value;
    int64_t constant = 0;
  };

  ScalarBuilder(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}
  virtual ~ScalarBuilder() = default;

  Value boolean(bool value);
  /// A constant of the type of `other`; of a vector, every element is `value`.
  Value constantLike(Value other, int64_t value);

  Value add(Value lhs, Operand rhs);
  Value subtract(Value lhs, Operand rhs);
  Value multiply(Value lhs, Operand rhs);
  /// A shift if `rhs` is a constant power of two.
  Value divide(Value lhs, Operand rhs);
  /// A mask if `rhs` is a constant power of two.
  Value remainder(Value lhs, Operand rhs);
  Value minimum(Value lhs, Operand rhs);
  Value maximum(Value lhs, Operand rhs);
  /// Shifts by less than the width: zeros come in.
  Value shiftLeft(Value lhs, Operand bits);
  Value shiftRight(Value lhs, Operand bits);

  Value isEqual(Value lhs, Operand rhs);
  Value isNotEqual(Value lhs, Operand rhs);
  Value isLessUnsigned(Value lhs, Operand rhs);
  /// Of conditions or of numbers.
  Value bitAnd(Value lhs, Operand rhs);
  Value bitOr(Value lhs, Operand rhs);
  /// Of a condition.
  Value logicalNot(Value condition);
  Value select(Value condition, Value ifTrue, Operand ifFalse);

  /// Whether any of these buffers, of one integer each, holds another value
  /// than 0.
  Value isAnySet(mlir::ValueRange flags);

  /// A null condition always holds.
  void ifThen(Value condition, llvm::function_ref<void()> body);
  /// Builds a branch and returns the results of the side that is taken. Both
  /// sides return nothing, a Value, or Values, with the same types.
  template <typename IfTrue, typename IfFalse>
  auto ifElse(Value condition, IfTrue &&ifTrue, IfFalse &&ifFalse) {
    using Result = decltype(ifTrue());
    if constexpr (std::is_void_v<Result>)
      branch(
          condition, [&] { return ifTrue(), Values(); },
          [&] { return ifFalse(), Values(); });
    else if constexpr (std::is_convertible_v<Result, Value>)
      return branch(
          condition, [&] { return Values{ifTrue()}; },
          [&] { return Values{ifFalse()}; })[0];
    else
      return branch(condition, ifTrue, ifFalse);
  }
  /// Loops from `begin` while below `end`. Both are compared as signed numbers,
  /// and `end` plus `step` must not exceed the largest one.
  void forEach(Value begin, Operand end, Operand step,
               llvm::function_ref<void(Value)> body);
  /// The same with values carried from each iteration to the next. Returns the
  /// last ones.
  Values forEach(Value begin, Operand end, Operand step, Values inits,
                 llvm::function_ref<Values(Value, Values)> body);

  mlir::OpBuilder &b;
  mlir::Location loc;

protected:
  template <typename Op, typename... Args> Value emit(Args... args) {
    return b.createOrFold<Op>(loc, args...);
  }

  /// Returns the right operand of an operation as a value.
  Value resolve(Value lhs, Operand rhs);

  /// Called for each loop that forEach builds.
  virtual void annotateLoop(mlir::scf::ForOp) {}

private:
  Values branch(Value condition, llvm::function_ref<Values()> ifTrue,
                llvm::function_ref<Values()> ifFalse);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_SCALARBUILDER_H
