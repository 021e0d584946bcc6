//===- ThreadSchedule.h - What a thread of an operation computes *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace dml {

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
  /// Whether threads exchange the vectors of their strips before they write.
  bool isTransposed = false;
  std::optional<Repeated> repeated;
  /// Where a strip may begin in one row of the results and end in the next.
  std::optional<Rows> rows;

  /// For vectors of so many elements; an exchange moves `maxVectors` for each
  /// thread at most.
  static ThreadSchedule choose(mlir::linalg::GenericOp op,
                               int64_t vectorElements, int64_t maxVectors);

  /// How many strips a thread computes.
  int64_t getNumSteps() const { return repeated ? repeated->steps : 1; }
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_THREADSCHEDULE_H
