//===- BlockOperators.h - depth_to_space1 and its inverse ----- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_BLOCKOPERATORS_H
#define DML_LIB_IR_BLOCKOPERATORS_H

#include "dml/IR/BlockSize.h"
#include "dml/IR/Operators.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {

/// Parses `depth_column_row` or `column_row_depth`. The attribute's own parser
/// would report an unknown order twice.
mlir::ParseResult parseDepthSpaceOrder(mlir::OpAsmParser &parser,
                                       DepthSpaceOrderAttr &order);
void printDepthSpaceOrder(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          DepthSpaceOrderAttr order);

/// Removes an operator behind its inverse of the same block size and order,
/// unless one of them may have to report something at run time.
template <typename OpT, typename InverseOp>
struct CancelInverse : mlir::OpRewritePattern<OpT> {
  using mlir::OpRewritePattern<OpT>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    auto inverse = op.getInput().template getDefiningOp<InverseOp>();
    if (!inverse || inverse.getBlockSize() != op.getBlockSize() ||
        inverse.getOrder() != op.getOrder() ||
        inverse.getSpeculatability() != mlir::Speculation::Speculatable)
      return mlir::failure();
    mlir::Value input = inverse.getInput();
    if (input.getType() == op.getType()) {
      rewriter.replaceOp(op, input);
      return mlir::success();
    }
    // Its result may be declared with sizes that only a run can check.
    if (op.getSpeculatability() != mlir::Speculation::Speculatable)
      return mlir::failure();
    rewriter.replaceOpWithNewOp<mlir::tensor::CastOp>(op, op.getType(), input);
    return mlir::success();
  }
};

} // namespace dml

#endif // DML_LIB_IR_BLOCKOPERATORS_H
