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

#include "CodeGen/Analysis/Contraction.h"
#include "CodeGen/GPU/Schedule/RangeTiling.h"
#include "llvm/Support/MathExtras.h"

namespace dml {

struct ContractionTiling {
  /// Elements of a quad: neighbours in a row or column, which threads read
  /// together. Blocks are made of them.
  static constexpr int64_t kQuad = 4;

  ProductSizes sizes;
  /// The tile of a workgroup: rows and columns of the result, and the depth of
  /// a step.
  int64_t tileRows, tileColumns, tileDepth;
  /// The block of a thread: one or more quads each way, or one row.
  int64_t threadRows, threadColumns;
  /// Threads of a workgroup: all copy factors, and the first ones compute
  /// blocks.
  int64_t numThreads;

  /// Chooses from the sizes. Nothing for results of one column, for those of
  /// one row whose sums are short, and where the limits allow no tile.
  static std::optional<ContractionTiling> choose(const ProductSizes &sizes,
                                                 const TileLimits &limits);

  int64_t getNumBlocks() const {
    return tileRows * tileColumns / (threadRows * threadColumns);
  }
  /// Whether there are threads without a block.
  bool hasHelpers() const { return numThreads > getNumBlocks(); }
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
  int64_t getPitch() const {
    return getNumQuads(tileRows) + getNumQuads(tileColumns) + 1;
  }
  /// Those of so many rows or columns.
  static int64_t getNumQuads(int64_t elements) {
    return llvm::divideCeil(elements, kQuad);
  }
  int64_t getSharedQuads() const { return tileDepth * getPitch(); }
  /// Steps of whole depth, and the depth of a last, shorter one.
  int64_t getWholeSteps() const { return sizes.depth / tileDepth; }
  int64_t getRest() const { return sizes.depth % tileDepth; }

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONTILING_H
