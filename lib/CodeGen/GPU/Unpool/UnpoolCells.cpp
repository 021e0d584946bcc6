//===- UnpoolCells.cpp - Unpooling cell by cell in registers --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread loads the inputs of its cells, and of the halos that the hint names.
// For each element it selects the value of the last input that points there.
// Positions and indices are compared in vectors of four words.
//
//===----------------------------------------------------------------------===//

#include "UnpoolCells.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

/// The most rows of a cell; a thread holds a vector of each.
constexpr int64_t kMaxCellRows = 4;

/// The items of a thread, whose loads are under way together. Their numbers are
/// the workgroup's size apart.
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
  // Rounding is right, as padding and what a last window leaves out are less
  // than the stride.
  auto getStride = [](int64_t in, int64_t out) {
    return std::max<int64_t>(1, (2 * out + in) / (2 * in));
  };
  cells.cell = {getStride(in[2], out[2]), getStride(in[3], out[3])};
  // The values of a group must be whole words, at most four.
  int64_t length = cells.getVectorLength();
  if (cells.cell.rows > kMaxCellRows || cells.cell.width > 4 ||
      length % cells.cell.width != 0 || cells.output.width % length != 0 ||
      cells.input.width % cells.getGroupLength() != 0)
    return std::nullopt;
  // Each input must have a cell, or a part of one, within the plane.
  if (cells.getRowsOfCells() < cells.input.rows ||
      cells.getVectorsPerRow() < cells.getGroupsPerRow())
    return std::nullopt;
  return cells;
}

Value UnpoolCells::emitInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                                 Value position,
                                 const UnpoolIndex &index) const {
  int64_t inputsPerPlane = input.rows * input.width;
  int64_t outputsPerPlane = output.rows * output.width;
  Value plane = w.divide(position, inputsPerPlane);
  Value inPlane = w.remainder(position, inputsPerPlane);
  Value begin = w.multiply(plane, outputsPerPlane);
  Value target = w.subtract(index.low, begin);
  // The distance in cells, counted from the cell before the input's own.
  auto getDistance = [&](Value target, int64_t cellSize, Value own) {
    return w.subtract(w.add(w.divide(target, cellSize), 1), own);
  };
  Value rows = getDistance(w.divide(target, output.width), cell.rows,
                           w.divide(inPlane, input.width));
  Value columns = getDistance(w.remainder(target, output.width), cell.width,
                              w.remainder(inPlane, input.width));
  auto select = [&](Value condition, int64_t hint) {
    return w.select(condition, w.constant(hint), 0);
  };
  Value isInReach =
      w.both(inputs.isInside(w, index, begin, w.constant(outputsPerPlane)),
             w.both(w.isBelow(rows, 3), w.isBelow(columns, 3)));
  Value isBefore = w.either(w.isEqual(rows, 0), w.isEqual(columns, 0));
  Value isNext = w.either(w.isEqual(rows, 2), w.isEqual(columns, 2));
  Value near =
      w.either(select(isBefore, HaloAfter), select(isNext, HaloBefore));
  Value far = w.select(inputs.isOutOfRange(w, index), w.constant(0), Scattered);
  return w.select(isInReach, near, far);
}

Value UnpoolCells::treatBothHalosAsScattered(WordBuilder &w, Value hints) {
  constexpr int64_t bothSides = HaloBefore | HaloAfter;
  Value areBoth = w.isEqual(w.mask(hints, bothSides), bothSides);
  return w.either(hints, w.select(areBoth, w.constant(Scattered), 0));
}

/// The kernel code that computes the items of a thread.
class UnpoolCells::KernelEmitter {
public:
  KernelEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                const UnpoolCells &cells, bool isHaloOneSided)
      : inputs(inputs), cells(cells), isHaloOneSided(isHaloOneSided),
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

  /// Emits the items of these numbers. `isWanted` is the condition under which
  /// the thread has an item, null where every thread has it.
  void emit(WordBuilder &w, ArrayRef<Value> numbers, ArrayRef<Value> isWanted) {
    // The hint comes before any other load: scattered inputs need none of them.
    Value hint = w.load(inputs.getControl(), UnpoolControl::Hint);
    w.ifThen(w.isBelow(hint, Scattered), [&] {
      SmallVector<Item> items;
      for (Value number : numbers)
        items.push_back(loadItem(w, number));
      SmallVector<Value> offsets = getOffsets(w);
      SmallVector<int64_t> halos = {0, HaloBefore, HaloAfter};
      if (!isHaloOneSided)
        halos.push_back(HaloBefore | HaloAfter);
      for (int64_t halo : halos)
        w.ifThen(w.isEqual(hint, halo), [&] {
          for (auto [item, isItemWanted] : llvm::zip_equal(items, isWanted)) {
            auto emitHere = [&, &item = item] {
              emitItem(w, item, offsets, halo);
            };
            if (isItemWanted)
              w.ifThen(isItemWanted, emitHere);
            else
              emitHere();
          }
        });
    });
  }

private:
  struct Input {
    /// The low word of the index.
    Value index;
    /// The words of the value. A narrow one starts at bit `shift`.
    SmallVector<Value, 2> words;
    int64_t shift;
  };

  /// Adjacent inputs, and the high words of all their indices.
  struct Group {
    SmallVector<Input> inputs;
    SmallVector<Value> high;
  };

  /// Vectors of the result, one below the other, and the inputs of their cells.
  /// All numbers are words.
  struct Item {
    /// The row of cells and the column of vectors, in the plane.
    Value row, column;
    /// The first row of inputs and the first element of the plane.
    Value firstInputRow, firstElement;
    /// The position of the first element of the first vector.
    Value position;
    Group own;
  };

  /// An input for each word of a vector of the result: four indices, counted
  /// from the item's position, and four values.
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

  /// Each clamps the number of a cell to the last one that has inputs: the
  /// result may have more cells than there are inputs.
  Value clampRow(WordBuilder &w, Value row) {
    bool isEven = cells.getRowsOfCells() == cells.input.rows;
    return isEven ? row : w.minimum(row, cells.input.rows - 1);
  }
  Value clampColumn(WordBuilder &w, Value column) {
    bool isEven = cells.getVectorsPerRow() == cells.getGroupsPerRow();
    return isEven ? column : w.minimum(column, cells.getGroupsPerRow() - 1);
  }

  Group loadGroup(WordBuilder &w, const Item &item, Value row, Value column) {
    return loadGroup(w, item, row, column, 0, groupLength);
  }

  /// Loads `count` inputs of a group, from number `first` on.
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

  /// Loads `count` of the `numWords` words of a group, from number `first` on.
  /// A unit of the view has `unitWords` words.
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

  /// Returns the inputs of a row that may point into the item's cells, in
  /// order: the own ones, and those before and after them that `halo` names.
  SmallVector<Input> getInputs(WordBuilder &w, const Item &item, Value row,
                               const Group &own, int64_t halo) {
    SmallVector<Input> result;
    auto addIf = [&](Value exists, Value column, int64_t i) {
      Input input = loadGroup(w, item, row, column, i, 1).inputs.front();
      // The index of a missing input matches no element of the item.
      input.index = w.select(exists, input.index, w.subtract(item.position, 1));
      result.push_back(input);
    };
    if (halo & HaloBefore) {
      Value column = w.subtract(w.maximum(item.column, 1), 1);
      addIf(w.isNotEqual(item.column, 0), clampColumn(w, column),
            groupLength - 1);
    }
    result.append(own.inputs);
    if (halo & HaloAfter) {
      Value column = w.add(item.column, 1);
      addIf(w.isBelow(column, cells.getGroupsPerRow()),
            w.minimum(column, cells.getGroupsPerRow() - 1), 0);
    }
    return result;
  }

  /// Returns the inputs with which the words of a vector are compared at a
  /// time. The first word is compared with input number `first` of a row.
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

  /// Returns the column of an element in its vector: the element is part `part`
  /// of word `word`.
  int64_t getColumn(int64_t word, int64_t part) {
    return word / wordsPerElement * perWord + part;
  }

  /// Returns the distances of the elements from an item's position: a vector
  /// for each row, and each part of the words.
  SmallVector<Value> getOffsets(WordBuilder &w) {
    SmallVector<Value> offsets;
    for (int64_t below = 0; below < cells.cell.rows; ++below)
      for (int64_t part = 0; part < perWord; ++part) {
        SmallVector<int64_t> values;
        for (int64_t i = 0; i < 4; ++i)
          values.push_back(below * cells.output.width + getColumn(i, part));
        offsets.push_back(w.constants(values));
      }
    return offsets;
  }

  /// Computes and writes an item. Narrow elements are computed in parts: the
  /// first ones of all words of the result, then the second ones, and so on.
  void emitItem(WordBuilder &w, const Item &item, ArrayRef<Value> offsets,
                int64_t halo) {
    int64_t before = halo & HaloBefore ? 1 : 0,
            after = halo & HaloAfter ? 1 : 0;
    bool hasRows = cells.input.rows > 1;
    SmallVector<Value> parts(offsets.size(), w.splat(w.constant(0), 4));
    // For each input that a part may begin with, a vector of conditions:
    // whether the inputs that this part is compared with hit an element.
    int64_t numFirst = llvm::divideCeil(perWord, cells.cell.width);
    SmallVector<Value> isHit(numFirst);
    // Inputs come in order: of equal indices the last one wins (U4). At the
    // edge of the plane a row comes twice, which changes nothing.
    for (int64_t step = hasRows ? -before : 0; step <= (hasRows ? after : 0);
         ++step) {
      Value row = clampRow(w, item.row);
      if (step < 0)
        row = clampRow(w, w.subtract(w.maximum(item.row, 1), 1));
      else if (step > 0)
        row = w.minimum(w.add(item.row, 1), cells.input.rows - 1);
      Group other;
      if (step != 0)
        other = loadGroup(w, item, row, clampColumn(w, item.column));
      SmallVector<Input> inputs =
          getInputs(w, item, row, step == 0 ? item.own : other, halo);
      SmallVector<Candidates> candidates;
      for (int64_t first = 0; first < numFirst + before + after; ++first)
        candidates.push_back(getCandidates(w, item, inputs, first));
      for (auto [i, part] : llvm::enumerate(parts)) {
        int64_t first = i % perWord / cells.cell.width;
        for (int64_t j = first; j <= first + before + after; ++j) {
          Value isWinner = w.isEqual(candidates[j].targets, offsets[i]);
          if (halo == 0)
            isHit[j] = isHit[j] ? w.either(isHit[j], isWinner) : isWinner;
          part = w.select(isWinner, candidates[j].words, part);
        }
      }
    }
    bool areCellsWhole =
        cells.output.rows == cells.cell.rows * cells.input.rows &&
        cells.output.width == cells.cell.width * cells.input.width;
    if (halo == 0 && areCellsWhole)
      emitFallback(w, item.own, getHits(w, isHit));
    else
      emitFallback(w, item.own, getInReach(w, item, before, after));
    for (int64_t below = 0; below < cells.cell.rows; ++below)
      emitVector(w, item, below,
                 ArrayRef<Value>(parts).slice(below * perWord, perWord));
  }

  /// Returns, for each of the item's own inputs, whether it hits an element.
  SmallVector<Value> getHits(WordBuilder &w, ArrayRef<Value> isHit) {
    SmallVector<Value> result(groupLength);
    for (auto [first, vector] : llvm::enumerate(isHit))
      for (auto [i, isWordHit] : llvm::enumerate(w.split(vector))) {
        Value &hit = result[first + getColumn(i, 0) / cells.cell.width];
        hit = hit ? w.either(hit, isWordHit) : isWordHit;
      }
    return result;
  }

  /// Returns whether the item's own inputs point into their cells, or into the
  /// cells that have them in their halo: `after` cells before them, and
  /// `before` cells behind them. The conditions are in vectors of up to four.
  SmallVector<Value> getInReach(WordBuilder &w, const Item &item,
                                int64_t before, int64_t after) {
    SmallVector<Value> isInReach;
    int64_t numCells = 1 + before + after;
    // The first row and column of elements that an input may point into.
    Value firstRow =
        w.multiply(w.subtract(clampRow(w, item.row), after), cells.cell.rows);
    Value firstColumn =
        w.multiply(clampColumn(w, item.column), cells.getVectorLength());
    int64_t count = std::min<int64_t>(groupLength, 4);
    for (int64_t begin = 0; begin < groupLength; begin += count) {
      SmallVector<Value> indices;
      SmallVector<int64_t> columns;
      for (int64_t i = begin; i < begin + count; ++i) {
        indices.push_back(item.own.inputs[i].index);
        columns.push_back((i - after) * cells.cell.width);
      }
      auto subtract = [&](Value lhs, Value rhs) {
        return w.subtract(lhs, w.splat(rhs, count));
      };
      Value target = subtract(w.join(indices), item.firstElement);
      Value row = w.divide(target, cells.output.width);
      Value column = w.remainder(target, cells.output.width);
      Value isInRows =
          w.isBelow(subtract(row, firstRow), numCells * cells.cell.rows);
      Value isInColumns = w.isBelow(
          w.subtract(subtract(column, firstColumn), w.constants(columns)),
          numCells * cells.cell.width);
      isInReach.push_back(w.both(w.isBelow(target, cells.output.getSize()),
                                 w.both(isInRows, isInColumns)));
    }
    return isInReach;
  }

  /// Sets UnpoolControl::Fallback unless all conditions hold and all high words
  /// of the indices are 0.
  void emitFallback(WordBuilder &w, const Group &own,
                    ArrayRef<Value> isInReach) {
    Value areInReach = isInReach.front();
    for (Value next : isInReach.drop_front())
      areInReach = w.both(areInReach, next);
    SmallVector<Value> conditions = w.split(areInReach);
    areInReach = conditions.front();
    for (Value next : ArrayRef<Value>(conditions).drop_front())
      areInReach = w.both(areInReach, next);
    if (!own.high.empty()) {
      Value high = own.high.front();
      for (Value next : ArrayRef<Value>(own.high).drop_front())
        high = w.either(high, next);
      areInReach = w.both(areInReach, w.isEqual(high, 0));
    }
    w.ifThen(w.negate(areInReach), [&] { inputs.emitFallback(w); });
  }

  /// Writes the vector that is `below` rows under the item's first one.
  void emitVector(WordBuilder &w, const Item &item, int64_t below,
                  ArrayRef<Value> parts) {
    Value words = parts.front();
    for (int64_t i = 1; i < perWord; ++i)
      words = w.either(words, w.shiftLeft(parts[i], i * (32 / perWord)));
    auto store = [&] {
      Value number = w.add(w.divide(item.position, cells.getVectorLength()),
                           below * cells.getVectorsPerRow());
      w.store(words, dest, number);
    };
    if (below == 0 || cells.output.rows % cells.cell.rows == 0)
      return store();
    Value row = w.add(w.multiply(item.row, cells.cell.rows), below);
    w.ifThen(w.isBelow(row, cells.output.rows), store);
  }

  const UnpoolInputs &inputs;
  const UnpoolCells &cells;
  bool isHaloOneSided;
  /// The inputs of a group, and the words of their values.
  int64_t groupLength, valueWords;
  /// The elements of a word and the words of an element, one of which is 1.
  int64_t perWord, wordsPerElement;
  /// The words that a load of indices takes.
  int64_t indexUnitWords;
  Value indices, values, dest;
};

LogicalResult UnpoolCells::emitKernel(OpBuilder &b, UnpoolOp op,
                                      const UnpoolInputs &inputs,
                                      int64_t workgroupSize,
                                      int64_t maxWorkgroups,
                                      bool isHaloOneSided) const {
  KernelEmitter emitter(b, op, inputs, *this, isHaloOneSided);
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
            number = w.minimum(number, numItems - 1);
          }
          numbers.push_back(number);
        }
        emitter.emit(w, numbers, isWanted);
      });
}

} // namespace dml
