//===- StripShape.h - How innermost loops become vectors --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules, in this order:
// - Up to 16 steps of the innermost loop, outside of which neighbours are
//   neighbours in the source too, take turns as sources: depth_to_space1, and
//   fold of patches. Rows of up to 24 bytes take at most 6 sources.
// - Elements up to 16 apart are gathered from as many lines. Rows that continue
//   each other in the source make one strip.
// - Where the iterations of a loop outside of it read these elements in turn,
//   as windows of space_to_depth1 do, and what each writes is long enough, all
//   are written at once. Windows of several rows that lie side by side are
//   written at once for all rows, if there are up to 16 windows, or 64 of short
//   rows.
// - Otherwise there are no strips. TransposedShape may find blocks, or
//   PackedRows vectors; the rest is left to LLVM's loops.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_SCHEDULE_STRIPSHAPE_H
#define DML_LIB_CODEGEN_CPU_SCHEDULE_STRIPSHAPE_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// Bytes of the rows and of the columns of a transposed block, at least.
/// Measured: benchmarks/results/2026-11-30-ablations.md.
constexpr int64_t kMinBlockLengthBytes = 8;

/// The largest stride of a strip's elements.
constexpr int64_t kMaxStripStride = 16;
/// Rows of elements with gaps between them become strips if they have at least
/// so many elements. LLVM's loops move shorter rows faster.
constexpr int64_t kMinStridedRow = 8;

/// Whether the iterations where a predicate holds are an interval, and
/// computing its bounds cannot overflow.
bool hasInterval(const Predicate &predicate);

/// Whether an operation writes a packed buffer in order with elements of
/// another or a constant: transpositions, strided copies, windows with padding.
/// The positions that its predicates test grow with the loops.
bool isMovement(const AccessNest &nest);

/// A loop of such a nest, as schedules see it.
struct MovementLoop {
  /// Iterations, if they are known.
  std::optional<int64_t> size;
  /// Elements of the source between neighbours, if they are known.
  std::optional<int64_t> stride;
  /// Whether an index of the source gets smaller with each iteration.
  bool goesBackwards = false;
  /// The step of each predicate's position from one iteration to the next.
  llvm::SmallVector<int64_t> predicateSteps;

  /// The size, or a guess where it is dynamic.
  int64_t guessSize() const;
};

llvm::SmallVector<MovementLoop> getMovementLoops(const AccessNest &nest);

/// Whether some predicate depends on a loop.
bool isChecked(const MovementLoop &loop);

/// A movement that exceeds both limits writes past the caches.
struct CacheLimits {
  /// The bytes that a movement may touch.
  int64_t cacheBytes;
  /// The bytes that a movement with a small input may write, as a multiple of
  /// `cacheBytes`.
  int64_t keptMultiple;
};

/// How the innermost loops of a movement become vectors.
struct StripShape {
  /// Elements between neighbours in one source.
  int64_t stride = 1;
  /// Sources that take turns, by the innermost loop.
  int64_t numSources = 1;
  /// Whether a strip covers several rows, which the innermost loop runs
  /// through: they lie end to end in the source too.
  bool hasRows = false;
  /// Whether predicates may cut columns off rows.
  bool cutsColumns = false;
  /// The innermost of the loops over ranges of the output that are written at
  /// once, and how many ranges there are: its iterations read elements in turn.
  std::optional<unsigned> rangeLoop = std::nullopt;
  int64_t numRanges = 1;
  /// The outermost of these loops: the iterations of those outside of
  /// `rangeLoop` read rows in turn.
  unsigned firstRangeLoop = 0;

  unsigned getNumLoops() const { return hasRows || numSources > 1 ? 2 : 1; }

  /// Bytes of output of a strip, or a guess where sizes are dynamic.
  uint64_t guessBytes(llvm::ArrayRef<MovementLoop> loops,
                      int64_t elementBytes) const;

  /// Whether packed rows may be faster (PackedRows.h): strips interleave
  /// sources, or they are not written at once and are short, or have columns
  /// cut off several rows.
  bool mayBePacked(llvm::ArrayRef<MovementLoop> loops,
                   int64_t elementBytes) const;

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// Fails where strips do not help: far neighbours in both innermost loops, and
/// rows of fewer than 8 elements with gaps between them.
mlir::FailureOr<StripShape> chooseStripShape(llvm::ArrayRef<MovementLoop> loops,
                                             int64_t elementBytes);

/// The same strip with rows, if dynamic sizes leave open whether it has any.
std::optional<StripShape> addDynamicRows(const StripShape &shape,
                                         llvm::ArrayRef<MovementLoop> loops);

/// Elements of the longest rows that a piece has several of.
int64_t getMaxRowLength(int64_t elementBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_SCHEDULE_STRIPSHAPE_H
