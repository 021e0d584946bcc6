//===- TransposedShape.cpp - How a movement is transposed -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedShape.h"
#include "CodeGen/CPU/Schedule/LoopOrder.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// A row loop whose predicates cut blocks has at least kMinCutLength
/// iterations: shorter rows are cut too often. Column loops with predicates are
/// joined until there are kMinCheckedColumns columns. Measured:
/// benchmarks/results/2026-11-30-cpu-transposed-columns.md.
constexpr static int64_t kMinCutLength = 8, kMinCheckedColumns = 8;
/// Bytes of a block, of which the first cache holds two.
constexpr static int64_t kBlockBytes = 16 * 1024;
/// Rows that follow each other in the output are gathered in blocks of at most
/// so many bytes. The second cache holds two of them.
constexpr static int64_t kContiguousBytes = 128 * 1024;
/// A block whose rows are gathered one by one has so many bytes, and its rows
/// of the output have at least so many: the two ends of each are written
/// element by element.
constexpr static int64_t kGatheredBytes = 32 * 1024, kMinGatheredBytes = 512;
/// Tiles that do not overlap, of so many bytes in as many columns as rows, are
/// faster than strips, but not of single bytes. Tiles that fill lines, or whose
/// rows are gathered, are faster than strips of larger strides. All tiles are
/// faster than strips of more than kMaxFastSources sources, and tiles that are
/// not gathered than strips of more than kMaxFastRanges ranges. Measured:
/// benchmarks/results/2026-11-30-cpu-short-folds.md.
constexpr static int64_t kMinTileBytes = 2 * kLineBytes, kMaxFastStride = 8,
                         kMaxFastSources = 8, kMaxFastRanges = 32;
/// Lines of a column in a block if each column lies in a page of its own.
/// Where columns do not share lines, but run through several loops, a block has
/// as many rows, at least: finding the columns takes as long as a few rows.
constexpr static int64_t kPageBytes = 4096, kLinesOfBlock = 4,
                         kMinBlockRows = 64;

void TransposedShape::print(llvm::raw_ostream &os) const {
  os << "blocks of " << blockRows << " times " << blockColumns
     << " elements that are transposed";
  if (rowLoops.size() > 1)
    os << ", with rows of " << rowLoops.size() << " loops";
  if (isContiguous)
    os << ", gathered in lines";
  else if (gathersRows)
    os << ", gathered by rows";
  if (prefetches)
    os << ", prefetched";
}

BlockShape TransposedShape::getTile(int64_t elementBytes) const {
  return BlockShape::get(blockRows, blockColumns, kLineBytes / elementBytes);
}

bool TransposedShape::mayBePacked(ArrayRef<MovementLoop> loops) const {
  constexpr int64_t minRow = 4;
  return testsColumns && isContiguous && loops.back().size >= minRow;
}

bool TransposedShape::isFasterThan(const StripShape &strips,
                                   int64_t elementBytes) const {
  int64_t tileRows = getTile(elementBytes).numRows;
  bool hasWideTiles = elementBytes > 1 && numRows % tileRows == 0 &&
                      tileRows * tileRows * elementBytes >= kMinTileBytes;
  return strips.numSources > kMaxFastSources ||
         (strips.numRanges > kMaxFastRanges && !gathersRows && !isContiguous) ||
         (writesLines && hasWideTiles) ||
         ((writesLines || isContiguous || gathersRows) &&
          strips.stride > kMaxFastStride);
}

/// Whether blocks along a row loop may be cut.
static bool canCut(const AccessNest &nest, const MovementLoop &loop) {
  return llvm::all_of(
      llvm::zip_equal(nest.reads.front().predicates, loop.predicateSteps),
      [&](const auto &pair) {
        auto [predicate, step] = pair;
        return step == 0 ||
               (hasInterval(predicate) && *loop.size >= kMinCutLength);
      });
}

/// Joins short rows along `loop` with those that continue them in the source.
/// Returns the loops that rows run through, and sets `numRows`.
static SmallVector<unsigned> joinRows(ArrayRef<MovementLoop> loops,
                                      unsigned loop, int64_t lineElements,
                                      int64_t &numRows) {
  SmallVector<unsigned> joined = {loop};
  numRows = *loops[loop].size;
  while (numRows < lineElements && !isChecked(loops[loop])) {
    auto continues = [&](unsigned next) {
      return loops[next].size && loops[next].stride == numRows &&
             *loops[next].size > 1 && !loops[next].goesBackwards &&
             !isChecked(loops[next]);
    };
    auto outer = llvm::reverse(llvm::seq<unsigned>(loops.size() - 1));
    auto next = llvm::find_if(outer, continues);
    if (next == outer.end())
      break;
    joined.push_back(*next);
    numRows *= *loops[*next].size;
  }
  return joined;
}

FailureOr<TransposedShape> chooseTransposedShape(const AccessNest &original,
                                                 ArrayRef<MovementLoop> loops,
                                                 int64_t elementBytes,
                                                 int64_t cacheBytes) {
  AccessNest nest = original.assumeSizes();
  const Access &write = nest.writes.front();
  ArrayRef<int64_t> outputStrides = write.strides;
  if (loops.empty() || loops.back().stride == 0 || loops.back().stride == 1)
    return failure();
  TransposedShape shape;
  shape.hasAnyColumns = !loops.back().size;
  if (shape.hasAnyColumns ? !write.isPacked || !loops.back().stride
                          : !hasRows(nest, write))
    return failure();
  unsigned last = loops.size() - 1;
  int64_t lineElements = kLineBytes / elementBytes;
  int64_t minLength =
      std::max(kMinBlockLength, kMinBlockLengthBytes / elementBytes);
  for (unsigned i = last; i-- > 0 && shape.numRows < minLength;)
    if (loops[i].stride == 1 && loops[i].size.value_or(1) > 1 &&
        !loops[i].goesBackwards && canCut(nest, loops[i]))
      shape.rowLoops = joinRows(loops, i, lineElements, shape.numRows);

  // Column loops are joined. Those with predicates are joined only if there may
  // be too few columns otherwise, because tiles then test each column.
  shape.firstColumnLoop = last;
  shape.numColumns = nest.loops[last].size;
  while (shape.firstColumnLoop > 0) {
    unsigned next = shape.firstColumnLoop - 1;
    std::optional<int64_t> count =
        llvm::checkedMul(shape.numColumns, nest.loops[next].size);
    if (llvm::is_contained(shape.rowLoops, next) || !count)
      break;
    if (!shape.hasAnyColumns &&
        (!loops[next].size || outputStrides[next] != shape.numColumns))
      break;
    bool isCut =
        isChecked(loops[next]) || isChecked(loops[shape.firstColumnLoop]);
    if (isCut && !shape.hasAnyColumns && shape.numColumns >= kMinCheckedColumns)
      break;
    shape.testsColumns |= isCut;
    shape.firstColumnLoop = next;
    shape.numColumns = *count;
  }
  if (std::min(shape.numRows, shape.numColumns) < minLength)
    return failure();

  int64_t maxElements = kBlockBytes / elementBytes;
  auto isWholeLines = [&](int64_t elements) {
    return elements % lineElements == 0;
  };
  shape.writesLines =
      !shape.hasAnyColumns && isWholeLines(shape.numColumns) &&
      llvm::all_of(ArrayRef(outputStrides).take_front(shape.firstColumnLoop),
                   isWholeLines);
  int64_t contiguousElements =
      shape.writesLines ? maxElements : kContiguousBytes / elementBytes;
  shape.isContiguous =
      write.isPacked && shape.rowLoops.size() == 1 &&
      shape.rowLoops.front() + 1 == shape.firstColumnLoop &&
      outputStrides[shape.rowLoops.front()] == shape.numColumns &&
      shape.numColumns <= contiguousElements / lineElements;
  shape.writesLines |=
      shape.isContiguous && shape.numColumns <= maxElements / lineElements;
  int64_t pitch = std::abs(loops[last].stride.value_or(0));
  shape.blockRows = lineElements;
  if (pitch >= kPageBytes / elementBytes)
    shape.blockRows = kLinesOfBlock * lineElements;
  else if (shape.firstColumnLoop < last &&
           pitch >= kLinesOfBlock * lineElements)
    shape.blockRows = std::max(lineElements, kMinBlockRows);
  shape.blockRows = std::min(shape.blockRows, shape.numRows);
  if (shape.isContiguous)
    shape.blockRows = std::min<int64_t>(
        shape.blockRows,
        llvm::alignDown(contiguousElements / shape.numColumns, lineElements));
  // About as much is read as is written.
  shape.prefetches = nest.getNumIterations() > cacheBytes / 2 / elementBytes;
  // Blocks follow each other along the rows of the output.
  int64_t runLength = shape.numColumns;
  for (unsigned i = shape.firstColumnLoop;
       i-- > shape.rowLoops.front() + 1 && outputStrides[i] == runLength;)
    runLength *= nest.loops[i].size;
  shape.gathersRows = write.isPacked && !shape.isContiguous &&
                      !shape.writesLines && shape.rowLoops.size() == 1 &&
                      runLength >= kMinGatheredBytes / elementBytes &&
                      shape.prefetches;
  if (shape.hasAnyColumns && !shape.gathersRows)
    return failure();
  if (shape.gathersRows)
    maxElements = kGatheredBytes / elementBytes;
  shape.blockColumns = shape.numColumns;
  if (!shape.isContiguous)
    shape.blockColumns = std::min<int64_t>(
        shape.numColumns,
        llvm::alignTo(maxElements / shape.blockRows, lineElements));
  return shape;
}

} // namespace dml
