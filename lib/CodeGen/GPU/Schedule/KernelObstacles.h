//===- KernelObstacles.h - What no kernel can do ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_SCHEDULE_KERNELOBSTACLES_H
#define DML_LIB_CODEGEN_GPU_SCHEDULE_KERNELOBSTACLES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dml {

/// Why a kernel cannot read a buffer; empty where it can.
std::string findObstacle(mlir::Value buffer);

/// Why a structured operation cannot become a kernel; empty where it can.
std::string findObstacle(mlir::linalg::GenericOp op);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_SCHEDULE_KERNELOBSTACLES_H
