//===- FuseReductions.h - Reductions of computed elements -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_FUSEREDUCTIONS_H
#define DML_LIB_CODEGEN_COMMON_FUSION_FUSEREDUCTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// Whether a reduction has one result, which begins with a constant, and
/// reduces numbers of elements that its type knows. So it can visit them in the
/// body of an operation over the result.
bool visitsInBody(mlir::linalg::LinalgOp op);

/// Replaces a reduction by an operation over its result whose body visits the
/// elements in the same order: one after the other, or in loops if they are
/// many. An operand that has a producer is computed, not read.
mlir::Value visitInBody(
    mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
    llvm::function_ref<mlir::linalg::LinalgOp(mlir::OpOperand &)> findProducer);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_FUSEREDUCTIONS_H
