//===- UnpoolSample.h - Hint from a sample of the indices -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first kernel of an unpooling decides on the device which of the others
// have work to do: it reads the indices of some inputs and writes a hint for
// all kernels.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H

#include "UnpoolInputs.h"

namespace dml {

/// Returns the UnpoolHint bits of the input at a position, as a word.
using UnpoolInputHintFn = llvm::function_ref<mlir::Value(
    WordBuilder &w, mlir::Value position, const UnpoolIndex &index)>;

/// Returns the hint, given the combined bits of all inputs of the sample.
using UnpoolCombineHintsFn =
    llvm::function_ref<mlir::Value(WordBuilder &w, mlir::Value hints)>;

/// Emits what each thread prepares for the next kernels, given the hint.
using UnpoolPrepareFn = llvm::function_ref<void(
    WordBuilder &w, mlir::Value thread, mlir::Value hint)>;

/// Emits the first kernel. Its one workgroup reads a sample of the inputs and
/// initialises the control words: the hint, and zeros. Fails if a workgroup is
/// more than a launch may have.
mlir::LogicalResult
emitUnpoolSample(mlir::OpBuilder &b, mlir::Location loc,
                 const UnpoolInputs &inputs, int64_t workgroupSize,
                 int64_t maxWorkgroups, UnpoolInputHintFn emitInputHint,
                 UnpoolCombineHintsFn combineHints, UnpoolPrepareFn prepare);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
