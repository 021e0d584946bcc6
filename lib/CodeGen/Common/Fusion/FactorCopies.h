//===- FactorCopies.h - Factors computed while they are copied --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions on the CPU copy their factors before they use them. A factor
// that is moved, padded or cheap to compute can be computed in the copy, so it
// is never written as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_FACTORCOPIES_H
#define DML_LIB_CODEGEN_COMMON_FUSION_FACTORCOPIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// Elements of the shortest rows that are better tested for padding while they
/// are copied than padded first.
constexpr int64_t kMinPaddedRow = 96;

/// Whether a contraction of at least so many products copies elements of its
/// factors before it uses them.
bool copiesFactors(mlir::linalg::LinalgOp op, int64_t minProducts);

/// Whether a contraction's operand is better computed in each copy of it than
/// once, by the operation given.
bool isComputedInCopies(mlir::OpOperand &operand,
                        mlir::linalg::LinalgOp producer);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_FACTORCOPIES_H
