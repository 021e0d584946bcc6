//===- TileEmitter.cpp - Results by way of workgroup memory ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "ElementEmitter.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

Value TileNumber::take(WordBuilder &w, int64_t size) {
  numTiles /= size;
  if (numTiles == 1)
    return std::exchange(rest, w.constant(0));
  Value index = w.remainder(rest, size);
  rest = w.divide(rest, size);
  return index;
}

namespace {

//===----------------------------------------------------------------------===//
// All tiles
//===----------------------------------------------------------------------===//

class TileEmitterBase : public TileEmitter {
protected:
  TileEmitterBase(OpBuilder &b, const TiledOperation &op, const Tiling &tiling)
      : loops(op.loops), columnLoop(tiling.columnLoop), columns(tiling.columns),
        divisor(tiling.divisor), columnStep(tiling.columnStep),
        columnVectors(tiling.getColumnVectors()), numThreads(tiling.numThreads),
        elementBytes(tiling.elementBytes), length(tiling.getVectorLength()),
        perWord(tiling.getWordLength()),
        wordsPerElement(getWordsPerElement(tiling.elementBytes)),
        dest(viewWords(b, op.nest.writes.front().buffer, kVectorWords)),
        elementEmitter(op.op, op.nest), opLoops(op.nest.loops),
        indices(loops.size()) {}

  /// Divides items among all threads, which load words of each and keep them:
  /// in a loop where the code of an item may be long, and otherwise so that all
  /// loads start before the first result is kept.
  void transfer(WordBuilder &w, Value thread, int64_t numItems, bool isLong,
                function_ref<SmallVector<Value>(Value)> load,
                function_ref<void(Value, ArrayRef<Value>)> keep) {
    if (isLong)
      return w.forEachOfThread(w.constant(0), thread, numItems, numThreads,
                               [&](Value item) { keep(item, load(item)); });
    SmallVector<SmallVector<Value>> loaded;
    for (int64_t i = 0; i < numItems; i += numThreads) {
      Value item = w.add(thread, i);
      if (i + numThreads > numItems)
        item = w.minimum(item, numItems - 1);
      loaded.push_back(load(item));
    }
    forEach(w, thread, numItems,
            [&, i = 0](Value item) mutable { keep(item, loaded[i++]); });
  }

  void forEach(WordBuilder &w, Value thread, int64_t numItems,
               function_ref<void(Value)> body) {
    for (int64_t i = 0; i < numItems; i += numThreads) {
      Value item = w.add(thread, i);
      if (i + numThreads <= numItems)
        body(item);
      else
        w.ifThen(w.isLessUnsigned(thread, numItems - i), [&] { body(item); });
    }
  }

  /// Sets the indices of the loops from `firstRowLoop` on to a row, which is a
  /// step of them.
  void setRow(WordBuilder &w, Value row, size_t firstRowLoop) {
    for (size_t i = loops.size(); i-- > firstRowLoop;) {
      bool isOutermost = i == firstRowLoop;
      indices[i] = isOutermost ? row : w.remainder(row, loops[i].size);
      if (!isOutermost)
        row = w.divide(row, loops[i].size);
    }
  }

  /// The first column of a vector. The last vector may begin within the one
  /// before it, unless columns are steps apart: it then ends behind the tile.
  Value getFirstColumn(WordBuilder &w, Value columnVector) {
    if (columnStep > 1)
      return w.add(
          w.remainder(columnVector, columnStep),
          w.multiply(w.divide(columnVector, columnStep), columnStep * length));
    if (columns <= length)
      return w.constant(0);
    Value column = w.multiply(columnVector, length);
    return columns % length == 0 ? column : w.minimum(column, columns - length);
  }

  /// The words of a vector of columns, given its number in the tile.
  SmallVector<Value> computeVector(WordBuilder &w, Value columnVector) {
    OpBuilder &b = w.b;
    AffineExpr d0, d1;
    bindDims(b.getContext(), d0, d1);
    Value zero = arith::ConstantIndexOp::create(b, w.loc, 0);
    SmallVector<Value> first(opLoops.size(), zero);
    size_t numLoops = divisor == 1 ? loops.size() : columnLoop;
    for (size_t loop = 0; loop < numLoops; ++loop)
      if (loop != columnLoop)
        setLoop(w, loop, w.asIndex(indices[loop]), first);
    Value begin = w.asIndex(indices[columnLoop]);
    Value vector = w.asIndex(getFirstColumn(w, columnVector));
    SmallVector<SmallVector<Value>> elements(length, first);
    for (int64_t i = 0; i < length; ++i) {
      // Fewer columns than a vector has: the last one is repeated.
      int64_t inVector =
          columnStep > 1 ? i * columnStep : std::min(i, columns - 1);
      Value column = w.apply(d0 + d1 + inVector, {begin, vector});
      if (divisor > 1)
        column = w.apply(d0 * divisor + d1,
                         {column, w.asIndex(indices[columnLoop + 1])});
      setLoop(w, columnLoop, column, elements[i]);
    }
    return w.split(asWords(w, elementEmitter.emit(w, elements)));
  }

  /// Transposes groups of as many words as a word has elements: words of one
  /// row each become words of one column each.
  void transposeElements(WordBuilder &w, SmallVectorImpl<Value> &words) {
    // A step takes two words that are `step` apart, as fields of `bits` bits.
    // It swaps the upper fields of the first with the lower ones of the second.
    for (int64_t bits = elementBytes * 8, step = 1; bits < 32;
         bits *= 2, step *= 2) {
      int64_t low = bits == 16 ? 0xFFFF : 0x00FF00FF;
      for (size_t i = 0; i < words.size(); ++i) {
        if (i / step % 2 == 1)
          continue;
        Value first = words[i], second = words[i + step];
        words[i] =
            w.bitOr(w.mask(first, low), w.shiftLeft(w.mask(second, low), bits));
        words[i + step] = w.bitOr(w.mask(w.shiftRight(first, bits), low),
                                  w.mask(second, ~low));
      }
    }
  }

  const SmallVector<NestLoop> loops;
  /// Of the tiling.
  const size_t columnLoop;
  const int64_t columns, divisor, columnStep, columnVectors, numThreads,
      elementBytes;
  /// Elements of a vector.
  const int64_t length;
  /// Elements of a word, or 1, and words of an element, or 1.
  const int64_t perWord, wordsPerElement;
  Value dest;
  ElementEmitter elementEmitter;

private:
  /// Sets the operation's loops that are one loop of tiles.
  void setLoop(WordBuilder &w, size_t loop, Value index,
               MutableArrayRef<Value> opIndices) {
    SmallVector<int64_t> sizes;
    SmallVector<unsigned> numbers;
    for (unsigned i = loop == 0 ? 0 : loops[loop - 1].number + 1;
         i <= loops[loop].number; ++i) {
      if (opLoops[i].size == 1)
        continue;
      sizes.push_back(opLoops[i].size);
      numbers.push_back(i);
    }
    if (numbers.size() == 1) {
      opIndices[numbers.front()] = index;
      return;
    }
    auto parts =
        affine::AffineDelinearizeIndexOp::create(w.b, w.loc, index, sizes);
    for (auto [i, part] : llvm::zip_equal(numbers, parts.getResults()))
      opIndices[i] = part;
  }

  const SmallVector<NestLoop> opLoops;

protected:
  /// Of the loops, those of the current row among them. That of the columns is
  /// at the tile's first one.
  SmallVector<Value> indices;
};

//===----------------------------------------------------------------------===//
// Tiles of whole vectors
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Tiles of whole or shifted words
//===----------------------------------------------------------------------===//

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
          int64_t column =
              (i * perWord / wordsPerElement + element) * columnStep;
          if (columnStep == 1 && column >= columns)
            continue;
          w.store(word, shared,
                  getPosition(
                      w, w.add(begin, column * pitch + i % wordsPerElement)));
        }
      }
    };
    transfer(w, thread, steps * numGroups * columnVectors, isLong, load, keep);
    emitBarrier(w);
  }

  /// The position of a word in workgroup memory that has gaps.
  static Value getPosition(WordBuilder &w, Value word) {
    return w.add(word, w.divide(word, Tiling::kWordsBetweenGaps));
  }

  Value loadWord(WordBuilder &w, Value word) {
    return w.load(shared, getPosition(w, word));
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
              shared, getPosition(w, w.add(seam, i)));
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
    Value position = getPosition(w, w.multiply(vector, kVectorWords));
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
    // Rows behind the last one are not stored.
    fill(w, thread, tiling.getNumGroups(), /*steps=*/1, tiling.getPitch(),
         /*isLong=*/true, [&](Value group, int64_t i) {
           Value row = w.add(firstRow, w.multiply(group, perWord));
           return w.minimum(w.add(row, i), tiling.totalRows - 1);
         });
    w.forEachOfThread(w.constant(0), thread, columns * tiling.getRowVectors(),
                      numThreads, [&](Value item) { store(w, item); });
    if (tiling.totalRows % length != 0 || tiling.lastRows % length != 0)
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

  /// The first element of a column.
  Value getFirstElement(WordBuilder &w, Value column) {
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
    Value isWhole = w.isLessUnsigned(row, getNumStarts(w, column, length));
    w.ifThen(isWhole, [&] {
      w.store(
          loadShifted(w, column, tiling.getPitch(), w.subtract(row, firstRow)),
          dest, vector);
    });
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
      Value nextIsInTile = tiling.hasAllRows()
                               ? w.isLessUnsigned(column, columns - 1)
                               : w.boolean(false);
      // The column behind a shorter one is in another tile.
      if (tiling.lastRows != tiling.totalRows)
        nextIsInTile = w.bitAnd(nextIsInTile, hasNext(w, column, 2));
      w.store(w.ifElse(nextIsInTile, load, compute), destWords, word);
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
                                               const TransposeTiling &tiling) {
  return std::make_unique<TransposeTileEmitter>(b, op, tiling);
}

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
