//===- TileStrips.cpp - Tiles of whole strips -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileStrips.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {
namespace {

constexpr int64_t kVectorWords = 4, kShiftedWords = StripTiling::kShiftedWords;

/// Threads read as many rows as a word has elements, transpose the elements,
/// and keep words of columns as they lie in the destination.
class StripTileEmitter : public TileEmitter {
public:
  StripTileEmitter(OpBuilder &b, const AccessNest &nest,
                   const StripTiling &tiling)
      : TileEmitter(b, nest, tiling), source(b, nest.reads.front()),
        tiling(tiling), columnVectors(tiling.getColumnVectors()),
        groups(tiling.getNumGroups()) {}

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    shared = allocateWorkgroupWords(w, tiling.getNumWords());
    transfer(
        w, thread, tiling.getNumLoads(),
        [&](Value item) { return load(w, item); },
        [&](Value item, ArrayRef<Value> vectors) { keep(w, item, vectors); });
    emitBarrier(w);
    if (tiling.hasSeams()) {
      forEach(w, thread, tiling.getNumColumns(),
              [&](Value column) { closeSeam(w, column); });
      emitBarrier(w);
    }
    forEach(w, thread, tiling.getNumElements() / length, [&](Value vector) {
      SmallVector<Value> words =
          tiling.hasSeams() ? readShifted(w, vector) : readAligned(w, vector);
      w.store(w.join(words), dest, w.add(destBegin, vector));
    });
  }

private:
  /// Computes the tile's start, in vectors of source and destination.
  void locate(WordBuilder &w, Value tile) {
    destBegin = w.multiply(tile, tiling.getNumElements() / length);
    TileNumber number(tile, numTiles);
    Value column =
        number.take(w, loops[tiling.columnLoop].size / tiling.columns);
    sourceBegin = w.add(source.getBegin(w), w.multiply(column, columnVectors));
    for (size_t i = tiling.columnLoop; i-- > 0;) {
      int64_t steps = i + 1 == tiling.columnLoop ? tiling.steps : 1;
      sourceBegin = source.move(w, sourceBegin, i,
                                number.take(w, loops[i].size / steps), steps);
    }
  }

  /// The columns of a row lie side by side; so do, often, those of the next.
  struct Item {
    Value columnVector, group, step;
  };
  Item split(WordBuilder &w, Value item) {
    Value rest = w.divide(item, columnVectors);
    Value columnVector = w.remainder(item, columnVectors);
    if (tiling.steps == 1)
      return {columnVector, rest, w.constant(0)};
    return {columnVector, w.remainder(rest, groups), w.divide(rest, groups)};
  }

  /// A vector of each row of a word. The last ones are those of a full word.
  SmallVector<Value> load(WordBuilder &w, Value item) {
    auto [columnVector, group, step] = split(w, item);
    Value begin = w.add(sourceBegin, columnVector);
    if (tiling.steps > 1)
      begin = source.move(w, begin, tiling.columnLoop - 1, step);
    Value row = w.multiply(group, perWord);
    if (tiling.hasSeams())
      row = w.minimum(row, tiling.rows - perWord);
    SmallVector<Value> vectors, indices(loops.size());
    for (int64_t i = 0; i < perWord; ++i) {
      setRow(w, w.add(row, i), tiling.columnLoop + 1, indices);
      vectors.push_back(source.load(
          w, moveToRow(w, source, begin, tiling.columnLoop + 1, indices)));
    }
    return vectors;
  }

  void keep(WordBuilder &w, Value item, ArrayRef<Value> vectors) {
    auto [columnVector, group, step] = split(w, item);
    Value column = w.add(w.multiply(columnVector, length),
                         w.multiply(step, tiling.columns));
    Value begin = w.add(w.multiply(column, tiling.getPitch()),
                        w.multiply(group, wordsPerElement));
    for (int64_t i = 0; i < kVectorWords; ++i) {
      SmallVector<Value> words;
      for (Value vector : vectors)
        words.push_back(vector::ExtractOp::create(w.b, w.loc, vector, i));
      transposeElements(w, words);
      for (auto [element, word] : llvm::enumerate(words)) {
        int64_t column = i * perWord / wordsPerElement + element;
        w.store(word, shared,
                getSharedPosition(w, w.add(begin, column * tiling.getPitch() +
                                                      i % wordsPerElement)));
      }
    }
  }

  /// Moves a column's last elements, which are the upper ones of a full word,
  /// to where they belong, and the next column's first ones behind them. Those
  /// are in full words, which no thread changes meanwhile: strips of at least
  /// 32 bytes have eight of them.
  void closeSeam(WordBuilder &w, Value column) {
    int64_t bits = tiling.rows * elementBytes * 8 - tiling.getFullWords() * 32;
    // No element behind the last column is stored.
    Value next =
        w.multiply(w.minimum(w.add(column, 1), tiling.getNumColumns() - 1),
                   tiling.getPitch());
    Value seam =
        w.add(w.multiply(column, tiling.getPitch()), tiling.getFullWords());
    Value last = w.load(shared, getSharedPosition(w, seam));
    for (int64_t i = 0; i < kShiftedWords; ++i) {
      Value word = w.load(shared, getSharedPosition(w, w.add(next, i)));
      w.store(w.either(w.shiftRight(last, 32 - bits), w.shiftLeft(word, bits)),
              shared, getSharedPosition(w, w.add(seam, i)));
      last = word;
    }
  }

  /// All words of a vector lie between two gaps.
  SmallVector<Value> readAligned(WordBuilder &w, Value vector) {
    Value position = getSharedPosition(w, w.multiply(vector, kVectorWords));
    SmallVector<Value> words;
    for (int64_t i = 0; i < kVectorWords; ++i)
      words.push_back(w.load(shared, w.add(position, i)));
    return words;
  }

  SmallVector<Value> readShifted(WordBuilder &w, Value vector) {
    Value element = w.multiply(vector, length);
    Value column = w.divide(element, tiling.rows);
    Value row = w.subtract(element, w.multiply(column, tiling.rows));
    Value begin =
        w.add(w.multiply(column, tiling.getPitch()), w.divide(row, perWord));
    return readShiftedWords(w, shared, begin, w.remainder(row, perWord));
  }

  const TileSource source;
  const StripTiling tiling;
  /// The number of vectors in a row, and the number of groups of rows. A group
  /// has one row for each element of a word.
  const int64_t columnVectors, groups;
  Value shared, sourceBegin, destBegin;
};

} // namespace

std::unique_ptr<TileEmitter> createStripTileEmitter(OpBuilder &b,
                                                    const AccessNest &nest,
                                                    const StripTiling &tiling) {
  return std::make_unique<StripTileEmitter>(b, nest, tiling);
}

} // namespace dml
