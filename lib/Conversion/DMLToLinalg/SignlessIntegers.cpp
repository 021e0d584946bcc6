//===- SignlessIntegers.cpp - uiN becomes iN ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace dml {
namespace {

IntegerType getSignless(IntegerType type) {
  return IntegerType::get(type.getContext(), type.getWidth());
}

/// Between equal types a bitcast is nothing; between floats and integers it is
/// elementwise, which bufferizes where `tensor.bitcast` does not.
struct LowerTensorBitcast : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSource().getType() == op.getType())
      rewriter.replaceOp(op, op.getSource());
    else if (getElementTypeOrSelf(op.getSource().getType()) ==
             getElementTypeOrSelf(op.getType()))
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(),
                                                  op.getSource());
    else
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(),
                                                    op.getSource());
    return success();
  }
};

} // namespace

void makeIntegersSignless(Operation *op) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](IntegerType type) -> std::optional<Type> {
    if (!type.isUnsigned())
      return std::nullopt;
    return getSignless(type);
  });
  // Dense constants do not expose their type to the replacer.
  replacer.addReplacement(
      [](DenseIntOrFPElementsAttr constant) -> std::optional<Attribute> {
        auto element = dyn_cast<IntegerType>(constant.getElementType());
        if (!element || !element.isUnsigned())
          return std::nullopt;
        return DenseElementsAttr::getFromRawBuffer(
            constant.getType().clone(getSignless(element)),
            constant.getRawData());
      });
  replacer.recursivelyReplaceElementsIn(op, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);

  RewritePatternSet patterns(op->getContext());
  patterns.add<LowerTensorBitcast>(op->getContext());
  walkAndApplyPatterns(op, std::move(patterns));
}

} // namespace dml
