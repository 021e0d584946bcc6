//===- TransposeTasks.cpp - Transposed blocks as parallel tasks -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both loops are cut into ranges: whole lines of the source, and as many
// columns as make a part of a strip. A task takes several pairs of ranges and
// moves each in blocks.
//
//===----------------------------------------------------------------------===//

#include "TransposeTasks.h"
#include "BlockWriter.h"
#include "CacheLines.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "TaskTiling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {
namespace {

/// Columns of a range.
constexpr int64_t kRangeColumns = kStripPartBytes / kLineBytes;

class TransposeEmitter {
public:
  TransposeEmitter(MovementIndices &indices, const TransposeShape &shape)
      : m(indices), shape(shape) {
    auto type = cast<MemRefType>(m.getDest().getType());
    VectorType line = getLineType(type.getElementType());
    columnType = VectorType::get(shape.numRows, line.getElementType());
    lineElements = line.getNumElements();
    source = createFlatView(m.b, m.loc, m.getSource());
    output = createFlatView(m.b, m.loc, m.getDest());
    outputStrides.resize(m.getSizes().size(), m.constant(1));
    for (unsigned i = outputStrides.size() - 1; i-- > 0;)
      outputStrides[i] = m.multiply(outputStrides[i + 1], m.getSizes()[i + 1]);
  }

  void emit(int64_t cacheBytes) {
    Value moved =
        m.add(getFlatSize(m.b, m.loc, source), getFlatSize(m.b, m.loc, output));
    Value limit = m.constant(cacheBytes / (kLineBytes / lineElements));
    BlockWriter writer(m.b, m.loc, output,
                       getMisalignment(m.b, m.loc, m.getDest()), shape,
                       getSize(getColumnLoop()), m.isBelow(limit, moved));
    SmallVector<Value> numRanges(m.getSizes());
    numRanges[shape.loop] = countRanges(shape.loop, shape.rangeRows);
    numRanges.back() = countRanges(getColumnLoop(), kRangeColumns);
    int64_t columns = std::min(getSize(getColumnLoop()), kRangeColumns);
    int64_t rangeBytes =
        columns * shape.rangeRows * (kLineBytes / lineElements);
    int64_t grain = llvm::divideCeil(kMoveTaskBytes, rangeBytes);
    Value end = m.product(numRanges);
    m.parallelForEach(end, m.constant(grain), [&](Value first) {
      m.forEach(first, m.minimum(m.add(first, grain), end), 1, [&](Value i) {
        emitRanges(writer, m.delinearize(i, numRanges));
      });
      writer.finish();
    });
  }

private:
  unsigned getColumnLoop() const { return m.getLoops().size() - 1; }
  int64_t getSize(unsigned loop) const { return *m.getLoops()[loop].size; }

  /// The last range has the rest too, so that none is shorter than a block.
  Value countRanges(unsigned loop, int64_t length) {
    return m.constant(std::max<int64_t>(getSize(loop) / length, 1));
  }

  BlockRange getRange(Value number, unsigned loop, int64_t length) {
    Value begin = m.multiply(number, length), next = m.add(begin, length);
    Value size = m.constant(getSize(loop));
    Value isLast = m.isBelow(size, m.add(next, length));
    return {begin, m.select(isLast, size, next)};
  }

  /// The blocks of two ranges, at these iterations of the other loops.
  void emitRanges(BlockWriter &writer, SmallVector<Value> indices) {
    BlockRange rows =
        getRange(indices[shape.loop], shape.loop, shape.rangeRows);
    BlockRange columns =
        getRange(indices.back(), getColumnLoop(), kRangeColumns);
    writer.emit(
        rows, columns, outputStrides[shape.loop], [&](Value row, Value column) {
          indices[shape.loop] = row;
          indices.back() = column;
          Value to = m.constant(0);
          for (auto [index, stride] : llvm::zip_equal(indices, outputStrides))
            to = m.add(to, m.multiply(index, stride));
          return BlockWriter::Block{loadColumns(indices), to};
        });
  }

  ScalarBuilder::Values loadColumns(ArrayRef<Value> indices) {
    Value position = m.getPosition(indices);
    auto load = [&](int64_t column) -> Value {
      Value at = m.add(position, m.multiply(m.getStrides().back(), column));
      return vector::LoadOp::create(m.b, m.loc, columnType, source, at);
    };
    auto columns = llvm::seq<int64_t>(shape.numColumns);
    return m.ifElse(
        isInside(indices),
        [&] { return ScalarBuilder::Values(llvm::map_range(columns, load)); },
        [&] {
          Value otherwise = createOtherwise();
          return ScalarBuilder::Values(
              llvm::map_range(columns, [&](int64_t column) -> Value {
                return m.ifElse(
                    isColumnInside(indices, column),
                    [&] { return load(column); }, [&] { return otherwise; });
              }));
        });
  }

  /// Whether all predicates hold for a column of a block.
  Value isColumnInside(ArrayRef<Value> indices, int64_t column) {
    Value result = m.boolean(true);
    for (auto [p, bound] : llvm::enumerate(m.getBounds())) {
      int64_t step = m.getLoops().back().predicateSteps[p];
      Value position = m.add(m.getPredicatePosition(p, indices),
                             m.multiply(m.constant(column), step));
      result = m.both(result, m.isBelow(position, bound));
    }
    return result;
  }

  /// Whether all predicates hold for a block: their positions grow with the
  /// columns.
  Value isInside(ArrayRef<Value> indices) {
    return m.both(isColumnInside(indices, 0),
                  isColumnInside(indices, shape.numColumns - 1));
  }

  /// A vector of what stands where a predicate fails.
  Value createOtherwise() {
    return arith::ConstantOp::create(
        m.b, m.loc,
        DenseElementsAttr::get(columnType, getBits(m.getOtherwise())));
  }

  MovementIndices &m;
  TransposeShape shape;
  VectorType columnType;
  /// Elements of a line.
  int64_t lineElements;
  /// Flat views.
  Value source, output;
  /// Elements of the output between neighbours, of all loops.
  SmallVector<Value> outputStrides;
};

} // namespace

void emitTransposeTasks(MovementIndices &indices, const TransposeShape &shape,
                        int64_t cacheBytes) {
  TransposeEmitter(indices, shape).emit(cacheBytes);
}

} // namespace dml
