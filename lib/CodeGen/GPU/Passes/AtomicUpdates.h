//===- AtomicUpdates.h - Atomic operations of kernels -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_PASSES_ATOMICUPDATES_H
#define DML_LIB_CODEGEN_GPU_PASSES_ATOMICUPDATES_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace dml {

/// Whether an operation is what memref.atomic_rmw becomes on integers.
inline bool isAtomicUpdate(mlir::Operation *op) {
  using namespace mlir::spirv;
  return mlir::isa<AtomicAndOp, AtomicIAddOp, AtomicOrOp, AtomicSMaxOp,
                   AtomicSMinOp, AtomicUMaxOp, AtomicUMinOp, AtomicXorOp>(op);
}

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_PASSES_ATOMICUPDATES_H
