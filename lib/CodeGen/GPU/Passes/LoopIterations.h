//===- LoopIterations.h - What the loops of a thread count ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver may end the loops of a thread after a number of iterations, as
// Mesa's llvmpipe does.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_PASSES_LOOPITERATIONS_H
#define DML_LIB_CODEGEN_GPU_PASSES_LOOPITERATIONS_H

#include "mlir/IR/Region.h"

namespace dml {

/// Counts the iterations of all loops of a region, those of loops inside of
/// others too. A loop whose bounds are not constant counts as one iteration.
uint64_t countLoopIterations(mlir::Region &region);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_PASSES_LOOPITERATIONS_H
