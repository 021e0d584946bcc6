//===- ByteBound.h - Programs whose work is to move bytes -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_TIMING_BYTEBOUND_H
#define DML_LIB_RUNTIME_TIMING_BYTEBOUND_H

#include "mlir/IR/BuiltinOps.h"

namespace dml {

/// Whether the bandwidth says how fast the program is: it consists of the
/// operators, of slices and reshapes, and of what computes each element from
/// the elements at its place. Contractions, convolutions, other reductions and
/// loops do more for each byte.
bool isByteBound(mlir::ModuleOp module);

} // namespace dml

#endif // DML_LIB_RUNTIME_TIMING_BYTEBOUND_H
