//===- Evaluator.cpp - Interpreting functions -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Evaluator.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>

using namespace mlir;

namespace dml {
namespace {

/// Calls may nest this deep; a program that recurses further has no end.
constexpr unsigned kMaxCallDepth = 256;

class Evaluator {
public:
  llvm::Expected<std::vector<Tensor>> call(func::FuncOp function,
                                           ArrayRef<const Tensor *> inputs);
  std::vector<OutOfRangeReport> outOfRange;

private:
  friend bool isEvaluable(Operation *op);
  using Values = llvm::DenseMap<Value, Tensor>;
  using Handler = llvm::Error (Evaluator::*)(Operation *, Values &);
  static Handler getHandler(Operation *op);

  llvm::Error evaluateOperator(Operation *op, Values &values);
  llvm::Error evaluateCall(Operation *op, Values &values);
  llvm::Error evaluateConstant(Operation *op, Values &values);
  llvm::Error evaluateDim(Operation *op, Values &values);
  llvm::Error evaluateEmpty(Operation *op, Values &values);
  llvm::Error evaluateReinterpretation(Operation *op, Values &values);
  llvm::Error evaluateExpandShape(Operation *op, Values &values);
  llvm::Error evaluateReshape(Operation *op, Values &values);

  unsigned depth = 0;
};

int64_t getIndex(const Tensor &scalar) {
  return static_cast<int64_t>(scalar.getElementBits(0));
}

/// The runtime type of a result, its dynamic sizes filled in.
llvm::Expected<TensorType> getResultType(Operation *op, SizesRef sizes) {
  std::optional<DeclaredType> declared =
      getDeclaredType(op->getResult(0).getType());
  if (!declared)
    return createError(op, "result is not a tensor or scalar of " +
                               listElementTypes() + ", or an index");
  TensorType type = {declared->elementType, {}, declared->isScalar};
  llvm::append_range(type.sizes, sizes);
  if (llvm::Error error = checkFits(type, *declared))
    return createError(op, llvm::toString(std::move(error)) + " [T6]");
  return type;
}

/// The same elements under another type.
llvm::Error copyAs(Operation *op, const Tensor &source, SizesRef sizes,
                   llvm::DenseMap<Value, Tensor> &values) {
  llvm::Expected<TensorType> type = getResultType(op, sizes);
  if (!type)
    return type.takeError();
  if (type->computeNumBytes() != source.getNumBytes())
    return createError(op, "elements: expected " +
                               Twine(source.getNumElements()) + ", given " +
                               formatSizes(sizes));
  llvm::Expected<Tensor> copy = Tensor::allocate(*type);
  if (!copy)
    return copy.takeError();
  std::memcpy(copy->data(), source.data(), source.getNumBytes());
  values.try_emplace(op->getResult(0), std::move(*copy));
  return llvm::Error::success();
}

Evaluator::Handler Evaluator::getHandler(Operation *op) {
  if (isa<ReferenceOpInterface>(op))
    return &Evaluator::evaluateOperator;
  static const llvm::StringMap<Handler> handlers = {
      {func::CallOp::getOperationName(), &Evaluator::evaluateCall},
      {arith::ConstantOp::getOperationName(), &Evaluator::evaluateConstant},
      {tensor::DimOp::getOperationName(), &Evaluator::evaluateDim},
      {tensor::EmptyOp::getOperationName(), &Evaluator::evaluateEmpty},
      {tensor::CastOp::getOperationName(),
       &Evaluator::evaluateReinterpretation},
      {tensor::BitcastOp::getOperationName(),
       &Evaluator::evaluateReinterpretation},
      {tensor::CollapseShapeOp::getOperationName(),
       &Evaluator::evaluateExpandShape},
      {tensor::ExpandShapeOp::getOperationName(),
       &Evaluator::evaluateExpandShape},
      {tensor::ReshapeOp::getOperationName(), &Evaluator::evaluateReshape}};
  return handlers.lookup(op->getName().getStringRef());
}

bool isEvaluable(Operation *op) {
  return isa<func::ReturnOp>(op) || Evaluator::getHandler(op);
}

llvm::Expected<std::vector<Tensor>>
Evaluator::call(func::FuncOp function, ArrayRef<const Tensor *> inputs) {
  if (++depth > kMaxCallDepth)
    return createError(function, "calls nest more than " +
                                     Twine(kMaxCallDepth) + " deep");
  Values values;
  for (auto [argument, input] :
       llvm::zip_equal(function.getArguments(), inputs)) {
    llvm::Expected<Tensor> copy = input->clone();
    if (!copy)
      return copy.takeError();
    values.try_emplace(argument, std::move(*copy));
  }
  std::vector<Tensor> results;
  for (Operation &op : function.front()) {
    if (!isa<func::ReturnOp>(op)) {
      if (llvm::Error error = (this->*getHandler(&op))(&op, values))
        return std::move(error);
      continue;
    }
    for (Value operand : op.getOperands()) {
      llvm::Expected<Tensor> copy = values.find(operand)->second.clone();
      if (!copy)
        return copy.takeError();
      results.push_back(std::move(*copy));
    }
  }
  --depth;
  return results;
}

llvm::Error Evaluator::evaluateOperator(Operation *op, Values &values) {
  auto reference = cast<ReferenceOpInterface>(op);
  SmallVector<Sizes> sizes;
  SmallVector<reference::ConstTensorView> views;
  SmallVector<std::optional<int64_t>> indexOperands;
  for (Value operand : op->getOperands()) {
    const Tensor &tensor = values.find(operand)->second;
    if (tensor.getElementType() == ElementType::Index) {
      indexOperands.push_back(getIndex(tensor));
      continue;
    }
    sizes.emplace_back(tensor.getSizes());
    views.push_back({tensor.getSizes(), getByteWidth(tensor.getElementType()),
                     tensor.data()});
  }
  llvm::Expected<Sizes> resultSizes =
      reference.evaluateSizes(sizes, indexOperands);
  if (!resultSizes)
    return createError(op, llvm::toString(resultSizes.takeError()));
  llvm::Expected<TensorType> type = getResultType(op, *resultSizes);
  if (!type)
    return type.takeError();
  llvm::Expected<Tensor> result = Tensor::allocate(*type);
  if (!result)
    return result.takeError();
  std::optional<OutOfRangeIndices> indices = reference.evaluate(
      views, {*resultSizes, getByteWidth(type->elementType), result->data()});
  if (indices)
    addReport(outOfRange, describeLocation(op->getLoc()) + getMessagePrefix(op),
              *indices);
  values.try_emplace(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateCall(Operation *op, Values &values) {
  auto call = cast<func::CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, call.getCalleeAttr());
  std::vector<const Tensor *> inputs;
  for (Value operand : op->getOperands())
    inputs.push_back(&values.find(operand)->second);
  llvm::Expected<std::vector<Tensor>> results = this->call(callee, inputs);
  if (!results)
    return results.takeError();
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results))
    values.try_emplace(value, std::move(tensor));
  return llvm::Error::success();
}

/// Little-endian bits of a constant's element.
uint64_t getBits(Attribute element) {
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return integer.getValue().sextOrTrunc(64).getZExtValue();
  return cast<FloatAttr>(element).getValue().bitcastToAPInt().getZExtValue();
}

llvm::Error Evaluator::evaluateConstant(Operation *op, Values &values) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  SizesRef sizes;
  if (auto shaped = dyn_cast<ShapedType>(op->getResult(0).getType()))
    sizes = shaped.getShape();
  llvm::Expected<TensorType> type = getResultType(op, sizes);
  if (!type)
    return type.takeError();
  llvm::Expected<Tensor> result = Tensor::allocate(*type);
  if (!result)
    return result.takeError();

  if (type->isScalar) {
    result->setElementBits(0, getBits(value));
  } else if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
    if (dense.isSplat())
      result->fill(getBits(dense.getSplatValue<Attribute>()));
    else
      std::memcpy(result->data(), dense.getRawData().data(),
                  result->getNumBytes());
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
  values.try_emplace(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateDim(Operation *op, Values &values) {
  SizesRef sizes = values.find(op->getOperand(0))->second.getSizes();
  int64_t dimension = getIndex(values.find(op->getOperand(1))->second);
  if (dimension < 0 || dimension >= static_cast<int64_t>(sizes.size()))
    return createError(op, "dimension: expected less than " +
                               Twine(sizes.size()) + ", given " +
                               Twine(dimension));
  llvm::Expected<Tensor> result =
      Tensor::allocate({ElementType::Index, {}, /*isScalar=*/true});
  if (!result)
    return result.takeError();
  result->setElementBits(0, sizes[dimension]);
  values.try_emplace(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

/// The sizes of a type, its dynamic ones taken from operands.
Sizes fillDynamicSizes(Type type, ValueRange dynamic,
                       const llvm::DenseMap<Value, Tensor> &values) {
  Sizes sizes(cast<ShapedType>(type).getShape());
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size)) {
      size = getIndex(values.find(dynamic.front())->second);
      dynamic = dynamic.drop_front();
    }
  return sizes;
}

llvm::Error Evaluator::evaluateEmpty(Operation *op, Values &values) {
  Sizes sizes =
      fillDynamicSizes(op->getResult(0).getType(), op->getOperands(), values);
  llvm::Expected<TensorType> type = getResultType(op, sizes);
  if (!type)
    return type.takeError();
  llvm::Expected<Tensor> result = Tensor::allocateZeroed(*type);
  if (!result)
    return result.takeError();
  values.try_emplace(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluateReinterpretation(Operation *op, Values &values) {
  const Tensor &source = values.find(op->getOperand(0))->second;
  return copyAs(op, source, Sizes(source.getSizes()), values);
}

/// Both reshapes by reassociation name their sizes statically, or leave them to
/// operands, or (a collapse) to the source.
llvm::Error Evaluator::evaluateExpandShape(Operation *op, Values &values) {
  const Tensor &source = values.find(op->getOperand(0))->second;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    Sizes sizes(expand.getStaticOutputShape());
    ValueRange dynamic = expand.getOutputShape();
    for (int64_t &size : sizes)
      if (ShapedType::isDynamic(size)) {
        size = getIndex(values.find(dynamic.front())->second);
        dynamic = dynamic.drop_front();
      }
    return copyAs(op, source, sizes, values);
  }
  Sizes sizes;
  for (const ReassociationIndices &group :
       cast<tensor::CollapseShapeOp>(op).getReassociationIndices()) {
    Sizes parts;
    for (int64_t i : group)
      parts.push_back(source.getSizes()[i]);
    sizes.push_back(productOf(parts));
  }
  return copyAs(op, source, sizes, values);
}

llvm::Error Evaluator::evaluateReshape(Operation *op, Values &values) {
  const Tensor &source = values.find(op->getOperand(0))->second;
  const Tensor &shape = values.find(op->getOperand(1))->second;
  Sizes sizes;
  for (int64_t i = 0; i < shape.getNumElements(); ++i) {
    uint64_t bits = shape.getElementBits(i);
    unsigned width = getByteWidth(shape.getElementType()) * 8;
    sizes.push_back(llvm::SignExtend64(bits, width));
  }
  return copyAs(op, source, sizes, values);
}

} // namespace

llvm::Error checkEvaluable(func::FuncOp function) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  SmallVector<func::FuncOp> worklist = {function};
  while (!worklist.empty()) {
    func::FuncOp next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next.isExternal())
      return createError(next, "has no body to evaluate: @" + next.getName());
    if (!next.getBody().hasOneBlock())
      return createError(next, "has branches, which the reference evaluator "
                               "does not know: @" +
                                   next.getName());
    for (Operation &op : next.front()) {
      if (!isEvaluable(&op))
        return createError(&op, "is not known to the reference evaluator");
      if (auto call = dyn_cast<func::CallOp>(op))
        worklist.push_back(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr()));
    }
  }
  return llvm::Error::success();
}

llvm::Expected<RunResult> evaluateFunction(func::FuncOp function,
                                           ArrayRef<const Tensor *> inputs) {
  Evaluator evaluator;
  llvm::Expected<std::vector<Tensor>> outputs =
      evaluator.call(function, inputs);
  if (!outputs)
    return outputs.takeError();
  RunResult result;
  result.outputs = std::move(*outputs);
  result.outOfRange = std::move(evaluator.outOfRange);
  return result;
}

} // namespace dml
