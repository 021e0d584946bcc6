//===- ContractionEpilogue.h - Operations around contractions ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEPILOGUE_H
#define DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEPILOGUE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// An operation that fills the result of another one before it is computed.
struct ResultFill {
  mlir::linalg::GenericOp op;
  mlir::TypedAttr value;
};

/// Finds the fill with a constant of all of an operation's one result, which
/// nothing else reads in between.
std::optional<ResultFill> findResultFill(mlir::linalg::GenericOp op);

/// Finds the operation that alone reads the result of another one, and computes
/// each element of its own result from one element of that; both have 32 bits.
/// The other one may compute it in its place: they bind at most `maxBuffers`
/// together. Returns the operand that is the result of the other one. A fill of
/// that is no reader.
mlir::OpOperand *findEpilogue(mlir::linalg::GenericOp op,
                              mlir::linalg::GenericOp fill, int64_t maxBuffers);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEPILOGUE_H
