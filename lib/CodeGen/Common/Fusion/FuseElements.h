//===- FuseElements.h - Elements that a body reads of a result --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of an operation may read elements of another one's result at
// positions of its own, as those of unfold, slices, padding and concatenations
// do, and reshapes may stand between the two. What is true of such reads is
// said here.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_FUSEELEMENTS_H
#define DML_LIB_CODEGEN_COMMON_FUSION_FUSEELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dml {

/// Whether an operation reshapes a tensor to static sizes.
bool isStaticReshape(mlir::Operation *op);

/// What is reshaped to static sizes to give a value, or the value itself.
mlir::Value skipStaticReshapes(mlir::Value value);

/// Whether positions in a slice become quotients and remainders in what was
/// reshaped before: a dimension is joined of several, and not sliced as a
/// whole.
bool dividesPositions(mlir::tensor::ExtractSliceOp slice);

/// The position in what is reshaped of an element that is read behind reshapes.
llvm::SmallVector<mlir::Value> getSourcePosition(mlir::OpBuilder &b,
                                                 mlir::tensor::ExtractOp read);

/// Whether that position is linear in the loops.
bool readsLinearly(mlir::tensor::ExtractOp read);

/// Whether positions that 32 bits do not hold, as those of huge strides outside
/// of their tensor, would be divided if the operation were computed at a read.
bool dividesHugePositions(mlir::linalg::LinalgOp op,
                          mlir::tensor::ExtractOp read);

/// A loop that becomes several, outermost first, of these sizes.
struct LoopSplit {
  int64_t loop;
  llvm::SmallVector<int64_t> sizes;
};

/// The loop that runs through a dimension which a reshape in front of a read
/// joins of several: with a loop for each, no position is divided.
std::optional<LoopSplit> findLoopSplit(mlir::tensor::ExtractOp read);

/// Splits a loop of an operation on tensors of static sizes, and the dimensions
/// along which it runs, and replaces the operation. Fails where a position is
/// another function of the loop than itself.
mlir::LogicalResult splitLoop(mlir::RewriterBase &rewriter,
                              mlir::linalg::GenericOp op,
                              const LoopSplit &split);

/// Whether the iterations of an operation read different elements of a tensor
/// at this place of its body. False where that is not known.
bool readsEachOnce(mlir::tensor::ExtractOp read);

/// Whether neighbours in the last dimension of an operation's result are made
/// of neighbours, or of the same elements.
bool readsNeighboursOnly(mlir::linalg::LinalgOp op);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_FUSEELEMENTS_H
