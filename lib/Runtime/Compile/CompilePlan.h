//===- CompilePlan.h - A function as a launch plan --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_COMPILE_COMPILEPLAN_H
#define DML_LIB_RUNTIME_COMPILE_COMPILEPLAN_H

#include "dml/CodeGen/GPU/Pipeline.h"
#include "dml/Runtime/Signature.h"
#include "dml/Runtime/Timing/Profile.h"
#include "dml/Target/LaunchPlan.h"
#include "mlir/IR/OwningOpRef.h"

namespace dml {

/// A function and what it calls, in the form that compilePlan takes.
struct PlanSource {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The function's name in the module, which the names of kernels begin with.
  std::string kernelName;
  /// What the user calls it.
  std::string name;
  Signature signature;
};

/// Fails where the runtime cannot pass an argument or a result, and where a
/// size of an argument is dynamic; that message ends with `advice`, which says
/// how sizes become static.
llvm::Expected<PlanSource> preparePlan(mlir::func::FuncOp function,
                                       llvm::StringRef advice);

/// Lowers the module to a launch plan. The profile is given the passes.
llvm::Expected<LaunchPlan> compilePlan(const PlanSource &source,
                                       const GPUPipelineOptions &pipeline,
                                       Profile *profile = nullptr);

/// Fails where the SPIR-V of a kernel is not valid for Vulkan 1.1.
llvm::Error validateKernels(const LaunchPlan &plan);

/// Returns the static types of the plan's results; empty for a plan whose every
/// run fails, whose results have no sizes.
llvm::SmallVector<TensorType> getResultTypes(const LaunchPlan &plan,
                                             const Signature &signature);

} // namespace dml

#endif // DML_LIB_RUNTIME_COMPILE_COMPILEPLAN_H
