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

/// Where a tensor of static sizes, or a scalar, lies in a larger tensor: at
/// `offsets`, which may be negative, in steps of `strides`. Dimensions of size
/// 1 may be dropped in the source; a scalar drops all.
struct Insertion {
  mlir::Value source;
  llvm::ArrayRef<int64_t> offsets, sizes, strides;
  llvm::SmallBitVector dropped;
};

/// Makes an operation that computes each element of `dest` once: that of the
/// last insertion that has it, or `otherwise`, or the old element if that is
/// null.
mlir::Value insertAll(mlir::OpBuilder &b, mlir::Location loc, mlir::Value dest,
                      llvm::ArrayRef<Insertion> insertions,
                      mlir::Value otherwise = {});

/// Makes an operation that reads the source under a predicate of padding with
/// one value, if all sizes are static and `filter`, where given, wants it.
void populateLowerPadPatterns(
    mlir::RewritePatternSet &patterns,
    std::function<bool(mlir::tensor::PadOp)> filter = {});

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_LOWERPAD_H
