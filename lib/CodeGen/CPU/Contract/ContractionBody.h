//===- ContractionBody.h - What a contraction computes ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONBODY_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONBODY_H

#include "CodeGen/Analysis/Contraction.h"
#include "mlir/IR/IRMapping.h"

namespace dml {

/// Operations of a body from one value to another.
struct BodyPart {
  mlir::Value from, to;
  llvm::SmallVector<mlir::Operation *> operations;
};

/// A factor that is computed from one element of a buffer.
struct ReadFactor {
  const Access *access = nullptr;
  /// From the element to what takes its place where a predicate of the access
  /// fails, and from that to the factor.
  BodyPart guarded, computed;
  /// A constant; null where the access has no predicates.
  mlir::TypedAttr otherwise;
  /// Values outside of the operation by what they are in its body.
  mlir::IRMapping scalars;

  mlir::Type getType() const { return computed.to.getType(); }
  /// Whether it is just the element.
  bool isElement() const {
    return access->predicates.empty() && guarded.operations.empty() &&
           computed.operations.empty();
  }
};

/// The body of a contraction in parts: each is arithmetic that vectors allow.
struct ContractionBody {
  ReadFactor rows, columns;
  /// What the result was, and what it becomes.
  mlir::Value sum, combined;
  /// The operations that combine the factors with the former.
  llvm::SmallVector<mlir::Operation *> operations;
  /// Values outside of the operation by what they are in its body.
  mlir::IRMapping scalars;
};

/// Fails where the body does more than arithmetic on vectors can, or where a
/// factor is not computed from one element that is read at a linear position.
mlir::FailureOr<ContractionBody>
getContractionBody(mlir::linalg::LinalgOp op, const AccessNest &nest,
                   const Contraction &contraction);

/// Whether an element is read for all iterations, or written, and its position
/// is a sum of loops times known strides.
bool isPlain(const Access &access);

/// Whether an operation on scalars can be one on vectors, some of whose lanes
/// hold anything.
bool isVectorizable(mlir::Operation &op);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_CONTRACTIONBODY_H
