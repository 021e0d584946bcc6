//===- RangeTiles.cpp - Tiles of ranges of rows ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeTiles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace dml {
namespace {

class RangeTileEmitter : public TileEmitter {
public:
  RangeTileEmitter(OpBuilder &b, linalg::GenericOp op, const AccessNest &nest,
                   const RangeTiling &tiling)
      : TileEmitter(b, nest, tiling), tiling(tiling),
        strips(op, nest, ThreadSchedule()), indices(loops.size()) {}

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    shared = allocateWorkgroupWords(w, tiling.getNumWords());
    w.forEachOfThread(w.constant(0), thread,
                      tiling.getNumGroups() * tiling.getColumnVectors(),
                      numThreads, [&](Value item) { fill(w, item); });
    emitBarrier(w);
    w.forEachOfThread(w.constant(0), thread,
                      tiling.columns * tiling.getRowVectors(), numThreads,
                      [&](Value item) { store(w, item); });
  }

private:
  /// Computes the tile's start.
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, numTiles);
    firstRow = w.multiply(
        number.take(w, llvm::divideCeil(tiling.totalRows, tiling.rows)),
        tiling.rows);
    Value part =
        number.take(w, llvm::divideCeil(tiling.totalColumns, tiling.columns));
    firstColumn = w.minimum(w.multiply(part, tiling.columns),
                            tiling.totalColumns - tiling.columns);
    numOuter = w.constant(0);
    int64_t outerSize = 1;
    for (size_t i = tiling.columnLoop; i-- > 0;) {
      indices[i] = number.take(w, loops[i].size);
      numOuter = w.add(numOuter, w.multiply(indices[i], outerSize));
      outerSize *= loops[i].size;
    }
  }

  /// Reads a vector of columns of each row of a word. Rows behind the last one
  /// are not stored.
  void fill(WordBuilder &w, Value item) {
    Value columnVector = w.remainder(item, tiling.getColumnVectors());
    Value group = w.divide(item, tiling.getColumnVectors());
    Value row = w.add(firstRow, w.multiply(group, perWord));
    SmallVector<SmallVector<Value>> rows;
    for (int64_t i = 0; i < perWord; ++i) {
      setRow(w, w.minimum(w.add(row, i), tiling.totalRows - 1),
             tiling.columnLoop + 1, indices);
      indices[tiling.columnLoop] = firstColumn;
      rows.push_back(
          computeVector(w, strips, indices, tiling.columnLoop, columnVector));
    }
    Value begin =
        w.add(w.multiply(columnVector, length * tiling.getPitch()), group);
    for (size_t word = 0; word < rows.front().size(); ++word) {
      SmallVector<Value> words;
      for (ArrayRef<Value> row : rows)
        words.push_back(row[word]);
      transposeElements(w, words);
      for (auto [i, rowsOfColumn] : llvm::enumerate(words)) {
        int64_t column = word * perWord + i;
        w.store(rowsOfColumn, shared,
                getSharedPosition(w, w.add(begin, column * tiling.getPitch())));
      }
    }
  }

  /// Stores a vector of a column, if it begins in the column.
  void store(WordBuilder &w, Value item) {
    Value column = w.divide(item, tiling.getRowVectors());
    Value flat = w.multiply(w.add(w.multiply(numOuter, tiling.totalColumns),
                                  w.add(firstColumn, column)),
                            tiling.totalRows);
    Value vector =
        w.add(w.divide(w.add(w.add(flat, firstRow), length - 1), length),
              w.remainder(item, tiling.getRowVectors()));
    Value row = w.subtract(w.multiply(vector, length), flat);
    Value isWhole = w.isBelow(row, tiling.totalRows - length + 1);
    w.ifThen(isWhole, [&] {
      w.store(w.join(readShifted(w, column, w.subtract(row, firstRow))), dest,
              vector);
    });
    if (tiling.totalRows % length == 0)
      return;
    Value crosses = w.both(w.negate(isWhole), w.isBelow(row, tiling.totalRows));
    w.ifThen(crosses, [&] {
      AffineExpr d0 = w.b.getAffineDimExpr(0);
      Value position = affine::AffineApplyOp::create(
          w.b, w.loc, AffineMap::get(1, 0, d0 * length), w.asIndex(vector));
      Strip strip = strips.emitElementsAt(w.b, w.loc, position, length);
      w.store(asWords(w, strip.elements), dest, vector);
    });
  }

  /// The words of a vector of a column from a row of the tile on.
  SmallVector<Value> readShifted(WordBuilder &w, Value column, Value row) {
    Value begin =
        w.add(w.multiply(column, tiling.getPitch()), w.divide(row, perWord));
    return readShiftedWords(w, shared, begin, w.remainder(row, perWord));
  }

  const RangeTiling tiling;
  StripEmitter strips;
  Value shared, firstRow, firstColumn, numOuter;
  /// Of the loops, those of the current row among them.
  SmallVector<Value> indices;
};

} // namespace

std::unique_ptr<TileEmitter> createRangeTileEmitter(OpBuilder &b,
                                                    linalg::GenericOp op,
                                                    const AccessNest &nest,
                                                    const RangeTiling &tiling) {
  return std::make_unique<RangeTileEmitter>(b, op, nest, tiling);
}

} // namespace dml
