//===- IndexBuilder.h - Index arithmetic, loops, branches -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_INDEXBUILDER_H
#define DML_LIB_CODEGEN_CPU_INDEXBUILDER_H

#include "mlir/IR/Builders.h"

namespace dml {

/// What becomes of arithmetic on constants, and of branches on them.
enum class Folding {
  /// The canonicaliser folds them.
  Later,
  /// It is constants from the start, and of a branch only the side taken is
  /// built: worth it where most sizes are known.
  AtOnce
};

/// Builds values, loops and branches where `b` stands.
class IndexBuilder {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<mlir::Value, 2>;

  IndexBuilder(mlir::OpBuilder &b, mlir::Location loc,
               Folding folding = Folding::Later)
      : b(b), loc(loc), folding(folding) {}

  //===--------------------------------------------------------------------===//
  // Index arithmetic, unsigned unless the name says otherwise
  //===--------------------------------------------------------------------===//

  Value constant(int64_t value);
  Value boolean(bool value);
  Value add(Value lhs, Value rhs);
  Value subtract(Value lhs, Value rhs);
  Value multiply(Value lhs, Value rhs);
  Value product(mlir::ValueRange values);
  Value divide(Value lhs, Value rhs);
  Value ceilDivide(Value lhs, Value rhs);
  Value remainder(Value lhs, Value rhs);
  Value minimum(Value lhs, Value rhs);
  Value maximum(Value lhs, Value rhs);
  Value signedMinimum(Value lhs, Value rhs);
  Value signedMaximum(Value lhs, Value rhs);
  Value isEqual(Value lhs, Value rhs);
  Value isBelow(Value lhs, Value rhs);
  Value isSignedBelow(Value lhs, Value rhs);
  /// Whether [position, position + size) is a part of [0, extent). Sizes are at
  /// most 2^63 - 1, positions may be any.
  Value isRangeInside(Value position, Value size, Value extent);
  Value both(Value lhs, Value rhs);
  Value either(Value lhs, Value rhs);
  Value invert(Value boolean);
  Value select(Value condition, Value ifTrue, Value ifFalse);
  /// To a multiple of a power of two.
  Value roundDown(Value value, int64_t multiple);
  Value roundUp(Value value, int64_t multiple);

  /// The row-major position of an element of an array of these sizes.
  llvm::SmallVector<Value> delinearize(Value element,
                                       llvm::ArrayRef<Value> sizes);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// A loop that LLVM keeps as it is written.
  void forEach(Value begin, Value end, int64_t step,
               llvm::function_ref<void(Value)> body);
  /// With values carried along.
  Values forEach(Value begin, Value end, int64_t step, Values inits,
                 llvm::function_ref<Values(Value, mlir::ValueRange)> body);
  void parallelForEach(Value end, Value step,
                       llvm::function_ref<void(Value)> body);
  void ifThen(Value condition, llvm::function_ref<void()> body);
  void ifThenElse(Value condition, llvm::function_ref<void()> ifTrue,
                  llvm::function_ref<void()> ifFalse);
  /// The same with results.
  Values ifElse(Value condition, llvm::function_ref<Values()> ifTrue,
                llvm::function_ref<Values()> ifFalse);

  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  template <typename Op, typename... Args> Value emit(Args... args);
  std::optional<bool> getKnown(Value condition);

  Folding folding;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_INDEXBUILDER_H
