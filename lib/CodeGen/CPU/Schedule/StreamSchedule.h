//===- StreamSchedule.h - How computed results become tasks -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_SCHEDULE_STREAMSCHEDULE_H
#define DML_LIB_CODEGEN_CPU_SCHEDULE_STREAMSCHEDULE_H

#include "dml/CodeGen/Analysis/AccessNest.h"
#include <optional>

namespace dml {

/// The most vectors that take turns in a result, and elements of an iteration
/// that reads much.
constexpr int64_t kMaxStreamUnrolling = 8;
/// The fewest iterations of a vector where no index is divided. Shorter rows of
/// max_unpooling get no linalg form from the pipeline.
constexpr int64_t kMinStreamIterations = 4;

/// Output that is computed before it is written: loops of vectors take little
/// time to start beside that, and it stays in the first-level cache.
constexpr int64_t kStripBytes = 4096;

/// How an operation that computes results becomes tasks of rows. Results are
/// packed, or have rows that lie apart, of blocks that are transposed. A row is
/// the innermost loop. Sizes count elements of a result.
struct StreamSchedule {
  /// Elements of an iteration: a multiple of all divisors of the innermost
  /// loop, so that divided positions are linear in the iteration's number.
  int64_t unrolling = 1;
  /// The part of a row in which all predicates hold that depend on its elements
  /// only. Multiples of `unrolling`. A run finds it where the length of rows is
  /// not known.
  int64_t interiorBegin = 0, interiorEnd = 0;
  /// Iterations of a vector.
  int64_t vectorLength = 1;
  /// The number of iterations whose elements are the lanes of one vector, in
  /// order; 0 if each lane is an iteration. Some of the `vectorLength` lanes
  /// may have no element.
  int64_t packedIterations = 0;
  /// Whether the one vector of a row is longer than the row. What is computed
  /// behind the row's end is overwritten by the next row.
  bool overruns = false;
  /// Rows along the loop outside of the innermost one that are computed at
  /// once, so that they read once what they share. The first one's number is a
  /// multiple of this.
  int64_t groupRows = 1;
  /// Elements of a strip, which is computed before it is written, and of a part
  /// of a row that is work for several threads. The last ones of a row have up
  /// to twice as many.
  int64_t stripElements = 0, partElements = 0;
  /// The number of groups of rows, or of parts of rows, in a task. Tasks that
  /// share reads have another number (SharedReads).
  int64_t grain = 1;
  /// Set where steps of loops outside read again what the loop around rows
  /// reads, as those of a block of space_to_depth1 do. A task has `length`
  /// indices of the loop around rows. Tasks that differ only in the indices of
  /// the loops from `firstLoop` to that one read the same, and follow each
  /// other.
  struct SharedReads {
    unsigned firstLoop;
    int64_t length;
  };
  std::optional<SharedReads> sharedReads;
  /// The columns of a block, if results have rows along the loop outside of the
  /// innermost one: it is computed into a buffer, and written transposed.
  int64_t blockColumns = 0;
  /// The rows of a block that is computed phase by phase: first element 0 of
  /// all its iterations, then element 1. Writing the block interleaves them. A
  /// block may begin and end within the phases of the loop of rows. 0: all
  /// elements of an iteration are computed at once.
  int64_t phaseRows = 0;
  /// The phases of the loop of rows, of such blocks and of planes.
  int64_t rowPhases = 1;
  /// If not 0, whole planes of short rows are computed at once: vectors have so
  /// many rows of a phase, and those of all elements of an iteration are
  /// interleaved.
  int64_t planeRows = 0;
  /// Whether lines are written past the caches. If some sizes are not known, a
  /// run decides: it does so if it touches more than `maxCachedBytes`.
  bool bypassesCache = false;
  std::optional<int64_t> maxCachedBytes;
  /// Whether reads are prefetched, and how many bytes ahead; 0: a distance
  /// that suits a plane.
  bool prefetches = false;
  int64_t prefetchBytes = 0;
  /// Whether strips are gathered in buffers and written in whole lines: if they
  /// bypass the caches, if vectors are shorter than lines, or if a row's last
  /// vector reaches past its end.
  bool gathersLines = false;

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

/// The accesses of an operation on buffers, as tasks see them: parts of a
/// buffer without gaps are packed wherever they begin.
mlir::FailureOr<AccessNest> createTaskNest(mlir::linalg::LinalgOp op);

/// Chooses the schedule of an operation. What touches more than `cacheBytes` is
/// written past the caches. Loops may have any size. Fails where the operation
/// does not write each element of its results once; where these are not packed,
/// or the innermost two loops of a transposed operation have unknown sizes;
/// where it only moves elements; and where LLVM's loops do as well: where no
/// position is divided, no read depends on a condition, and either the length
/// of rows is not known, or what is accessed fits in the cache or has unknown
/// sizes, there is one result, and no buffer is read in several places.
/// `isTransposed` says that the loops are in the order of chooseLoopOrder.
mlir::FailureOr<StreamSchedule> chooseStreamSchedule(const AccessNest &nest,
                                                     int64_t cacheBytes,
                                                     bool isTransposed = false);

/// Chooses the schedule of whole planes of short rows, which are divided by a
/// number below 16 that is interleaved. Fails for other operations, and where
/// all elements of rows satisfy the same predicates: the vector of such a row
/// may be longer than the row.
mlir::FailureOr<StreamSchedule> choosePlaneSchedule(const AccessNest &nest,
                                                    int64_t cacheBytes);

/// Chooses whether results are written past the caches, and whether reads are
/// prefetched: from an eighth of the caches on.
void chooseCaching(StreamSchedule &schedule, const AccessNest &nest,
                   int64_t cacheBytes);

/// The number of elements that a task computes at least. Where each takes many
/// reads, a task has fewer.
int64_t getTaskElements(const AccessNest &nest, int64_t elementBytes);

/// Whether a stream computes so many elements of an iteration as vectors that
/// it interleaves with shuffles. It interleaves two halves at a time until the
/// number of vectors is odd. That many are interleaved at once, which takes as
/// many shuffles for each vector.
bool isInterleaved(const AccessNest &nest, int64_t divisor);

/// Whether rows are computed phase by phase: those that are long and divided by
/// a number that is not interleaved.
bool isComputedByPhase(const AccessNest &nest);

/// Elements from a phase of the rows of a plane to the next one in a task's
/// memory.
int64_t getPlanePitch(const AccessNest &nest, const StreamSchedule &schedule);

/// Elements from a phase to the next one in a block's memory: an odd number of
/// lines, which lie in different sets of the cache. Tiles of up to 16
/// iterations are loaded whole.
int64_t getPhasePitch(int64_t iterations, int64_t lineElements);

/// Whether each element of results is written once, and combiners do not mind
/// to see an element twice, as overlapping vectors do. Results are packed, or
/// blocks of them are transposed.
bool isStream(const AccessNest &nest, bool isTransposed);

/// Bytes of the results, and of the buffers of static shape that are read.
/// Sizes must be known.
uint64_t countBytes(const AccessNest &nest);

/// Whether a buffer that is read has no gaps, but for its outermost dimension a
/// static shape, and elements that lines have several of.
bool isPackedBuffer(const Access &read);

/// Whether a buffer is read in several places.
bool readsWindows(const AccessNest &nest);

/// Bytes of the narrowest and of the widest elements that a stream writes; a
/// line and 0 where it only combines.
std::pair<int64_t, int64_t> getWrittenBytes(const AccessNest &nest);

/// The predicates of all reads.
llvm::SmallVector<Predicate> getPredicates(const AccessNest &nest);

/// Whether rows have a known length: the innermost loop has a known size.
bool hasKnownRows(const AccessNest &nest);

/// Whether a predicate depends on other loops than the innermost one.
bool dependsOnRow(const Predicate &predicate);

/// The predicate that a read lies in its buffer, which is packed. The read's
/// strides must be known. The bound is null if only a run knows how many
/// elements the buffer has.
Predicate getBounds(const Access &read);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_SCHEDULE_STREAMSCHEDULE_H
