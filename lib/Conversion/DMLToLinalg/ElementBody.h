//===- ElementBody.h - Elements that an operation computes ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a structured operation as code for one element, which the body of
// another operation may contain.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_ELEMENTBODY_H
#define DML_LIB_CONVERSION_DMLTOLINALG_ELEMENTBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// Whether an operation on tensors computes the elements of its results at each
/// position by themselves.
bool computesResults(mlir::linalg::LinalgOp op);
/// The same of an operation with one result, other than a fill.
bool computesElements(mlir::linalg::LinalgOp op);

/// Whether elements cost little enough to be computed more than once: a few
/// operations of arith.
bool isCheap(mlir::linalg::LinalgOp op);
bool isCheap(mlir::Operation *inner);

/// Operations of a body that are computed again for each element that reads
/// their result: fewer than what the memory's bandwidth leaves time for.
constexpr unsigned kMaxRepeatedOps = 8;

/// The position at which a map reads or writes, in these iterations.
llvm::SmallVector<mlir::Value> getPosition(mlir::OpBuilder &b,
                                           mlir::Location loc,
                                           mlir::AffineMap map,
                                           mlir::ValueRange iteration);

/// The element of an input that an iteration reads, or the input itself if it
/// is a scalar.
mlir::Value readInput(mlir::OpBuilder &b, mlir::OpOperand &input,
                      mlir::ValueRange iteration);

/// Builds what the body yields in an iteration for these arguments.
llvm::SmallVector<mlir::Value> inlineBody(mlir::OpBuilder &b,
                                          mlir::linalg::LinalgOp op,
                                          mlir::ValueRange iteration,
                                          mlir::ValueRange arguments);

/// Builds the element at a position of the result of an operation that computes
/// elements, and that writes them in the order of a permutation.
mlir::Value computeElement(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
                           mlir::ValueRange position);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_ELEMENTBODY_H
