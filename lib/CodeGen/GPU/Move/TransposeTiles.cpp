//===- TransposeTiles.cpp - Tiles of whole vectors ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeTiles.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {
namespace {

/// Threads keep rows, and put columns together when they write.
class TransposeEmitter : public TileEmitter {
public:
  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    Value shared = allocateWorkgroupWords(w, tiling.getNumWords());
    fill(w, shared, thread);
    emitBarrier(w);
    forEach(w, thread, tiling.getNumStores(),
            [&](Value item) { storeRows(w, shared, item); });
  }

protected:
  TransposeEmitter(OpBuilder &b, const AccessNest &nest,
                   const TransposeTiling &tiling)
      : TileEmitter(b, nest, tiling), tiling(tiling), indices(loops.size()) {}

  /// Keeps a vector for each item of a tile.
  virtual void fill(WordBuilder &w, Value shared, Value thread) = 0;

  int64_t getNumItems() const {
    return tiling.rows * tiling.getColumnVectors();
  }
  /// Goes to an item's row, and returns its vector's place in that. The columns
  /// of a row lie side by side; so do, often, those of the next.
  Value setItem(WordBuilder &w, Value item) {
    Value row = w.add(firstRow, w.divide(item, tiling.getColumnVectors()));
    setRow(w, row, tiling.firstRowLoop, indices);
    return w.remainder(item, tiling.getColumnVectors());
  }
  void keep(WordBuilder &w, Value shared, Value item, ArrayRef<Value> words) {
    Value row = w.divide(item, tiling.getColumnVectors());
    Value column = w.remainder(item, tiling.getColumnVectors());
    Value sharedRow =
        w.add(w.multiply(w.remainder(row, length), tiling.getGroupPitch()),
              w.divide(row, length));
    Value position =
        w.add(w.multiply(sharedRow, tiling.getPitch()), w.multiply(column, 4));
    for (auto [i, word] : llvm::enumerate(words))
      w.store(word, shared, w.add(position, i));
  }

  const TransposeTiling tiling;
  /// Of the loops, those of the current row among them. That of the columns
  /// counts parts, one for each tile.
  SmallVector<Value> indices;

private:
  /// Computes the tile's start.
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, numTiles);
    Value part = number.take(w, tiling.totalRows / tiling.rows);
    firstRow = w.multiply(part, tiling.rows);
    destBegin = w.multiply(part, tiling.getRowVectors());
    auto move = [&](size_t loop, int64_t steps) {
      indices[loop] = number.take(w, loops[loop].size / steps);
      destBegin =
          w.add(destBegin,
                w.multiply(indices[loop], steps * destStrides[loop] / length));
    };
    move(tiling.columnLoop, tiling.columns);
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != tiling.columnLoop)
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
    int64_t stride = destStrides[tiling.columnLoop] / length;
    Value at =
        w.add(w.add(destBegin, vector), w.multiply(column, perWord * stride));
    for (int64_t element = 0; element < perWord; ++element) {
      SmallVector<Value> parts;
      for (size_t i = element; i < words.size(); i += perWord)
        parts.push_back(words[i]);
      w.store(w.join(parts), dest, w.add(at, element * stride));
    }
  }

  /// The first row is a step of the rows' loops, the start a vector.
  Value firstRow, destBegin;
};

/// Reads vectors.
class CopyTileEmitter : public TransposeEmitter {
public:
  CopyTileEmitter(OpBuilder &b, const AccessNest &nest,
                  const TransposeTiling &tiling)
      : TransposeEmitter(b, nest, tiling), source(b, nest.reads.front()),
        predicates(nest.reads.front().predicates) {
    if (!predicates.empty())
      otherwise = getVectorWords(nest.otherwise);
  }

private:
  void fill(WordBuilder &w, Value shared, Value thread) override {
    transfer(
        w, thread, getNumItems(),
        [&](Value item) { return load(w, setItem(w, item)); },
        [&](Value item, ArrayRef<Value> loaded) {
          keep(w, shared, item, getWords(w, loaded));
        });
  }

  /// A vector and, if there are predicates, whether they hold.
  SmallVector<Value> load(WordBuilder &w, Value columnVector) {
    Value position = source.getBegin(w);
    position = w.add(position, w.multiply(indices[tiling.columnLoop],
                                          tiling.getColumnVectors()));
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != tiling.columnLoop)
        position = source.move(w, position, i, indices[i]);
    position = moveToRow(w, source, w.add(position, columnVector),
                         tiling.firstRowLoop, indices);
    if (predicates.empty())
      return {source.load(w, position)};
    Value isInside = w.boolean(true);
    for (const Predicate &predicate : predicates)
      isInside = w.both(isInside, holds(w, predicate));
    return {source.load(w, w.select(isInside, position, 0)), isInside};
  }

  /// The words of what was loaded, or constants where a predicate fails.
  SmallVector<Value> getWords(WordBuilder &w, ArrayRef<Value> loaded) {
    SmallVector<Value> words = w.split(loaded.front());
    if (!predicates.empty())
      for (auto [word, constant] : llvm::zip_equal(words, otherwise))
        word = w.select(loaded.back(), word, constant);
    return words;
  }

  Value holds(WordBuilder &w, const Predicate &predicate) {
    Value position = w.constant(predicate.position.constant);
    for (auto [index, factor] :
         llvm::zip_equal(indices, predicate.position.factors))
      if (factor != 0)
        position = w.add(position, w.multiply(index, factor));
    return w.isBelow(position, *getConstantIntValue(predicate.bound));
  }

  /// The words of a vector that has a constant in each element.
  SmallVector<int64_t> getVectorWords(TypedAttr element) const {
    APInt vector = APInt::getSplat(8 * kVectorBytes, getBits(element));
    SmallVector<int64_t> words;
    for (unsigned i = 0; i < kVectorBytes / kWordBytes; ++i)
      words.push_back(vector.extractBitsAsZExtValue(32, 32 * i));
    return words;
  }

  const TileSource source;
  const SmallVector<Predicate> predicates;
  SmallVector<int64_t> otherwise;
};

/// Computes vectors.
class ComputedTileEmitter : public TransposeEmitter {
public:
  ComputedTileEmitter(OpBuilder &b, linalg::GenericOp op,
                      const AccessNest &nest, const TransposeTiling &tiling)
      : TransposeEmitter(b, nest, tiling), strips(op, nest, ThreadSchedule()) {}

private:
  /// In a loop: the code of an element may be long.
  void fill(WordBuilder &w, Value shared, Value thread) override {
    w.forEachOfThread(w.constant(0), thread, getNumItems(), numThreads,
                      [&](Value item) {
                        keep(w, shared, item, compute(w, setItem(w, item)));
                      });
  }

  /// The words of a vector.
  SmallVector<Value> compute(WordBuilder &w, Value columnVector) {
    SmallVector<Value> first(indices);
    first[tiling.columnLoop] =
        w.multiply(first[tiling.columnLoop], tiling.columns);
    return computeVector(w, strips, first, tiling.columnLoop, columnVector);
  }

  StripEmitter strips;
};

} // namespace

std::unique_ptr<TileEmitter>
createTransposeTileEmitter(OpBuilder &b, const AccessNest &nest,
                           const TransposeTiling &tiling) {
  return std::make_unique<CopyTileEmitter>(b, nest, tiling);
}

std::unique_ptr<TileEmitter>
createComputedTileEmitter(OpBuilder &b, linalg::GenericOp op,
                          const AccessNest &nest,
                          const TransposeTiling &tiling) {
  return std::make_unique<ComputedTileEmitter>(b, op, nest, tiling);
}

} // namespace dml
