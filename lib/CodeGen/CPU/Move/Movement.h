//===- Movement.h - Nests that move elements --------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// The nest, with merged loops, of an operation that writes a packed buffer in
/// order with elements of another or a constant: transpositions, strided
/// copies, windows with padding. Positions of predicates grow with the loops.
mlir::FailureOr<AccessNest> matchMovement(mlir::linalg::LinalgOp op);

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

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H
