//===- ProfilePasses.h - Times of MLIR's passes -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_TIMING_PROFILEPASSES_H
#define DML_LIB_RUNTIME_TIMING_PROFILEPASSES_H

#include "dml/Runtime/Timing/Profile.h"
#include "mlir/Pass/PassManager.h"

namespace dml {

/// Notes each pass that the manager runs. It runs them on one thread.
void profilePasses(mlir::PassManager &pm, Profile *profile);

} // namespace dml

#endif // DML_LIB_RUNTIME_TIMING_PROFILEPASSES_H
