//===- PhaseEmitter.cpp - Rows of results, phase by phase -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements 0, 11, 22, … of a fold's row read neighbours if the stride is 11, so
// each such phase makes vectors. A task computes a block of rows in memory of
// its own, one phase of all rows after the other, which reads long parts of the
// input in order. Then it writes the rows, for which it transposes tiles of
// iterations and phases.
//
//===----------------------------------------------------------------------===//

#include "StreamEmitter.h"
#include "StreamRows.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {
namespace {

/// The tiles that take the fewest loads and stores. Some columns of the last
/// one may have no phase.
BlockShape chooseTile(int64_t numPhases, int64_t lineElements) {
  auto getShape = [&](int64_t columns) {
    return BlockShape::get(columns, columns, lineElements);
  };
  auto getCost = [&](BlockShape tile) {
    return double(llvm::divideCeil(numPhases, tile.numColumns)) *
           (tile.numRows + tile.numColumns) / tile.numRows;
  };
  BlockShape best = getShape(lineElements);
  for (int64_t columns = lineElements / 2; columns >= 4; columns /= 2)
    if (getCost(getShape(columns)) <= getCost(best))
      best = getShape(columns);
  return best;
}

/// Builds the tasks of one operation with one result.
class PhaseEmitter : StreamRows {
public:
  PhaseEmitter(OpBuilder &b, linalg::LinalgOp op, const AccessNest &nest,
               const StreamSchedule &schedule)
      : StreamRows(b, op, nest, schedule), numPhases(schedule.unrolling),
        numOuterLoops(nest.loops.size() - 1), numRows(constant(1)),
        numParts(width / schedule.partElements) {
    // Without phases of rows, the rows of all outer loops are joined. Otherwise
    // rows are those of the innermost loop that has several iterations.
    while (numOuterLoops > 0 &&
           (getConstantIntValue(numRows) == 1 || schedule.rowPhases == 1))
      numRows = multiply(sizes[--numOuterLoops], numRows);
    int64_t lineElements = kLineBytes / addResult(0).elementBytes;
    tile = chooseTile(numPhases, lineElements);
    numTiles = llvm::divideCeil(numPhases, tile.numColumns);
    int64_t longest =
        numParts == 1 ? width
                      : schedule.partElements + width % schedule.partElements;
    pitch = getPhasePitch(llvm::divideCeil(longest, numPhases), lineElements);
  }

  LogicalResult emit() {
    Value numBlocks = product(getBlockSizes());
    StreamResult &result = results.front();
    auto memory = MemRefType::get(
        {schedule.phaseRows * numTiles * tile.numColumns * pitch},
        getElementTypeOrSelf(result.output));
    parallelForEach(numBlocks, schedule.grain, [&](Value first) {
      Value last = minimum(add(first, schedule.grain), numBlocks);
      result.block = allocate(memory);
      forEach(first, last, 1, [&](Value number) {
        Block block = getBlock(number);
        compute(block);
        write(block);
      });
      memref::DeallocOp::create(b, loc, result.block);
    });
    return success(!isFailed);
  }

private:
  /// Elements [begin, end) of rows that follow each other.
  struct Block {
    SmallVector<Value> indices;
    Value firstRow, numRows, begin, end;
  };

  /// The blocks along each outer loop, along rows and along parts of them.
  SmallVector<Value> getBlockSizes() {
    SmallVector<Value> blockSizes(ArrayRef(sizes).take_front(numOuterLoops));
    blockSizes.push_back(ceilDivide(numRows, schedule.phaseRows));
    blockSizes.push_back(constant(numParts));
    return blockSizes;
  }

  Block getBlock(Value number) {
    Block block;
    block.indices = delinearize(number, getBlockSizes());
    Value part = block.indices.pop_back_val();
    block.firstRow = multiply(block.indices.pop_back_val(), schedule.phaseRows);
    block.numRows =
        minimum(subtract(numRows, block.firstRow), schedule.phaseRows);
    block.begin = multiply(part, schedule.partElements);
    block.end = getEnd(block.begin, schedule.partElements, constant(width));
    return block;
  }

  /// Returns the position in the result at which a row of the block begins.
  Value getPosition(const Block &block, Value row) {
    Value position = constant(0);
    for (auto [index, size] : llvm::zip(block.indices, sizes))
      position = add(multiply(position, size), index);
    position = add(multiply(position, numRows), add(block.firstRow, row));
    return add(multiply(position, width), block.begin);
  }

  /// Returns the indices of all loops but the innermost one. `row` counts the
  /// rows of the block's outer indices.
  SmallVector<Value> getIndices(const Block &block, Value row) {
    SmallVector<Value> indices(block.indices);
    ArrayRef<Value> rowSizes =
        ArrayRef(sizes).drop_back().drop_front(numOuterLoops);
    // BodyVectorizer divides the terms of a sum one by one, so a sum is kept.
    if (rowSizes.size() == 1)
      indices.push_back(row);
    else
      llvm::append_range(indices, delinearize(row, rowSizes));
    return indices;
  }

  /// Where a phase of a row starts in the block's memory.
  Value getPlace(Value row, Value phase) {
    return multiply(add(multiply(row, numTiles * tile.numColumns), phase),
                    pitch);
  }

  /// Rows whose windows begin at the same element read the same parts of the
  /// input, one after the other.
  void compute(const Block &block) {
    int64_t step = schedule.rowPhases;
    Value numSteps = minimum(block.numRows, step);
    forEach(constant(0), numSteps, 1, [&](Value first) {
      Value count = ceilDivide(subtract(block.numRows, first), step);
      Value firstRow = add(block.firstRow, first);
      forEach(constant(0), numPhases, 1, [&](Value current) {
        phase = current;
        forEach(constant(0), count, 1, [&](Value number) {
          AffineExpr sum = b.getAffineDimExpr(0) * step + b.getAffineDimExpr(1);
          Value row = affine::AffineApplyOp::create(
              b, loc, AffineMap::get(2, 0, sum), ValueRange{number, firstRow});
          Value place =
              subtract(getPlace(add(multiply(number, step), first), phase),
                       divide(block.begin, numPhases));
          emitPhase(getIndices(block, row), block.begin, block.end, place);
        });
      });
    });
  }

  /// Writes the rows in order. Each tile stores past its end, and the next tile
  /// overwrites that.
  void write(const Block &block) {
    Value begin = divide(block.begin, numPhases);
    Value end = ceilDivide(block.end, numPhases);
    const StreamResult &result = results.front();
    int64_t slack = tile.numRows * numPhases + numTiles * tile.numColumns;
    WriteCombiningBuffer buffer(b, loc, result.output, result.misalignment,
                                getPosition(block, constant(0)), bypassesCache,
                                slack * result.elementBytes);
    staging = &buffer;
    Values state = forEach(
        constant(0), block.numRows, 1, buffer.getStart(),
        [&](Value row, Values now) {
          Value place = subtract(getPlace(row, constant(0)), begin);
          return forEach(
              begin, end, tile.numRows, now, [&](Value iteration, Values now) {
                return writeTiles(add(place, iteration), block, iteration, now);
              });
        });
    buffer.finish(state);
  }

  Values writeTiles(Value place, const Block &block, Value iteration,
                    ValueRange state) {
    const StreamResult &result = results.front();
    auto type =
        VectorType::get(tile.numRows, getElementTypeOrSelf(result.block));
    // Some columns of the last tile are no phases. The tiles before it
    // overwrite what they write.
    forEach(constant(0), numTiles, 1, [&](Value number) {
      Value column =
          multiply(subtract(constant(numTiles - 1), number), tile.numColumns);
      Value from = add(place, multiply(column, pitch));
      SmallVector<Value> columns;
      for (int64_t i = 0; i < tile.numColumns; ++i)
        columns.push_back(loadAs(result.block, add(from, i * pitch), type));
      Value to = add(state.front(), column);
      for (auto [i, row] :
           llvm::enumerate(transposeBlock(b, loc, columns, tile)))
        storeAs(row, staging->getTarget(), add(to, i * numPhases));
    });
    Value rest = subtract(block.end, multiply(iteration, numPhases));
    return staging->advance(state, minimum(rest, tile.numRows * numPhases));
  }

  int64_t numPhases;
  /// How many loops are outside of those that rows lie along.
  unsigned numOuterLoops;
  Value numRows;
  int64_t numParts;
  /// What is transposed at once; its columns are phases.
  BlockShape tile;
  int64_t numTiles;
  /// Elements from a phase to the next one in the block's memory.
  int64_t pitch;
  /// Of the rows that are written.
  WriteCombiningBuffer *staging = nullptr;
};

} // namespace

LogicalResult emitPhases(OpBuilder &b, linalg::LinalgOp op,
                         const AccessNest &nest,
                         const StreamSchedule &schedule) {
  return PhaseEmitter(b, op, nest, schedule).emit();
}

} // namespace dml
