//===- OutputSizes.h - Results whose sizes the user gives -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators with `output_sizes` take an operand for each dynamic dimension of
// the result whose size is not inferred. Only the sizes of the first dimensions
// are inferred.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORS_OUTPUTSIZES_H
#define DML_LIB_IR_OPERATORS_OUTPUTSIZES_H

#include "CastPatterns.h"
#include "mlir/IR/Matchers.h"

namespace dml {

/// Emits an error that names `rule` if there are too few or too many operands.
/// The message calls the dimensions that they are for `dimensions`.
template <typename OpT>
mlir::LogicalResult verifyOutputSizes(OpT op, unsigned numInferred,
                                      llvm::StringRef dimensions,
                                      llvm::StringRef rule) {
  SizesRef given = op.getType().getShape().drop_front(numInferred);
  size_t expected = llvm::count(given, kDynamic);
  if (op.getOutputSizes().size() == expected)
    return mlir::success();
  return op.emitOpError() << messages::brokenRule(
             "operands of output_sizes",
             llvm::Twine(expected) + " (one for each dynamic " + dimensions +
                 " of the result)",
             llvm::Twine(op.getOutputSizes().size()), rule);
}

/// Constant output sizes become static sizes of the result, unless they break a
/// rule, which stays a run-time error.
template <typename OpT>
struct FoldConstantOutputSizes : mlir::OpRewritePattern<OpT> {
  FoldConstantOutputSizes(mlir::MLIRContext *context, unsigned numInferred)
      : mlir::OpRewritePattern<OpT>(context), numInferred(numInferred) {}

  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    Sizes sizes(op.getType().getShape());
    mlir::OperandRange given = op.getOutputSizes();
    llvm::SmallVector<mlir::Value> operands(
        llvm::drop_end(op->getOperands(), given.size()));
    size_t numTensors = operands.size();
    auto operand = given.begin();
    for (int64_t &size : llvm::MutableArrayRef(sizes).drop_front(numInferred)) {
      if (size != kDynamic)
        continue;
      mlir::Value value = *operand++;
      llvm::APInt constant;
      if (mlir::matchPattern(value, mlir::m_ConstantInt(&constant)))
        size = constant.getSExtValue();
      else
        operands.push_back(value);
    }
    if (operands.size() - numTensors == given.size() || isKnownToFail(op))
      return mlir::failure();
    replaceWithTypes(rewriter, op, operands,
                     mlir::TypeRange{op.getType().clone(sizes)});
    return mlir::success();
  }

private:
  unsigned numInferred;
};

} // namespace dml

#endif // DML_LIB_IR_OPERATORS_OUTPUTSIZES_H
