//===- ColumnTileEmitters.cpp - Tiles of whole or shifted words -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Words/BufferWords.h"
#include "TileEmitterBase.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace dml {
namespace {

/// Tiles whose rows in the destination need not be whole vectors. A thread
/// reads a vector of each of 1, 2 or 4 rows, transposes their elements, and
/// keeps words of columns, in the order of the destination. A vector that
/// starts anywhere in a column is five words, all shifted by the same number of
/// bits.
///
/// Each 32 words are followed by a gap of one. Aligned reads have no bank
/// conflicts, writes some of two, shifted reads some of two or three.
class ColumnTileEmitter : public TileEmitterBase {
protected:
  using TileEmitterBase::TileEmitterBase;

  /// Fills the workgroup's memory. An item is a vector of columns in a group of
  /// rows, at a step of the loop around them: the columns of a row lie side by
  /// side; so do, often, those of the next. `pitch` is the words between two
  /// columns.
  void fill(WordBuilder &w, Value thread, int64_t numGroups, int64_t steps,
            int64_t pitch, bool isLong,
            function_ref<Value(Value group, int64_t i)> getRow) {
    struct Item {
      Value columnVector, group, step;
    };
    auto split = [&](Value item) -> Item {
      Value rest = w.divide(item, columnVectors);
      Value columnVector = w.remainder(item, columnVectors);
      if (steps == 1)
        return {columnVector, rest, w.constant(0)};
      return {columnVector, w.remainder(rest, numGroups),
              w.divide(rest, numGroups)};
    };
    auto load = [&](Value item) {
      auto [columnVector, group, step] = split(item);
      Value firstStep;
      if (steps > 1)
        firstStep = std::exchange(indices[columnLoop - 1],
                                  w.add(indices[columnLoop - 1], step));
      SmallVector<Value> words;
      for (int64_t i = 0; i < perWord; ++i) {
        setRow(w, getRow(group, i), columnLoop + 1);
        words.append(computeVector(w, columnVector));
      }
      if (steps > 1)
        indices[columnLoop - 1] = firstStep;
      return words;
    };
    auto keep = [&](Value item, ArrayRef<Value> loaded) {
      auto [columnVector, group, step] = split(item);
      Value column =
          w.add(getFirstColumn(w, columnVector), w.multiply(step, columns));
      Value begin =
          w.add(w.multiply(column, pitch), w.multiply(group, wordsPerElement));
      for (int64_t i = 0; i < kVectorWords; ++i) {
        SmallVector<Value> words;
        for (int64_t row = 0; row < perWord; ++row)
          words.push_back(loaded[row * kVectorWords + i]);
        transposeElements(w, words);
        for (auto [element, word] : llvm::enumerate(words)) {
          int64_t column = i * perWord / wordsPerElement + element;
          if (column >= columns)
            continue;
          w.store(
              word, shared,
              addGaps(w, w.add(begin, column * pitch + i % wordsPerElement)));
        }
      }
    };
    transfer(w, thread, steps * numGroups * columnVectors, isLong, load, keep);
    emitBarrier(w);
  }

  Value loadWord(WordBuilder &w, Value word) {
    return w.load(shared, addGaps(w, word));
  }

  /// A vector that begins at a row of a column.
  Value loadShifted(WordBuilder &w, Value column, int64_t pitch, Value row) {
    constexpr int64_t numWords = StripTiling::kShiftedWords;
    Value word = w.add(w.multiply(column, pitch),
                       w.multiply(w.divide(row, perWord), wordsPerElement));
    Value bits = w.multiply(w.remainder(row, perWord), elementBytes * 8);
    Value rest = w.subtract(w.constant(31), bits);
    SmallVector<Value> loaded, words;
    for (int64_t i = 0; i < numWords; ++i)
      loaded.push_back(loadWord(w, w.add(word, i)));
    // Shifting by 32 is undefined, so the shift takes two steps. A
    // multiplication would pay where instructions bound a kernel.
    for (int64_t i = 0; i + 1 < numWords; ++i)
      words.push_back(
          w.bitOr(w.shiftRight(loaded[i], bits),
                  w.shiftLeft(w.shiftLeft(loaded[i + 1], 1), rest)));
    return w.join(words);
  }

  Value shared;
};

/// Tiles of all rows of their columns. Workgroup memory holds the tile in the
/// order of the destination, and a vector is four adjacent words, if columns
/// are whole words in the destination. Other columns have their full words, and
/// five more. A second step puts the first elements of the next column behind
/// the last ones of each.
class StripTileEmitter : public ColumnTileEmitter {
public:
  StripTileEmitter(OpBuilder &b, const TiledOperation &op,
                   const StripTiling &tiling)
      : ColumnTileEmitter(b, op, tiling), tiling(tiling) {}

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    shared = allocateWorkgroupWords(w, tiling.getNumWords());
    // Where the last rows are no whole word, they are those of a full one.
    fill(w, thread, tiling.getNumGroups(), tiling.steps, tiling.getPitch(),
         /*isLong=*/false, [&](Value group, int64_t i) {
           Value row = w.multiply(group, perWord);
           if (tiling.hasSeams())
             row = w.minimum(row, tiling.rows - perWord);
           return w.add(row, i);
         });
    if (tiling.hasSeams()) {
      forEach(w, thread, tiling.getNumColumns(),
              [&](Value column) { closeSeam(w, column); });
      emitBarrier(w);
    }
    Value destBegin = w.multiply(tile, tiling.getNumElements() / length);
    forEach(w, thread, tiling.getNumElements() / length, [&](Value vector) {
      w.store(loadVector(w, vector), dest, w.add(destBegin, vector));
    });
  }

private:
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, tiling.numTiles);
    auto move = [&](size_t loop, int64_t steps) {
      indices[loop] =
          w.multiply(number.take(w, loops[loop].size / steps), steps);
    };
    move(columnLoop, columns);
    for (size_t i = columnLoop; i-- > 0;)
      move(i, i + 1 == columnLoop ? tiling.steps : 1);
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
    Value last = loadWord(w, seam);
    for (int64_t i = 0; i < StripTiling::kShiftedWords; ++i) {
      Value word = loadWord(w, w.add(next, i));
      w.store(w.bitOr(w.shiftRight(last, 32 - bits), w.shiftLeft(word, bits)),
              shared, addGaps(w, w.add(seam, i)));
      last = word;
    }
  }

  Value loadVector(WordBuilder &w, Value vector) {
    if (tiling.hasSeams()) {
      Value element = w.multiply(vector, length);
      Value column = w.divide(element, tiling.rows);
      Value row = w.subtract(element, w.multiply(column, tiling.rows));
      return loadShifted(w, column, tiling.getPitch(), row);
    }
    // All words of a vector lie between two gaps.
    Value position = addGaps(w, w.multiply(vector, kVectorWords));
    SmallVector<Value> words;
    for (int64_t i = 0; i < kVectorWords; ++i)
      words.push_back(w.load(shared, w.add(position, i)));
    return w.join(words);
  }

  const StripTiling &tiling;
};

/// Tiles of ranges of rows.
class RangeTileEmitter : public ColumnTileEmitter {
public:
  RangeTileEmitter(OpBuilder &b, const TiledOperation &op,
                   const RangeTiling &tiling)
      : ColumnTileEmitter(b, op, tiling), tiling(tiling),
        destWords(
            viewWords(b, op.nest.writes.front().buffer, wordsPerElement)) {}

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    shared = allocateWorkgroupWords(w, tiling.getNumWords());
    // What is read behind the last row is not stored.
    if (!tiling.dividedLoops.empty())
      fillQuotients(w, thread);
    else
      fill(w, thread, tiling.getNumGroups(), /*steps=*/1, tiling.getPitch(),
           /*isLong=*/true, [&](Value group, int64_t i) {
             Value row = w.add(firstRow, w.multiply(group, perWord));
             return w.minimum(w.add(row, i), tiling.totalRows - 1);
           });
    w.forEachOfThread(w.constant(0), thread, columns * tiling.getRowVectors(),
                      numThreads, [&](Value item) { store(w, item); });
    if (!tiling.hasWholeVectors())
      w.forEachOfThread(w.constant(0), thread, columns * length / perWord,
                        numThreads, [&](Value item) { storeEnd(w, item); });
  }

private:
  /// Computes the tile's start.
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, tiling.numTiles);
    firstRow = w.multiply(
        number.take(w, llvm::divideCeil(tiling.totalRows, tiling.rows)),
        tiling.rows);
    Value part = number.take(w, llvm::divideCeil(tiling.totalColumns, columns));
    indices[columnLoop] =
        w.minimum(w.multiply(part, columns), tiling.totalColumns - columns);
    numOuter = w.constant(0);
    int64_t outerSize = 1;
    for (size_t i = columnLoop; i-- > 0;) {
      indices[i] = number.take(w, loops[i].size);
      numOuter = w.add(numOuter, w.multiply(indices[i], outerSize));
      outerSize *= loops[i].size;
    }
  }

  /// Fills the workgroup's memory with columns that are quotients. An item is
  /// some rows of a column, and neighbouring threads have neighbouring columns.
  /// The last item of a column may compute rows that do not exist. Their reads
  /// stay in the buffer, because dml-gpu-pack-words limits positions.
  void fillQuotients(WordBuilder &w, Value thread) {
    AffineExpr d0 = w.b.getAffineDimExpr(0);
    int64_t count = tiling.rowsOfItem;
    auto computeItem = [&](Value item) {
      Value group = w.divide(item, columns);
      Value column = w.remainder(item, columns);
      SmallVector<Value> first;
      for (Value index : getIndices(w, column))
        first.push_back(w.asIndex(index));
      Value row = w.asIndex(w.add(firstRow, w.multiply(group, count)));
      SmallVector<SmallVector<Value>> elements(count, first);
      for (int64_t i = 0; i < count; ++i)
        elements[i].push_back(w.apply(d0 + i, row));
      Value begin = w.add(w.multiply(column, tiling.getPitch()),
                          w.multiply(group, count * elementBytes / kWordBytes));
      SmallVector<Value> words =
          w.split(asWords(w, elementEmitter.emit(w, elements)));
      for (auto [i, word] : llvm::enumerate(words))
        w.store(word, shared, addGaps(w, w.add(begin, i)));
    };
    w.forEachOfThread(w.constant(0), thread,
                      columns * (tiling.getReadRows() / count), numThreads,
                      computeItem);
    emitBarrier(w);
  }

  /// The indices of a column of quotients in the loops around the rows.
  SmallVector<Value> getIndices(WordBuilder &w, Value column) {
    SmallVector<Value> result(indices.begin(), indices.begin() + columnLoop);
    Value rest = w.add(indices[columnLoop], column);
    int64_t numRest = tiling.totalColumns;
    for (size_t i = columnLoop; i-- > 0;) {
      const RangeTiling::DividedLoop &loop = tiling.dividedLoops[i];
      int64_t count = loop.getNumQuotients();
      if (count == 1)
        continue;
      numRest /= count;
      Value quotient = numRest == 1 ? rest : w.remainder(rest, count);
      rest = w.divide(rest, count);
      result[i] = w.add(w.multiply(quotient, loop.divisor), result[i]);
    }
    return result;
  }

  /// Whether a column is to be stored. The last quotient of a loop may exist
  /// for the first remainders only.
  Value exists(WordBuilder &w, Value column) {
    Value result = w.boolean(true);
    if (tiling.dividedLoops.empty())
      return result;
    for (auto [index, loop] :
         llvm::zip_equal(getIndices(w, column), tiling.dividedLoops))
      if (loop.size % loop.divisor != 0)
        result = w.bitAnd(result, w.isLessUnsigned(index, loop.size));
    return result;
  }

  /// The first element of a column.
  Value getFirstElement(WordBuilder &w, Value column) {
    if (!tiling.dividedLoops.empty()) {
      Value flat = w.constant(0);
      for (auto [index, loop] :
           llvm::zip_equal(getIndices(w, column), tiling.dividedLoops))
        flat = w.add(w.multiply(flat, loop.size), index);
      return w.multiply(flat, tiling.totalRows);
    }
    Value columnOfAll = w.add(indices[columnLoop], column);
    if (tiling.lastRows == tiling.totalRows)
      return w.multiply(
          w.add(w.multiply(numOuter, tiling.totalColumns), columnOfAll),
          tiling.totalRows);
    return w.add(w.multiply(numOuter, tiling.getOuterElements()),
                 w.multiply(columnOfAll, tiling.totalRows));
  }

  /// Whether so many columns follow, and those before the last of them have all
  /// their rows.
  Value hasNext(WordBuilder &w, Value column, int64_t count) {
    return w.isLessUnsigned(w.add(indices[columnLoop], column),
                            tiling.totalColumns - count);
  }

  /// Whether the tile has the column that follows one in the destination.
  Value nextFollows(WordBuilder &w, Value column) {
    if (!tiling.hasNextColumns())
      return w.boolean(false);
    Value result = w.isLessUnsigned(column, columns - 1);
    if (!tiling.dividedLoops.empty()) {
      int64_t count = tiling.dividedLoops.back().getNumQuotients();
      Value place = w.remainder(w.add(indices[columnLoop], column), count);
      return w.bitAnd(result, w.isLessUnsigned(place, count - 1));
    }
    // The column behind a shorter one is in another tile.
    if (tiling.lastRows != tiling.totalRows)
      result = w.bitAnd(result, hasNext(w, column, 2));
    return result;
  }

  /// At how many rows of a column so many begin that are all in it.
  Value getNumStarts(WordBuilder &w, Value column, int64_t rows) {
    Value starts = w.constant(tiling.totalRows - rows + 1);
    if (tiling.lastRows == tiling.totalRows)
      return starts;
    int64_t inLast = std::max<int64_t>(tiling.lastRows - rows + 1, 0);
    return w.select(hasNext(w, column, 1), starts, w.constant(inLast));
  }

  /// Stores a vector of a column, if it begins and ends in the column.
  void store(WordBuilder &w, Value item) {
    Value column = w.divide(item, tiling.getRowVectors());
    Value flat = getFirstElement(w, column);
    Value vector =
        w.add(w.divide(w.add(w.add(flat, firstRow), length - 1), length),
              w.remainder(item, tiling.getRowVectors()));
    Value row = w.subtract(w.multiply(vector, length), flat);
    Value isWhole =
        w.bitAnd(exists(w, column),
                 w.isLessUnsigned(row, getNumStarts(w, column, length)));
    w.ifThen(isWhole, [&] {
      w.store(loadVector(w, column, w.subtract(row, firstRow)), dest, vector);
    });
  }

  /// The vector that begins at a row of a column's range.
  Value loadVector(WordBuilder &w, Value column, Value row) {
    if (!tiling.hasWholeVectors())
      return loadShifted(w, column, tiling.getPitch(), row);
    Value begin = w.add(w.multiply(column, tiling.getPitch()),
                        w.multiply(w.divide(row, length), kVectorWords));
    SmallVector<Value> words;
    for (int64_t i = 0; i < kVectorWords; ++i)
      words.push_back(loadWord(w, w.add(begin, i)));
    return w.join(words);
  }

  /// Computes and stores a word of the vector that begins in a column and goes
  /// on in the next one, if it begins in the range.
  void storeEnd(WordBuilder &w, Value item) {
    int64_t numWords = length / perWord;
    Value column = w.divide(item, numWords);
    Value flat = getFirstElement(w, column);
    Value numRows = getNumStarts(w, column, 1);
    Value vector = w.divide(w.add(flat, numRows), length);
    Value row = w.subtract(w.multiply(vector, length), flat);
    Value isInRange =
        w.bitAnd(w.isLessUnsigned(row, numRows),
                 w.isLessUnsigned(w.subtract(row, firstRow), tiling.rows));
    isInRange = w.bitAnd(isInRange, exists(w, column));
    w.ifThen(isInRange, [&] {
      Value part = w.remainder(item, numWords);
      Value word = w.add(w.multiply(vector, numWords), part);
      auto compute = [&] {
        Value position =
            w.apply(w.b.getAffineDimExpr(0) * perWord, w.asIndex(word));
        return asWords(w, elementEmitter.emitAt(w, position, perWord));
      };
      auto load = [&] {
        return loadAcross(w, column, w.add(row, w.multiply(part, perWord)));
      };
      w.store(w.ifElse(nextFollows(w, column), load, compute), destWords, word);
    });
  }

  /// A word, or the words of an element, that begins at a row of a column and
  /// may go on in the next column. Rows behind the last one are the first ones
  /// of the next column.
  Value loadAcross(WordBuilder &w, Value column, Value row) {
    Value result;
    int64_t bits = elementBytes * 8;
    for (int64_t i = 0; i < perWord; ++i) {
      Value next = w.add(row, i);
      Value isNext = w.logicalNot(w.isLessUnsigned(next, tiling.totalRows));
      next =
          w.subtract(next, w.select(isNext, w.constant(tiling.totalRows), 0));
      Value word = w.multiply(w.add(column, w.select(isNext, w.constant(1), 0)),
                              tiling.getPitch());
      word = w.add(word, w.multiply(w.divide(next, perWord), wordsPerElement));
      Value element = loadWord(w, word);
      if (wordsPerElement > 1)
        return w.join({element, loadWord(w, w.add(word, 1))});
      if (perWord > 1) {
        element =
            w.shiftRight(element, w.multiply(w.remainder(next, perWord), bits));
        element =
            w.shiftLeft(w.mask(element, (int64_t(1) << bits) - 1), i * bits);
      }
      result = result ? w.bitOr(result, element) : element;
    }
    return result;
  }

  const RangeTiling &tiling;
  Value destWords, firstRow, numOuter;
};

} // namespace

std::unique_ptr<TileEmitter> createTileEmitter(OpBuilder &b,
                                               const TiledOperation &op,
                                               const StripTiling &tiling) {
  return std::make_unique<StripTileEmitter>(b, op, tiling);
}

std::unique_ptr<TileEmitter> createTileEmitter(OpBuilder &b,
                                               const TiledOperation &op,
                                               const RangeTiling &tiling) {
  return std::make_unique<RangeTileEmitter>(b, op, tiling);
}

} // namespace dml
