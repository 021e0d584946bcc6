//===- SignlessIntegers.cpp - uiN becomes iN ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "dml/Conversion/DMLToLinalg/RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace dml {
namespace {

IntegerType getSignless(IntegerType type) {
  return IntegerType::get(type.getContext(), type.getWidth());
}

/// Removes a bitcast between types that have become equal. One between floats
/// and integers becomes `arith.bitcast` of tensors, because `tensor.bitcast`
/// does not bufferize. If the two types know different sizes, a check and a
/// cast are added.
struct LowerTensorBitcast : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    emitRuntimeChecks(rewriter, op);
    Value result = op.getSource();
    auto source = cast<RankedTensorType>(result.getType());
    auto type = cast<RankedTensorType>(op.getType());
    if (source.getShape() != type.getShape())
      result = tensor::CastOp::create(
          rewriter, op.getLoc(), type.clone(source.getElementType()), result);
    if (source.getElementType() != type.getElementType())
      result = arith::BitcastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
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
