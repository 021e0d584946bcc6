//===- WorkgroupUnpool.h - Unpooling by one workgroup -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_WORKGROUPUNPOOL_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_WORKGROUPUNPOOL_H

#include "UnpoolInputs.h"

namespace dml {

/// How many elements one workgroup unpools at most: neither the values nor the
/// result may have more. The workgroup's memory, and `cacheBytes`, hold a
/// WinnerMap of so many.
int64_t getMaxElementsOfWorkgroup(int64_t cacheBytes,
                                  int64_t maxWorkgroupMemory);

/// Emits one kernel of one workgroup, for indices that point anywhere. Buffers
/// are packed or NHWC, each for itself. Only this workgroup reports indices, so
/// no word has to be set before a run.
mlir::LogicalResult emitWorkgroupUnpool(mlir::OpBuilder &b, UnpoolOp op,
                                        const UnpoolInputs &inputs,
                                        const UnpoolLimits &limits);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_WORKGROUPUNPOOL_H
