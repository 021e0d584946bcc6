//===- ContractionEpilogue.h - What stands around contractions --*- C++ -*-===//
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

/// Finds the operation that computes each element of its one result from one
/// element of another operation's result, all of which it reads; if it is the
/// only one that reads them, and may do so as soon as they are computed. It may
/// write them back in place. All elements have 32 bits. The operand is its
/// input. A fill of the result does not count as a reader.
mlir::OpOperand *findEpilogue(mlir::linalg::GenericOp op,
                              mlir::linalg::GenericOp fill);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEPILOGUE_H
