//===- RealizeCasts.h - Casts that a conversion left ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_REALIZECASTS_H
#define DML_TRANSFORMS_REALIZECASTS_H

#include "mlir/IR/BuiltinOps.h"

namespace dml {

/// Gives `builtin.unrealized_conversion_cast` one meaning on every device.
/// Casts that cancel out go. Those between integers of the same width keep the
/// bits: of tensors they become `tensor.bitcast`, of scalars they stay as they
/// are. Emits an error for each other one.
mlir::LogicalResult realizeCasts(mlir::ModuleOp module);

} // namespace dml

#endif // DML_TRANSFORMS_REALIZECASTS_H
