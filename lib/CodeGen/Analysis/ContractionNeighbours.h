//===- ContractionNeighbours.h - Operations around contractions -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may be done in a contraction's own code: the fill that its sums begin
// with, and an operation that reads them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_CONTRACTIONNEIGHBOURS_H
#define DML_LIB_CODEGEN_ANALYSIS_CONTRACTIONNEIGHBOURS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// An operation that fills the result of another one before it is computed.
struct ResultFill {
  mlir::linalg::LinalgOp op;
  mlir::Value value;
};

/// Finds the fill of all of an operation's one result, which nothing else reads
/// in between.
std::optional<ResultFill> findResultFill(mlir::linalg::LinalgOp op);

/// Finds the operation that alone reads the result of another one, and computes
/// each element of its own result from one element of that. The other one may
/// compute it in its place, where it stands: they access at most `maxBuffers`
/// together. Returns the operand that is the result of the other one. A fill of
/// that is no reader.
mlir::OpOperand *findEpilogue(mlir::linalg::LinalgOp op,
                              mlir::linalg::LinalgOp fill, int64_t maxBuffers);

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_CONTRACTIONNEIGHBOURS_H
