//===- MaxUnpoolingOp.cpp - dml.max_unpooling -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

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
  int64_t dynamicSizes = getResult().getType().getNumDynamicDims();
  if (static_cast<int64_t>(getOutputSizes().size()) != dynamicSizes)
    return emitOpError() << messages::brokenRule(
               "operands of output_sizes",
               Twine(dynamicSizes) +
                   " (one for each dynamic dimension of the result)",
               Twine(getOutputSizes().size()), "U1");
  return verifyOperator(*this, "U1");
}

LogicalResult
MaxUnpoolingOp::reifyResultShapes(OpBuilder &b,
                                  ReifiedRankedShapedTypeDims &reified) {
  reified.push_back(
      getMixedValues(getResult().getType().getShape(), getOutputSizes(), b));
  return success();
}

/// An index out of range fails at run time (U3).
Speculation::Speculatability MaxUnpoolingOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

llvm::Expected<Sizes>
MaxUnpoolingOp::evaluateSizes(ArrayRef<Sizes> operandSizes,
                              ArrayRef<std::optional<int64_t>> indexOperands) {
  Sizes result(getResult().getType().getShape());
  if (llvm::Error error =
          checkMaxUnpoolingSizes(operandSizes[0], operandSizes[1], result))
    return std::move(error);
  for (auto [dimension, size] : llvm::enumerate(result)) {
    if (!ShapedType::isDynamic(size))
      continue;
    std::optional<int64_t> given = indexOperands.front();
    indexOperands = indexOperands.drop_front();
    // Here and not below, because -2^63 is spelled like a dynamic size.
    if (given && *given < 1)
      return llvm::createStringError(
          messages::sizeBelowOne("result", dimension, Twine(*given)));
    size = given.value_or(ShapedType::kDynamic);
  }
  if (llvm::Error error = checkTensorSizes("result", result))
    return std::move(error);
  return result;
}

std::optional<OutOfRangeIndices>
MaxUnpoolingOp::evaluate(ArrayRef<reference::ConstTensorView> operands,
                         reference::TensorView result) {
  return reference::maxUnpooling(operands[0], operands[1], result);
}

OpFoldResult MaxUnpoolingOp::fold(FoldAdaptor adaptor) {
  return foldThroughReference(*this,
                              {adaptor.getValues(), adaptor.getIndices()});
}

} // namespace dml
