//===- FusionRules.h - Which operations become one --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_FUSIONRULES_H
#define DML_LIB_CODEGEN_COMMON_FUSION_FUSIONRULES_H

#include "FuseElements.h"
#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace dml {

/// How many readers a value may have that is computed where it is read.
enum class Readers { OneOperand, OneOperation };

/// Collects what reads elements of a value, perhaps behind reshapes. Returns
/// false if anything else than the body of this operation reads it.
bool collectElementReads(mlir::Value value, mlir::linalg::LinalgOp reader,
                         llvm::SmallVectorImpl<mlir::tensor::ExtractOp> &found);

/// Which operations become one with another. README.md says what else decides.
class Fusion {
public:
  explicit Fusion(const FuseOptions &options) : options(options) {}

  /// The operation that computes an operand of another one, before a reshape
  /// perhaps, if the other one may compute its elements where it uses them.
  /// What more readers need is computed once, and kept.
  mlir::linalg::LinalgOp
  findProducer(mlir::OpOperand &operand,
               Readers readers = Readers::OneOperand) const;

  /// The operation that computes the tensor of which the body of another one,
  /// such as unfold's, reads elements at positions of its own, perhaps behind
  /// reshapes; if the body may compute the elements. What is truncated in a
  /// body is not extended there again: a device may have narrow integers in
  /// memory only.
  mlir::linalg::LinalgOp findProducer(mlir::tensor::ExtractOp extract) const;

  /// A loop that is split before the body computes such elements.
  std::optional<LoopSplit> findSplit(mlir::linalg::LinalgOp consumer) const;

  /// Whether an operation that is no contraction reduces what another one
  /// gathers. It computes the elements in its body, over its result.
  bool isGathered(mlir::OpOperand &operand,
                  mlir::linalg::LinalgOp producer) const;

  /// Whether a reshape that stands between two such operations moves behind
  /// both. The operand is that of the reshape, or of the operation behind it.
  bool isMoved(mlir::OpOperand *operand) const;

  /// Whether a move becomes an operation, which others are fused with. A slice
  /// of what is not computed where it is read is a view, and what is inserted
  /// overwrites the rest in place.
  bool isFusedMove(mlir::Operation *op) const;

  /// All operations that are fused with one that reads or computes.
  llvm::SetVector<mlir::Operation *> findFused(mlir::Operation *root) const;

private:
  mlir::linalg::LinalgOp
  findProducer(mlir::linalg::LinalgOp consumer, mlir::Value tensor,
               llvm::SmallVectorImpl<mlir::tensor::ExtractOp> &reads) const;
  mlir::linalg::LinalgOp findElementProducer(mlir::Value tensor) const;
  bool isShortFactor(mlir::tensor::PadOp pad) const;
  bool readsFactors(mlir::linalg::LinalgOp op) const;
  bool isEpilogue(mlir::linalg::LinalgOp op) const;
  bool hasBuffers(mlir::linalg::LinalgOp consumer,
                  mlir::linalg::LinalgOp producer) const;

  FuseOptions options;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_FUSIONRULES_H
