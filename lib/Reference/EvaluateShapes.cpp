//===- EvaluateShapes.cpp - Tensors of other sizes ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;

namespace dml::reference {
namespace {

//===----------------------------------------------------------------------===//
// Rules about sizes
//===----------------------------------------------------------------------===//

llvm::Error checkSize(Operation *op, int64_t dimension, int64_t size) {
  if (size >= 0 && size <= kMaxUInt32)
    return llvm::Error::success();
  return createError(op, messages::badResultSize(dimension, Twine(size)));
}

llvm::Error checkEqual(Operation *op, const Twine &what, int64_t expected,
                       int64_t given) {
  if (expected == given)
    return llvm::Error::success();
  return createError(op,
                     messages::mismatch(what, Twine(expected), Twine(given)));
}

/// Checks the size of a dimension if the result's type declares one.
llvm::Error checkDeclaredSize(Operation *op, int64_t dimension, int64_t size) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.isDynamicDim(dimension))
    return llvm::Error::success();
  return checkEqual(op, "dimension " + Twine(dimension) + " of the result",
                    size, type.getDimSize(dimension));
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

/// The sizes of the result. Operands give the dynamic ones.
llvm::Expected<Sizes> getSizes(Operation *op, ValueRange dynamic,
                               const Values &values) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Sizes sizes(type.getShape());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!ShapedType::isDynamic(size))
      continue;
    size = values.getIndex(dynamic.front());
    dynamic = dynamic.drop_front();
    if (llvm::Error error = checkSize(op, i, size))
      return std::move(error);
  }
  if (llvm::Error error = checkElementCount(op, sizes))
    return std::move(error);
  return sizes;
}

llvm::Error evaluateEmpty(Operation *op, Values &values) {
  auto empty = cast<tensor::EmptyOp>(op);
  llvm::Expected<Sizes> sizes = getSizes(op, empty.getDynamicSizes(), values);
  if (!sizes)
    return sizes.takeError();
  llvm::Expected<Tensor> result = allocateResult(op, *sizes);
  if (!result)
    return result.takeError();
  values.set(empty, std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateSplat(Operation *op, Values &values) {
  auto splat = cast<tensor::SplatOp>(op);
  llvm::Expected<Sizes> sizes = getSizes(op, splat.getDynamicSizes(), values);
  if (!sizes)
    return sizes.takeError();
  llvm::Expected<Tensor> result = allocateResult(op, *sizes);
  if (!result)
    return result.takeError();
  result->fill(values.get(splat.getInput()).getElementBits(0));
  values.set(splat, std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateFromElements(Operation *op, Values &values) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  llvm::Expected<Tensor> result = allocateResult(op, type.getShape());
  if (!result)
    return result.takeError();
  for (auto [i, element] : llvm::enumerate(op->getOperands()))
    result->setElementBits(i, values.get(element).getElementBits(0));
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateDim(Operation *op, Values &values) {
  SizesRef sizes = values.get(op->getOperand(0)).getSizes();
  int64_t dimension = values.getIndex(op->getOperand(1));
  if (dimension < 0 || dimension >= static_cast<int64_t>(sizes.size()))
    return createError(op, "index is out of bounds");
  llvm::Expected<Tensor> result = allocateResult(op, {});
  if (!result)
    return result.takeError();
  result->setElementBits(0, sizes[dimension]);
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Elements in another shape
//===----------------------------------------------------------------------===//

/// Copies the elements of the first operand to a result of these sizes.
llvm::Error copyAs(Operation *op, SizesRef sizes, Values &values) {
  const Tensor &source = values.get(op->getOperand(0));
  llvm::Expected<Tensor> result = allocateResult(op, sizes);
  if (!result)
    return result.takeError();
  std::memcpy(result->data(), source.data(), source.getNumBytes());
  values.set(op->getResult(0), std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateCast(Operation *op, Values &values) {
  Sizes sizes(values.get(op->getOperand(0)).getSizes());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [i, given, declared] : llvm::enumerate(sizes, type.getShape()))
    if (!ShapedType::isDynamic(declared) && given != declared)
      return createError(op, "size mismatch of dim " + Twine(i));
  return copyAs(op, sizes, values);
}

llvm::Error evaluateBitcast(Operation *op, Values &values) {
  return copyAs(op, Sizes(values.get(op->getOperand(0)).getSizes()), values);
}

llvm::Error evaluateCollapseShape(Operation *op, Values &values) {
  SizesRef source = values.get(op->getOperand(0)).getSizes();
  Sizes sizes;
  for (const ReassociationIndices &group :
       cast<tensor::CollapseShapeOp>(op).getReassociationIndices()) {
    int64_t product = 1;
    for (int64_t i : group)
      product *= source[i];
    sizes.push_back(product);
  }
  return copyAs(op, sizes, values);
}

llvm::Error evaluateExpandShape(Operation *op, Values &values) {
  auto expand = cast<tensor::ExpandShapeOp>(op);
  SizesRef source = values.get(expand.getSrc()).getSizes();
  Sizes sizes = values.getIndices(expand.getMixedOutputShape());
  for (auto [i, group] : llvm::enumerate(expand.getReassociationIndices())) {
    Sizes parts;
    for (int64_t part : group) {
      if (llvm::Error error = checkSize(op, part, sizes[part]))
        return error;
      parts.push_back(sizes[part]);
    }
    if (llvm::Error error = checkElementCount(op, parts))
      return error;
    if (llvm::Error error = checkEqual(op, "parts of dimension " + Twine(i),
                                       source[i], productOf(parts)))
      return error;
  }
  return copyAs(op, sizes, values);
}

llvm::Error evaluateReshape(Operation *op, Values &values) {
  const Tensor &source = values.get(op->getOperand(0));
  const Tensor &shape = values.get(op->getOperand(1));
  unsigned width = getByteWidth(shape.getElementType()) * 8;
  Sizes sizes;
  for (int64_t i = 0; i < shape.getNumElements(); ++i) {
    int64_t size = llvm::SignExtend64(shape.getElementBits(i), width);
    if (llvm::Error error = checkSize(op, i, size))
      return error;
    if (llvm::Error error = checkDeclaredSize(op, i, size))
      return error;
    sizes.push_back(size);
  }
  if (llvm::Error error = checkElementCount(op, sizes))
    return error;
  if (llvm::Error error = checkEqual(op, "elements of the source",
                                     productOf(sizes), source.getNumElements()))
    return error;
  return copyAs(op, sizes, values);
}

//===----------------------------------------------------------------------===//
// Larger tensors
//===----------------------------------------------------------------------===//

/// Copies a tensor into a larger one, beginning at `offsets`.
void place(const Tensor &tensor, SizesRef offsets, Tensor &into) {
  int64_t position = 0;
  forEachIndex(tensor.getSizes(), [&](SizesRef index) {
    Sizes to(index);
    for (auto [i, offset] : llvm::zip_equal(to, offsets))
      i += offset;
    into.setElementBits(positionOf(to, into.getSizes()),
                        tensor.getElementBits(position++));
  });
}

llvm::Error evaluatePad(Operation *op, Values &values) {
  auto pad = cast<tensor::PadOp>(op);
  const Tensor &source = values.get(pad.getSource());
  Sizes low = values.getIndices(pad.getMixedLowPad());
  Sizes high = values.getIndices(pad.getMixedHighPad());
  Sizes sizes;
  for (auto [i, size] : llvm::enumerate(source.getSizes())) {
    for (int64_t padding : {low[i], high[i]})
      if (padding < 0 || padding > kMaxUInt32)
        return createError(op, messages::badPadding(i, Twine(padding)));
    sizes.push_back(low[i] + size + high[i]);
    if (llvm::Error error = checkDeclaredSize(op, i, sizes.back()))
      return error;
  }
  if (llvm::Error error = checkElementCount(op, sizes))
    return error;
  llvm::Expected<Tensor> result = allocateResult(op, sizes);
  if (!result)
    return result.takeError();
  Value padding = pad.getConstantPaddingValue();
  if (pad.getRegion().isAncestor(padding.getParentRegion()))
    if (llvm::Error error = evaluateConstant(padding.getDefiningOp(), values))
      return error;
  result->fill(values.get(padding).getElementBits(0));
  place(source, low, *result);
  values.set(pad, std::move(*result));
  return llvm::Error::success();
}

llvm::Expected<Sizes> getConcatenatedSizes(tensor::ConcatOp concat,
                                           const Values &values) {
  auto joined = static_cast<int64_t>(concat.getDim());
  Sizes sizes(values.get(concat.getInputs().front()).getSizes());
  for (auto [i, size] : llvm::enumerate(sizes)) {
    for (auto [number, input] :
         llvm::drop_begin(llvm::enumerate(concat.getInputs()))) {
      int64_t given = values.get(input).getSizes()[i];
      if (static_cast<int64_t>(i) == joined)
        size += given;
      else if (llvm::Error error = checkEqual(
                   concat,
                   "dimension " + Twine(i) + " of operand " + Twine(number),
                   size, given))
        return std::move(error);
    }
    if (llvm::Error error = checkDeclaredSize(concat, i, size))
      return std::move(error);
  }
  if (llvm::Error error = checkElementCount(concat, sizes))
    return std::move(error);
  return sizes;
}

llvm::Error evaluateConcat(Operation *op, Values &values) {
  auto concat = cast<tensor::ConcatOp>(op);
  llvm::Expected<Sizes> sizes = getConcatenatedSizes(concat, values);
  if (!sizes)
    return sizes.takeError();
  llvm::Expected<Tensor> result = allocateResult(op, *sizes);
  if (!result)
    return result.takeError();
  Sizes offsets(sizes->size(), 0);
  for (Value input : concat.getInputs()) {
    place(values.get(input), offsets, *result);
    offsets[concat.getDim()] += values.get(input).getSizes()[concat.getDim()];
  }
  values.set(concat, std::move(*result));
  return llvm::Error::success();
}

} // namespace

Handler findShapeHandler(Operation *op) {
  return llvm::TypeSwitch<Operation *, Handler>(op)
      .Case([](tensor::EmptyOp) { return &evaluateEmpty; })
      .Case([](tensor::SplatOp) { return &evaluateSplat; })
      .Case([](tensor::FromElementsOp) { return &evaluateFromElements; })
      .Case([](tensor::DimOp) { return &evaluateDim; })
      .Case([](tensor::CastOp) { return &evaluateCast; })
      .Case([](tensor::BitcastOp) { return &evaluateBitcast; })
      .Case([](tensor::CollapseShapeOp) { return &evaluateCollapseShape; })
      .Case([](tensor::ExpandShapeOp) { return &evaluateExpandShape; })
      .Case([](tensor::ReshapeOp) { return &evaluateReshape; })
      .Case([](tensor::ConcatOp) { return &evaluateConcat; })
      .Case([](tensor::PadOp pad) {
        return pad.getConstantPaddingValue() ? &evaluatePad : Handler();
      })
      .Default(Handler());
}

} // namespace dml::reference
