//===- ContractionTiling.h - Tiles of contractions --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup computes a tile of the result. In steps, it copies the rows and
// columns of the factors that the tile needs, some deep, to workgroup memory; a
// thread keeps a block of the tile in registers and reads each element of a
// step once for a whole row or column of its block.
//
// Each sum runs through the whole depth in one thread, in order, so that the
// result does not depend on the tiling.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONTILING_H
#define DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONTILING_H

#include "CodeGen/GPU/Schedule/TileSchedule.h"

namespace dml {

/// How many matrix products a contraction is, and their sizes: a result of
/// rows x columns, sums of so many products.
struct ProductSizes {
  int64_t batch, rows, columns, depth;
};

struct ContractionTiling {
  /// What is read at a time, and what a thread's block is made of: elements
  /// that follow each other in a row or column.
  static constexpr int64_t kQuad = 4;

  ProductSizes sizes;
  /// Of the tile in the result, and of a step.
  int64_t tileRows, tileColumns, tileDepth;
  /// Of a thread's block: one or more quads each.
  int64_t threadRows, threadColumns;

  /// Chooses from the sizes; nothing for a small result, of which a tile would
  /// leave most threads idle, or if the limits are too low for every tile.
  static std::optional<ContractionTiling> choose(const ProductSizes &sizes,
                                                 const TileLimits &limits);

  int64_t getNumThreads() const {
    return tileRows * tileColumns / (threadRows * threadColumns);
  }
  int64_t getRowTiles() const;
  int64_t getColumnTiles() const;
  int64_t getNumTiles() const {
    return sizes.batch * getRowTiles() * getColumnTiles();
  }
  /// Threads side by side along a tile's columns.
  int64_t getThreadsPerRow() const { return tileColumns / threadColumns; }
  /// Quads of workgroup memory between two steps of the depth: one more than
  /// there are, so that lanes that store one quad of each stay off each other's
  /// banks.
  int64_t getPitch() const { return (tileRows + tileColumns) / kQuad + 1; }
  int64_t getNumQuads() const { return tileDepth * getPitch(); }
  /// Of the depth: the steps that are whole, and products of one more.
  int64_t getWholeSteps() const { return sizes.depth / tileDepth; }
  int64_t getRest() const { return sizes.depth % tileDepth; }

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONTILING_H
