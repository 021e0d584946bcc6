//===- RunShape.h - How innermost loops become vectors ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_RUNSHAPE_H
#define DML_LIB_CODEGEN_CPU_RUNSHAPE_H

#include "DataMovement.h"

namespace dml {

/// How the innermost loops of a movement become vectors.
struct RunShape {
  /// Elements between neighbours in one source.
  int64_t stride = 1;
  /// Sources that take turns, by the innermost loop.
  int64_t numSources = 1;
  /// Elements of a row, the innermost loop, where rows follow each other in the
  /// source too, but for guards of the columns.
  int64_t rowLength = 1;
  /// The loop over windows whose elements are read from a phase buffer, which
  /// is filled before it.
  std::optional<unsigned> windowLoop = std::nullopt;

  unsigned getNumLoops() const { return getLoopElements() > 1 ? 2 : 1; }

  /// Output of an iteration of the run's outer loop.
  int64_t getLoopElements() const { return numSources * rowLength; }
};

/// Fails where vectors do not help: far neighbours in both innermost loops.
mlir::FailureOr<RunShape> chooseRunShape(llvm::ArrayRef<MovementLoop> loops,
                                         int64_t elementBytes);

/// The last element of a row that the first block of a shape's windows reads.
int64_t getLastWindowElement(const MovementLoop &window);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_RUNSHAPE_H
