//===- MaxUnpoolingOp.cpp - dml.max_unpooling -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "OutputSizes.h"
#include "dml/IR/Operators/MaxUnpoolingSizes.h"
#include "dml/Reference/Operators/MaxUnpooling.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeFunction getMaxUnpoolingSizes(SizesRef declared) {
  SizeFunction function;
  function.requireOperand("values", 0);
  function.requireImpliedOperand("indices", 1);
  for (unsigned i = 0; i < 4; ++i)
    function.requireEqual(
        SizeExpr::operandSize(0, i), SizeExpr::operandSize(1, i),
        messages::brokenRule("dimension " + Twine(i) + " of the indices",
                             "{0} as in the values", "{1}", "U1"));
  if (!function.require(checkTensorSizes("result", declared)))
    return function;

  std::vector<SizeExpr> sizes;
  std::vector<ResultSize> dimensions;
  unsigned numOperands = 0;
  for (auto [i, size] : llvm::enumerate(declared)) {
    sizes.push_back(size);
    if (ShapedType::isDynamic(size)) {
      sizes.back() = SizeExpr::indexOperand(numOperands++);
      function.requireAtLeast(sizes.back(), 1,
                              messages::sizeBelowOne("result", i, "{0}"));
    }
    dimensions.push_back({sizes.back(), "U1"});
  }
  function.requireElementCount("result", sizes);
  function.addResult("result", std::move(dimensions));
  return function;
}

llvm::Error checkMaxUnpoolingSizes(SizesRef values, SizesRef indices,
                                   SizesRef declared) {
  return checkRules(getMaxUnpoolingSizes(declared),
                    {{Sizes(values), Sizes(indices)}, {}});
}

SizeFunction MaxUnpoolingOp::getSizeFunction() {
  return getMaxUnpoolingSizes(getType().getShape());
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void MaxUnpoolingOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "unpooled");
}

void MaxUnpoolingOp::build(OpBuilder &builder, OperationState &state,
                           Value values, Value indices,
                           ArrayRef<OpFoldResult> outputSizes) {
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(outputSizes, dynamicSizes, staticSizes);
  auto type = RankedTensorType::get(staticSizes,
                                    getElementTypeOrSelf(values.getType()));
  build(builder, state, type, values, indices, dynamicSizes);
}

LogicalResult MaxUnpoolingOp::verify() {
  if (failed(verifyOutputSizes(*this, /*numInferred=*/0, "dimension", "U1")))
    return failure();
  return verifyOperator(*this, "U1");
}

/// Not speculatable: an index out of range fails at run time (U3).
Speculation::Speculatability MaxUnpoolingOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

std::optional<OutOfRangeIndices>
MaxUnpoolingOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                         ArrayRef<reference::TensorView> results) {
  return reference::maxUnpooling(operands[0], operands[1], results[0]);
}

OpFoldResult MaxUnpoolingOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this,
                              {adaptor.getValues(), adaptor.getIndices()});
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

namespace {

/// Values and indices read through casts that only forget sizes.
struct AbsorbUnpoolingCasts : OpRewritePattern<MaxUnpoolingOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxUnpoolingOp op,
                                PatternRewriter &rewriter) const override {
    auto readThrough = [](Value operand) {
      auto cast = operand.getDefiningOp<tensor::CastOp>();
      return cast && tensor::canFoldIntoConsumerOp(cast)
                 ? llvm::cast<TypedValue<RankedTensorType>>(cast.getSource())
                 : llvm::cast<TypedValue<RankedTensorType>>(operand);
    };
    auto values = readThrough(op.getValues());
    auto indices = readThrough(op.getIndices());
    if (values == op.getValues() && indices == op.getIndices())
      return failure();
    // Sizes that contradict each other (U1), or that no tensor can have (T2),
    // stay a run-time error.
    if (llvm::Error error = checkMaxUnpoolingSizes(values.getType().getShape(),
                                                   indices.getType().getShape(),
                                                   op.getType().getShape())) {
      llvm::consumeError(std::move(error));
      return failure();
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.getValuesMutable().set(values);
      op.getIndicesMutable().set(indices);
    });
    return success();
  }
};

} // namespace

void MaxUnpoolingOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<AbsorbUnpoolingCasts>(context);
  patterns.add<FoldConstantOutputSizes<MaxUnpoolingOp>>(context,
                                                        /*numInferred=*/0);
}

} // namespace dml
