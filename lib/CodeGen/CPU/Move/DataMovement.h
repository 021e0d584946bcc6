//===- DataMovement.h - Structured operations that only move ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_DATAMOVEMENT_H
#define DML_LIB_CODEGEN_CPU_MOVE_DATAMOVEMENT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// A linear function of the loop indices of a structured operation.
struct LinearForm {
  llvm::SmallVector<int64_t> coefficients;
  int64_t constant = 0;
};

/// `0 <= position < bound`.
struct MovementGuard {
  LinearForm position;
  /// A constant or the size of a dimension.
  mlir::Value bound;
};

/// A structured operation on buffers, each element of whose result is one of
/// its source or, outside of the guards, a constant.
struct DataMovement {
  mlir::Value source, dest;
  /// One for each dimension of the source.
  llvm::SmallVector<LinearForm> positions;
  llvm::SmallVector<MovementGuard> guards;
  /// What lies outside; null without guards.
  mlir::TypedAttr outside;
};

/// Recognises an operation whose destination is contiguous and indexed by the
/// loops in order: transpositions, strided copies, windows with padding.
mlir::FailureOr<DataMovement> matchDataMovement(mlir::linalg::LinalgOp op);

/// One loop of a data movement.
struct MovementLoop {
  mlir::OpFoldResult size;
  /// Elements of the source between neighbours.
  mlir::OpFoldResult stride;
  /// What each guard's position gains with each iteration.
  llvm::SmallVector<int64_t> guardSteps;

  /// The size, or what a dynamic one is taken for.
  int64_t guessSize() const;
};

/// A data movement as loops over its source's elements, outermost first:
/// loops of one iteration are left out and neighbours that one stride covers
/// are one.
struct MovementNest {
  llvm::SmallVector<MovementLoop> loops;
  /// The source's element of the first iteration.
  mlir::Value offset;
};

MovementNest createMovementNest(mlir::OpBuilder &b, mlir::Location loc,
                                const DataMovement &movement);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_DATAMOVEMENT_H
