//===- EvaluateSlices.cpp - Parts and elements of tensors -----------------===//
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
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml::reference {
namespace {

/// The position of a slice in a tensor. There is one entry for each dimension
/// of the tensor.
struct Slice {
  template <typename SliceOpT>
  Slice(SliceOpT op, const Values &values)
      : offsets(values.getIndices(op.getMixedOffsets())),
        sizes(values.getIndices(op.getMixedSizes())),
        strides(values.getIndices(op.getMixedStrides())) {}

  /// The index in the tensor for an index in the slice.
  Sizes locate(SizesRef index) const {
    Sizes place;
    for (auto [i, offset, stride] : llvm::zip_equal(index, offsets, strides))
      place.push_back(offset + i * stride);
    return place;
  }

  Sizes offsets, sizes, strides;
};

/// Whether `offset + i * stride` lies in [0, end) for each i below `size`. An
/// empty slice may begin at the end. The stride of a slice that is written must
/// be at least 1, so that no element is written twice.
bool isInside(int64_t offset, int64_t size, int64_t stride, int64_t end,
              bool isWritten) {
  if (size == 0)
    return offset >= 0 && offset <= end;
  if (size < 0 || offset < 0 || offset >= end)
    return false;
  if (isWritten && size > 1 && stride < 1)
    return false;
  std::optional<int64_t> last = llvm::checkedMulAdd(size - 1, stride, offset);
  return last && *last >= 0 && *last < end;
}

llvm::Error checkInside(Operation *op, const Slice &slice, SizesRef whole,
                        bool isWritten) {
  for (auto [i, end] : llvm::enumerate(whole)) {
    int64_t offset = slice.offsets[i], size = slice.sizes[i];
    int64_t stride = slice.strides[i];
    if (!isInside(offset, size, stride, end, isWritten))
      return createError(op,
                         messages::sliceOutside(i, Twine(offset), Twine(size),
                                                Twine(stride), Twine(end)));
  }
  return llvm::Error::success();
}

llvm::Error evaluateExtractSlice(Operation *op, Values &values) {
  auto extract = cast<tensor::ExtractSliceOp>(op);
  const Tensor &source = values.get(extract.getSource());
  Slice slice(extract, values);
  if (llvm::Error error =
          checkInside(op, slice, source.getSizes(), /*isWritten=*/false))
    return error;
  llvm::SmallBitVector dropped = extract.getDroppedDims();
  Sizes kept;
  for (auto [i, size] : llvm::enumerate(slice.sizes))
    if (!dropped.test(i))
      kept.push_back(size);
  if (llvm::Error error = checkElementCount(op, kept))
    return error;
  llvm::Expected<Tensor> result = allocateResult(op, kept);
  if (!result)
    return result.takeError();
  int64_t position = 0;
  forEachIndex(slice.sizes, [&](SizesRef index) {
    int64_t place = positionOf(slice.locate(index), source.getSizes());
    result->setElementBits(position++, source.getElementBits(place));
  });
  values.set(extract, std::move(*result));
  return llvm::Error::success();
}

llvm::Error checkSourceSizes(tensor::InsertSliceOp insert, SizesRef source,
                             SizesRef slice) {
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  size_t dimension = 0;
  for (auto [i, expected] : llvm::enumerate(slice)) {
    if (dropped.test(i))
      continue;
    int64_t given = source[dimension];
    if (given != expected)
      return createError(
          insert,
          messages::mismatch("dimension " + Twine(dimension) + " of the source",
                             Twine(expected), Twine(given)));
    ++dimension;
  }
  return llvm::Error::success();
}

llvm::Error evaluateInsertSlice(Operation *op, Values &values) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  const Tensor &source = values.get(insert.getSource());
  const Tensor &dest = values.get(insert.getDest());
  Slice slice(insert, values);
  if (llvm::Error error =
          checkInside(op, slice, dest.getSizes(), /*isWritten=*/true))
    return error;
  if (llvm::Error error =
          checkSourceSizes(insert, source.getSizes(), slice.sizes))
    return error;
  llvm::Expected<Tensor> result = dest.clone();
  if (!result)
    return result.takeError();
  int64_t position = 0;
  forEachIndex(slice.sizes, [&](SizesRef index) {
    int64_t place = positionOf(slice.locate(index), dest.getSizes());
    result->setElementBits(place, source.getElementBits(position++));
  });
  values.set(insert, std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateExtract(Operation *op, Values &values) {
  auto extract = cast<tensor::ExtractOp>(op);
  const Tensor &tensor = values.get(extract.getTensor());
  Sizes index = values.getIndices(extract.getIndices());
  if (llvm::Error error = checkIndex(op, index, tensor.getSizes()))
    return error;
  llvm::Expected<Tensor> result = allocateResult(op, {});
  if (!result)
    return result.takeError();
  result->setElementBits(
      0, tensor.getElementBits(positionOf(index, tensor.getSizes())));
  values.set(extract, std::move(*result));
  return llvm::Error::success();
}

llvm::Error evaluateInsert(Operation *op, Values &values) {
  auto insert = cast<tensor::InsertOp>(op);
  const Tensor &dest = values.get(insert.getDest());
  Sizes index = values.getIndices(insert.getIndices());
  if (llvm::Error error = checkIndex(op, index, dest.getSizes()))
    return error;
  llvm::Expected<Tensor> result = dest.clone();
  if (!result)
    return result.takeError();
  result->setElementBits(positionOf(index, dest.getSizes()),
                         values.get(insert.getScalar()).getElementBits(0));
  values.set(insert, std::move(*result));
  return llvm::Error::success();
}

} // namespace

Handler findSliceHandler(Operation *op) {
  return llvm::TypeSwitch<Operation *, Handler>(op)
      .Case([](tensor::ExtractSliceOp) { return &evaluateExtractSlice; })
      .Case([](tensor::InsertSliceOp) { return &evaluateInsertSlice; })
      .Case([](tensor::ExtractOp) { return &evaluateExtract; })
      .Case([](tensor::InsertOp) { return &evaluateInsert; })
      .Default(Handler());
}

} // namespace dml::reference
