//===- TransposedTasks.cpp - Blocks that are transposed -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/WordConstant.h"
#include "InterleaveLines.h"
#include "MovementIndices.h"
#include "MovementTasks.h"
#include "WriteCombiningBuffer.h"

using namespace mlir;

namespace dml {
namespace {

/// The fewest bytes of a gathered row that are written at once: for a few
/// lines, the loop over the rows takes too long.
constexpr int64_t kGatheredRowBytes = 512;

class TransposedEmitter : MovementIndices {
public:
  TransposedEmitter(OpBuilder &b, Location loc, const AccessNest &nest,
                    const TransposedShape &shape, const CacheLimits &limits)
      : MovementIndices(b, loc, nest), shape(shape),
        elementBytes(*getLineElementBytes(nest.writes.front().elementType)),
        lineElements(kLineBytes / elementBytes),
        numRowBlocks(shape.numRows / shape.blockRows),
        numColumns(product(ArrayRef(sizes).drop_front(shape.firstColumnLoop))),
        numColumnBlocks(divide(numColumns, shape.blockColumns)),
        tile(shape.getTile(elementBytes)) {
    for (unsigned i = 0; i < shape.firstColumnLoop; ++i)
      if (!llvm::is_contained(shape.rowLoops, i))
        outerLoops.push_back(i);
    for (unsigned i = loops.size(); i-- > shape.firstColumnLoop;)
      columnLoops.push_back(i);
    if (shape.hasAnyColumns) {
      numColumnBlocks = maximum(numColumnBlocks, 1);
      for (unsigned i = 0; i < loops.size(); ++i)
        outputStrides.push_back(product(ArrayRef(sizes).drop_front(i + 1)));
    } else {
      for (int64_t stride : nest.writes.front().strides)
        outputStrides.push_back(constant(stride));
    }
    misalignment = getMisalignment(nest.writes.front().buffer);
    bypassesCache = exceedsCache(limits, elementBytes);
    if (!shape.isContiguous && !shape.gathersRows)
      bypassesCache =
          bitAnd(bitAnd(bypassesCache, isEqual(misalignment, 0)),
                 boolean(shape.writesLines &&
                         tile.numColumns * elementBytes == kLineBytes));
    // A row has less than enough to be written when a block is added. The block
    // has up to twice as many columns as others. One line is for the shift of
    // the row's first element, one for the vector that ends behind the row.
    rowPitch =
        llvm::alignTo(kGatheredRowBytes / elementBytes + 2 * shape.blockColumns,
                      lineElements) +
        2 * lineElements;
  }

  void emit() {
    // Blocks follow each other in the order of the output.
    SmallVector<Value> numBlocks;
    for (unsigned loop : outerLoops)
      numBlocks.push_back(sizes[loop]);
    Value total =
        multiply(multiply(product(numBlocks), numRowBlocks), numColumnBlocks);
    rowBlockPlace = llvm::count_if(outerLoops, [&](unsigned loop) {
      return loop < *llvm::min_element(shape.rowLoops);
    });
    numBlocks.insert(numBlocks.begin() + rowBlockPlace, constant(numRowBlocks));
    numBlocks.push_back(numColumnBlocks);
    int64_t blockBytes = shape.blockRows * shape.blockColumns * elementBytes;
    int64_t grain = llvm::divideCeil(kTaskBytes, blockBytes);
    int64_t numAhead = llvm::divideCeil(kPrefetchBytes, blockBytes);
    parallelForEach(total, grain, [&](Value first) {
      Value last = minimum(add(first, grain), total);
      Values state;
      if (shape.isContiguous) {
        // Vectors store less past the end of a block than the next block has.
        if (mayBeDirect(bypassesCache))
          firstGathered =
              getFirstGathered(bypassesCache, first, last, constant(1));
        Value begin = getBlock(delinearize(first, numBlocks)).to;
        Value beginGathered =
            firstGathered ? getBlock(delinearize(firstGathered, numBlocks)).to
                          : begin;
        staging.emplace(b, loc, output, misalignment, beginGathered,
                        bypassesCache, 2 * blockBytes);
        state = firstGathered ? staging->getDirectStart(begin)
                              : staging->getStart();
      }
      Value stack;
      if (shape.gathersRows) {
        stack = saveStack();
        // The last block along rows has up to twice as many.
        rowBuffer = allocateOnStack(MemRefType::get(
            {2 * shape.blockRows * rowPitch}, getElementTypeOrSelf(output)));
        state = {getBlock(delinearize(first, numBlocks)).to, constant(0),
                 boolean(true)};
      }
      state = forEach(
          first, last, 1, state, [&](Value number, ValueRange now) -> Values {
            Block block = getBlock(delinearize(number, numBlocks));
            Values current(now);
            if (firstGathered)
              current = staging->beginPart(number, firstGathered, now);
            Value later = minimum(add(number, numAhead), subtract(total, 1));
            Value distance = subtract(
                getBlock(delinearize(later, numBlocks)).from, block.from);
            emitBlock(block, distance, current);
            if (shape.gathersRows) {
              Value next = minimum(add(number, 1), subtract(total, 1));
              Value to = getBlock(delinearize(next, numBlocks)).to;
              Value isLast = isEqual(number, subtract(last, 1));
              return advanceRows(block, now, to, isLast);
            }
            if (!shape.isContiguous)
              return {};
            Value count = multiply(subtract(block.endRow, block.beginRow),
                                   shape.numColumns);
            return staging->advance(current, count);
          });
      if (shape.isContiguous)
        staging->finish(state);
      else
        createStoreFence(bypassesCache);
      if (shape.gathersRows)
        restoreStack(stack);
    });
  }

private:
  struct Block {
    /// Indices of all loops, of rows and columns 0.
    SmallVector<Value> indices;
    Value beginRow, endRow, beginColumn, endColumn;
    /// The places of its first element in the source and in the output.
    Value from, to;
  };

  Block getBlock(SmallVector<Value> numbers) {
    Block block;
    block.indices.assign(loops.size(), constant(0));
    Value column = numbers.pop_back_val(), row = numbers[rowBlockPlace];
    numbers.erase(numbers.begin() + rowBlockPlace);
    for (auto [loop, index] : llvm::zip_equal(outerLoops, numbers))
      block.indices[loop] = index;
    auto getRange = [&](Value number, int64_t size, Value count,
                        Value numBlocks) {
      Value begin = multiply(number, size);
      Value isLast = isEqual(number, subtract(numBlocks, 1));
      return std::pair(begin, select(isLast, count, add(begin, size)));
    };
    std::tie(block.beginRow, block.endRow) = getRange(
        row, shape.blockRows, constant(shape.numRows), constant(numRowBlocks));
    std::tie(block.beginColumn, block.endColumn) =
        getRange(column, shape.blockColumns, numColumns, numColumnBlocks);
    block.from =
        add(add(getPosition(block.indices), block.beginRow),
            getOffsets(columnLoops, strides, block.beginColumn, 1).front());
    block.to = add(getOutputPosition(block.indices), block.beginColumn);
    block.to = add(block.to, getRowOffset(block.beginRow));
    return block;
  }

  Value getOutputPosition(ArrayRef<Value> indices) {
    Value position = constant(0);
    for (auto [index, stride] : llvm::zip_equal(indices, outputStrides))
      position = add(position, multiply(index, stride));
    return position;
  }

  void emitBlock(const Block &block, Value prefetchDistance, ValueRange state) {
    auto emitTiles = [&](Value column) {
      TileColumns columns = getColumns(column);
      auto emitRows = [&](Value row, int64_t firstStored) {
        emitTile(block, row, columns, prefetchDistance, state, firstStored);
      };
      int64_t rest = getRestRows();
      Value end = block.endRow, isLast;
      if (rest > 0) {
        isLast = isEqual(end, shape.numRows);
        end = subtract(end, select(isLast, constant(rest), 0));
      }
      forEachPart(block.beginRow, end, tile.numRows,
                  [&](Value row) { emitRows(row, /*firstStored=*/0); });
      if (rest > 0)
        ifThen(isLast, [&] {
          emitRows(subtract(block.endRow, tile.numRows), tile.numRows - rest);
        });
    };
    forEachPart(block.beginColumn, block.endColumn, tile.numColumns, emitTiles);
  }

  /// The rows that whole tiles of the last block leave, if the output would be
  /// written past the caches twice for more than an eighth of all rows: a tile
  /// of them overlaps the one before it. 0 if it may store all its rows.
  int64_t getRestRows() const {
    int64_t rest = shape.numRows % tile.numRows;
    bool hasWholeTiles =
        numRowBlocks == 1 || shape.blockRows % tile.numRows == 0;
    bool overlapsMuch = rest > 0 && 8 * (tile.numRows - rest) > shape.numRows;
    return !shape.isContiguous && !shape.gathersRows && hasWholeTiles &&
                   overlapsMuch
               ? rest
               : 0;
  }

  /// Columns of a tile.
  struct TileColumns {
    /// The number of the first one.
    Value first;
    /// The places of all in the source, relative to that of column 0.
    SmallVector<Value> offsets;
    /// The same for the position that each predicate tests.
    SmallVector<SmallVector<Value>> predicateOffsets;
  };

  TileColumns getColumns(Value first) {
    TileColumns columns = {
        first, getOffsets(columnLoops, strides, first, tile.numColumns), {}};
    for (size_t p = 0; p < bounds.size(); ++p) {
      SmallVector<Value> steps;
      for (const MovementLoop &loop : loops)
        steps.push_back(constant(loop.predicateSteps[p]));
      columns.predicateOffsets.push_back(
          getOffsets(columnLoops, steps, first, tile.numColumns));
    }
    return columns;
  }

  /// Moves the tile of these columns that starts at this row of a block. Its
  /// first `firstStored` rows were stored before, and are not stored again.
  void emitTile(const Block &block, Value row, const TileColumns &columns,
                Value prefetchDistance, ValueRange state, int64_t firstStored) {
    Values rows = transposeBlock(
        b, loc, loadColumns(block, row, columns, prefetchDistance), tile);
    storeRows(ValueRange(rows).drop_front(firstStored), block, state,
              add(row, firstStored), columns.first);
  }

  /// How many columns that follow each other begin in a line.
  int64_t countColumnsOfLine() const {
    int64_t pitch = std::abs(loops.back().stride.value_or(lineElements));
    return std::max<int64_t>(lineElements / pitch, 1);
  }

  void storeRows(ValueRange rows, const Block &block, ValueRange state,
                 Value row, Value column) {
    if (shape.isContiguous) {
      Value at = add(multiply(subtract(row, block.beginRow), shape.numColumns),
                     column);
      at = add(at, staging->getCursors(state).front());
      for (auto [i, line] : llvm::enumerate(rows))
        storeLine(line, staging->getTarget(), add(at, i * shape.numColumns),
                  LineStore::Unaligned);
      return;
    }
    SmallVector<Value> offsets =
        getOffsets(shape.rowLoops, outputStrides, row, rows.size());
    Value to = add(getOutputPosition(block.indices), column);
    if (shape.gathersRows)
      return gatherRows(rows, offsets, block, state, row, column);
    chooseStore(bypassesCache, LineStore::Unaligned, [&](LineStore kind) {
      for (auto [line, offset] : llvm::zip_equal(rows, offsets))
        storeLine(line, output, add(to, offset), kind);
    });
  }

  /// The distance in the output from row 0 to another row.
  Value getRowOffset(Value row) {
    return getOffsets(shape.rowLoops, outputStrides, row, 1).front();
  }

  /// Stores the rows of a tile in the row buffer, each behind the elements that
  /// the buffer has of it already.
  void gatherRows(ValueRange rows, ArrayRef<Value> offsets, const Block &block,
                  ValueRange state, Value row, Value column) {
    Value place = multiply(subtract(row, block.beginRow), rowPitch);
    Value start =
        add(subtract(state[0], getRowOffset(block.beginRow)), misalignment);
    Value distance = add(state[1], subtract(column, block.beginColumn));
    for (auto [i, line] : llvm::enumerate(rows)) {
      Value inLine = bitAnd(add(start, offsets[i]), lineElements - 1);
      storeLine(line, rowBuffer,
                add(add(place, i * rowPitch), add(inLine, distance)),
                LineStore::Unaligned);
    }
  }

  /// Counts a block of gathered rows. Writes the rows if each has enough
  /// elements, or if the next block, which begins at `next`, does not continue
  /// them. The state has three values of the first row: the position in the
  /// output of its first gathered element, the number of gathered elements, and
  /// whether another row owns the elements before them in the same line.
  Values advanceRows(const Block &block, ValueRange state, Value next,
                     Value isLast) {
    Value begin = state[0];
    Value count = add(state[1], subtract(block.endColumn, block.beginColumn));
    Value end = add(begin, count);
    Value isEnd = bitOr(isLast, isNotEqual(next, end));
    Value isFull =
        isLessUnsigned(constant(kGatheredRowBytes / elementBytes - 1), count);
    return ifElse(
        bitOr(isEnd, isFull),
        [&] {
          writeRows(block, begin, end, state[2], isEnd);
          return Values{next, constant(0), isEnd};
        },
        [&] { return Values{begin, count, state[2]}; });
  }

  /// Writes the gathered elements of each row to the output in whole lines. Of
  /// the first row, these are [begin, end). If the row has another block, that
  /// block writes the elements behind the last whole line.
  void writeRows(const Block &block, Value begin, Value end, Value isFirst,
                 Value isEnd) {
    Value start = subtract(misalignment, getRowOffset(block.beginRow));
    forEach(block.beginRow, block.endRow, 1, [&](Value row) {
      Value place = multiply(subtract(row, block.beginRow), rowPitch);
      Value offset = add(start, getRowOffset(row));
      Value from = add(begin, offset), to = add(end, offset);
      Value firstLine = roundDown(from, lineElements);
      Value lastLine = roundDown(to, lineElements);
      copyInLines(select(isFirst, from, firstLine), select(isEnd, to, lastLine),
                  rowBuffer, subtract(place, firstLine), output,
                  subtract(constant(0), misalignment), bypassesCache);
      Value rest = add(place, subtract(lastLine, firstLine));
      storeLine(loadLine(rowBuffer, rest), rowBuffer, place,
                LineStore::Aligned);
    });
  }

  /// Loads the columns of a tile that starts at this row of a block, and
  /// prefetches those of a later block.
  Values loadColumns(const Block &block, Value row,
                     const TileColumns &tileColumns, Value prefetchDistance) {
    Value from = add(getPosition(block.indices), row);
    SmallVector<Value> places;
    for (Value offset : tileColumns.offsets)
      places.push_back(add(from, offset));
    if (shape.prefetches)
      for (int64_t i = 0; i < tile.numColumns; i += countColumnsOfLine())
        prefetch(source, add(places[i], prefetchDistance));
    SmallVector<Value> indices = block.indices;
    indices[shape.rowLoops.front()] = row;
    auto type = VectorType::get(tile.numRows, getElementTypeOrSelf(source));
    unsigned rowLoop = shape.rowLoops.front();
    auto load = [&](Value place) -> Value {
      return loadAs(source, place, type);
    };
    auto getPredicate = [&](unsigned p, int64_t column) {
      return add(getPredicatePosition(p, indices),
                 tileColumns.predicateOffsets[p][column]);
    };
    auto isInside = [&](int64_t column) {
      Value result = boolean(true);
      for (auto [p, bound] : llvm::enumerate(bounds)) {
        int64_t extent = (tile.numRows - 1) * loops[rowLoop].predicateSteps[p];
        Value position = getPredicate(p, column);
        result = bitAnd(result, isLessUnsigned(position, bound));
        if (extent != 0)
          result = bitAnd(result, isLessUnsigned(add(position, extent), bound));
      }
      return result;
    };
    // Of a column that is not all inside, the elements that are.
    auto loadInside = [&](int64_t column, Value otherwise) -> Value {
      Value first = constant(0), last = constant(tile.numRows);
      for (auto [p, bound] : llvm::enumerate(bounds)) {
        Value position = getPredicate(p, column);
        if (int64_t step = loops[rowLoop].predicateSteps[p])
          restrict(first, last, position, step, bound);
        else
          last = select(isLessUnsigned(position, bound), last, 0);
      }
      Value mask = createLaneMask(tile.numRows, first,
                                  signedMaximum(first, last), /*bits=*/8);
      return loadAs(source, places[column], type, mask, otherwise);
    };
    auto columns = llvm::seq<int64_t>(places.size());
    // Positions grow, or fall, along the columns of one loop.
    Value areInside = bitAnd(isInside(0), isInside(places.size() - 1));
    if (columnLoops.size() > 1 && !bounds.empty())
      for (int64_t column : llvm::drop_begin(llvm::drop_end(columns)))
        areInside = bitAnd(areInside, isInside(column));
    return ifElse(
        areInside, [&] { return Values(llvm::map_range(places, load)); },
        [&] {
          Value otherwise = arith::ConstantOp::create(
              b, loc, DenseElementsAttr::get(type, getBits(nest.otherwise)));
          bool cutsColumns = isChecked(loops[rowLoop]);
          return Values(llvm::map_range(columns, [&](int64_t column) -> Value {
            return ifElse(
                isInside(column), [&] { return load(places[column]); },
                [&] {
                  return cutsColumns ? loadInside(column, otherwise)
                                     : otherwise;
                });
          }));
        });
  }

  const TransposedShape &shape;
  int64_t elementBytes, lineElements, numRowBlocks;
  Value numColumns, numColumnBlocks;
  /// What is transposed at once.
  BlockShape tile;
  /// The first are divided among tasks; the second, innermost first, run
  /// through the columns.
  SmallVector<unsigned> outerLoops, columnLoops;
  /// How many outer loops are outside of the loop over blocks of rows.
  unsigned rowBlockPlace = 0;
  SmallVector<Value> outputStrides;
  Value misalignment;
  /// Whether lines are written past the caches.
  Value bypassesCache;
  /// Elements of the memory for a gathered row.
  int64_t rowPitch;
  /// Of the current task.
  Value rowBuffer;
  /// Contiguous blocks of the current task before this one are written straight
  /// to the output, the others are gathered. Null if all are gathered.
  Value firstGathered;
  std::optional<WriteCombiningBuffer> staging;
};

} // namespace

void emitTransposedTasks(OpBuilder &b, Location loc, const AccessNest &nest,
                         const TransposedShape &shape,
                         const CacheLimits &limits) {
  TransposedEmitter(b, loc, nest, shape, limits).emit();
}

} // namespace dml
