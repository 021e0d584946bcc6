//===- UnpoolSample.h - Hint from a sample of the indices -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first kernel of an unpooling decides on the device which of the others
// have work to do: it looks at the indices of some inputs, and writes a hint
// for all kernels.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H

#include "UnpoolPartition.h"

namespace dml {

/// Emits the first kernel. Its one workgroup initialises the control words, the
/// hint and zeros, and prepares the partition, if there is one. Fails if a
/// workgroup is more than a launch may have.
mlir::LogicalResult
emitUnpoolSample(mlir::OpBuilder &b, mlir::Location loc,
                 const UnpoolInputs &inputs,
                 const std::optional<UnpoolPartition> &partition,
                 const UnpoolLimits &limits);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLSAMPLE_H
