//===- ChooseRangeTiling.cpp - Choice of tiles of rows read across --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeTiling.h"
#include "ReadPattern.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Bytes of a tile: those of 256 vectors. Larger ones wait longer at the
/// barrier. Ranges have twice as many if their columns are no whole vectors.
/// Measured: benchmarks/results/2026-12-01-gpu-wider-ranges.md.
constexpr static int64_t kTileBytes = 4096, kOddTileBytes = 2 * kTileBytes;
/// The most bytes of columns. Longer parts of the source are no faster.
constexpr static int64_t kMaxColumnBytes = 128;
/// Shorter rows of the destination would be parts of what memory moves.
constexpr static int64_t kMinRowBytes = 64;
/// Rows of 1-byte elements have at least so many: rows of sums, and rows of
/// moved elements or of quotients. In shorter rows threads gather single bytes,
/// which takes longest.
constexpr static int64_t kMinRowOfByteSums = 40, kMinRowOfByteMoves = 32;
/// The bytes of columns, unless rows are short, and the fewest of rows, of a
/// tile of ranges.
constexpr static int64_t kRangeColumnBytes = 64, kRangeRowBytes = 128;
/// The largest distance of elements that are near each other: half a sector.
constexpr static int64_t kMaxSharedBytes = kSectorBytes / 2;
/// The most reads of an element where the quotients of one loop are columns.
constexpr static int64_t kMaxDividedReads = 8;
/// The fewest columns of a tile of ranges.
constexpr static int64_t kMinRangeColumns = 4;
/// Where neighbours of a row are that far apart in the source, a vector of them
/// is read in parts. Neighbours that copies read nearer, but at least a word
/// apart, gain from ranges only if threads cannot take steps that share reads.
constexpr static int64_t kMinGatheredBytes = 16;
/// The same distance for whole words, where threads could take steps that share
/// reads instead.
constexpr static int64_t kMinGatheredWordBytes = 64;
/// Loops are joined as columns of a copy if the first one has at most so many
/// bytes, of elements that are whole words and of narrower ones. Longer ones
/// are columns by themselves. Measured:
/// benchmarks/results/2026-12-01-gpu-few-channels.md.
constexpr static int64_t kMaxJoinedWordBytes = 64, kMaxJoinedBytes = 20;
/// A tile with fewer columns than this, if they are quotients, has at least
/// half of kTileBytes. A smaller tile has a workgroup of few threads, which is
/// slower than threads that take a vector each. Measured:
/// benchmarks/results/2026-11-30-numbers-of-planes.md.
constexpr static int64_t kMinColumnsOfSmallTile = 8;
/// The most columns of a tile that are quotients, and the fewest vectors of
/// their rows where these are no whole vectors.
constexpr static int64_t kMaxQuotients = 64, kMinVectorsOfOddRows = 4;
/// The most columns of quotients that are computed for each one that is stored.
constexpr static double kMaxComputedQuotients = 2;
/// The most reads for the rows of such a column that a thread computes.
constexpr static int64_t kMaxReadsOfItem = 160;

/// Whether tiles can hold what an operation moves, or computes as its only
/// result, and words can count its elements.
static bool canTile(const AccessNest &nest) {
  const Access &write = nest.writes.front();
  bool computesElements =
      nest.writes.size() == 1 && !write.combiner && !nest.hasReductions();
  return (nest.isMove || computesElements) && write.isPacked &&
         nest.getNumIterations() <= std::numeric_limits<int32_t>::max() / 2;
}

/// The smallest distance, in bytes, of what a read takes in neighbouring steps
/// of a loop; 0 where one is not known.
static int64_t getLeastStrideBytes(const AccessNest &nest, size_t loop) {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const Access &read : nest.getAllReads())
    least = std::min<int64_t>(least, std::max<int64_t>(read.strides[loop], 0) *
                                         getElementBytes(read.elementType));
  return least;
}

/// Returns the innermost loop along which every read stays in place, or takes
/// neighbours of one row or of several in turn. Not all of them stay in place.
static std::optional<size_t> findDenseLoop(const AccessNest &nest) {
  auto isDense = [](const Access &read, size_t loop) {
    return read.takesTurns(loop) ||
           (read.strides[loop] >= 0 && read.strides[loop] <= kMaxDenseStride);
  };
  auto reads = nest.getAllReads();
  for (size_t i = nest.loops.size(); i-- > 0;)
    if (nest.loops[i].size > 1 &&
        llvm::all_of(reads, [&](auto &read) { return isDense(read, i); }) &&
        llvm::any_of(reads, [&](auto &read) { return read.strides[i] != 0; }))
      return i;
  return std::nullopt;
}

/// The columns of a tile, in whole vectors or all of them, for which the least
/// is read. A row that begins anywhere is read in one more sector. The last
/// tile repeats columns.
static int64_t chooseRangeColumns(const RangeTiling &tiling,
                                  int64_t maxColumnBytes) {
  int64_t length = tiling.getVectorLength();
  int64_t limit =
      std::min(maxColumnBytes / tiling.elementBytes, tiling.totalColumns);
  int64_t best = 0, leastBytes = std::numeric_limits<int64_t>::max();
  for (int64_t i = 1; (i - 1) * length < limit; ++i) {
    int64_t columns = std::min(i * length, limit);
    int64_t bytes = llvm::divideCeil(tiling.totalColumns, columns) *
                    (columns * tiling.elementBytes + kSectorBytes);
    if (bytes < leastBytes) {
      best = columns;
      leastBytes = bytes;
    }
  }
  return best;
}

/// Whether threads can take steps that share what a copy reads: elements that
/// are near each other, or windows that overlap and whose columns are less than
/// a sector.
static bool hasSharedSteps(const AccessNest &nest, const RangeTiling &tiling,
                           size_t innermost) {
  auto repeated = chooseRepeated(ReadPattern(nest), tiling.getVectorLength());
  if (!repeated)
    return false;
  unsigned loop = nest.getResultLoops()[repeated->dim];
  const Access &read = nest.reads.front();
  int64_t step = read.strides[loop];
  bool overlap = step * nest.loops[loop].size > read.strides[innermost];
  return step * tiling.elementBytes <= kMaxSharedBytes ||
         (overlap && tiling.totalColumns * tiling.elementBytes < kSectorBytes);
}

/// The loop along which a copy reads neighbours.
static std::optional<size_t> findContiguousLoop(const AccessNest &nest) {
  for (auto [loop, stride] : llvm::enumerate(nest.reads.front().strides))
    if (stride == 1 && nest.loops[loop].size > 1)
      return loop;
  return std::nullopt;
}

/// Returns the number of steps of a loop after which every read is on its first
/// row again; nothing where threads gather elements faster than tiles of
/// quotients and remainders do: elements of 8 bytes, and windows of many reads.
static std::optional<int64_t> findTurns(const AccessNest &nest, size_t loop) {
  auto turns = [&](const Access &read) { return read.takesTurns(loop); };
  if (!llvm::all_of(nest.getAllReads(), turns) ||
      nest.getInnermostResultLoop() != nest.loops.size() - 1 ||
      nest.hasInnerLoops || nest.countReads() > kMaxDividedReads ||
      getElementBytes(nest.writes.front().elementType) > kWordBytes)
    return std::nullopt;
  return nest.getUniformDivisor(loop);
}

/// The loops of columns and rows of a tile of ranges, and how many of them
/// there are; nothing where columns are not side by side in the source.
static std::optional<RangeTiling> findRanges(const AccessNest &nest) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  if (!innermost)
    return std::nullopt;
  RangeTiling tiling;
  tiling.elementBytes = getElementBytes(nest.writes.front().elementType);
  size_t last = *innermost + 1;
  std::optional<size_t> column =
      nest.isMove ? findContiguousLoop(nest) : findDenseLoop(nest);
  if (!column || *column >= last)
    return std::nullopt;
  tiling.columnLoop = *column;
  tiling.totalColumns = nest.loops[*column].size;
  int64_t inside = 1;
  for (const NestLoop &loop : ArrayRef(nest.loops).drop_front(*column + 1))
    inside *= loop.size;
  tiling.totalRows = tiling.lastRows = inside;
  if (std::optional<int64_t> divisor = findTurns(nest, *column)) {
    tiling.divisor = *divisor;
    tiling.totalRows = *divisor * inside;
    tiling.lastRows = ((tiling.totalColumns - 1) % *divisor + 1) * inside;
    tiling.totalColumns = llvm::divideCeil(tiling.totalColumns, *divisor);
    return tiling;
  }
  return *column + 1 < last ? std::optional(tiling) : std::nullopt;
}

/// The threads of a workgroup that has so many items.
static int64_t chooseThreads(int64_t workgroupSize, int64_t numItems) {
  return std::min<int64_t>(
      workgroupSize, llvm::PowerOf2Ceil(std::max(numItems, kSubgroupSize)));
}

/// Chooses the rows of a tile of ranges, of so many bytes, whose columns are
/// known.
static void setRangeRows(RangeTiling &tiling, int64_t tileBytes) {
  uint64_t fullRows = tileBytes / (tiling.columns * tiling.elementBytes);
  int64_t rows = std::max<int64_t>(
      kRangeRowBytes / tiling.elementBytes,
      std::min<uint64_t>(fullRows < static_cast<uint64_t>(tiling.totalRows)
                             ? llvm::bit_floor(fullRows)
                             : fullRows,
                         tiling.totalRows));
  int64_t ranges = llvm::divideCeil(tiling.totalRows, rows);
  tiling.rows = llvm::alignTo(llvm::divideCeil(tiling.totalRows, ranges),
                              tiling.getVectorLength());
}

/// Chooses the sizes of a tile of ranges. Fails where workgroup memory does not
/// hold one.
static LogicalResult setRangeSizes(RangeTiling &tiling,
                                   const TileLimits &limits) {
  // A tile has kRangeColumnBytes of each row. Tiles of whole words or of short
  // rows have more, in whole vectors.
  int64_t columnBytes =
      std::max(tiling.getWordLength() > 1 ? kRangeColumnBytes : kMaxColumnBytes,
               std::min(kMaxColumnBytes, kTileBytes / tiling.totalRows /
                                             kVectorBytes * kVectorBytes));
  tiling.columns = chooseRangeColumns(tiling, columnBytes);
  setRangeRows(tiling,
               tiling.hasWholeColumnVectors() ? kTileBytes : kOddTileBytes);
  return success(tiling.getNumWords() * kWordBytes <=
                 limits.maxWorkgroupMemory);
}

/// Chooses how many of `numSteps` steps of the loops around columns a tile
/// takes. There are several only if each has all of its columns and rows.
static void setSteps(RangeTiling &tiling, int64_t numSteps,
                     int64_t maxWorkgroupMemory) {
  if (tiling.columns < tiling.totalColumns || tiling.rows < tiling.totalRows ||
      tiling.divisor > 1)
    return;
  int64_t stepBytes =
      tiling.totalColumns * tiling.totalRows * tiling.elementBytes;
  tiling.steps = std::clamp<int64_t>(kTileBytes / stepBytes, 1,
                                     std::max<int64_t>(numSteps, 1));
  while (tiling.steps > 1 &&
         tiling.getNumWords() * kWordBytes > maxWorkgroupMemory)
    --tiling.steps;
}

/// Counts the tiles of so many steps of the loops around columns, and threads
/// for the vectors that a tile reads.
static void setCounts(RangeTiling &tiling, int64_t numSteps,
                      int64_t workgroupSize) {
  tiling.numTiles = llvm::divideCeil(numSteps, tiling.steps) *
                    llvm::divideCeil(tiling.totalColumns, tiling.columns) *
                    llvm::divideCeil(tiling.totalRows, tiling.rows);
  tiling.numThreads = chooseThreads(workgroupSize, tiling.getNumGroups() *
                                                       tiling.getTileVectors());
}

/// Whether a tile has few quotients as columns, and is small.
static bool isSmall(const RangeTiling &tiling) {
  int64_t bytes = tiling.columns * tiling.elementBytes *
                  std::min(tiling.rows, tiling.totalRows);
  return tiling.totalColumns < kMinColumnsOfSmallTile && bytes < kTileBytes / 2;
}

/// Whether a tile has enough columns, and columns enough rows.
static bool isLargeEnough(const RangeTiling &tiling, const AccessNest &nest) {
  bool isNarrow = tiling.getWordLength() > 1;
  int64_t minRowBytes = isNarrow ? kMinRowBytes : kRangeRowBytes;
  if (tiling.elementBytes == 1 && tiling.divisor > 1)
    minRowBytes = kMinRowOfByteSums;
  else if (tiling.elementBytes == 1 && nest.isMove)
    minRowBytes = kMinRowOfByteMoves;
  return tiling.columns >= kMinRangeColumns &&
         tiling.totalRows * tiling.elementBytes >= minRowBytes;
}

/// Whether tiles of ranges are faster than threads that gather single elements,
/// or that take steps.
static bool gainsByRanges(const RangeTiling &tiling, const AccessNest &nest) {
  bool isNarrow = tiling.getWordLength() > 1;
  if (!isLargeEnough(tiling, nest))
    return false;
  if (tiling.divisor > 1)
    return !isSmall(tiling);
  unsigned innermost = *nest.getInnermostResultLoop();
  int64_t rowStrideBytes = getLeastStrideBytes(nest, innermost);
  if (!nest.isMove)
    return rowStrideBytes >= kMinGatheredBytes;
  if (rowStrideBytes < (isNarrow ? kWordBytes : kMinGatheredBytes))
    return false;
  // Near rows and few columns are read about as well by threads that take steps
  // which share what they read.
  return (tiling.columns >= tiling.getVectorLength() &&
          rowStrideBytes >=
              (isNarrow ? kMinGatheredBytes : kMinGatheredWordBytes)) ||
         !hasSharedSteps(nest, tiling, innermost);
}

std::optional<RangeTiling> RangeTiling::choose(const AccessNest &nest,
                                               const TileLimits &limits) {
  if (!canTile(nest))
    return std::nullopt;
  std::optional<RangeTiling> tiling = findRanges(nest);
  if (!tiling || failed(setRangeSizes(*tiling, limits)) ||
      !gainsByRanges(*tiling, nest))
    return std::nullopt;
  int64_t numSteps = nest.getNumIterations() / tiling->getOuterElements();
  setSteps(*tiling, numSteps, limits.maxWorkgroupMemory);
  setCounts(*tiling, numSteps, limits.workgroupSize);
  return tiling;
}

/// Divides the loops outside of the rows so that the source has their quotients
/// side by side. A loop is divided by the divisor that all reads have for it.
/// Without one, all of its steps are quotients if they move reads on from where
/// the loops inside end, and remainders otherwise. Returns nothing if reads
/// divide no loop.
static SmallVector<RangeTiling::DividedLoop, 4>
divideLoops(const AccessNest &nest, size_t rowLoop) {
  SmallVector<RangeTiling::DividedLoop, 4> loops;
  int64_t numColumns = 1;
  bool isAnyDivided = false;
  for (size_t loop = rowLoop; loop-- > 0;) {
    int64_t size = nest.loops[loop].size;
    auto goesOn = [&](const Access &read) {
      return !read.isDivided(loop) && read.strides[loop] > 0 &&
             read.strides[loop] <= 2 * numColumns;
    };
    std::optional<int64_t> divisor = nest.getUniformDivisor(loop);
    isAnyDivided |= divisor.has_value();
    if (!divisor)
      divisor = llvm::all_of(nest.getAllReads(), goesOn) ? 1 : size;
    loops.push_back({size, std::min(*divisor, size)});
    numColumns *= loops.back().getNumQuotients();
  }
  std::reverse(loops.begin(), loops.end());
  if (!isAnyDivided)
    loops.clear();
  return loops;
}

/// The fewest rows of columns that are quotients.
static int64_t getMinRowsOfQuotients(const RangeTiling &tiling) {
  if (tiling.elementBytes == 1)
    return kMinRowOfByteMoves;
  int64_t length = tiling.getVectorLength();
  int64_t least = kMinRowBytes / tiling.elementBytes;
  return tiling.totalRows % length == 0
             ? least
             : std::max(least, kMinVectorsOfOddRows * length);
}

/// The loops along which a copy reads neighbours, without the innermost one:
/// the first one's steps are side by side, and each of the others goes on where
/// those before it end.
static SmallVector<unsigned, 4> findJoinedLoops(const AccessNest &nest,
                                                unsigned innermost) {
  SmallVector<unsigned, 4> joined;
  int64_t numColumns = 1;
  auto goesOn = [&](unsigned loop) {
    return nest.loops[loop].size > 1 && !llvm::is_contained(joined, loop) &&
           nest.reads.front().strides[loop] == numColumns;
  };
  auto loops = llvm::seq(innermost);
  for (auto next = llvm::find_if(loops, goesOn); next != loops.end();
       next = llvm::find_if(loops, goesOn)) {
    joined.push_back(*next);
    numColumns *= nest.loops[*next].size;
  }
  return joined;
}

std::optional<RangeTiling> RangeTiling::chooseJoined(const AccessNest &nest,
                                                     const TileLimits &limits) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  if (!canTile(nest) || !nest.isMove || nest.reads.size() != 1 ||
      !nest.reads.front().divisions.empty() || !innermost ||
      *innermost + 1 != nest.loops.size())
    return std::nullopt;
  RangeTiling tiling;
  tiling.elementBytes = getElementBytes(nest.writes.front().elementType);
  bool isNarrow = tiling.getWordLength() > 1;
  bool isWide = tiling.elementBytes > kWordBytes;
  tiling.columnLoops = findJoinedLoops(nest, *innermost);
  if (tiling.columnLoops.size() < 2 ||
      nest.loops[tiling.columnLoops.front()].size * tiling.elementBytes >
          (isNarrow ? kMaxJoinedBytes : kMaxJoinedWordBytes) ||
      getLeastStrideBytes(nest, *innermost) <
          (isWide ? kMinGatheredWordBytes : kMinGatheredBytes))
    return std::nullopt;
  auto isColumns = [&](unsigned loop) {
    return llvm::is_contained(tiling.columnLoops, loop);
  };
  tiling.isJoined = true;
  tiling.columnLoop = *innermost;
  tiling.totalRows = nest.loops[*innermost].size;
  while (tiling.totalRows * tiling.elementBytes < kRangeRowBytes &&
         tiling.columnLoop > 0 && !isColumns(tiling.columnLoop - 1))
    tiling.totalRows *= nest.loops[--tiling.columnLoop].size;
  tiling.lastRows = tiling.totalRows;
  tiling.totalColumns = 1;
  int64_t numSteps = 1;
  for (size_t loop = 0; loop < tiling.columnLoop; ++loop) {
    int64_t size = nest.loops[loop].size;
    tiling.dividedLoops.push_back({size, isColumns(loop) ? 1 : size});
    (isColumns(loop) ? tiling.totalColumns : numSteps) *= size;
  }
  if (failed(setRangeSizes(tiling, limits)) || !isLargeEnough(tiling, nest))
    return std::nullopt;
  setCounts(tiling, numSteps, limits.workgroupSize);
  return tiling;
}

std::optional<RangeTiling>
RangeTiling::chooseQuotients(const AccessNest &nest, const TileLimits &limits) {
  std::optional<unsigned> rowLoop = nest.getInnermostResultLoop();
  if (!canTile(nest) || nest.hasInnerLoops || !rowLoop ||
      *rowLoop + 1 != nest.loops.size() || nest.countReads() == 0)
    return std::nullopt;
  RangeTiling tiling;
  tiling.dividedLoops = divideLoops(nest, *rowLoop);
  if (tiling.dividedLoops.empty())
    return std::nullopt;
  tiling.elementBytes = getElementBytes(nest.writes.front().elementType);
  tiling.totalRows = tiling.lastRows = nest.loops[*rowLoop].size;
  int64_t length = tiling.getVectorLength();
  if (tiling.totalRows < getMinRowsOfQuotients(tiling) ||
      getLeastStrideBytes(nest, *rowLoop) < kMinGatheredBytes)
    return std::nullopt;

  tiling.totalColumns = 1;
  int64_t numRemainders = 1;
  double computed = 1;
  for (const DividedLoop &loop : tiling.dividedLoops) {
    tiling.totalColumns *= loop.getNumQuotients();
    numRemainders *= loop.divisor;
    computed *=
        static_cast<double>(loop.getNumQuotients() * loop.divisor) / loop.size;
  }
  if (tiling.totalColumns < kMinRangeColumns ||
      computed > kMaxComputedQuotients)
    return std::nullopt;
  int64_t parts = llvm::divideCeil(tiling.totalColumns, kMaxQuotients);
  tiling.columns = llvm::divideCeil(tiling.totalColumns, parts);
  setRangeRows(tiling, kTileBytes);
  if (isSmall(tiling))
    return std::nullopt;
  tiling.rowsOfItem = length;
  while (tiling.rowsOfItem > tiling.getWordLength() &&
         tiling.rowsOfItem * nest.countReads() > kMaxReadsOfItem)
    tiling.rowsOfItem /= 2;
  if (tiling.getNumWords() * kWordBytes > limits.maxWorkgroupMemory)
    return std::nullopt;

  for (size_t loop = *rowLoop; loop-- > 0;)
    tiling.columnLoops.push_back(loop);
  tiling.columnLoop = *rowLoop;
  tiling.numTiles =
      numRemainders * parts * llvm::divideCeil(tiling.totalRows, tiling.rows);
  tiling.numThreads =
      chooseThreads(limits.workgroupSize,
                    tiling.columns * tiling.getReadRows() / tiling.rowsOfItem);
  return tiling;
}

} // namespace dml
