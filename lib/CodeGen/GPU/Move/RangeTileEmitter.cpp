//===- RangeTileEmitter.cpp - Kernels of tiles of ranges ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread reads a vector of each of 1, 2 or 4 rows, transposes their elements,
// and keeps words of columns, in the order of the destination. A vector that
// starts anywhere in a column is five words, all shifted by the same number of
// bits.
//
// A gap follows the columns of each vector if all vectors of columns are whole.
// Then writes and aligned reads have no bank conflicts, shifted reads some of
// two or three.
//
//===----------------------------------------------------------------------===//

#include "RangeTileEmitter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "LaunchBuilder.h"

using namespace mlir;

namespace dml {

/// Words of a vector that starts anywhere in its first word.
constexpr static int64_t kShiftedWords = 5;
/// Columns vary faster than remainders, from tile to tile, if there are at most
/// so many tiles of columns. Measured:
/// benchmarks/results/2026-11-29-gpu-tile-order.md.
constexpr static int64_t kFewColumnTiles = 4;

RangeTileEmitter::RangeTileEmitter(OpBuilder &b, linalg::GenericOp op,
                                   const AccessNest &nest,
                                   const RangeTiling &tiling)
    : tiling(tiling), loops(tiling.getLoops(nest)),
      numOpLoops(nest.loops.size()), columnLoop(tiling.columnLoop),
      columns(tiling.columns), tileColumns(tiling.getTileColumns()),
      columnVectors(tiling.getColumnVectors()),
      elementBytes(tiling.elementBytes), length(tiling.getVectorLength()),
      perWord(tiling.getWordLength()),
      wordsPerElement(getWordsPerElement(elementBytes)),
      dest(viewWords(b, nest.writes.front().buffer, kVectorWords)),
      destWords(viewWords(b, nest.writes.front().buffer, wordsPerElement)),
      elementEmitter(op, nest), indices(loops.size()) {}

void RangeTileEmitter::emit(WordBuilder &w, Value tile, Value thread) {
  locate(w, tile);
  shared = allocateWorkgroupWords(w, tiling.getNumWords());
  if (tiling.hasQuotients())
    fillQuotients(w, thread);
  else
    fill(w, thread);
  w.forEachOfThread(thread, tileColumns * tiling.getRowVectors(),
                    tiling.numThreads, [&](Value item) { store(w, item); });
  if (tiling.hasWholeVectors())
    return;
  auto storeEnds = [&] {
    w.forEachOfThread(thread, tileColumns * length / perWord, tiling.numThreads,
                      [&](Value item) { storeEnd(w, item); });
  };
  // A vector that goes on in the next column begins less than `length` rows
  // before its column's end. Ranges that begin at this row or before have no
  // such vector in any column.
  int64_t lastWithoutEnds = tiling.lastRows - length - tiling.rows;
  if (lastWithoutEnds < 0)
    return storeEnds();
  w.ifThen(w.isLessUnsigned(w.constant(lastWithoutEnds), firstRow), storeEnds);
}

/// Computes the tile's start. From tile to tile, rows vary fastest. If columns
/// are quotients, remainders vary next: tiles of different remainders write
/// side by side, and may share sectors. If there are few tiles of columns,
/// columns vary before remainders: tiles of different columns read side by
/// side.
void RangeTileEmitter::locate(WordBuilder &w, Value tile) {
  TileNumber number(tile, tiling.numTiles);
  firstRow = w.multiply(
      number.take(w, llvm::divideCeil(tiling.totalRows, tiling.rows)),
      tiling.rows);
  int64_t numColumnTiles = llvm::divideCeil(tiling.totalColumns, columns);
  auto comesBeforeColumns = [&](size_t loop) {
    return !tiling.dividedLoops.empty() && numColumnTiles > kFewColumnTiles &&
           tiling.dividedLoops[loop].getNumQuotients() > 1;
  };
  for (size_t i = columnLoop; i-- > 0;)
    if (comesBeforeColumns(i))
      indices[i] = number.take(w, loops[i].size);
  indices[columnLoop] =
      w.minimum(w.multiply(number.take(w, numColumnTiles), columns),
                tiling.totalColumns - columns);
  if (!tiling.dividedLoops.empty()) {
    for (size_t i = columnLoop; i-- > 0;)
      if (!comesBeforeColumns(i))
        indices[i] = number.take(w, loops[i].size);
    return;
  }
  int64_t numSteps = 1;
  for (const NestLoop &loop : ArrayRef(loops).take_front(columnLoop))
    numSteps *= loop.size;
  numOuter = w.multiply(
      number.take(w, llvm::divideCeil(numSteps, tiling.steps)), tiling.steps);
  // The last tile begins earlier.
  if (numSteps % tiling.steps != 0)
    numOuter = w.minimum(numOuter, numSteps - tiling.steps);
  setIndices(w, 0, columnLoop, numOuter);
}

/// Fills the workgroup's memory. An item is a vector of columns in a group of
/// rows: the columns of a row lie side by side; so do, often, those of the
/// next. What is read behind the last row is not stored.
void RangeTileEmitter::fill(WordBuilder &w, Value thread) {
  w.forEachOfThread(
      thread, tiling.getNumGroups() * tiling.getTileVectors(),
      tiling.numThreads, [&](Value item) {
        Value group = w.divide(item, tiling.getTileVectors());
        Value columnVector = w.remainder(item, tiling.getTileVectors());
        Value step = w.divide(columnVector, columnVectors);
        columnVector = w.remainder(columnVector, columnVectors);
        if (tiling.steps > 1)
          setIndices(w, 0, columnLoop, w.add(numOuter, step));
        SmallVector<Value> words;
        for (int64_t i = 0; i < perWord; ++i) {
          Value row = w.add(firstRow, w.multiply(group, perWord));
          setIndices(w, columnLoop + 1, loops.size(),
                     w.minimum(w.add(row, i), tiling.totalRows - 1));
          words.append(computeVector(w, columnVector));
        }
        Value column =
            w.add(w.multiply(step, columns), getFirstColumn(w, columnVector));
        keep(w, column, group, words);
      });
  emitBarrier(w);
}

/// Writes a vector of each row of a group to workgroup memory. `firstColumn` is
/// their first column in the tile.
void RangeTileEmitter::keep(WordBuilder &w, Value firstColumn, Value group,
                            ArrayRef<Value> words) {
  int64_t pitch = tiling.getPitch();
  Value begin = w.add(getWordOfColumn(w, firstColumn),
                      w.multiply(group, wordsPerElement));
  for (int64_t i = 0; i < kVectorWords; ++i) {
    SmallVector<Value> ofRows;
    for (int64_t row = 0; row < perWord; ++row)
      ofRows.push_back(words[row * kVectorWords + i]);
    transposeElements(w, ofRows);
    for (auto [element, word] : llvm::enumerate(ofRows)) {
      int64_t column = i * perWord / wordsPerElement + element;
      if (column >= columns)
        continue;
      w.store(word, shared, w.add(begin, column * pitch + i % wordsPerElement));
    }
  }
}

/// Sets the indices of the loops from `begin` to `end`, which count their steps
/// together.
void RangeTileEmitter::setIndices(WordBuilder &w, size_t begin, size_t end,
                                  Value step) {
  for (size_t i = end; i-- > begin;) {
    indices[i] = i == begin ? step : w.remainder(step, loops[i].size);
    if (i > begin)
      step = w.divide(step, loops[i].size);
  }
}

/// The first column of a vector in its step. The last vector may begin within
/// the one before it.
Value RangeTileEmitter::getFirstColumn(WordBuilder &w, Value columnVector) {
  if (columns <= length)
    return w.constant(0);
  Value column = w.multiply(columnVector, length);
  return tiling.hasWholeColumnVectors() ? column
                                        : w.minimum(column, columns - length);
}

/// The word of workgroup memory that a column begins with.
Value RangeTileEmitter::getWordOfColumn(WordBuilder &w, Value column) {
  Value word = w.multiply(column, tiling.getPitch());
  int64_t gap = tiling.getVectorGap();
  return gap == 0 ? word
                  : w.add(word, w.multiply(w.divide(column, length), gap));
}

/// The words of a vector of columns, given its number in the tile's step.
SmallVector<Value> RangeTileEmitter::computeVector(WordBuilder &w,
                                                   Value columnVector) {
  OpBuilder &b = w.b;
  AffineExpr d0, d1;
  bindDims(b.getContext(), d0, d1);
  Value zero = arith::ConstantIndexOp::create(b, w.loc, 0);
  SmallVector<Value> first(numOpLoops, zero);
  // Loops of rows may come behind a loop of remainders.
  size_t numAdded = loops.size() - numOpLoops;
  size_t firstRowLoop = tiling.isJoined ? columnLoop : columnLoop + 1;
  for (size_t loop = 0; loop < numOpLoops; ++loop)
    if (loop < columnLoop || loop >= firstRowLoop)
      first[loop] =
          w.asIndex(indices[loop < columnLoop ? loop : loop + numAdded]);
  Value begin = w.asIndex(indices[columnLoop]);
  Value vector = w.asIndex(getFirstColumn(w, columnVector));
  SmallVector<SmallVector<Value>> elements(length, first);
  for (int64_t i = 0; i < length; ++i) {
    // Fewer columns than a vector has: the last one is repeated.
    AffineExpr number = d0 + d1 + std::min(i, columns - 1);
    if (!tiling.isJoined) {
      Value column = w.apply(number, {begin, vector});
      if (tiling.divisor > 1)
        column = w.apply(d0 * tiling.divisor + d1,
                         {column, w.asIndex(indices[columnLoop + 1])});
      elements[i][columnLoop] = column;
      continue;
    }
    int64_t inside = 1;
    for (unsigned loop : tiling.columnLoops) {
      int64_t size = tiling.dividedLoops[loop].size;
      elements[i][loop] =
          w.apply(number.floorDiv(inside) % size, {begin, vector});
      inside *= size;
    }
  }
  return w.split(asWords(w, elementEmitter.emit(w, elements)));
}

/// Transposes groups of as many words as a word has elements: words of one
/// row each become words of one column each.
void RangeTileEmitter::transposeElements(WordBuilder &w,
                                         SmallVectorImpl<Value> &words) {
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
      words[i + step] =
          w.bitOr(w.mask(w.shiftRight(first, bits), low), w.mask(second, ~low));
    }
  }
}

/// Fills the workgroup's memory with columns that are quotients. An item is
/// some rows of a column, and neighbouring threads have neighbouring columns.
/// The last item of a column may compute rows that do not exist. Their reads
/// stay in the buffer, because dml-gpu-pack-words limits positions.
void RangeTileEmitter::fillQuotients(WordBuilder &w, Value thread) {
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
    Value begin = w.add(getWordOfColumn(w, column),
                        w.multiply(group, count * elementBytes / kWordBytes));
    SmallVector<Value> words =
        w.split(asWords(w, elementEmitter.emit(w, elements)));
    for (auto [i, word] : llvm::enumerate(words))
      w.store(word, shared, w.add(begin, i));
  };
  w.forEachOfThread(thread, columns * (tiling.getReadRows() / count),
                    tiling.numThreads, computeItem);
  emitBarrier(w);
}

/// The indices of a column of quotients in the loops around the rows.
SmallVector<Value> RangeTileEmitter::getIndices(WordBuilder &w, Value column) {
  SmallVector<Value> result(indices.begin(), indices.begin() + columnLoop);
  Value rest = w.add(indices[columnLoop], column);
  int64_t numRest = tiling.totalColumns;
  for (unsigned i : tiling.columnLoops) {
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
Value RangeTileEmitter::exists(WordBuilder &w, Value column) {
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
Value RangeTileEmitter::getFirstElement(WordBuilder &w, Value column) {
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
Value RangeTileEmitter::hasNext(WordBuilder &w, Value column, int64_t count) {
  return w.isLessUnsigned(w.add(indices[columnLoop], column),
                          tiling.totalColumns - count);
}

/// Whether the tile has the column that follows one in the destination.
Value RangeTileEmitter::nextFollows(WordBuilder &w, Value column) {
  if (!tiling.hasNextColumns())
    return w.boolean(false);
  Value result = w.isLessUnsigned(column, tileColumns - 1);
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

/// The number of rows of a column at which a run of so many rows begins that
/// ends in the column, too.
Value RangeTileEmitter::getNumStarts(WordBuilder &w, Value column,
                                     int64_t rows) {
  Value starts = w.constant(tiling.totalRows - rows + 1);
  if (tiling.lastRows == tiling.totalRows)
    return starts;
  int64_t inLast = std::max<int64_t>(tiling.lastRows - rows + 1, 0);
  return w.select(hasNext(w, column, 1), starts, w.constant(inLast));
}

/// Stores a vector of a column, if it begins and ends in the column.
void RangeTileEmitter::store(WordBuilder &w, Value item) {
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

/// A vector that begins at a row of a column.
Value RangeTileEmitter::loadShifted(WordBuilder &w, Value column, Value row) {
  Value word = w.add(getWordOfColumn(w, column),
                     w.multiply(w.divide(row, perWord), wordsPerElement));
  Value bits = w.multiply(w.remainder(row, perWord), elementBytes * 8);
  SmallVector<Value> loaded = w.load(shared, word, kShiftedWords), words;
  for (int64_t i = 0; i + 1 < kShiftedWords; ++i)
    words.push_back(w.shiftPairRight(loaded[i], loaded[i + 1], bits));
  return w.join(words);
}

/// The vector that begins at a row of a column's range.
Value RangeTileEmitter::loadVector(WordBuilder &w, Value column, Value row) {
  if (!tiling.hasWholeVectors())
    return loadShifted(w, column, row);
  Value begin = w.add(getWordOfColumn(w, column),
                      w.multiply(w.divide(row, length), kVectorWords));
  return w.join(w.load(shared, begin, kVectorWords));
}

/// Computes and stores a word of the vector that begins in a column and goes
/// on in the next one, if it begins in the range.
void RangeTileEmitter::storeEnd(WordBuilder &w, Value item) {
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
Value RangeTileEmitter::loadAcross(WordBuilder &w, Value column, Value row) {
  Value result;
  int64_t bits = elementBytes * 8;
  for (int64_t i = 0; i < perWord; ++i) {
    Value next = w.add(row, i);
    Value isNext = w.logicalNot(w.isLessUnsigned(next, tiling.totalRows));
    next = w.subtract(next, w.select(isNext, w.constant(tiling.totalRows), 0));
    Value word =
        getWordOfColumn(w, w.add(column, w.select(isNext, w.constant(1), 0)));
    word = w.add(word, w.multiply(w.divide(next, perWord), wordsPerElement));
    if (wordsPerElement > 1)
      return w.join(w.load(shared, word, wordsPerElement));
    Value element = w.load(shared, word);
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

} // namespace dml
