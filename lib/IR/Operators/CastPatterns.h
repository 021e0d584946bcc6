//===- CastPatterns.h - Canonical forms around casts ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORS_CASTPATTERNS_H
#define DML_LIB_IR_OPERATORS_CASTPATTERNS_H

#include "OperatorUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {

/// Recreates the operation with new operands and result types; casts give the
/// users the types they know.
template <typename OpT>
void replaceWithTypes(mlir::PatternRewriter &rewriter, OpT op,
                      mlir::ValueRange operands, mlir::TypeRange types) {
  auto refined =
      OpT::create(rewriter, op.getLoc(), types, operands, op->getAttrs());
  llvm::SmallVector<mlir::Value> casts;
  for (auto [previous, result] :
       llvm::zip_equal(op->getResults(), refined->getResults()))
    casts.push_back(mlir::tensor::CastOp::create(rewriter, op.getLoc(),
                                                 previous.getType(), result));
  rewriter.replaceOp(op, casts);
}

/// Reads through a cast that only forgets sizes:
///   op(cast(x : tensor<1x8x2x3xf32>) : tensor<?x8x?x?xf32>)
/// and infers the results from what the cast's source knows.
template <typename OpT>
struct AbsorbProducerCast : mlir::OpRewritePattern<OpT> {
  using mlir::OpRewritePattern<OpT>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    auto cast = op.getInput().template getDefiningOp<mlir::tensor::CastOp>();
    if (!cast || !mlir::tensor::canFoldIntoConsumerOp(cast))
      return mlir::failure();
    auto source =
        llvm::cast<mlir::RankedTensorType>(cast.getSource().getType());
    mlir::FailureOr<llvm::SmallVector<mlir::Type>> types =
        mergeIntoDeclared(op, op->getResultTypes(), source.getShape());
    if (mlir::failed(types))
      return mlir::failure();
    llvm::SmallVector<mlir::Value> operands(op->getOperands());
    operands.front() = cast.getSource();
    replaceWithTypes(rewriter, op, operands, *types);
    return mlir::success();
  }
};

/// Declares what inference knows beyond the result types.
template <typename OpT> struct RefineResultTypes : mlir::OpRewritePattern<OpT> {
  using mlir::OpRewritePattern<OpT>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    mlir::FailureOr<llvm::SmallVector<mlir::Type>> types = mergeIntoDeclared(
        op, op->getResultTypes(), op.getInput().getType().getShape());
    if (mlir::failed(types) || llvm::equal(*types, op->getResultTypes()))
      return mlir::failure();
    replaceWithTypes(rewriter, op, op->getOperands(), *types);
    return mlir::success();
  }
};

/// Declares what a cast of a result's only use expects, which turns a wrong
/// expectation into a run-time error (T6) instead of undefined behaviour.
template <typename OpT>
struct AbsorbConsumerCast : mlir::OpRewritePattern<OpT> {
  using mlir::OpRewritePattern<OpT>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    for (mlir::OpResult result : op->getResults())
      if (mlir::succeeded(absorb(op, result, rewriter)))
        return mlir::success();
    return mlir::failure();
  }

private:
  static mlir::LogicalResult absorb(OpT op, mlir::OpResult result,
                                    mlir::PatternRewriter &rewriter) {
    if (!result.hasOneUse())
      return mlir::failure();
    auto cast = mlir::dyn_cast<mlir::tensor::CastOp>(*result.user_begin());
    // A cast in a branch expects nothing of the other one.
    if (!cast || cast->getBlock() != op->getBlock() ||
        !mlir::tensor::canFoldIntoProducerOp(cast))
      return mlir::failure();
    llvm::SmallVector<mlir::Type> types(op->getResultTypes());
    types[result.getResultNumber()] = cast.getType();
    if (mlir::failed(
            mergeIntoDeclared(op, types, op.getInput().getType().getShape())))
      return mlir::failure();
    auto refined = OpT::create(rewriter, op.getLoc(), types, op->getOperands(),
                               op->getAttrs());
    rewriter.replaceOp(cast, refined->getResult(result.getResultNumber()));
    rewriter.replaceOp(op, refined);
    return mlir::success();
  }
};

/// For an operator of one tensor, named `input`.
template <typename OpT>
void populateCastPatterns(mlir::RewritePatternSet &patterns) {
  patterns.add<AbsorbProducerCast<OpT>, AbsorbConsumerCast<OpT>,
               RefineResultTypes<OpT>>(patterns.getContext());
}

} // namespace dml

#endif // DML_LIB_IR_OPERATORS_CASTPATTERNS_H
