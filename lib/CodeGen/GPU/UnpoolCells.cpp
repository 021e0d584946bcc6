//===- UnpoolCells.cpp - Unpooling without a map of winners ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolCells.h"
#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

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

/// The kernel.
class CellEmitter {
public:
  CellEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
              const UnpoolCells &cells)
      : inputs(inputs), cells(cells), groupLength(cells.getGroupLength()),
        valueWords(groupLength * cells.elementBytes / 4) {
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
    for (int64_t reach : {0, 1, 2, 3})
      w.ifThen(w.isEqual(hint, reach), [&](WordBuilder &w) {
        SmallVector<Item> items;
        for (Value number : numbers)
          items.push_back(loadItem(w, number));
        for (auto [item, isItemWanted] : llvm::zip_equal(items, isWanted)) {
          auto emitHere = [&, &item = item](WordBuilder &w) {
            emitItem(w, item, reach);
          };
          if (isItemWanted)
            w.ifThen(isItemWanted, emitHere);
          else
            emitHere(w);
        }
      });
  }

private:
  /// Inputs that lie side by side: the low words of their indices, all other
  /// words of these, and the words of their values.
  struct Group {
    SmallVector<Value> indices, high, values;
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

  struct Candidate {
    /// The index, counted from the item's position.
    Value target;
    SmallVector<Value, 2> words;
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
    Value number = w.add(
        w.multiply(w.add(item.firstInputRow, row), cells.getGroupsPerRow()),
        column);
    Group group;
    int64_t indexWords = groupLength * inputs.getIndexWords();
    for (auto [i, word] : llvm::enumerate(
             loadWords(w, indices, number, indexWords, indexUnitWords))) {
      bool isLow = i % inputs.getIndexWords() == 0;
      (isLow ? group.indices : group.high).push_back(word);
    }
    group.values = loadWords(w, values, number, valueWords, valueWords);
    return group;
  }

  SmallVector<Value> loadWords(WordBuilder &w, Value units, Value group,
                               int64_t numWords, int64_t unitWords) {
    SmallVector<Value> words;
    int64_t numUnits = numWords / unitWords;
    for (int64_t i = 0; i < numUnits; ++i) {
      Value loaded = w.load(units, w.add(w.multiply(group, numUnits), i));
      for (int64_t c = 0; c < unitWords; ++c)
        words.push_back(unitWords == 1
                            ? loaded
                            : vector::ExtractOp::create(w.getBuilder(),
                                                        w.getLoc(), loaded, c));
    }
    return words;
  }

  Candidate getCandidate(WordBuilder &w, const Item &item, const Group &group,
                         int64_t i) {
    Candidate candidate;
    candidate.target = w.subtract(group.indices[i], item.position);
    int64_t bits = cells.elementBytes * 8;
    if (bits >= 32) {
      int64_t count = bits / 32;
      candidate.words.append(group.values.begin() + i * count,
                             group.values.begin() + (i + 1) * count);
      return candidate;
    }
    int64_t perWord = 32 / bits;
    Value word = w.shiftRight(group.values[i / perWord], i % perWord * bits);
    if ((i + 1) % perWord != 0)
      word = w.mask(word, (int64_t(1) << bits) - 1);
    candidate.words.push_back(word);
    return candidate;
  }

  /// The inputs of a row that may point into the item's cells, in order: those
  /// of the cells before and behind where the hint says so.
  SmallVector<Candidate> getCandidates(WordBuilder &w, const Item &item,
                                       Value row, const Group &own,
                                       int64_t reach) {
    SmallVector<Candidate> candidates;
    auto add = [&](const Group &group, int64_t i, Value exists) {
      Candidate candidate = getCandidate(w, item, group, i);
      // No element is this far from the position.
      if (exists)
        candidate.target = w.select(exists, candidate.target, w.constant(-1));
      candidates.push_back(candidate);
    };
    if (reach & LooksBack) {
      Value column = w.subtract(w.max(item.column, 1), w.constant(1));
      add(loadGroup(w, item, row, clampColumn(w, column)), groupLength - 1,
          w.isNotEqual(item.column, 0));
    }
    for (int64_t i = 0; i < groupLength; ++i)
      add(own, i, Value());
    if (reach & LooksAhead) {
      Value column = w.add(item.column, 1);
      add(loadGroup(w, item, row, w.min(column, cells.getGroupsPerRow() - 1)),
          0, w.isBelow(column, cells.getGroupsPerRow()));
    }
    return candidates;
  }

  void emitItem(WordBuilder &w, const Item &item, int64_t reach) {
    int64_t length = cells.getVectorLength();
    int64_t wordsPerElement = std::max<int64_t>(1, cells.elementBytes / 4);
    int64_t back = reach & LooksBack ? 1 : 0,
            ahead = reach & LooksAhead ? 1 : 0;
    bool hasRows = cells.input.rows > 1;
    Value zero = w.constant(0);
    SmallVector<Value> words(cells.cell.rows * length * wordsPerElement, zero);
    SmallVector<Value> isHit(groupLength);
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
      SmallVector<Candidate> candidates =
          getCandidates(w, item, row, step == 0 ? item.own : other, reach);
      for (int64_t element = 0; element < cells.cell.rows * length; ++element) {
        int64_t below = element / length, column = element % length;
        int64_t input = column / cells.cell.width;
        for (int64_t i = input; i <= input + back + ahead; ++i) {
          const Candidate &candidate = candidates[i];
          Value isWinner =
              w.isEqual(candidate.target, below * cells.output.width + column);
          if (reach == 0)
            isHit[i] = isHit[i] ? w.either(isHit[i], isWinner) : isWinner;
          for (int64_t part = 0; part < wordsPerElement; ++part) {
            Value &word = words[element * wordsPerElement + part];
            word = w.select(isWinner, candidate.words[part], word);
          }
        }
      }
    }
    bool areCellsWhole =
        cells.output.rows == cells.cell.rows * cells.input.rows &&
        cells.output.width == cells.cell.width * cells.input.width;
    if (reach == 0 && areCellsWhole)
      emitStray(w, item.own, isHit);
    else
      emitStray(w, item.own, getNear(w, item, back, ahead));
    for (int64_t below = 0; below < cells.cell.rows; ++below)
      emitVector(w, item, below,
                 ArrayRef<Value>(words).slice(below * length * wordsPerElement,
                                              length * wordsPerElement));
  }

  /// Whether the inputs of the item's own cells point into these, or into those
  /// so many before and behind them.
  SmallVector<Value> getNear(WordBuilder &w, const Item &item, int64_t back,
                             int64_t ahead) {
    SmallVector<Value> isNear;
    int64_t reach = 1 + back + ahead;
    // An input whose element is looked at from the cell before it points there.
    Value firstRow = w.multiply(
        w.subtract(clampRow(w, item.row), w.constant(ahead)), cells.cell.rows);
    Value firstColumn =
        w.multiply(clampColumn(w, item.column), cells.getVectorLength());
    for (int64_t i = 0; i < groupLength; ++i) {
      Value target = w.subtract(item.own.indices[i], item.firstElement);
      Value row = w.divide(target, cells.output.width);
      Value column = w.remainder(target, cells.output.width);
      Value first = w.add(firstColumn, (i - ahead) * cells.cell.width);
      Value isInRows =
          w.isBelow(w.subtract(row, firstRow), reach * cells.cell.rows);
      Value isInColumns =
          w.isBelow(w.subtract(column, first), reach * cells.cell.width);
      isNear.push_back(w.both(w.isBelow(target, cells.output.getSize()),
                              w.both(isInRows, isInColumns)));
    }
    return isNear;
  }

  void emitStray(WordBuilder &w, const Group &own, ArrayRef<Value> isNear) {
    Value areNear = isNear.front();
    for (Value next : isNear.drop_front())
      areNear = w.both(areNear, next);
    for (Value high : own.high)
      areNear = w.both(areNear, w.isEqual(high, 0));
    w.ifThen(w.negate(areNear), [&](WordBuilder &w) { inputs.emitStray(w); });
  }

  /// The vector so many rows below the item's first one.
  void emitVector(WordBuilder &w, const Item &item, int64_t below,
                  ArrayRef<Value> elements) {
    SmallVector<Value> words;
    int64_t bits = cells.elementBytes * 8;
    int64_t perWord = std::max<int64_t>(1, 32 / bits);
    for (int64_t i = 0; i < 4; ++i) {
      Value word = elements[i * perWord];
      for (int64_t j = 1; j < perWord; ++j)
        word = w.either(word, w.shiftLeft(elements[i * perWord + j], j * bits));
      words.push_back(word);
    }
    auto store = [&](WordBuilder &w) {
      OpBuilder &b = w.getBuilder();
      Value number = w.add(w.divide(item.position, cells.getVectorLength()),
                           below * cells.getVectorsPerRow());
      w.store(vector::FromElementsOp::create(
                  b, w.getLoc(), VectorType::get(4, b.getI32Type()), words),
              dest, number);
    };
    if (below == 0 || cells.output.rows % cells.cell.rows == 0)
      return store(w);
    Value row = w.add(w.multiply(item.row, cells.cell.rows), below);
    w.ifThen(w.isBelow(row, cells.output.rows), store);
  }

  const UnpoolInputs &inputs;
  const UnpoolCells &cells;
  int64_t groupLength, valueWords, indexUnitWords;
  Value indices, values, dest;
};

LogicalResult UnpoolCells::emitKernel(OpBuilder &b, UnpoolOp op,
                                      const UnpoolInputs &inputs,
                                      int64_t workgroupSize,
                                      int64_t maxWorkgroups) const {
  CellEmitter emitter(b, op, inputs, *this);
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
