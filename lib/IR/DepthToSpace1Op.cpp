//===- DepthToSpace1Op.cpp - dml.depth_to_space1 --------------------------===//
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

void DepthToSpace1Op::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "depth_to_space");
}

LogicalResult DepthToSpace1Op::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  if (!input || input.getRank() != 4)
    return failure();
  llvm::Expected<Sizes> sizes =
      inferDepthToSpace1Sizes(input.getShape(), adaptor.getBlockSize());
  if (!sizes)
    return emitOptionalRuleError(location, getOperationName(),
                                 sizes.takeError());
  types.push_back(RankedTensorType::get(*sizes, input.getElementType()));
  return success();
}

bool DepthToSpace1Op::isCompatibleReturnTypes(TypeRange inferred,
                                              TypeRange declared) {
  return succeeded(verifyCompatibleShapes(inferred, declared)) &&
         getElementTypeOrSelf(inferred[0]) == getElementTypeOrSelf(declared[0]);
}

llvm::Expected<Sizes> DepthToSpace1Op::inferResultSizes(SizesRef input) {
  return inferDepthToSpace1Sizes(input, getBlockSize());
}

LogicalResult DepthToSpace1Op::verify() { return verifyOperator(*this, "D1"); }

SmallVector<OpFoldResult> reifyInferredSizes(OpBuilder &b, DepthToSpace1Op op) {
  AffineExpr size = b.getAffineSymbolExpr(0);
  int64_t block = op.getBlockSize();
  AffineExpr formulas[] = {size, size.floorDiv(block * block), size * block,
                           size * block};
  SmallVector<OpFoldResult> sizes;
  for (auto [dimension, formula] : llvm::enumerate(formulas))
    sizes.push_back(affine::makeComposedFoldedAffineApply(
        b, op.getLoc(), formula,
        {tensor::getMixedSize(b, op.getLoc(), op.getInput(), dimension)}));
  return sizes;
}

LogicalResult
DepthToSpace1Op::reifyResultShapes(OpBuilder &b,
                                   ReifiedRankedShapedTypeDims &reified) {
  reified.push_back(preferDeclaredSizes(b, getResult().getType(),
                                        reifyInferredSizes(b, *this)));
  return success();
}

/// Not where only run time can check D2 or T6.
Speculation::Speculatability DepthToSpace1Op::getSpeculatability() {
  ArrayRef<int64_t> input = getInput().getType().getShape();
  if (ShapedType::isDynamic(input[1]))
    return Speculation::NotSpeculatable;
  Sizes inferred = cantFail(inferResultSizes(input));
  return declaresMoreThanInferred(inferred, getResult().getType().getShape())
             ? Speculation::NotSpeculatable
             : Speculation::Speculatable;
}

llvm::Expected<Sizes>
DepthToSpace1Op::evaluateSizes(ArrayRef<Sizes> operandSizes,
                               ArrayRef<std::optional<int64_t>>) {
  llvm::Expected<Sizes> sizes = inferResultSizes(operandSizes[0]);
  if (!sizes)
    return sizes;
  if (llvm::Error error = checkDepthToSpace1Result(
          *sizes, getResult().getType().getShape(), getBlockSize()))
    return std::move(error);
  return sizes;
}

std::optional<OutOfRangeIndices>
DepthToSpace1Op::evaluate(ArrayRef<reference::ConstTensorView> operands,
                          reference::TensorView result) {
  reference::depthToSpace1(operands[0], result, getBlockSize(), getOrder());
  return std::nullopt;
}

OpFoldResult DepthToSpace1Op::fold(FoldAdaptor adaptor) {
  if (getBlockSize() == 1 && getInput().getType() == getResult().getType() &&
      !isKnownToFail(*this))
    return getInput();
  return foldThroughReference(*this, adaptor.getOperands());
}

} // namespace dml
