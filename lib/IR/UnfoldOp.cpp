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

/// The inferred sizes in the declared rank; checks every rule.
static llvm::Expected<Sizes> inferDeclaredRank(UnfoldOp op,
                                               ArrayRef<int64_t> input) {
  llvm::Expected<Sizes> sizes = inferUnfoldSizes(input, op.getWindow());
  if (!sizes)
    return sizes;
  RankedTensorType result = op.getResult().getType();
  sizes = padUnfoldRank(*sizes, result.getShape(), input.size());
  if (!sizes)
    return sizes;
  if (llvm::Error error = checkDeclaredSizes(*sizes, result.getShape(),
                                             getUnfoldRules(result.getRank())))
    return std::move(error);
  return sizes;
}

LogicalResult UnfoldOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  if (failed(verifySameElementType(*this, "", input.getElementType(),
                                   result.getElementType())))
    return failure();
  if (llvm::Error error =
          inferDeclaredRank(*this, input.getShape()).takeError())
    return emitRuleError(*this, std::move(error));
  if (llvm::Error error = checkTensorSizes("result", result.getShape()))
    return emitRuleError(*this, std::move(error));
  return success();
}

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

LogicalResult
UnfoldOp::reifyResultShapes(OpBuilder &b,
                            ReifiedRankedShapedTypeDims &reified) {
  RankedTensorType result = getResult().getType();
  SmallVector<OpFoldResult> sizes(result.getRank() - 3, b.getIndexAttr(1));
  sizes.push_back(tensor::getMixedSize(b, getLoc(), getInput(), 0));
  sizes.push_back(
      reifyProduct(b, getLoc(),
                   {tensor::getMixedSize(b, getLoc(), getInput(), 1),
                    b.getIndexAttr(productOf(getWindowSizes()))}));
  // The product is needed only where the declared type does not know it.
  if (ShapedType::isDynamic(result.getShape().back()))
    sizes.push_back(reifyProduct(b, getLoc(), reifyUnfoldBlocks(b, *this)));
  else
    sizes.push_back(b.getIndexAttr(result.getShape().back()));
  reified.push_back(preferDeclaredSizes(b, result, sizes));
  return success();
}

/// Not where only run time can check F3, T6, or T2 of the result, which is
/// larger than the input.
Speculation::Speculatability UnfoldOp::getSpeculatability() {
  RankedTensorType input = getInput().getType();
  return input.hasStaticShape() ? Speculation::Speculatable
                                : Speculation::NotSpeculatable;
}

llvm::Expected<Sizes> UnfoldOp::evaluateSizes(ArrayRef<Sizes> operandSizes,
                                              ArrayRef<int64_t>) {
  return inferDeclaredRank(*this, operandSizes[0]);
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
