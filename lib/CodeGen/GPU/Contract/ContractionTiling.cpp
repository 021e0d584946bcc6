//===- ContractionTiling.cpp - Tiles of contractions ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionTiling.h"
#include "dml/IR/VectorBytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using llvm::ArrayRef;

namespace dml {

/// Workgroups that a large device computes at a time: fewer tiles leave a part
/// of it idle.
static constexpr int64_t kConcurrentTiles = 128;
/// With fewer threads at a time, one that waits for a sum leaves a core idle.
static constexpr double kThreadsToHideLatency = 256;
/// A workgroup with fewer blocks has threads without a block, too, which help
/// to copy the factors.
static constexpr int64_t kMinBlocks = 64;
/// The threads of such a workgroup.
static constexpr int64_t kCopyingThreads = 128;
/// The depth of a step of other workgroups, at most. Deeper steps hide latency,
/// but are longer code.
static constexpr int64_t kDepth = 16;
/// The most products of a block in a deeper step; each is code of its own.
static constexpr int64_t kMaxProductsOfDeepStep = 512;
/// Quads that a thread copies in a step, and holds in registers until then.
static constexpr int64_t kMaxCopiedQuads = 16;
/// What a step costs more with fewer than kThreadsToHideLatency threads, in the
/// unit of getCost.
static constexpr double kStepLatency = 64 * 1024;
/// Of one row, shorter sums are left to threads without tiles.
static constexpr int64_t kMinDepthOfRow = 64;

int64_t ContractionTiling::getRowTiles() const {
  return llvm::divideCeil(sizes.rows, tileRows);
}

int64_t ContractionTiling::getColumnTiles() const {
  return llvm::divideCeil(sizes.columns, tileColumns);
}

/// The time of one of the cores, in products of a thread: products and reads of
/// workgroup memory by all threads that follow each other there, loads of the
/// factors by their workgroups, and what steps wait for.
static double getCost(const ContractionTiling &tiling) {
  int64_t block = tiling.threadRows * tiling.threadColumns;
  int64_t reads = tiling.threadRows + tiling.threadColumns;
  int64_t loads = tiling.tileRows + tiling.tileColumns;
  double rounds = llvm::divideCeil(tiling.getNumTiles(), kConcurrentTiles);
  double threads = rounds * tiling.getNumBlocks();
  double wait = threads < kThreadsToHideLatency ? kStepLatency : 0;
  threads = std::max(threads, kThreadsToHideLatency);
  double steps = llvm::divideCeil(tiling.sizes.depth, tiling.tileDepth);
  return tiling.sizes.depth * threads * (block + 2 * reads) +
         steps * (tiling.tileDepth * rounds * 8 * loads + wait);
}

namespace {
struct TileShape {
  int64_t tileRows, tileColumns, threadRows, threadColumns;
};
} // namespace

/// Whether the device has room for a workgroup, and each thread for what it
/// copies.
static bool isPossible(const ContractionTiling &tiling,
                       const TileLimits &limits) {
  int64_t factors = tiling.tileDepth * (tiling.getPitch() - 1);
  int64_t products =
      tiling.threadRows * tiling.threadColumns * tiling.tileDepth;
  return tiling.getNumBlocks() <= tiling.numThreads &&
         tiling.numThreads <= limits.workgroupSize &&
         tiling.getSharedQuads() * kVectorBytes <= limits.maxWorkgroupMemory &&
         factors <= kMaxCopiedQuads * tiling.numThreads &&
         (tiling.tileDepth <= kDepth ||
          (tiling.hasHelpers() && products <= kMaxProductsOfDeepStep));
}

std::optional<ContractionTiling>
ContractionTiling::choose(const ProductSizes &sizes, const TileLimits &limits) {
  if (sizes.columns == 1 || (sizes.rows == 1 && sizes.depth < kMinDepthOfRow))
    return std::nullopt;
  static constexpr TileShape shapes[] = {
      {128, 128, 8, 8}, {128, 64, 8, 8}, {64, 128, 8, 8}, {64, 64, 8, 4},
      {32, 128, 4, 8},  {128, 32, 8, 4}, {32, 64, 4, 4},  {64, 32, 4, 4},
      {32, 32, 4, 4},   {16, 128, 4, 4}, {128, 16, 4, 4}, {8, 128, 4, 4},
      {128, 8, 4, 4},   {4, 256, 4, 4},  {256, 4, 4, 4},  {16, 32, 4, 4},
      {32, 16, 4, 4},   {4, 32, 4, 4},   {32, 4, 4, 4},
  };
  static constexpr TileShape shapesOfRow[] = {{1, 32, 1, 4}, {1, 256, 1, 4}};
  std::optional<ContractionTiling> best;
  double leastCost = 0;
  for (const TileShape &shape :
       sizes.rows == 1 ? ArrayRef(shapesOfRow) : ArrayRef(shapes))
    for (int64_t depth :
         {kDepth, kDepth / 2, int64_t(32), int64_t(64), int64_t(128)}) {
      ContractionTiling tiling = {sizes, shape.tileRows,   shape.tileColumns,
                                  depth, shape.threadRows, shape.threadColumns,
                                  0};
      tiling.numThreads = tiling.getNumBlocks();
      if (tiling.numThreads < kMinBlocks)
        tiling.numThreads = std::min(kCopyingThreads, limits.workgroupSize);
      if (!isPossible(tiling, limits))
        continue;
      double cost = getCost(tiling);
      if (!best || cost < leastCost) {
        best = tiling;
        leastCost = cost;
      }
    }
  return best;
}

void ContractionTiling::print(llvm::raw_ostream &os) const {
  os << "tiles of " << tileRows << " of " << sizes.rows << " rows and "
     << tileColumns << " of " << sizes.columns << " columns, " << tileDepth
     << " of " << sizes.depth << " deep, blocks of " << threadRows << "x"
     << threadColumns << ", workgroups of " << numThreads;
}

} // namespace dml
