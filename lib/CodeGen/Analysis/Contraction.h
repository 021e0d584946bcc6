//===- Contraction.h - Sums of products -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H
#define DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// The product that an operation adds to each element of its one result, or
/// null if its body computes something else. Its user is the sum.
mlir::Operation *matchSumOfProducts(mlir::linalg::LinalgOp op);

/// A matrix product or a convolution: each iteration of the reduction loops
/// adds a product of two factors to an element of the result. The body may
/// convert or compute the factors.
struct Contraction {
  /// A factor of the product: a value of the body.
  struct Factor {
    mlir::Value value;
    /// The parallel loops that move this factor only, outermost first.
    llvm::SmallVector<unsigned> loops;
  };

  /// Fails on what is no contraction, and where a factor may read what the
  /// operation writes.
  static mlir::FailureOr<Contraction> match(mlir::linalg::GenericOp op,
                                            const AccessNest &nest);

  /// In the order of the product.
  Factor lhs, rhs;
  /// The parallel loops that move both factors or none, outermost first.
  llvm::SmallVector<unsigned> batch;
  /// Outermost first: products are added in this order.
  llvm::SmallVector<unsigned> reductions;
  /// `lhs * rhs`, and the sum of that and of what the element was.
  mlir::Operation *product = nullptr, *sum = nullptr;
};

/// The operations of the body that compute a value of it, in order.
llvm::SmallVector<mlir::Operation *> getOperationsOf(mlir::linalg::GenericOp op,
                                                     mlir::Value value);

} // namespace dml

#endif // DML_LIB_CODEGEN_ANALYSIS_CONTRACTION_H
