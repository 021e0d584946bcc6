//===- UnfoldOp.cpp - dml.unfold ------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

void UnfoldOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "unfolded");
}

UnfoldWindow UnfoldOp::getWindow() {
  return {getWindowSizes(), getStrides(), getDilations(), getStartPadding(),
          getEndPadding()};
}

void UnfoldOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<int64_t> windowSizes, ArrayRef<int64_t> strides,
                     ArrayRef<int64_t> dilations,
                     ArrayRef<int64_t> startPadding,
                     ArrayRef<int64_t> endPadding) {
  auto orDefault = [&](ArrayRef<int64_t> entries, int64_t entry) {
    return builder.getDenseI64ArrayAttr(
        entries.empty() ? SmallVector<int64_t>(windowSizes.size(), entry)
                        : SmallVector<int64_t>(entries));
  };
  build(builder, state, input, orDefault(windowSizes, 1), orDefault(strides, 1),
        orDefault(dilations, 1), orDefault(startPadding, 0),
        orDefault(endPadding, 0));
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

llvm::Expected<Sizes> UnfoldOp::inferResultSizes(SizesRef input) {
  llvm::Expected<Sizes> sizes = inferUnfoldSizes(input, getWindow());
  if (!sizes)
    return sizes;
  return padUnfoldRank(*sizes, getResult().getType().getShape(), input.size());
}

LogicalResult UnfoldOp::verify() { return verifyOperator(*this, ""); }

SmallVector<OpFoldResult> reifyUnfoldBlocks(OpBuilder &b, UnfoldOp op) {
  UnfoldWindow window = op.getWindow();
  SmallVector<OpFoldResult> blocks;
  for (unsigned i = 0, e = window.sizes.size(); i < e; ++i) {
    int64_t padding = window.startPadding[i] + window.endPadding[i];
    AffineExpr formula =
        (b.getAffineSymbolExpr(0) + padding - getDilatedWindowSize(window, i))
            .floorDiv(window.strides[i]) +
        1;
    blocks.push_back(affine::makeComposedFoldedAffineApply(
        b, op.getLoc(), formula,
        {tensor::getMixedSize(b, op.getLoc(), op.getInput(), i + 2)}));
  }
  return blocks;
}

SmallVector<OpFoldResult> reifyInferredSizes(OpBuilder &b, UnfoldOp op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes(op.getType().getRank() - 3,
                                  b.getIndexAttr(1));
  sizes.push_back(tensor::getMixedSize(b, loc, op.getInput(), 0));
  sizes.push_back(
      reifyProduct(b, loc,
                   {tensor::getMixedSize(b, loc, op.getInput(), 1),
                    b.getIndexAttr(productOf(op.getWindowSizes()))}));
  sizes.push_back(reifyProduct(b, loc, reifyUnfoldBlocks(b, op)));
  return sizes;
}

LogicalResult
UnfoldOp::reifyResultShapes(OpBuilder &b,
                            ReifiedRankedShapedTypeDims &reified) {
  reified.push_back(preferDeclaredSizes(b, getResult().getType(),
                                        reifyInferredSizes(b, *this)));
  return success();
}

/// Not where only run time can check F3, T6, or T2 of the result, which is
/// larger than the input.
Speculation::Speculatability UnfoldOp::getSpeculatability() {
  RankedTensorType input = getInput().getType();
  return input.hasStaticShape() ? Speculation::Speculatable
                                : Speculation::NotSpeculatable;
}

llvm::Expected<Sizes>
UnfoldOp::evaluateSizes(ArrayRef<Sizes> operandSizes,
                        ArrayRef<std::optional<int64_t>>) {
  llvm::Expected<Sizes> sizes = inferResultSizes(operandSizes[0]);
  if (!sizes)
    return sizes;
  if (llvm::Error error = checkUnfoldResult(
          *sizes, getResult().getType().getShape(), getWindow()))
    return std::move(error);
  return sizes;
}

std::optional<OutOfRangeIndices>
UnfoldOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                   reference::TensorView result) {
  reference::unfold(operands[0], result, getWindow());
  return std::nullopt;
}

OpFoldResult UnfoldOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this, adaptor.getOperands());
}

} // namespace dml
