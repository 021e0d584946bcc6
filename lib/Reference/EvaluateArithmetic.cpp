//===- EvaluateArithmetic.cpp - Constants and arithmetic ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference/Scalars/Scalars.h"
#include "Values.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cstring>

using namespace mlir;

namespace dml::reference {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

llvm::Error evaluateConstant(Operation *op, Values &values) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  SizesRef sizes;
  auto shaped = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (shaped)
    sizes = shaped.getShape();
  llvm::Expected<Tensor> result = allocateResult(op, sizes);
  if (!result)
    return result.takeError();

  if (!shaped) {
    result->setElementBits(0, getScalarBits(value));
  } else if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
    if (dense.isSplat())
      result->fill(getScalarBits(dense.getSplatValue<Attribute>()));
    else
      for (auto [i, element] : llvm::enumerate(dense.getValues<Attribute>()))
        result->setElementBits(i, getScalarBits(element));
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob ||
        static_cast<int64_t>(blob->getData().size()) != result->getNumBytes())
      return createError(op, "resource: expected " +
                                 Twine(result->getNumBytes()) + " bytes");
    std::memcpy(result->data(), blob->getData().data(), result->getNumBytes());
  } else {
    return createError(op, "constant is neither dense nor a dense resource");
  }
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The sizes of the tensors among the operands, which must agree.
static llvm::Expected<Sizes> getCommonSizes(Operation *op,
                                            const Values &values) {
  std::optional<Sizes> sizes;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    const Tensor &tensor = values.get(operand);
    if (tensor.getType().isScalar)
      continue;
    if (!sizes) {
      sizes = Sizes(tensor.getSizes());
      continue;
    }
    for (auto [i, expected, given] : llvm::enumerate(*sizes, tensor.getSizes()))
      if (expected != given)
        return createError(
            op, messages::mismatch("dimension " + Twine(i) + " of operand " +
                                       Twine(number),
                                   Twine(expected), Twine(given)));
  }
  return sizes.value_or(Sizes());
}

/// Evaluates an operation on scalars, or element by element.
static llvm::Error evaluateElements(Operation *op, Values &values) {
  llvm::Expected<Sizes> sizes = getCommonSizes(op, values);
  if (!sizes)
    return sizes.takeError();
  llvm::Expected<Tensor> result = allocateResult(op, *sizes);
  if (!result)
    return result.takeError();
  SmallVector<const Tensor *> operands;
  for (Value operand : op->getOperands())
    operands.push_back(&values.get(operand));
  ScalarFunction compute = findScalarFunction(op);
  SmallVector<uint64_t> bits(operands.size());
  for (int64_t i = 0, e = result->getNumElements(); i < e; ++i) {
    for (auto [bit, operand] : llvm::zip_equal(bits, operands))
      bit = operand->getElementBits(operand->getType().isScalar ? 0 : i);
    llvm::Expected<uint64_t> computed = compute(bits);
    if (!computed)
      return computed.takeError();
    result->setElementBits(i, *computed);
  }
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

Handler findArithmeticHandler(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return &evaluateConstant;
  bool isStored = llvm::all_of(op->getOperandTypes(), isStorable) &&
                  llvm::all_of(op->getResultTypes(), isStorable);
  return isStored && findScalarFunction(op) ? &evaluateElements : Handler();
}

} // namespace dml::reference
