//===- ThreadSchedule.h - What a thread of an operation computes *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H

#include "dml/CodeGen/Analysis/AccessNest.h"
#include <optional>

namespace dml {

/// What kernels of structured operations may use.
struct ThreadOptions {
  /// Bytes of a vector of the result with the smallest elements.
  int64_t vectorBytes;
  /// Threads of a workgroup, workgroups of a dimension of the grid, and bytes
  /// that a workgroup's threads share.
  int64_t workgroupSize, maxWorkgroups, maxWorkgroupMemory;
  /// Vectors of a thread, a workgroup apart, where an operation has many.
  int64_t vectorsPerThread;
};

/// Which elements of its results a thread of a structured operation computes: a
/// strip of consecutive ones, at each of some steps of one more dimension.
struct ThreadSchedule {
  /// A dimension of the results of which a thread takes so many consecutive
  /// steps, a divisor of its size.
  struct Repeated {
    int64_t dim, steps;
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
  /// Where a strip may begin in one row of the results and end in the next.
  std::optional<Rows> rows;

  /// Threads of a workgroup.
  int64_t workgroupSize = 1;
  /// Strips of a thread, a workgroup apart, at each step.
  int64_t stripsPerThread = 1;
  /// Threads of a workgroup that compute all of its strips that go on in
  /// another row; 0 where each thread computes its own.
  int64_t rowEndThreads = 0;

  /// Chooses from the nest alone.
  static ThreadSchedule choose(const AccessNest &nest,
                               const ThreadOptions &options);

  /// Steps of the repeated dimension that a thread takes.
  int64_t getNumSteps() const { return repeated ? repeated->steps : 1; }

  /// As one line, for remarks.
  void print(llvm::raw_ostream &os) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
