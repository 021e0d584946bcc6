//===- SplitLoop.h - One loop of an operation as several --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_FUSION_SPLITLOOP_H
#define DML_LIB_CODEGEN_COMMON_FUSION_SPLITLOOP_H

#include "FuseElements.h"

namespace dml {

/// Splits a loop of an operation on tensors of static sizes, and the dimensions
/// along which it runs, and replaces the operation. Fails where a position is
/// another function of the loop than itself.
mlir::LogicalResult splitLoop(mlir::RewriterBase &rewriter,
                              mlir::linalg::GenericOp op,
                              const LoopSplit &split);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_FUSION_SPLITLOOP_H
