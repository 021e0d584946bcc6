//===- UnfoldOp.cpp - dml.unfold ------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastPatterns.h"
#include "OperatorUtils.h"
#include "WindowClauses.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "dml/Reference/Operators/Unfold.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeFunction getUnfoldSizes(int64_t inputRank, const UnfoldWindow &window,
                            std::optional<SizesRef> declared) {
  SizeFunction function;
  function.requireOperand("input", 0);
  std::vector<SizeExpr> spatial = getSpatialOperandSizes(inputRank);
  if (!function.require(checkUnfoldWindow(window, inputRank, kUnfoldRules)))
    return function;
  requireFit(function, spatial, window, kUnfoldRules);
  SizeExpr batches = SizeExpr::operandSize(0, 0);
  std::vector<SizeExpr> rows = {SizeExpr::operandSize(0, 1)};
  rows.insert(rows.end(), window.sizes.begin(), window.sizes.end());
  std::vector<SizeExpr> blocks = getWindowBlocks(spatial, window);
  // Checked factor by factor before any product is formed (T2).
  std::vector<SizeExpr> factors = {batches};
  llvm::append_range(factors, rows);
  llvm::append_range(factors, blocks);
  function.requireElementCount("result", factors);
  if (declared && !function.require(checkLeadingOnes("result", *declared,
                                                     "input", inputRank, "F5")))
    return function;

  std::vector<ResultSize> dimensions(declared ? declared->size() - 3 : 0,
                                     {1, "F4"});
  dimensions.push_back({batches, "F4"});
  dimensions.push_back({SizeExpr::product(rows), "F4"});
  dimensions.push_back({SizeExpr::product(blocks), "F2"});
  function.addResult("result", std::move(dimensions));
  return function;
}

llvm::Expected<Sizes> inferUnfoldBlocks(SizesRef input,
                                        const UnfoldWindow &window) {
  SizeFunction function;
  function.requireOperand("input", 0);
  std::vector<SizeExpr> spatial = getSpatialOperandSizes(input.size());
  if (function.require(checkUnfoldWindow(window, input.size(), kUnfoldRules)))
    requireFit(function, spatial, window, kUnfoldRules);
  Sizes sizes(input);
  if (llvm::Error error = checkRules(function, {sizes, {}}))
    return std::move(error);
  return evaluate(getWindowBlocks(spatial, window), {sizes, {}});
}

llvm::Expected<Sizes> inferUnfoldSizes(SizesRef input,
                                       const UnfoldWindow &window) {
  return inferOnlyResult(getUnfoldSizes(input.size(), window), input);
}

llvm::Expected<Sizes> padUnfoldRank(SizesRef inferred, SizesRef declared,
                                    int64_t inputRank) {
  if (llvm::Error error =
          checkLeadingOnes("result", declared, "input", inputRank, "F5"))
    return std::move(error);
  Sizes padded(declared.size() - 3, 1);
  llvm::append_range(padded, inferred);
  return padded;
}

UnfoldWindow UnfoldOp::getWindow() {
  return {getWindowSizes(), getStrides(), getDilations(), getStartPadding(),
          getEndPadding()};
}

SizeFunction UnfoldOp::getSizeFunction() {
  return getUnfoldSizes(getInput().getType().getRank(), getWindow(),
                        getType().getShape());
}

//===----------------------------------------------------------------------===//
// Definition
//===----------------------------------------------------------------------===//

void UnfoldOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "unfolded");
}

void UnfoldOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<int64_t> windowSizes, ArrayRef<int64_t> strides,
                     ArrayRef<int64_t> dilations,
                     ArrayRef<int64_t> startPadding,
                     ArrayRef<int64_t> endPadding) {
  WindowAttributes window(builder, windowSizes, strides, dilations,
                          startPadding, endPadding);
  build(builder, state, input, window.windowSizes, window.strides,
        window.dilations, window.startPadding, window.endPadding);
}

LogicalResult UnfoldOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input || input.getRank() < 3)
    return failure();
  llvm::Expected<Sizes> sizes = inferUnfoldSizes(
      input.getShape(),
      {adaptor.getWindowSizes(), adaptor.getStrides(), adaptor.getDilations(),
       adaptor.getStartPadding(), adaptor.getEndPadding()});
  if (!sizes)
    return emitOptionalRuleError(location, getOperationName(),
                                 sizes.takeError());
  types.push_back(RankedTensorType::get(*sizes, input.getElementType()));
  return success();
}

bool UnfoldOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange declared) {
  auto from = cast<RankedTensorType>(inferred[0]);
  auto to = dyn_cast<RankedTensorType>(declared[0]);
  if (!to || to.getElementType() != from.getElementType())
    return false;
  llvm::Expected<Sizes> padded =
      padUnfoldRank(from.getShape(), to.getShape(), /*inputRank=*/8);
  if (!padded) {
    llvm::consumeError(padded.takeError());
    return false;
  }
  return succeeded(verifyCompatibleShape(*padded, to.getShape()));
}

LogicalResult UnfoldOp::verify() { return verifyOperator(*this, "F1"); }

/// Unfold is not speculatable if F3, T6 or T2 can be checked at run time only.
/// T2 limits the size of the result, which is larger than the input.
Speculation::Speculatability UnfoldOp::getSpeculatability() {
  RankedTensorType input = getInput().getType();
  return input.hasStaticShape() ? Speculation::Speculatable
                                : Speculation::NotSpeculatable;
}

std::optional<OutOfRangeIndices>
UnfoldOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                   ArrayRef<reference::TensorView> results) {
  reference::unfold(operands[0], results[0], getWindow());
  return std::nullopt;
}

OpFoldResult UnfoldOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this, adaptor.getOperands());
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

namespace {

/// A 1x1 window that steps by one over an unpadded input is the input itself,
/// its spatial dimensions collapsed.
struct ReshapeForIdentityUnfold : OpRewritePattern<UnfoldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnfoldOp op,
                                PatternRewriter &rewriter) const override {
    UnfoldWindow window = op.getWindow();
    auto areAll = [](ArrayRef<int64_t> entries, int64_t entry) {
      return llvm::all_of(entries, [&](int64_t e) { return e == entry; });
    };
    if (!areAll(window.sizes, 1) || !areAll(window.strides, 1) ||
        !areAll(window.startPadding, 0) || !areAll(window.endPadding, 0) ||
        isKnownToFail(op))
      return failure();
    RankedTensorType input = op.getInput().getType();
    RankedTensorType result = op.getType();
    Sizes inferred = cantFail(inferUnfoldSizes(input.getShape(), window));
    int64_t ones = result.getRank() - 3;
    // A declared size that is not inferred is a check that must stay (T6).
    if (ArrayRef<int64_t>(inferred) != result.getShape().drop_front(ones))
      return failure();

    Value reshaped = op.getInput();
    if (input.getRank() > 3) {
      SmallVector<ReassociationIndices> groups = {{0}, {1}, {}};
      for (int64_t i = 2; i < input.getRank(); ++i)
        groups[2].push_back(i);
      reshaped = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), input.clone(inferred), reshaped, groups);
    }
    if (ones > 0) {
      SmallVector<ReassociationIndices> groups = {{}, {ones + 1}, {ones + 2}};
      for (int64_t i = 0; i <= ones; ++i)
        groups[0].push_back(i);
      reshaped = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), result,
                                               reshaped, groups);
    }
    rewriter.replaceOp(op, reshaped);
    return success();
  }
};

} // namespace

void UnfoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  populateCastPatterns<UnfoldOp>(patterns);
  patterns.add<ReshapeForIdentityUnfold>(context);
}

} // namespace dml
