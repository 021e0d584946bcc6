//===- WriteCombiningBuffer.h - Output written a line at a time -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task that writes a range of a buffer in order gathers it in a small array
// on its stack and writes it from there in whole cache lines. So strips of any
// length can be stored with whole vectors that reach past their end, and past
// the caches. Several ranges that grow together have an array of such arrays.
// If the caches keep the output, a task can write its first parts to the output
// itself. Vectors then store past the end of a part, and the next part
// overwrites that.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H
#define DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H

#include "CodeGen/CPU/VectorBuilder.h"

namespace dml {

/// Bytes gathered before they are written: enough to hide the switch between
/// gathering and writing, and few enough that loads seldom wait for the stores
/// to drain. 256 bytes to 2 KiB are alike; 4 KiB are a fifth slower.
constexpr int64_t kWriteCombiningBytes = 1024;
/// Bytes gathered of each of several ranges, which are then written after each
/// other. Four lines are faster than one, above all where rows are short:
/// benchmarks/results/2026-11-30-cpu-transposed-columns.md.
constexpr int64_t kRangeCombiningBytes = 4 * kLineBytes;

/// Builds the code of one task.
class WriteCombiningBuffer : VectorBuilder {
public:
  /// What is written: so many ranges, `pitch` elements from one to the next if
  /// there are several.
  struct Ranges {
    int64_t count;
    Value pitch;
  };

  /// An empty buffer for the elements of `output`, one-dimensional and
  /// contiguous, from `begin` on. `misalignment` is getMisalignment of the
  /// output. `slackBytes` may be stored past the end of what is gathered at
  /// once.
  WriteCombiningBuffer(mlir::OpBuilder &b, mlir::Location loc, Value output,
                       Value misalignment, Value begin, Value bypassesCache,
                       int64_t slackBytes, Ranges ranges = {1, {}});

  /// What the task's loops carry. The first value is the number of elements of
  /// the first range in the buffer. The second one is the position in the
  /// output of the buffer's first element, which begins a line; it is negative
  /// if the output starts within a line.
  Values getStart() const { return start; }
  /// The first state of a task whose first part goes to the output itself. Its
  /// first value is the position of the next element.
  Values getDirectStart(Value position) { return {position, constant(0)}; }

  /// Begins a part of the task, after one that ended with `state`, and returns
  /// the part's first state. Parts before `firstGathered` go to the output
  /// itself. The other parts go to the buffer, and there must be at least one.
  /// The buffer's `begin` must be the position at which part `firstGathered`
  /// begins. There must be one range, and the output must have no memory space.
  Values beginPart(Value part, Value firstGathered, mlir::ValueRange state);

  /// Where elements belong: the buffer or the output. The next element of the
  /// first range belongs at the first number of the state.
  Value getTarget() const { return target; }
  /// Where the next element of each range belongs there.
  llvm::SmallVector<Value> getCursors(mlir::ValueRange state);

  /// Counts `numElements` more of each range, and writes all whole lines if
  /// there are many.
  Values advance(mlir::ValueRange state, Value numElements);

  /// Writes what is left, makes all of it visible and frees the buffer.
  void finish(mlir::ValueRange state);

private:
  /// One range: the place of its lines in the buffer, their position in the
  /// output, and the first element there that is the task's own.
  struct Range {
    Value place, base, begin;
  };

  Value getShift(Value number);
  void forEachRange(Value size, Value base,
                    llvm::function_ref<void(Range, Value)>);
  Values writeLines(Value size, Value base);
  void writeLines(Range range, Value end);

  Value output, misalignment, begin, bypassesCache, stack, buffer;
  /// Where elements are gathered, and whether that is the output; null for
  /// never.
  Value target, isDirect;
  Ranges ranges;
  int64_t lineElements, elementBytes;
  /// Elements of a range that are gathered before they are written, and between
  /// the places of two ranges.
  int64_t capacity, placeElements;
  Values start;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H
