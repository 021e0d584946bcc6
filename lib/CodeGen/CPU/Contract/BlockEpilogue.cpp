//===- BlockEpilogue.cpp - What is computed from a block's sums -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEpilogue.h"

using namespace mlir;

namespace dml {

LoopGroup BlockEpilogue::getColumns(const Access &access) const {
  return getLoopGroup(nest, access, columns);
}

FailureOr<BlockEpilogue> BlockEpilogue::create(OpOperand &input,
                                               int64_t numColumns) {
  auto op = cast<linalg::LinalgOp>(input.getOwner());
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest) || nest->usesIndices || !nest->otherReads.empty())
    return failure();
  BlockEpilogue epilogue;
  epilogue.op = op;
  epilogue.sum = op.getMatchingBlockArgument(&input);
  epilogue.nest = std::move(*nest);
  epilogue.numColumns = numColumns;
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (!isVectorizable(inner))
      return failure();
    epilogue.operations.push_back(&inner);
  }

  auto isInput = [&](const Access &read) { return read.operand == &input; };
  const Access read = *llvm::find_if(epilogue.nest.reads, isInput);
  llvm::erase_if(epilogue.nest.reads, isInput);
  if (!isPlain(read))
    return failure();
  for (unsigned loop : getLoopsOutermostFirst(epilogue.nest, read)) {
    int64_t stride = read.strides[loop];
    bool isInRow = stride < numColumns;
    if (isInRow && stride * epilogue.nest.loops[loop].size > numColumns)
      return failure();
    (isInRow ? epilogue.columns : epilogue.rows).push_back(loop);
  }

  auto isVector = [&](const Access &access) {
    LoopGroup columns = epilogue.getColumns(access);
    return isPlain(access) && getLineElementBytes(access.elementType) &&
           columns.sizes.size() == 1 && columns.innerStride() <= 1;
  };
  const Access &write = epilogue.nest.writes.front();
  if (!llvm::all_of(epilogue.nest.reads, isVector) || !isVector(write) ||
      epilogue.getColumns(write).innerStride() != 1)
    return failure();
  return epilogue;
}

void BlockEpilogue::createViews(VectorBuilder v) {
  for (const Access &read : nest.reads)
    readViews.push_back(v.createFlatView(read.buffer));
  resultView = v.createFlatView(nest.writes.front().buffer);
}

void BlockEpilogue::emit(VectorBuilder &v, Value row, Value column, Value sums,
                         Value mask) const {
  SmallVector<Value> sizes;
  for (unsigned loop : rows)
    sizes.push_back(v.constant(nest.loops[loop].size));
  SmallVector<Value> indices = v.delinearize(v.divide(row, numColumns), sizes);
  auto getPosition = [&](const Access &access) {
    Value position = v.multiply(column, getColumns(access).innerStride());
    for (auto [loop, index] : llvm::zip_equal(rows, indices))
      position = v.add(position, v.multiply(index, access.strides[loop]));
    return position;
  };

  linalg::LinalgOp op = this->op;
  int64_t length = cast<VectorType>(sums.getType()).getNumElements();
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(input), input->get());
  mapping.map(sum, sums);
  for (auto [read, view] : llvm::zip_equal(nest.reads, readViews)) {
    bool isShared = getColumns(read).innerStride() == 0;
    Type type = read.elementType;
    if (!isShared)
      type = VectorType::get(length, type);
    mapping.map(
        op.getMatchingBlockArgument(read.operand),
        v.loadAs(view, getPosition(read), type, isShared ? Value() : mask));
  }
  v.cloneOnVectors(operations, length, mapping);
  Value result =
      mapping.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0));
  v.storeAs(v.broadcast(result, length), resultView,
            getPosition(nest.writes.front()), mask);
}

} // namespace dml
