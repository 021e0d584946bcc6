//===- TranslateToLaunchPlan.h - IR to a launch plan ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TARGET_TRANSLATETOLAUNCHPLAN_H
#define DML_TARGET_TRANSLATETOLAUNCHPLAN_H

#include "dml/Target/LaunchPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

namespace dml {

/// The plan of a function that dml-gpu-pipeline has made, with its kernels as
/// SPIR-V. Fails, naming the operation, on what is no plan.
llvm::Expected<LaunchPlan> translateToLaunchPlan(mlir::func::FuncOp function);

} // namespace dml

#endif // DML_TARGET_TRANSLATETOLAUNCHPLAN_H
