//===- BlockEpilogue.cpp - What is computed from a block's sums -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEpilogue.h"
#include "CodeGen/CPU/Move/CacheLines.h"

using namespace mlir;

namespace dml {

/// Finds the loops of the contraction that a loop is a part of. `stride` is how
/// far its steps are apart in the contraction's result.
LogicalResult BlockEpilogue::addPart(const NestLoop &loop, int64_t stride,
                                     const AccessNest &contractionNest,
                                     const Contraction &contraction) {
  const Access &result = contractionNest.getMainWrite();
  LoopPart part;
  auto isPartOf = [&](ArrayRef<unsigned> loops) {
    LoopGroup group = getLoopGroup(contractionNest, result, loops);
    int64_t inner = group.innerStride(), end = inner * group.count();
    if (inner == 0 || stride < inner || stride * loop.size > end)
      return false;
    part.divisor = stride / inner;
    part.isOutermost = stride * loop.size == end;
    return true;
  };
  if (isPartOf(contraction.rows.loops)) {
    part.group = LoopPart::Rows;
  } else if (isPartOf(contraction.columns.loops)) {
    part.group = LoopPart::Columns;
  } else {
    part.group = LoopPart::Batch;
    for (unsigned outer : contraction.batch) {
      if (isPartOf(outer))
        break;
      ++part.batchLoop;
    }
    if (part.batchLoop == contraction.batch.size())
      return failure();
  }
  parts.push_back(part);
  return success();
}

LoopGroup BlockEpilogue::getColumns(const Access &access) const {
  return getLoopGroup(nest, access, columns);
}

FailureOr<BlockEpilogue>
BlockEpilogue::create(OpOperand &input, const AccessNest &contractionNest,
                      const Contraction &contraction) {
  auto op = cast<linalg::LinalgOp>(input.getOwner());
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest) || nest->usesIndices || !nest->otherReads.empty())
    return failure();
  BlockEpilogue epilogue;
  epilogue.op = op;
  epilogue.sum = op.getMatchingBlockArgument(&input);
  epilogue.nest = std::move(*nest);
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (!isVectorizable(inner))
      return failure();
    epilogue.operations.push_back(&inner);
  }
  auto isInput = [&](const Access &read) { return read.operand == &input; };
  const Access read = *llvm::find_if(epilogue.nest.reads, isInput);
  llvm::erase_if(epilogue.nest.reads, isInput);

  for (auto [i, loop] : llvm::enumerate(epilogue.nest.loops)) {
    if (loop.size == 1) {
      epilogue.parts.emplace_back();
      continue;
    }
    if (!isPlain(read) ||
        failed(epilogue.addPart(loop, read.strides[i], contractionNest,
                                contraction)))
      return failure();
    if (epilogue.parts.back().group == LoopPart::Columns)
      epilogue.columns.push_back(i);
  }
  llvm::sort(epilogue.columns, [&](unsigned lhs, unsigned rhs) {
    return read.strides[lhs] > read.strides[rhs];
  });
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

void BlockEpilogue::createViews(OpBuilder &b, Location loc) {
  for (const Access &read : nest.reads)
    readViews.push_back(createFlatView(b, loc, read.buffer));
  resultView = createFlatView(b, loc, nest.writes.front().buffer);
}

Value BlockEpilogue::getPosition(IndexBuilder &i, const Access &access,
                                 const Place &place) const {
  Value position = i.multiply(place.column, getColumns(access).innerStride());
  for (auto [loop, part, stride] :
       llvm::zip_equal(nest.loops, parts, access.strides)) {
    if (loop.size == 1 || part.group == LoopPart::Columns || stride == 0)
      continue;
    bool isRow = part.group == LoopPart::Rows;
    Value index = isRow ? place.row : place.batch[part.batchLoop];
    int64_t rest = isRow ? place.rowInBlock : 0;
    if (part.divisor != 1 || !part.isOutermost) {
      index = i.divide(i.add(index, rest), part.divisor);
      rest = 0;
    }
    if (!part.isOutermost)
      index = i.remainder(index, loop.size);
    position = i.add(i.add(position, i.multiply(index, stride)), rest * stride);
  }
  return position;
}

void BlockEpilogue::emit(IndexBuilder &i, const Place &place, Value sums,
                         Value mask) const {
  OpBuilder &b = i.b;
  linalg::LinalgOp op = this->op;
  int64_t length = cast<VectorType>(sums.getType()).getNumElements();
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(input), input->get());
  mapping.map(sum, sums);
  for (auto [read, view] : llvm::zip_equal(nest.reads, readViews)) {
    Value position = getPosition(i, read, place);
    auto type = VectorType::get(length, read.elementType);
    Value loaded;
    if (getColumns(read).innerStride() == 0)
      loaded = loadAs(b, i.loc, view, position, read.elementType);
    else if (!mask)
      loaded = loadAs(b, i.loc, view, position, type);
    else
      loaded =
          loadLanes(b, i.loc, view, position, mask,
                    arith::ConstantOp::create(b, i.loc, b.getZeroAttr(type)));
    mapping.map(op.getMatchingBlockArgument(read.operand), loaded);
  }
  cloneOnVectors(b, i.loc, operations, length, mapping);
  Value result = broadcastTo(
      b, i.loc,
      mapping.lookupOrDefault(op.getBlock()->getTerminator()->getOperand(0)),
      length);
  Value position = getPosition(i, nest.writes.front(), place);
  if (mask)
    storeLanes(b, i.loc, result, resultView, position, mask);
  else
    storeAs(b, i.loc, result, resultView, position);
}

} // namespace dml
