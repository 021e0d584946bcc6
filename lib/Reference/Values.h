//===- Values.h - What a function computes so far ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_REFERENCE_VALUES_H
#define DML_LIB_REFERENCE_VALUES_H

#include "dml/Runtime/Values/Tensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Operation.h"

namespace dml::reference {

using Sizes = llvm::SmallVector<int64_t, 8>;
using SizesRef = llvm::ArrayRef<int64_t>;

/// The values of a function that have been computed.
class Values {
public:
  const Tensor &get(mlir::Value value) const {
    return tensors.find(value)->second;
  }
  bool contains(mlir::Value value) const { return tensors.contains(value); }
  int64_t getIndex(mlir::Value value) const {
    return static_cast<int64_t>(get(value).getElementBits(0));
  }
  int64_t getIndex(mlir::OpFoldResult value) const {
    if (auto dynamic = mlir::dyn_cast<mlir::Value>(value))
      return getIndex(dynamic);
    return *mlir::getConstantIntValue(value);
  }
  Sizes getIndices(llvm::ArrayRef<mlir::OpFoldResult> values) const;
  Sizes getIndices(mlir::ValueRange values) const;

  /// Defines a value. The body of a loop defines its values in each iteration.
  void set(mlir::Value value, Tensor tensor) {
    tensors.insert_or_assign(value, std::move(tensor));
  }
  llvm::Error setCopy(mlir::Value value, const Tensor &tensor);

private:
  llvm::DenseMap<mlir::Value, Tensor> tensors;
};

/// Fails where the result would have too many elements (T2). A size of 0 counts
/// as 1, as in a type.
llvm::Error checkElementCount(mlir::Operation *op, SizesRef sizes);

/// Whether values of this type can be held: scalars, and ranked tensors of
/// them.
bool isStorable(mlir::Type type);

/// Allocates a result of these sizes. Fails if its type declares other sizes.
llvm::Expected<Tensor> allocateResult(mlir::OpResult result, SizesRef sizes);
/// The same for the only result.
llvm::Expected<Tensor> allocateResult(mlir::Operation *op, SizesRef sizes);

/// Calls the function with each index of a tensor in row-major order.
void forEachIndex(SizesRef sizes, llvm::function_ref<void(SizesRef)> function);

/// The row-major position of an index.
int64_t positionOf(SizesRef index, SizesRef sizes);

/// Evaluates one operation.
using Handler = llvm::Error (*)(mlir::Operation *, Values &);

/// The handler of the operation, or null if there is none.
Handler findShapeHandler(mlir::Operation *op);
Handler findSliceHandler(mlir::Operation *op);
Handler findArithmeticHandler(mlir::Operation *op);
Handler findLinalgHandler(mlir::Operation *op);

/// Returns what the evaluator does not know of a linalg operation: the
/// operation itself, or one in its body. Null if it knows all.
mlir::Operation *findUnknown(mlir::linalg::LinalgOp op);

/// Checks the index of an element of a tensor of these sizes.
llvm::Error checkIndex(mlir::Operation *op, SizesRef index, SizesRef sizes);

llvm::Error evaluateConstant(mlir::Operation *op, Values &values);

} // namespace dml::reference

#endif // DML_LIB_REFERENCE_VALUES_H
