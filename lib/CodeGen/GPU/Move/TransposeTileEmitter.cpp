//===- TransposeTileEmitter.cpp - Tiles of whole vectors ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Words/BufferWords.h"
#include "TileEmitterBase.h"

using namespace mlir;

namespace dml {
namespace {

/// Tiles whose rows are whole vectors of the destination. Loads and stores have
/// 16 bytes, and lanes are consecutive on both sides.
///
/// - A row of the tile is padded by a word, and rows lie in the order in which
///   lanes read them: the first elements of all vectors, a gap of one row, then
///   all second elements. Reads of workgroup memory have no bank conflicts,
///   writes have conflicts of two to four.
/// - A thread takes a word of each row of a vector and, for narrow elements,
///   writes 2 or 4 vectors, after it has transposed their elements with masks
///   and shifts. So narrow elements take as many reads of workgroup memory for
///   a byte written as elements of 32 bits do.
class TransposeTileEmitter : public TileEmitterBase {
public:
  TransposeTileEmitter(OpBuilder &b, const TiledOperation &op,
                       const TransposeTiling &tiling)
      : TileEmitterBase(b, op, tiling), tiling(tiling),
        destStrides(op.destStrides), isMove(op.nest.isMove) {}

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    Value shared = allocateWorkgroupWords(w, tiling.getNumWords());
    // The columns of a row lie side by side; so do, often, those of the next.
    transfer(
        w, thread, tiling.rows * columnVectors, /*isLong=*/!isMove,
        [&](Value item) {
          setRow(w, w.add(firstRow, w.divide(item, columnVectors)),
                 tiling.firstRowLoop);
          return computeVector(w, w.remainder(item, columnVectors));
        },
        [&](Value item, ArrayRef<Value> words) {
          Value row = w.divide(item, columnVectors);
          Value sharedRow = w.add(
              w.multiply(w.remainder(row, length), tiling.getGroupPitch()),
              w.divide(row, length));
          Value position =
              w.add(w.multiply(sharedRow, tiling.getPitch()),
                    w.multiply(w.remainder(item, columnVectors), kVectorWords));
          for (auto [i, word] : llvm::enumerate(words))
            w.store(word, shared, w.add(position, i));
        });
    emitBarrier(w);
    forEach(w, thread, tiling.getNumStores(),
            [&](Value item) { storeRows(w, shared, item); });
  }

private:
  /// Computes the tile's start.
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, tiling.numTiles);
    Value part = number.take(w, tiling.totalRows / tiling.rows);
    firstRow = w.multiply(part, tiling.rows);
    destBegin = w.multiply(part, tiling.getRowVectors());
    auto move = [&](size_t loop, int64_t steps) {
      Value index = number.take(w, loops[loop].size / steps);
      indices[loop] = w.multiply(index, steps);
      destBegin = w.add(destBegin,
                        w.multiply(index, steps * destStrides[loop] / length));
    };
    move(columnLoop, columns);
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != columnLoop)
        move(i, 1);
  }

  void storeRows(WordBuilder &w, Value shared, Value item) {
    Value vector = w.remainder(item, tiling.getRowVectors());
    Value column = w.divide(item, tiling.getRowVectors());
    Value position = w.add(w.multiply(vector, tiling.getPitch()),
                           w.multiply(column, wordsPerElement));
    SmallVector<Value> words;
    for (int64_t row = 0; row < length; ++row)
      for (int64_t part = 0; part < wordsPerElement; ++part)
        words.push_back(w.load(
            shared,
            w.add(position,
                  row * tiling.getGroupPitch() * tiling.getPitch() + part)));
    // Elements that share a word change places with those of other rows.
    transposeElements(w, words);
    int64_t stride = destStrides[columnLoop] / length;
    Value at =
        w.add(w.add(destBegin, vector), w.multiply(column, perWord * stride));
    for (int64_t element = 0; element < perWord; ++element) {
      SmallVector<Value> parts;
      for (size_t i = element; i < words.size(); i += perWord)
        parts.push_back(words[i]);
      w.store(w.join(parts), dest, w.add(at, element * stride));
    }
  }

  const TransposeTiling &tiling;
  /// Of the loops, in elements.
  const SmallVector<int64_t> destStrides;
  const bool isMove;
  /// The first row is a step of the rows' loops, the start a vector.
  Value firstRow, destBegin;
};

} // namespace

std::unique_ptr<TileEmitter> createTileEmitter(OpBuilder &b,
                                               const TiledOperation &op,
                                               const TransposeTiling &tiling) {
  return std::make_unique<TransposeTileEmitter>(b, op, tiling);
}

} // namespace dml
