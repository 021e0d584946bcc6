//===- UnpoolSample.h - What a sample of indices shows ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H

#include "UnpoolInputs.h"

namespace dml {

/// Where the input at a position points, as UnpoolHint bits.
using UnpoolDirectionFn = llvm::function_ref<mlir::Value(
    WordBuilder &w, mlir::Value position, const UnpoolIndex &index)>;

/// The hint, given the bits of all inputs of the sample.
using UnpoolHintFn =
    llvm::function_ref<mlir::Value(WordBuilder &w, mlir::Value directions)>;

/// What a thread does for what comes next, where it knows the hint.
using UnpoolPrepareFn = llvm::function_ref<void(
    WordBuilder &w, mlir::Value thread, mlir::Value hint)>;

/// Emits a kernel of one workgroup that looks at a sample of the inputs and
/// initialises the control words.
mlir::LogicalResult
emitUnpoolSample(mlir::OpBuilder &b, mlir::Location loc,
                 const UnpoolInputs &inputs, int64_t workgroupSize,
                 int64_t maxWorkgroups, UnpoolDirectionFn emitDirection,
                 UnpoolHintFn emitHint, UnpoolPrepareFn prepare);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
