//===- ThreadSchedule.h - What a thread of an operation computes *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread computes at least one 16-byte vector of the result; in short rows of
// computed narrow elements, of computed windows, and beside a wider second
// result or wider indices that are read side by side, a word, or one element of
// 8 bytes. It computes more where its reads then have constant distances, or
// are shared by several vectors. The schedule follows from the strides of the
// reads alone; predicates do not matter.
//
// Windows: neighbouring steps of a window loop read nearly the same elements.
// - The repeated dimension is the innermost one whose steps move a read by less
//   than what a vector along the innermost dimension reads, or one outside of
//   it that has smaller steps, such as the channels of NHWC data.
// - The dimensions inside of it must be whole vectors, at least 128 bytes of
//   them. With fewer, neighbouring threads would write parts of what memory
//   moves at once.
// - Moves of narrow elements have shorter strips if these dimensions are no
//   whole vectors.
// - A thread takes all steps, or the largest divisor of their number up to 16,
//   and one vector at each. A large prime number of steps is not repeated.
//   Where an element takes many reads, a thread takes fewer steps.
//
// Cells: reads divide the indices of dimensions, as those of pooled data do.
// - Indices with the same quotients read the same elements, and make a cell. A
//   thread takes a whole cell, of up to 12 strips, so that it reads and checks
//   each element once. Of a larger cell it takes what lies outside of the
//   innermost divided dimension, up to 16 strips: stores of neighbouring
//   threads would be too far apart.
// - A strip never goes on in another step of a cell. If whole words of the
//   dimensions inside are no strips, as those of an odd number of channels, a
//   strip is one computed element, if the device can store it: neighbouring
//   threads then read side by side, wherever vectors begin.
// Measured: benchmarks/results/2026-11-28-gpu-cells.md,
// 2026-11-30-gpu-single-elements.md and 2026-12-01-gpu-block-bounds.md.
//
// Turns: a fold with a stride reads neighbouring elements of its result from
// different rows of its source. Elements that are a stride apart lie side by
// side in one row.
// - Threads that take neighbouring elements of 8 bytes read a sector for each
//   and use a part of it. So 8 neighbouring threads take strips that are a
//   stride apart, and read side by side. 4 strips side by side write a sector.
// - Strides are 32 at least. Narrower elements would write parts of sectors:
//   they have tiles of ranges (RangeTiling.h), or rows in tiles.
// Measured: benchmarks/results/2026-11-29-gpu-folds.md.
//
// Interleaved parts: narrow elements that several parts of the source provide
// in turn, such as the channels of depth_to_space1, make a strip of several
// vectors.
// - The parts are the dimensions inside of the one with the smallest steps in
//   the source. A strip has parts / gcd(parts, elements of a vector) vectors,
//   so that it takes as many elements from each part.
// - Vectors of neighbouring threads would lie apart, and stores so apart take
//   twice as long. So the vectors are transposed through workgroup memory
//   first. Their number is odd, which lets threads of a subgroup access
//   different banks.
// - Workgroups have at most 128 threads, because more of them wait longer at
//   the barrier.
// - Elements of 32 bits and more are words already, and are not interleaved.
//
// Rows that end within vectors, as images of odd widths have:
// - A row is as many of the innermost dimensions as a strip fits into, if all
//   that is read for neighbours in it lies within 16 bytes. For elements of 32
//   bits and more, one part of the source must make a whole row.
// - Most are put together in tiles, in workgroup memory: see RowTiles.h. In
//   others strips are those of the whole result, wherever rows end.
// - Short rows end too often for that: see the constants of ThreadSchedule.cpp.
// - Threads compute a strip as if the row had no end. Positions are then a
//   number plus constants, and the source is read in vectors.
// - In rows of two strips and more, few strips go on in another row. All
//   threads would execute the code for such strips if each thread computed its
//   own. So the first threads of a workgroup compute them, after their own
//   strips.
// - In rows that are shorter than two strips, each thread computes both rows.
// - Operations with cells have no rows. Operations with a repeated dimension
//   have rows in tiles only.
//
// Elements that are not side by side in the source: see ScatteredStrips.h.
//
// Computed windows: an operation that reads several elements of a buffer for
// each element of its result has strips of a word or two, or of one wider
// element, so that the reads of neighbouring threads are near each other. It
// takes steps along other dimensions whose windows share elements: see
// WindowSchedule.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace dml {

class ReadPattern;

/// Vectors that a thread holds in registers.
constexpr int64_t kMaxVectors = 16;
/// Threads that wait for each other at barriers; more wait longer.
constexpr int64_t kMaxWaitingThreads = 128;
/// Threads that run together.
constexpr int64_t kSubgroupSize = 32;
/// The least that memory moves.
constexpr int64_t kSectorBytes = 32;
/// The largest step between neighbours that share most of a sector.
constexpr int64_t kMaxDenseStride = 4;

/// The largest divisor of a number up to a limit.
int64_t getLargestDivisor(int64_t number, int64_t limit);

/// Whether an operation's results can be stored in strips of so many elements:
/// as one or two words, or as vectors.
bool canStoreStrips(const AccessNest &nest, int64_t elements);

/// What kernels of structured operations may use.
struct ThreadOptions {
  /// Bytes of a vector of the result with the smallest elements.
  int64_t vectorBytes;
  /// Threads of a workgroup, and bytes that they share.
  int64_t workgroupSize, maxWorkgroupMemory;
  /// Bytes of the smallest elements that the device stores one by one.
  int64_t minStoreBytes;
};

/// Which elements of its results a thread of a structured operation computes: a
/// strip of consecutive ones, at each of some steps of other dimensions.
struct ThreadSchedule {
  /// A dimension of the results of which a thread takes so many steps. In
  /// tiles, these divide its size.
  struct Repeated {
    int64_t dim, steps;
    /// If steps are consecutive, 0; the last group begins earlier if they do
    /// not divide the size. Otherwise the distance of spread steps, which are
    /// those of this dimension and all outside of it as one. The last of them
    /// may lie behind the end.
    int64_t distance = 0;
  };

  /// A cell has so many steps along a dimension. Steps of the last cell may lie
  /// behind the dimension's end.
  struct CellSteps {
    int64_t dim, steps;
  };

  /// Strips along the innermost dimension that lie so many elements apart, of
  /// which as many neighbouring threads take one each. The last ones may lie
  /// behind the end.
  struct Turns {
    int64_t distance, threads;
  };

  /// Rows of the results: the dimensions from this one on. All that is read for
  /// the steps of a row, of so many elements each, lies side by side.
  struct Rows {
    size_t firstDim;
    int64_t numSteps, stepElements;

    int64_t getNumElements() const { return numSteps * stepElements; }
  };

  /// Consecutive elements: those of one vector, or of several.
  int64_t stripElements = 1;
  /// Whether the vectors of a workgroup's strips are transposed through its
  /// memory before they are written.
  bool isTransposed = false;
  std::optional<Repeated> repeated;
  /// The dimensions of a cell, the innermost first: a thread takes all steps of
  /// one cell. There are neither rows nor a repeated dimension then.
  llvm::SmallVector<CellSteps, 2> cell;
  /// Where reads go to another row with each step of the innermost dimension.
  /// There are neither rows nor other steps then.
  std::optional<Turns> turns;
  /// Where a strip may begin in one row of the results and end in the next or,
  /// in tiles, where each row begins with a strip.
  std::optional<Rows> rows;

  /// Threads of a workgroup.
  int64_t workgroupSize = 1;
  /// The number of threads of a workgroup that compute strips that go on in
  /// another row; 0 if each thread computes its own.
  int64_t rowEndThreads = 0;

  /// Elements of a tile of the results, which a workgroup puts together from
  /// strips that begin with each row (RowTiles.h); 0 where threads write
  /// strips.
  int64_t tileElements = 0;
  /// Elements so far apart read neighbours in the source; 1 unless reads divide
  /// the innermost index. Strips in tiles have whole words of such elements.
  int64_t period = 1;

  /// The strips of a row, if each row begins with one.
  int64_t getStripsPerRow() const {
    return llvm::divideCeil(rows->getNumElements(), stripElements);
  }

  /// Chooses from the nest alone.
  static ThreadSchedule choose(const AccessNest &nest,
                               const ThreadOptions &options);

  /// The strips of results of these sizes at each step of the repeated
  /// dimension.
  int64_t getNumStrips(llvm::ArrayRef<int64_t> sizes) const;

  /// How many strips a thread computes: one at each step of the repeated
  /// dimension or of its cell.
  int64_t getNumSteps() const {
    int64_t steps = repeated ? repeated->steps : 1;
    for (const CellSteps &ofDim : cell)
      steps *= ofDim.steps;
    return steps;
  }

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// Chooses the dimension whose steps a thread repeats: the innermost one of
/// which neighbouring steps read mostly what a vector along the innermost
/// dimension reads. Returns nothing if a thread cannot repeat its steps.
std::optional<ThreadSchedule::Repeated>
chooseRepeated(const ReadPattern &pattern, int64_t vectorElements,
               int64_t maxSteps = kMaxVectors);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
