//===- LowerPad.h - Padding as a structured operation -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_LOWERPAD_H
#define DML_LIB_CODEGEN_COMMON_LOWERPAD_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {

/// Makes an operation that reads the source under a predicate of padding with
/// one value, if all sizes are static and `filter`, where given, wants it.
void populateLowerPadPatterns(
    mlir::RewritePatternSet &patterns,
    std::function<bool(mlir::tensor::PadOp)> filter = {});

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_LOWERPAD_H
