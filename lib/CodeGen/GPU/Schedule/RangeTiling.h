//===- RangeTiling.h - Tiles of rows read across ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that reads along one loop what it writes along another goes
// through tiles in workgroup memory. Columns are the loop that is consecutive
// in the source, rows the loops inside of that, which are consecutive in the
// destination. Both are read and written in vectors. A tile has a range of
// rows; ChooseRangeTiling.cpp says how many a column has at least:
// - A column has the vectors that begin in its range, wherever that lies in a
//   vector. So each range but the only one of its column is read up to a vector
//   further.
// - A vector that goes on in the next column is stored word by word, by several
//   threads. Its words come from workgroup memory if the tile has all rows of
//   both columns. Otherwise their elements are computed one by one.
// - If the number of columns is no multiple of those of a tile, the last tile
//   begins earlier and repeats some of the one before it.
// - All ranges of a column have about as many rows. The source may lie
//   anywhere.
// - Where all columns with all rows are a small tile, it takes several steps of
//   the loops around the columns. The last column of a step is followed by the
//   first one of the next step, in the destination.
// - Rows that are near each other in the source, and columns that are less than
//   a vector, have such tiles only where threads cannot take steps
//   (ThreadSchedule::Repeated) that share what they read.
//
// Tiles of whole vectors, without shifts, and tiles of all rows of their
// columns were no faster. Measured:
// benchmarks/results/2026-11-27-gpu-tile-steps.md.
//
// An operation that computes its result goes through tiles if what it reads is
// far apart along the innermost loop, and side by side along another one.
//
// A fold with a stride of 4 reads neighbours of one row of the source for the
// positions 0, 4, 8 and so on, and those of other rows for the positions
// between them. So the loop over positions is divided by the stride: positions
// with the same remainder read from one row.
// - The quotients are columns of ranges. The remainders and the loops inside of
//   the divided one, such as channels of NHWC data, are rows. The last column
//   may be shorter.
// - Where NHWC data has enough channels, these alone are rows. The loops over
//   the positions of an image are divided by a stride each. All of their
//   quotients together are columns of ranges, and a tile has one remainder of
//   each loop. A thread computes 16 bytes of channels, or less, of a column;
//   neighbouring threads have neighbouring columns.
// - Such a column is followed in the destination by one of another tile. So a
//   vector that goes on in the next column is computed element by element.
// - The last quotient of a loop may exist for some of the remainders only. Then
//   threads compute columns that are not stored.
// Measured: benchmarks/results/2026-11-27-gpu-nhwc.md.
//
// The columns of a copy may be several loops. Each of these goes on in the
// source where the one before it ends. unfold of NHWC data has those of
// channels and of a window's columns, whose rows are far apart in the result.
// depth_to_space1 by columns of NHWC data has both loops over a block.
// Measured: benchmarks/results/2026-12-01-gpu-few-channels.md.
//
// Other operations are left to dml-gpu-map-to-threads: depth_to_space1 with
// small blocks among them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_RANGETILING_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_RANGETILING_H

#include "CodeGen/Analysis/WordConstant.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include <optional>

namespace dml {

/// The limits of the device: threads of a workgroup, and bytes of workgroup
/// memory.
struct TileLimits {
  int64_t workgroupSize, maxWorkgroupMemory;
};

/// A tile: a range of rows, which may begin and end within vectors, of some
/// columns.
struct RangeTiling {
  /// A loop that is divided into one over quotients, which is a part of the
  /// loop over columns, and one over remainders, which is outside of that.
  struct DividedLoop {
    int64_t size, divisor;

    int64_t getNumQuotients() const { return llvm::divideCeil(size, divisor); }
  };

  /// The loop that is consecutive in the source.
  size_t columnLoop = 0;
  /// How many are side by side in the destination, and in the source.
  int64_t rows = 1, columns = 0;
  /// Steps of the loops around columns that a tile takes. With more than one, a
  /// step has all columns and all rows.
  int64_t steps = 1;
  /// By which number a loop of the operation is divided that gives both columns
  /// and rows: its quotients are columns, and its remainders, which are the
  /// loop behind that of the columns, are rows. 1 where they are loops of their
  /// own.
  int64_t divisor = 1;
  int64_t elementBytes = 0;
  int64_t numTiles = 0;
  /// Threads of a workgroup.
  int64_t numThreads = 0;
  /// All loops outside of the rows, if the quotients of several of them
  /// together are the columns. Empty if one loop is the columns.
  llvm::SmallVector<DividedLoop, 4> dividedLoops;
  /// Those that number the columns, the fastest one first.
  llvm::SmallVector<unsigned, 4> columnLoops;
  /// Whether the columns are all steps of several loops, side by side in the
  /// source, which is read in vectors of them as along one loop.
  bool isJoined = false;
  /// Rows of a column that a thread computes at a time, if columns are
  /// quotients.
  int64_t rowsOfItem = 0;
  /// Rows of a column, and how many columns there are.
  int64_t totalRows = 0, totalColumns = 0;
  /// Rows of the last column: all of them unless a loop is divided.
  int64_t lastRows = 0;

  /// Chooses from sizes and strides alone; nothing where that does not pay.
  /// The loops of the nest must be those of the operation.
  static std::optional<RangeTiling> choose(const AccessNest &nest,
                                           const TileLimits &limits);
  /// Chooses tiles whose columns are the quotients of all loops outside of the
  /// rows.
  static std::optional<RangeTiling> chooseQuotients(const AccessNest &nest,
                                                    const TileLimits &limits);

  /// Chooses tiles of a copy whose columns are several loops, side by side in
  /// the source.
  static std::optional<RangeTiling> chooseJoined(const AccessNest &nest,
                                                 const TileLimits &limits);

  /// The loops of tiles: those of a nest, except that a divided loop becomes
  /// two. Where several are divided, their quotients become one loop, inside of
  /// the remainders.
  llvm::SmallVector<NestLoop> getLoops(const AccessNest &nest) const;

  /// Elements of a vector, and of a word, or 1.
  int64_t getVectorLength() const { return kVectorBytes / elementBytes; }
  int64_t getWordLength() const { return getElementsPerWord(elementBytes); }
  /// Columns of all steps of a tile.
  int64_t getTileColumns() const { return steps * columns; }
  /// Vectors of a row in the source. The last ones may be partial.
  int64_t getColumnVectors() const {
    return llvm::divideCeil(columns, getVectorLength());
  }
  /// The same of all steps of a tile.
  int64_t getTileVectors() const { return steps * getColumnVectors(); }
  /// Elements of all columns at a step of the loops around them.
  int64_t getOuterElements() const {
    return (totalColumns - 1) * totalRows + lastRows;
  }

  /// Whether the columns are quotients, which a thread reads one at a time.
  bool hasQuotients() const { return !dividedLoops.empty() && !isJoined; }
  /// Whether a column is followed in the destination by the next one of the
  /// tile. The tile must have all rows. If columns are several loops, the loop
  /// around the rows must be the fastest of these, and undivided; no column
  /// follows its last step.
  bool hasNextColumns() const {
    return rows >= totalRows &&
           (dividedLoops.empty() ||
            (dividedLoops.back().divisor == 1 &&
             columnLoops.front() + 1 == dividedLoops.size()));
  }
  /// Whether columns begin and end with vectors.
  bool hasWholeVectors() const {
    return totalRows % getVectorLength() == 0 && lastRows == totalRows;
  }
  /// Rows that are read, in whole words or, if columns are quotients, vectors.
  /// Those of a vector follow the range, unless it ends with one or with the
  /// column.
  int64_t getReadRows() const;
  /// The number of groups. A group has one row for each element of a word.
  int64_t getNumGroups() const { return getReadRows() / getWordLength(); }
  /// Vectors of a column that a tile writes.
  int64_t getRowVectors() const { return rows / getVectorLength(); }
  /// Whether every row of the source is whole vectors of columns.
  bool hasWholeColumnVectors() const {
    return columns % getVectorLength() == 0;
  }
  /// Words between two columns, which keep lanes of neighbouring columns off
  /// each other's banks.
  int64_t getPitch() const;
  /// Words between the columns of one vector and those of the next, which keep
  /// lanes that write a word of each vector off each other's banks.
  int64_t getVectorGap() const;
  /// Words of workgroup memory, with gaps.
  int64_t getNumWords() const;

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_RANGETILING_H
