//===- BlockWriter.cpp - Blocks that are written transposed ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockWriter.h"
#include "CacheLines.h"
#include "InterleaveLines.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace dml {

/// Rows of a block, at most: registers hold a line of each.
constexpr static int64_t kMaxRows = 16;

BlockShape BlockShape::get(int64_t rows, int64_t columns,
                           int64_t elementBytes) {
  auto getLength = [](int64_t size, int64_t limit) -> int64_t {
    return llvm::bit_floor<uint64_t>(std::min(size, limit));
  };
  int64_t numColumns = getLength(columns, kLineBytes / elementBytes);
  return {getLength(rows, std::min(kMaxRows, numColumns)), numColumns};
}

BlockWriter::BlockWriter(OpBuilder &b, Location loc, Value output,
                         Value misalignment, BlockShape shape, int64_t rowSize,
                         Value exceedsCache)
    : IndexBuilder(b, loc), shape(shape), output(output) {
  Type elementType = cast<MemRefType>(output.getType()).getElementType();
  int64_t lineElements = getLineType(elementType).getNumElements();
  bool hasLines =
      shape.numColumns == lineElements && rowSize % lineElements == 0;
  bypassesCache =
      hasLines ? both(exceedsCache, isEqual(misalignment, 0)) : boolean(false);
}

void BlockWriter::emit(BlockRange rows, BlockRange columns, Value rowStride,
                       llvm::function_ref<Block(Value, Value)> load) {
  forEachBlock(columns, shape.numColumns, [&](Value column) {
    forEachBlock(rows, shape.numRows,
                 [&](Value row) { emitBlock(load(row, column), rowStride); });
  });
}

void BlockWriter::forEachBlock(BlockRange range, int64_t length,
                               llvm::function_ref<void(Value)> body) {
  Value last = subtract(range.end, length);
  forEach(range.begin, range.end, length,
          [&](Value i) { body(signedMinimum(i, last)); });
}

void BlockWriter::emitBlock(const Block &block, Value rowStride) {
  // Each vector has the columns that lie as many apart as there are rows.
  SmallVector<Value> vectors;
  for (int64_t row = 0; row < shape.numRows; ++row) {
    SmallVector<Value> parts;
    for (int64_t i = row; i < shape.numColumns; i += shape.numRows)
      parts.push_back(block.columns[i]);
    vectors.push_back(concatenate(parts));
  }
  SmallVector<Value> rows = transposeLanes(b, loc, vectors);
  auto store = [&](LineStore kind) {
    Value at = block.position;
    for (Value row : rows) {
      storeLine(b, loc, row, output, at, kind);
      at = add(at, rowStride);
    }
  };
  ifElse(
      bypassesCache, [&] { store(LineStore::NonTemporal); },
      [&] { store(LineStore::Unaligned); });
}

/// One vector of a power of two of vectors.
Value BlockWriter::concatenate(ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  Value low = concatenate(parts.take_front(parts.size() / 2));
  Value high = concatenate(parts.drop_front(parts.size() / 2));
  int64_t size = 2 * cast<VectorType>(low.getType()).getNumElements();
  return vector::ShuffleOp::create(b, loc, low, high,
                                   llvm::to_vector(llvm::seq<int64_t>(size)));
}

void BlockWriter::finish() {
  ifThen(bypassesCache, [&] { createStoreFence(b, loc); });
}

} // namespace dml
