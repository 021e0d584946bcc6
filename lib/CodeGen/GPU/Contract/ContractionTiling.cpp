//===- ContractionTiling.cpp - Tiles of contractions ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionTiling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// Workgroups that a large device computes at a time: fewer tiles leave a part
/// of it idle.
static constexpr int64_t kConcurrentTiles = 128;
/// With fewer threads at a time, one that waits for a sum leaves a core idle.
static constexpr int64_t kThreadsToHideLatency = 256;
/// A quad of sums of 32 bits.
static constexpr int64_t kQuadBytes = 16;
static constexpr int64_t kMinRows = 2, kMinColumns = 2;

int64_t ContractionTiling::getRowTiles() const {
  return llvm::divideCeil(sizes.rows, tileRows);
}

int64_t ContractionTiling::getColumnTiles() const {
  return llvm::divideCeil(sizes.columns, tileColumns);
}

/// The time of a step of the depth on one of the cores, in products of a
/// thread: products and reads of workgroup memory by all threads that follow
/// each other there, and loads of the factors by their workgroups.
static int64_t getCost(const ContractionTiling &tiling) {
  int64_t block = tiling.threadRows * tiling.threadColumns;
  int64_t reads = tiling.threadRows + tiling.threadColumns;
  int64_t loads = tiling.tileRows + tiling.tileColumns;
  int64_t rounds = llvm::divideCeil(tiling.getNumTiles(), kConcurrentTiles);
  int64_t threads =
      std::max(rounds * tiling.getNumThreads(), kThreadsToHideLatency);
  return threads * (block + 2 * reads) + rounds * 8 * loads;
}

std::optional<ContractionTiling>
ContractionTiling::choose(const ProductSizes &sizes, const TileLimits &limits) {
  if (sizes.rows < kMinRows || sizes.columns < kMinColumns)
    return std::nullopt;
  struct Shape {
    int64_t tileRows, tileColumns, threadRows, threadColumns;
  };
  static constexpr Shape shapes[] = {
      {128, 128, 8, 8}, {128, 64, 8, 8}, {64, 128, 8, 8}, {64, 64, 8, 8},
      {64, 64, 8, 4},   {32, 128, 4, 8}, {128, 32, 8, 4}, {32, 64, 4, 4},
      {64, 32, 4, 4},   {32, 32, 4, 4},  {16, 128, 4, 4}, {128, 16, 4, 4},
      {8, 128, 4, 4},   {128, 8, 4, 4},  {4, 256, 4, 4},  {256, 4, 4, 4},
  };
  std::optional<ContractionTiling> best;
  int64_t leastCost = 0;
  for (const Shape &shape : shapes)
    for (int64_t depth : {16, 8}) {
      ContractionTiling tiling = {sizes, shape.tileRows,   shape.tileColumns,
                                  depth, shape.threadRows, shape.threadColumns};
      if (tiling.getNumThreads() > limits.workgroupSize ||
          tiling.getNumQuads() * kQuadBytes > limits.maxWorkgroupMemory)
        continue;
      int64_t cost = getCost(tiling);
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
     << threadColumns << ", workgroups of " << getNumThreads();
}

} // namespace dml
