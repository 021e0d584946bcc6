//===- BlockOperators.h - depth_to_space1 and its inverse ----- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORS_BLOCKOPERATORS_H
#define DML_LIB_IR_OPERATORS_BLOCKOPERATORS_H

#include "OperatorUtils.h"
#include "dml/IR/Operators/BlockSize.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {

/// Parses `depth_column_row` or `column_row_depth`. The attribute's own parser
/// would report an unknown order twice.
mlir::ParseResult parseDepthSpaceOrder(mlir::OpAsmParser &parser,
                                       DepthSpaceOrderAttr &order);
void printDepthSpaceOrder(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          DepthSpaceOrderAttr order);

using InferBlockSizes = llvm::Expected<Sizes> (*)(SizesRef input,
                                                  int64_t blockSize);

/// The result's type of an operator on 4-D tensors.
template <typename OpT>
mlir::LogicalResult inferBlockTypes(std::optional<mlir::Location> location,
                                    typename OpT::Adaptor adaptor,
                                    InferBlockSizes inferSizes,
                                    llvm::SmallVectorImpl<mlir::Type> &types) {
  auto input =
      llvm::dyn_cast<mlir::RankedTensorType>(adaptor.getInput().getType());
  if (!input || input.getRank() != 4)
    return mlir::failure();
  llvm::Expected<Sizes> sizes =
      inferSizes(input.getShape(), adaptor.getBlockSize());
  if (!sizes)
    return emitOptionalRuleError(location, OpT::getOperationName(),
                                 sizes.takeError());
  types.push_back(mlir::RankedTensorType::get(*sizes, input.getElementType()));
  return mlir::success();
}

/// Blocks of one element move nothing.
template <typename OpT>
mlir::OpFoldResult foldBlocks(OpT op,
                              llvm::ArrayRef<mlir::Attribute> operands) {
  if (op.getBlockSize() == 1 &&
      op.getInput().getType() == op.getResult().getType() && !isKnownToFail(op))
    return op.getInput();
  return foldThroughReference(op, operands);
}

/// Whether types agree in the element type and in the sizes that both know.
bool areBlockTypesCompatible(mlir::TypeRange inferred,
                             mlir::TypeRange declared);

/// Whether an operator whose rules the types obey cannot fail: it declares no
/// size that only a run can check.
mlir::Speculation::Speculatability
getSpeculatabilityOfDeclaration(OperatorInterface op);

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

#endif // DML_LIB_IR_OPERATORS_BLOCKOPERATORS_H
