//===- TransposedShape.h - How a movement is transposed ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A movement whose neighbours in the output lie far apart in the source, and
// the other way around, moves blocks of a matrix that are transposed in
// registers. The columns of a block are vectors of the source, its rows vectors
// of the output.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_SCHEDULE_TRANSPOSEDSHAPE_H
#define DML_LIB_CODEGEN_CPU_SCHEDULE_TRANSPOSEDSHAPE_H

#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "StripShape.h"

namespace dml {

struct TransposedShape {
  /// The loops that run through the rows, innermost first: their iterations
  /// follow each other in the source.
  llvm::SmallVector<unsigned> rowLoops;
  /// The first of the loops that run through the columns, which are the
  /// innermost ones: their iterations follow each other in the output.
  unsigned firstColumnLoop = 0;
  /// How many there are; an assumption about columns that `hasAnyColumns`.
  int64_t numRows = 1, numColumns = 1;
  /// Whether only a run knows how many columns there are. It must have enough
  /// for a tile.
  bool hasAnyColumns = false;
  /// Rows and columns of a block. The last one along either has up to twice as
  /// many.
  int64_t blockRows = 1, blockColumns = 1;
  /// Whether the rows of a block follow each other in the output, so that they
  /// are gathered and written in whole lines.
  bool isContiguous = false;
  /// Whether tiles test each column by itself: columns run through several
  /// loops, of which some have predicates.
  bool testsColumns = false;
  /// Whether the output is written in whole lines from a block that the first
  /// cache holds, or from registers.
  bool writesLines = false;
  /// Whether rows that begin anywhere in a line are gathered, each by itself:
  /// if they are long, and the output is more than the caches keep.
  bool gathersRows = false;
  /// Whether the next block is prefetched: not if a cache may have it.
  bool prefetches = false;

  /// The part of a block that is transposed at once.
  BlockShape getTile(int64_t elementBytes) const;

  /// Whether this is faster than strips of this shape.
  bool isFasterThan(const StripShape &strips, int64_t elementBytes) const;

  /// Whether packed rows (PackedRows.h) may be faster: if tiles test columns,
  /// and rows do not have too few elements. Measured:
  /// benchmarks/results/2026-11-30-cpu-short-folds.md.
  bool mayBePacked(llvm::ArrayRef<MovementLoop> loops) const;

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// Chooses rows and columns of a movement whose loops are these. Fails if there
/// are few of either, or predicates would cut most blocks.
mlir::FailureOr<TransposedShape>
chooseTransposedShape(const AccessNest &nest,
                      llvm::ArrayRef<MovementLoop> loops, int64_t elementBytes,
                      int64_t cacheBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_SCHEDULE_TRANSPOSEDSHAPE_H
