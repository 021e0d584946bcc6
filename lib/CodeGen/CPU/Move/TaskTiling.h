//===- TaskTiling.h - Loops to tasks, rows, pieces --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks divide the outer loops of a movement among them. The others make a row
// of the output; a strip that is too long for one thread is cut, and each of
// its parts is a row. What is gathered at once is a piece of a strip.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_TASKTILING_H
#define DML_LIB_CODEGEN_CPU_MOVE_TASKTILING_H

#include "StripShape.h"

namespace dml {

/// The output of a task, at least: less is not worth waking a thread.
constexpr int64_t kMoveTaskBytes = 128 * 1024;
/// Output of a part of a strip that is too long for one thread, at most.
constexpr int64_t kStripPartBytes = 32 * 1024;

struct TaskTiling {
  TaskTiling(llvm::ArrayRef<MovementLoop> loops, const StripShape &shape,
             int64_t elementBytes);

  /// The loop whose iterations are a strip.
  unsigned stripLoop;
  /// Output of a part of a strip that is cut.
  int64_t partElements;
  /// Whether one strip is work for several threads.
  bool isStripCut;
  /// Loops divided among tasks.
  unsigned numOuter;
  /// Output of a piece in each range, at most: whole lines of each source.
  int64_t pieceElements;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_TASKTILING_H
