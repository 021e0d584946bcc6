//===- MaxPooling2Op.cpp - dml.max_pooling2 -------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastPatterns.h"
#include "OperatorUtils.h"
#include "WindowClauses.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"
#include "dml/Reference/Operators/MaxPooling2.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

constexpr WindowRules kMaxPooling2Rules = {2, 3, "M1", "M2", "input"};

SizeFunction getMaxPooling2Sizes(int64_t inputRank, const UnfoldWindow &window,
                                 bool withIndices) {
  SizeFunction function;
  function.requireOperand("input", 0);
  std::vector<SizeExpr> spatial = getSpatialOperandSizes(inputRank);
  if (!function.require(
          checkUnfoldWindow(window, inputRank, kMaxPooling2Rules)))
    return function;
  requireFit(function, spatial, window, kMaxPooling2Rules);
  std::vector<SizeExpr> sizes = {SizeExpr::operandSize(0, 0),
                                 SizeExpr::operandSize(0, 1)};
  llvm::append_range(sizes, getWindowBlocks(spatial, window));
  function.requireElementCount("values", sizes);

  std::vector<ResultSize> dimensions;
  for (const SizeExpr &size : sizes)
    dimensions.push_back({size, "M2"});
  function.addResult("values", dimensions);
  if (withIndices)
    function.addResult("indices", dimensions);
  return function;
}

llvm::Expected<Sizes> inferMaxPooling2Sizes(SizesRef input,
                                            const UnfoldWindow &window) {
  return inferOnlyResult(
      getMaxPooling2Sizes(input.size(), window, /*withIndices=*/false), input);
}

UnfoldWindow MaxPooling2Op::getWindow() {
  return {getWindowSizes(), getStrides(), getDilations(), getStartPadding(),
          getEndPadding()};
}

SizeFunction MaxPooling2Op::getSizeFunction() {
  return getMaxPooling2Sizes(getInput().getType().getRank(), getWindow(),
                             getIndices() != nullptr);
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void MaxPooling2Op::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getValues(), "pooled");
  if (getIndices())
    setName(getIndices(), "indices");
}

/// Where a rule is broken, the types leave all sizes open, and the verifier
/// says which rule it is.
void MaxPooling2Op::build(OpBuilder &builder, OperationState &state,
                          Value input, ArrayRef<int64_t> windowSizes,
                          Type indexType, ArrayRef<int64_t> strides,
                          ArrayRef<int64_t> dilations,
                          ArrayRef<int64_t> startPadding,
                          ArrayRef<int64_t> endPadding) {
  WindowAttributes window(builder, windowSizes, strides, dilations,
                          startPadding, endPadding);
  auto inputType = cast<RankedTensorType>(input.getType());
  llvm::Expected<Sizes> sizes = inferMaxPooling2Sizes(
      inputType.getShape(),
      {window.windowSizes, window.strides, window.dilations,
       window.startPadding, window.endPadding});
  if (!sizes) {
    llvm::consumeError(sizes.takeError());
    sizes = Sizes(inputType.getRank(), kDynamic);
  }
  Type values = inputType.clone(*sizes);
  Type indices = indexType ? RankedTensorType::get(*sizes, indexType) : Type();
  build(builder, state, values, indices, input, window.windowSizes,
        window.strides, window.dilations, window.startPadding,
        window.endPadding);
}

LogicalResult MaxPooling2Op::verify() { return verifyOperator(*this, "M1"); }

/// Not speculatable if M2, T6 or T2 can be checked at run time only. T2 has to
/// be checked for the values, which may be larger than the input.
Speculation::Speculatability MaxPooling2Op::getSpeculatability() {
  return getInput().getType().hasStaticShape() ? Speculation::Speculatable
                                               : Speculation::NotSpeculatable;
}

std::optional<OutOfRangeIndices>
MaxPooling2Op::evaluate(ArrayRef<reference::ConstTensorView> operands,
                        ArrayRef<reference::TensorView> results) {
  std::optional<reference::TensorView> indices;
  if (results.size() > 1)
    indices = results[1];
  reference::maxPooling2(operands[0], results[0], indices, getWindow());
  return std::nullopt;
}

LogicalResult MaxPooling2Op::fold(FoldAdaptor adaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  return foldThroughReference(*this, adaptor.getOperands(), results);
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

namespace {

/// Whether the indices' sizes hold wherever the values' do.
static bool areImplied(ArrayRef<int64_t> indices, ArrayRef<int64_t> values) {
  return llvm::all_of_zip(indices, values, [](int64_t index, int64_t value) {
    return ShapedType::isDynamic(index) || index == value;
  });
}

/// Indices that nothing reads are not computed. They stay where their type may
/// break a rule (T6) that the values' type does not.
struct DropUnusedIndices : OpRewritePattern<MaxPooling2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxPooling2Op op,
                                PatternRewriter &rewriter) const override {
    TypedValue<RankedTensorType> indices = op.getIndices();
    if (!indices || !indices.use_empty() ||
        !areImplied(indices.getType().getShape(),
                    op.getValues().getType().getShape()))
      return failure();
    auto pooled =
        MaxPooling2Op::create(rewriter, op.getLoc(), op.getValues().getType(),
                              op->getOperands(), op->getAttrs());
    rewriter.replaceAllUsesWith(op.getValues(), pooled.getValues());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void MaxPooling2Op::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  populateCastPatterns<MaxPooling2Op>(patterns);
  patterns.add<DropUnusedIndices>(context);
}

} // namespace dml
