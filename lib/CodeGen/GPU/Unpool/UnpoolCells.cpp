//===- UnpoolCells.cpp - Unpooling without a map of winners ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolCells.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

/// Rows of a cell: a thread has a vector of each.
constexpr int64_t kMaxCellRows = 4;

/// What each thread has of the rows of cells, a workgroup's size apart: their
/// loads are under way together.
constexpr int64_t kItemsPerThread = 2;

std::optional<UnpoolCells> UnpoolCells::choose(MemRefType values,
                                               MemRefType dest) {
  ArrayRef<int64_t> in = values.getShape(), out = dest.getShape();
  UnpoolCells cells;
  cells.planes = in[0] * in[1];
  // Positions are computed in 32-bit words.
  constexpr int64_t maxElements = std::numeric_limits<int32_t>::max();
  if (cells.planes != out[0] * out[1] ||
      values.getNumElements() > maxElements ||
      dest.getNumElements() > maxElements)
    return std::nullopt;
  cells.elementBytes = getElementBytes(dest.getElementType());
  cells.input = {in[2], in[3]};
  cells.output = {out[2], out[3]};
  // Padding and what a last window leaves out are less than the stride.
  auto getStride = [](int64_t in, int64_t out) {
    return std::max<int64_t>(1, (2 * out + in) / (2 * in));
  };
  cells.cell = {getStride(in[2], out[2]), getStride(in[3], out[3])};
  // A group of values has whole words, of which a load takes up to four.
  int64_t length = cells.getVectorLength();
  if (cells.cell.rows > kMaxCellRows || cells.cell.width > 4 ||
      length % cells.cell.width != 0 || cells.output.width % length != 0 ||
      cells.input.width % cells.getGroupLength() != 0)
    return std::nullopt;
  // Each input has its cell, if only a part of it.
  if (cells.getRowsOfCells() < cells.input.rows ||
      cells.getVectorsPerRow() < cells.getGroupsPerRow())
    return std::nullopt;
  return cells;
}

Value UnpoolCells::emitDirection(WordBuilder &w, const UnpoolInputs &inputs,
                                 Value position,
                                 const UnpoolIndex &index) const {
  int64_t inputsPerPlane = input.rows * input.width;
  int64_t outputsPerPlane = output.rows * output.width;
  Value plane = w.divide(position, inputsPerPlane);
  Value inPlane = w.remainder(position, inputsPerPlane);
  Value begin = w.multiply(plane, outputsPerPlane);
  Value target = w.subtract(index.low, begin);
  // Cells from the one before the input's own.
  auto getDistance = [&](Value target, int64_t cellSize, Value own) {
    return w.subtract(w.add(w.divide(target, cellSize), 1), own);
  };
  Value rows = getDistance(w.divide(target, output.width), cell.rows,
                           w.divide(inPlane, input.width));
  Value columns = getDistance(w.remainder(target, output.width), cell.width,
                              w.remainder(inPlane, input.width));
  auto select = [&](Value condition, int64_t hint) {
    return w.select(condition, w.constant(hint), w.constant(0));
  };
  Value isNear =
      w.both(inputs.isInside(w, index, begin, w.constant(outputsPerPlane)),
             w.both(w.isBelow(rows, 3), w.isBelow(columns, 3)));
  Value isBefore = w.either(w.isEqual(rows, 0), w.isEqual(columns, 0));
  Value isNext = w.either(w.isEqual(rows, 2), w.isEqual(columns, 2));
  Value near =
      w.either(select(isBefore, LooksAhead), select(isNext, LooksBack));
  Value far = w.select(inputs.isOutOfRange(w, index), w.constant(0),
                       w.constant(Elsewhere));
  return w.select(isNear, near, far);
}

Value UnpoolCells::emitBothSidesElsewhere(WordBuilder &w, Value directions) {
  constexpr int64_t bothSides = LooksBack | LooksAhead;
  Value areBoth = w.isEqual(w.mask(directions, bothSides), bothSides);
  return w.either(directions,
                  w.select(areBoth, w.constant(Elsewhere), w.constant(0)));
}

/// The kernel.
class CellEmitter {
public:
  CellEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
              const UnpoolCells &cells, bool looksAtOneSide)
      : inputs(inputs), cells(cells), looksAtOneSide(looksAtOneSide),
        groupLength(cells.getGroupLength()),
        valueWords(groupLength * cells.elementBytes / 4),
        perWord(std::max<int64_t>(1, 4 / cells.elementBytes)),
        wordsPerElement(getWordsPerElement(cells.elementBytes)) {
    int64_t indexWords = groupLength * inputs.getIndexWords();
    indexUnitWords = std::min<int64_t>(indexWords, 4);
    indices = viewWords(b, op.getIndices(), indexUnitWords);
    values = viewWords(b, op.getValues(), valueWords);
    dest = viewWords(b, op.getDest(), 4);
  }

  /// `isWanted` is nothing for items that every thread has.
  void emit(WordBuilder &w, ArrayRef<Value> numbers, ArrayRef<Value> isWanted) {
    // Before any other load: where inputs are elsewhere, none is wanted.
    Value hint = w.load(inputs.getControl(), UnpoolControl::Hint);
    w.ifThen(w.isBelow(hint, Elsewhere), [&](WordBuilder &w) {
      SmallVector<Item> items;
      for (Value number : numbers)
        items.push_back(loadItem(w, number));
      SmallVector<Value> places = getPlaces(w);
      SmallVector<int64_t> reaches = {0, LooksBack, LooksAhead};
      if (!looksAtOneSide)
        reaches.push_back(LooksBack | LooksAhead);
      for (int64_t reach : reaches)
        w.ifThen(w.isEqual(hint, reach), [&](WordBuilder &w) {
          for (auto [item, isItemWanted] : llvm::zip_equal(items, isWanted)) {
            auto emitHere = [&, &item = item](WordBuilder &w) {
              emitItem(w, item, places, reach);
            };
            if (isItemWanted)
              w.ifThen(isItemWanted, emitHere);
            else
              emitHere(w);
          }
        });
    });
  }

private:
  struct Input {
    /// The low word of its index.
    Value index;
    /// Those that hold its value, in a narrow one from bit `shift` on.
    SmallVector<Value, 2> words;
    int64_t shift;
  };

  /// Inputs that lie side by side, and all other words of their indices.
  struct Group {
    SmallVector<Input> inputs;
    SmallVector<Value> high;
  };

  /// Vectors of the result, one below the other, and the inputs of their cells.
  struct Item {
    /// In the plane: the row of cells, and the column of vectors.
    Value row, column;
    /// The plane's first row of inputs, and its first element.
    Value firstInputRow, firstElement;
    /// The position of the first vector's first element.
    Value position;
    Group own;
  };

  /// An input for each word of a result's vector: indices, counted from the
  /// item's position, and values.
  struct Candidates {
    Value targets, words;
  };

  Item loadItem(WordBuilder &w, Value number) {
    Item item;
    Value row = w.divide(number, cells.getVectorsPerRow());
    item.column = w.remainder(number, cells.getVectorsPerRow());
    Value plane = w.divide(row, cells.getRowsOfCells());
    item.row = w.remainder(row, cells.getRowsOfCells());
    item.firstInputRow = w.multiply(plane, cells.input.rows);
    item.firstElement = w.multiply(plane, cells.output.getSize());
    Value inPlane =
        w.add(w.multiply(item.row, cells.cell.rows * cells.output.width),
              w.multiply(item.column, cells.getVectorLength()));
    item.position = w.add(item.firstElement, inPlane);
    item.own =
        loadGroup(w, item, clampRow(w, item.row), clampColumn(w, item.column));
    return item;
  }

  /// Where there are more cells than inputs, those without one have the last.
  Value clampRow(WordBuilder &w, Value row) {
    bool isEven = cells.getRowsOfCells() == cells.input.rows;
    return isEven ? row : w.min(row, cells.input.rows - 1);
  }
  Value clampColumn(WordBuilder &w, Value column) {
    bool isEven = cells.getVectorsPerRow() == cells.getGroupsPerRow();
    return isEven ? column : w.min(column, cells.getGroupsPerRow() - 1);
  }

  Group loadGroup(WordBuilder &w, const Item &item, Value row, Value column) {
    return loadGroup(w, item, row, column, 0, groupLength);
  }

  /// Of a group, so many inputs from the first one on.
  Group loadGroup(WordBuilder &w, const Item &item, Value row, Value column,
                  int64_t first, int64_t count) {
    Value number = w.add(
        w.multiply(w.add(item.firstInputRow, row), cells.getGroupsPerRow()),
        column);
    int64_t perIndex = inputs.getIndexWords();
    SmallVector<Value> indexWords =
        loadWords(w, indices, number, groupLength * perIndex, indexUnitWords,
                  first * perIndex, count * perIndex);
    int64_t firstWord = first / perWord * wordsPerElement;
    SmallVector<Value> words =
        loadWords(w, values, number, valueWords, valueWords, firstWord,
                  llvm::divideCeil(count, perWord) * wordsPerElement);
    Group group;
    for (int64_t i = 0; i < count; ++i) {
      Input input;
      input.index = indexWords[i * perIndex];
      group.high.append(indexWords.begin() + i * perIndex + 1,
                        indexWords.begin() + (i + 1) * perIndex);
      int64_t word = (first + i) / perWord * wordsPerElement - firstWord;
      input.words.append(words.begin() + word,
                         words.begin() + word + wordsPerElement);
      input.shift = (first + i) % perWord * (32 / perWord);
      group.inputs.push_back(input);
    }
    return group;
  }

  /// Of a group's words, so many from the first one on.
  SmallVector<Value> loadWords(WordBuilder &w, Value units, Value group,
                               int64_t numWords, int64_t unitWords,
                               int64_t first, int64_t count) {
    SmallVector<Value> words;
    int64_t numUnits = numWords / unitWords;
    for (int64_t i = first / unitWords; i * unitWords < first + count; ++i)
      words.append(
          w.split(w.load(units, w.add(w.multiply(group, numUnits), i))));
    return SmallVector<Value>(
        ArrayRef<Value>(words).slice(first % unitWords, count));
  }

  /// The inputs of a row that may point into the item's cells, in order: those
  /// of the cells before and behind where the hint says so.
  SmallVector<Input> getInputs(WordBuilder &w, const Item &item, Value row,
                               const Group &own, int64_t reach) {
    SmallVector<Input> result;
    auto addIf = [&](Value exists, Value column, int64_t i) {
      Input input = loadGroup(w, item, row, column, i, 1).inputs.front();
      // No element is this far from the position.
      input.index = w.select(exists, input.index,
                             w.subtract(item.position, w.constant(1)));
      result.push_back(input);
    };
    if (reach & LooksBack) {
      Value column = w.subtract(w.max(item.column, 1), w.constant(1));
      addIf(w.isNotEqual(item.column, 0), clampColumn(w, column),
            groupLength - 1);
    }
    result.append(own.inputs);
    if (reach & LooksAhead) {
      Value column = w.add(item.column, 1);
      addIf(w.isBelow(column, cells.getGroupsPerRow()),
            w.min(column, cells.getGroupsPerRow() - 1), 0);
    }
    return result;
  }

  /// The inputs that words of a result's vector are compared with at a time, of
  /// those of a row, from the first word's on.
  Candidates getCandidates(WordBuilder &w, const Item &item,
                           ArrayRef<Input> inputs, int64_t first) {
    SmallVector<Value> indices, words;
    SmallVector<int64_t> shifts;
    for (int64_t i = 0; i < 4; ++i) {
      const Input &input = inputs[first + getColumn(i, 0) / cells.cell.width];
      indices.push_back(input.index);
      words.push_back(input.words[i % wordsPerElement]);
      shifts.push_back(input.shift);
    }
    Candidates result;
    result.targets = w.subtract(w.join(indices), w.splat(item.position, 4));
    result.words = w.join(words);
    if (perWord > 1)
      result.words = w.mask(w.shiftRight(result.words, w.constants(shifts)),
                            (int64_t(1) << (32 / perWord)) - 1);
    return result;
  }

  /// The column in its vector of the element that a word of the vector has as
  /// its part so and so.
  int64_t getColumn(int64_t word, int64_t part) {
    return word / wordsPerElement * perWord + part;
  }

  /// How far the elements are from an item's position: for each row, and each
  /// part of words, a vector.
  SmallVector<Value> getPlaces(WordBuilder &w) {
    SmallVector<Value> places;
    for (int64_t below = 0; below < cells.cell.rows; ++below)
      for (int64_t part = 0; part < perWord; ++part) {
        SmallVector<int64_t> values;
        for (int64_t i = 0; i < 4; ++i)
          values.push_back(below * cells.output.width + getColumn(i, part));
        places.push_back(w.constants(values));
      }
    return places;
  }

  /// Elements of a narrow type are found in parts: the first of each word of
  /// the result, the second of each, and so on.
  void emitItem(WordBuilder &w, const Item &item, ArrayRef<Value> places,
                int64_t reach) {
    int64_t back = reach & LooksBack ? 1 : 0,
            ahead = reach & LooksAhead ? 1 : 0;
    bool hasRows = cells.input.rows > 1;
    SmallVector<Value> parts(places.size(), w.splat(w.constant(0), 4));
    // For each input that a part begins with, whether elements are hit by those
    // that this part is compared with.
    int64_t numFirst = llvm::divideCeil(perWord, cells.cell.width);
    SmallVector<Value> isHit(numFirst);
    // Rows, and the inputs of a row, in order: of equal indices the last input
    // wins (U4). At the edge of the plane a row counts twice, which changes
    // nothing.
    for (int64_t step = hasRows ? -back : 0; step <= (hasRows ? ahead : 0);
         ++step) {
      Value row = clampRow(w, item.row);
      if (step < 0)
        row = clampRow(w, w.subtract(w.max(item.row, 1), w.constant(1)));
      else if (step > 0)
        row = w.min(w.add(item.row, 1), cells.input.rows - 1);
      Group other;
      if (step != 0)
        other = loadGroup(w, item, row, clampColumn(w, item.column));
      SmallVector<Input> inputs =
          getInputs(w, item, row, step == 0 ? item.own : other, reach);
      SmallVector<Candidates> candidates;
      for (int64_t first = 0; first < numFirst + back + ahead; ++first)
        candidates.push_back(getCandidates(w, item, inputs, first));
      for (auto [i, part] : llvm::enumerate(parts)) {
        int64_t first = i % perWord / cells.cell.width;
        for (int64_t j = first; j <= first + back + ahead; ++j) {
          Value isWinner = w.isEqual(candidates[j].targets, places[i]);
          if (reach == 0)
            isHit[j] = isHit[j] ? w.either(isHit[j], isWinner) : isWinner;
          part = w.select(isWinner, candidates[j].words, part);
        }
      }
    }
    bool areCellsWhole =
        cells.output.rows == cells.cell.rows * cells.input.rows &&
        cells.output.width == cells.cell.width * cells.input.width;
    if (reach == 0 && areCellsWhole)
      emitStray(w, item.own, getHits(w, isHit));
    else
      emitStray(w, item.own, getNear(w, item, back, ahead));
    for (int64_t below = 0; below < cells.cell.rows; ++below)
      emitVector(w, item, below,
                 ArrayRef<Value>(parts).slice(below * perWord, perWord));
  }

  /// Whether each of the own inputs hits an element.
  SmallVector<Value> getHits(WordBuilder &w, ArrayRef<Value> isHit) {
    SmallVector<Value> result(groupLength);
    for (auto [first, vector] : llvm::enumerate(isHit))
      for (auto [i, isWordHit] : llvm::enumerate(w.split(vector))) {
        Value &hit = result[first + getColumn(i, 0) / cells.cell.width];
        hit = hit ? w.either(hit, isWordHit) : isWordHit;
      }
    return result;
  }

  /// Whether the inputs of the item's own cells point into these, or into those
  /// so many before and behind them; in vectors.
  SmallVector<Value> getNear(WordBuilder &w, const Item &item, int64_t back,
                             int64_t ahead) {
    SmallVector<Value> isNear;
    int64_t reach = 1 + back + ahead;
    // Inputs of a row of cells are looked at from rows that are up to `ahead`
    // before it and `back` behind it.
    Value firstRow = w.multiply(
        w.subtract(clampRow(w, item.row), w.constant(ahead)), cells.cell.rows);
    Value firstColumn =
        w.multiply(clampColumn(w, item.column), cells.getVectorLength());
    int64_t count = std::min<int64_t>(groupLength, 4);
    for (int64_t begin = 0; begin < groupLength; begin += count) {
      SmallVector<Value> indices;
      SmallVector<int64_t> columns;
      for (int64_t i = begin; i < begin + count; ++i) {
        indices.push_back(item.own.inputs[i].index);
        columns.push_back((i - ahead) * cells.cell.width);
      }
      auto subtract = [&](Value lhs, Value rhs) {
        return w.subtract(lhs, w.splat(rhs, count));
      };
      Value target = subtract(w.join(indices), item.firstElement);
      Value row = w.divide(target, cells.output.width);
      Value column = w.remainder(target, cells.output.width);
      Value isInRows =
          w.isBelow(subtract(row, firstRow), reach * cells.cell.rows);
      Value isInColumns = w.isBelow(
          w.subtract(subtract(column, firstColumn), w.constants(columns)),
          reach * cells.cell.width);
      isNear.push_back(w.both(w.isBelow(target, cells.output.getSize()),
                              w.both(isInRows, isInColumns)));
    }
    return isNear;
  }

  void emitStray(WordBuilder &w, const Group &own, ArrayRef<Value> isNear) {
    Value areNear = isNear.front();
    for (Value next : isNear.drop_front())
      areNear = w.both(areNear, next);
    SmallVector<Value> conditions = w.split(areNear);
    areNear = conditions.front();
    for (Value next : ArrayRef<Value>(conditions).drop_front())
      areNear = w.both(areNear, next);
    if (!own.high.empty()) {
      Value high = own.high.front();
      for (Value next : ArrayRef<Value>(own.high).drop_front())
        high = w.either(high, next);
      areNear = w.both(areNear, w.isEqual(high, 0));
    }
    w.ifThen(w.negate(areNear), [&](WordBuilder &w) { inputs.emitStray(w); });
  }

  /// The vector so many rows below the item's first one.
  void emitVector(WordBuilder &w, const Item &item, int64_t below,
                  ArrayRef<Value> parts) {
    Value words = parts.front();
    for (int64_t i = 1; i < perWord; ++i)
      words = w.either(words, w.shiftLeft(parts[i], i * (32 / perWord)));
    auto store = [&](WordBuilder &w) {
      Value number = w.add(w.divide(item.position, cells.getVectorLength()),
                           below * cells.getVectorsPerRow());
      w.store(words, dest, number);
    };
    if (below == 0 || cells.output.rows % cells.cell.rows == 0)
      return store(w);
    Value row = w.add(w.multiply(item.row, cells.cell.rows), below);
    w.ifThen(w.isBelow(row, cells.output.rows), store);
  }

  const UnpoolInputs &inputs;
  const UnpoolCells &cells;
  bool looksAtOneSide;
  int64_t groupLength, valueWords;
  /// Elements in a word, and words of an element: one of them is 1.
  int64_t perWord, wordsPerElement;
  int64_t indexUnitWords;
  Value indices, values, dest;
};

LogicalResult UnpoolCells::emitKernel(OpBuilder &b, UnpoolOp op,
                                      const UnpoolInputs &inputs,
                                      int64_t workgroupSize,
                                      int64_t maxWorkgroups,
                                      bool looksAtOneSide) const {
  CellEmitter emitter(b, op, inputs, *this, looksAtOneSide);
  int64_t numItems = getNumItems();
  int64_t itemsPerWorkgroup = kItemsPerThread * workgroupSize;
  return buildWorkgroupLaunch(
      b, op.getLoc(), llvm::divideCeil(numItems, itemsPerWorkgroup),
      workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        WordBuilder w(b, loc);
        Value first = w.add(w.multiply(workgroup, itemsPerWorkgroup), thread);
        SmallVector<Value> numbers, isWanted(kItemsPerThread);
        for (int64_t i = 0; i < kItemsPerThread; ++i) {
          Value number = w.add(first, i * workgroupSize);
          if (numItems % itemsPerWorkgroup != 0) {
            isWanted[i] = w.isBelow(number, numItems);
            number = w.min(number, numItems - 1);
          }
          numbers.push_back(number);
        }
        emitter.emit(w, numbers, isWanted);
      });
}

} // namespace dml
