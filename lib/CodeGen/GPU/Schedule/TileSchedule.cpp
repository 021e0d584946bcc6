//===- TileSchedule.cpp - Tiles of transposed copies ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileSchedule.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dml {

/// Bytes of a tile: those of 256 vectors. Short strips are joined up to that.
constexpr static int64_t kTileBytes = 4096;
/// Columns that are side by side in the source make strips longer: parts of
/// what memory moves cost more than a longer wait at the barrier.
constexpr static int64_t kWideTileBytes = 8192;
/// Larger ones leave room for few workgroups at a time.
constexpr static int64_t kMaxTileBytes = 16384;
/// Strips of the source that are longer than that are no faster.
constexpr static int64_t kMaxSourceStripBytes = 128;
/// The least that memory moves.
constexpr static int64_t kSectorBytes = 32;
/// Shorter rows of the destination would be parts of what memory moves.
constexpr static int64_t kMinRowBytes = 64;
/// Shorter strips are vectors of few columns, which the general way writes
/// well.
constexpr static int64_t kMinStripBytes = kSectorBytes;
// Where a column ends within a word, the next one's first words are full.
static_assert(kMinStripBytes >= StripTiling::kShiftedWords * 4);
/// Fewer threads are parts of what devices run together.
constexpr static int64_t kMinStripThreads = 64;

int64_t Tiling::getVectorLength() const { return kVectorBytes / elementBytes; }

int64_t Tiling::getWordLength() const {
  return std::max<int64_t>(4 / elementBytes, 1);
}

int64_t StripTiling::getNumGroups() const {
  return llvm::divideCeil(rows, getWordLength());
}

/// The largest divisor of a number that is a multiple of `unit`, and at most
/// `limit`; 0 if there is none.
static int64_t getLargestPart(int64_t number, int64_t unit, int64_t limit) {
  for (int64_t part = limit / unit * unit; part > 0; part -= unit)
    if (number % part == 0)
      return part;
  return 0;
}

/// The loop that is consecutive in the source, where vectors can be read along
/// it, whatever the other loops do, and written along others. Positions fit
/// words.
static std::optional<size_t> findColumnLoop(const LinearCopy &copy) {
  int64_t length = kVectorBytes / copy.elementBytes;
  const auto *column =
      llvm::find_if(copy.loops, [](const LinearCopy::Loop &loop) {
        return loop.sourceStride == 1;
      });
  if (column == copy.loops.end() || column + 1 == copy.loops.end() ||
      copy.sourceOffset % length != 0 ||
      copy.getNumElements() > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  for (const LinearCopy::Loop &loop : copy.loops)
    if (&loop != column &&
        (loop.sourceStride < 0 || loop.sourceStride % length != 0))
      return std::nullopt;
  return column - copy.loops.begin();
}

std::optional<TransposeTiling>
TransposeTiling::choose(const LinearCopy &copy, const TileLimits &limits) {
  std::optional<size_t> columnLoop = findColumnLoop(copy);
  if (!columnLoop)
    return std::nullopt;
  TransposeTiling tiling;
  tiling.columnLoop = *columnLoop;
  tiling.elementBytes = copy.elementBytes;
  int64_t length = tiling.getVectorLength();
  tiling.columns = getLargestPart(copy.loops[*columnLoop].size, length,
                                  kMaxSourceStripBytes / copy.elementBytes);
  if (tiling.columns == 0)
    return std::nullopt;

  tiling.firstRowLoop = copy.loops.size();
  int64_t wanted = kTileBytes / copy.elementBytes / tiling.columns;
  while (tiling.firstRowLoop - 1 > tiling.columnLoop &&
         tiling.totalRows < wanted)
    tiling.totalRows *= copy.loops[--tiling.firstRowLoop].size;
  for (; wanted >= length; wanted /= 2) {
    tiling.rows = getLargestPart(tiling.totalRows, length, wanted);
    if (tiling.rows * tiling.elementBytes < kMinRowBytes)
      return std::nullopt;
    if (tiling.getNumWords() * 4 > limits.maxWorkgroupMemory)
      continue;
    tiling.numTiles = copy.getNumElements() / (tiling.rows * tiling.columns);
    tiling.numThreads = std::min<int64_t>(
        limits.workgroupSize, llvm::PowerOf2Ceil(tiling.getNumStores()));
    return tiling;
  }
  return std::nullopt;
}

void TransposeTiling::print(llvm::raw_ostream &os) const {
  os << "tiles of " << rows << " of " << totalRows << " rows and " << columns
     << " columns, workgroups of " << numThreads;
}

std::optional<StripTiling> StripTiling::choose(const LinearCopy &copy,
                                               const TileLimits &limits) {
  std::optional<size_t> columnLoop = findColumnLoop(copy);
  if (!columnLoop)
    return std::nullopt;
  StripTiling tiling;
  tiling.columnLoop = *columnLoop;
  tiling.elementBytes = copy.elementBytes;
  ArrayRef<LinearCopy::Loop> loops = copy.loops;
  for (const LinearCopy::Loop &loop : loops.drop_front(*columnLoop + 1))
    tiling.rows *= loop.size;
  int64_t stripBytes = tiling.rows * copy.elementBytes;
  if (stripBytes < kMinStripBytes || stripBytes % kVectorBytes == 0)
    return std::nullopt;

  int64_t numColumns = loops[*columnLoop].size;
  int64_t wanted =
      std::max(kWideTileBytes / stripBytes * copy.elementBytes, kSectorBytes);
  for (int64_t sourceBytes :
       {std::min(wanted, kMaxSourceStripBytes), kVectorBytes}) {
    tiling.columns = getLargestPart(numColumns, tiling.getVectorLength(),
                                    sourceBytes / copy.elementBytes);
    if (tiling.columns == 0)
      return std::nullopt;
    tiling.steps = 1;
    if (tiling.columns == numColumns && *columnLoop > 0 &&
        tiling.getNumBytes() < kTileBytes)
      tiling.steps = getLargestPart(loops[*columnLoop - 1].size, 1,
                                    kTileBytes / tiling.getNumBytes());
    if (tiling.getNumBytes() > kMaxTileBytes ||
        tiling.getNumWords() * 4 > limits.maxWorkgroupMemory)
      continue;
    tiling.numTiles = copy.getNumElements() / tiling.getNumElements();
    tiling.numThreads = std::min<int64_t>(
        limits.workgroupSize,
        std::max<int64_t>(llvm::PowerOf2Ceil(tiling.getNumLoads()),
                          kMinStripThreads));
    return tiling;
  }
  return std::nullopt;
}

void StripTiling::print(llvm::raw_ostream &os) const {
  os << "tiles of all " << rows << " rows and " << columns << " columns";
  if (steps > 1)
    os << " at " << steps << " steps";
  os << ", workgroups of " << numThreads;
}

} // namespace dml
