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
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H
#define DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H

#include "CodeGen/CPU/IndexBuilder.h"

namespace dml {

/// Bytes gathered before they are written: enough to hide the switch between
/// gathering and writing, and few enough that loads seldom wait for the stores
/// to drain. 256 bytes to 2 KiB are alike; 4 KiB are a fifth slower.
constexpr int64_t kWriteCombiningBytes = 1024;
/// The same of each of several ranges.
constexpr int64_t kRangeCombiningBytes = 512;

/// Builds the code of one task.
class WriteCombiningBuffer : IndexBuilder {
public:
  /// The buffer's fill and place, carried through the task's loops.
  struct State {
    /// Elements in the buffer, of the first range.
    mlir::Value size;
    /// Position in the output of the buffer's first element, a line's first;
    /// negative if the output starts within a line.
    mlir::Value base;
  };

  /// What is written: so many ranges, `pitch` elements from one to the next if
  /// there are several.
  struct Ranges {
    int64_t count;
    mlir::Value pitch;
  };

  /// An empty buffer for the elements of `output`, one-dimensional and
  /// contiguous, from `begin` on. `misalignment` is getMisalignment of the
  /// output. `slackBytes` may be stored past the end of what is gathered at
  /// once.
  WriteCombiningBuffer(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value output, mlir::Value misalignment,
                       mlir::Value begin, mlir::Value bypassesCache,
                       int64_t slackBytes, Ranges ranges = {1, {}});

  State getStart() const { return start; }

  /// A loop that the buffer's state is carried through.
  State emitLoop(State state, mlir::Value begin, mlir::Value end,
                 mlir::Value step,
                 llvm::function_ref<State(mlir::Value, State)> body);

  /// The buffer itself; the next element of the first range belongs at
  /// `state.size`.
  mlir::Value getBuffer() const { return buffer; }
  /// Where the next element of each range belongs in the buffer.
  llvm::SmallVector<mlir::Value> getCursors(State state);

  /// Counts `numElements` more of each range, and writes all whole lines if
  /// there are many.
  State advance(State state, mlir::Value numElements);

  /// Writes what is left, makes all of it visible and frees the buffer.
  void finish(State state);

private:
  /// One range: the place of its lines in the buffer, their position in the
  /// output, and the first element there that is the task's own.
  struct Range {
    mlir::Value place, base, begin;
  };

  mlir::Value getShift(mlir::Value number);
  void forEachRange(State state, llvm::function_ref<void(Range, mlir::Value)>);
  State writeLines(State state);
  void writeLines(Range range, mlir::Value end);

  mlir::Value output, misalignment, begin, bypassesCache, stack, buffer;
  Ranges ranges;
  int64_t lineElements, elementBytes;
  /// Elements of a range that are gathered before they are written, and between
  /// the places of two ranges.
  int64_t capacity, placeElements;
  State start;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_WRITECOMBININGBUFFER_H
