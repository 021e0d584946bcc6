//===- MatrixProduct.h - Contractions as matrix products --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_CONTRACT_MATRIXPRODUCT_H
#define DML_LIB_CODEGEN_GPU_CONTRACT_MATRIXPRODUCT_H

#include "CodeGen/Analysis/Contraction.h"
#include "ContractionTiling.h"

namespace dml {

/// Iterations of all these loops.
int64_t getNumSteps(const AccessNest &nest, llvm::ArrayRef<unsigned> loops);

/// A contraction as the rows and columns of a matrix product, chosen so that
/// columns are what lies side by side in the result.
struct MatrixProduct {
  /// Leaves out loops of one iteration. Fails where the innermost dimension of
  /// the result is moved by both factors or by none.
  static mlir::FailureOr<MatrixProduct> create(Contraction contraction,
                                               const AccessNest &nest);

  ProductSizes getSizes(const AccessNest &nest) const;

  Contraction contraction;
  /// Whether the left factor makes the rows, and the right one the columns.
  bool isLeftRows;

  const Contraction::Factor &getRows() const {
    return isLeftRows ? contraction.lhs : contraction.rhs;
  }
  const Contraction::Factor &getColumns() const {
    return isLeftRows ? contraction.rhs : contraction.lhs;
  }
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_MATRIXPRODUCT_H
