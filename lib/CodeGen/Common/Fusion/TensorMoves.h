//===- TensorMoves.h - Slices and padding as structured operations -*- C++ -*-//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_TENSORMOVES_H
#define DML_LIB_CODEGEN_COMMON_FUSION_TENSORMOVES_H

#include "mlir/IR/PatternMatch.h"

namespace dml {

/// Makes of slices, insertions, concatenations, and padding with one value
/// operations that compute each element of their result once, if all sizes,
/// offsets and strides are static and `filter`, where given, wants it.
void populateTensorMovePatterns(
    mlir::RewritePatternSet &patterns,
    std::function<bool(mlir::Operation *)> filter = {});

/// Returns the tensor in front of a value's casts, as far as its rank is known.
mlir::Value stripRankedCasts(mlir::Value value);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_TENSORMOVES_H
