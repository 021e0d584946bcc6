//===- CompilePlan.h - A function as a launch plan --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_COMPILEPLAN_H
#define DML_LIB_RUNTIME_COMPILEPLAN_H

#include "dml/CodeGen/GPU/Pipeline.h"
#include "dml/Runtime/Signature.h"
#include "dml/Target/LaunchPlan.h"
#include "mlir/IR/OwningOpRef.h"

namespace dml {

/// A function and what it calls, in the form that compilePlan takes.
struct PlanSource {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The function's in the module, and of its kernels.
  std::string kernelName;
  /// What the user calls it.
  std::string name;
  Signature signature;
};

/// Fails where a type or an argument's size is nothing that devices of Vulkan
/// can run; `advice` says what makes sizes static.
llvm::Expected<PlanSource> preparePlan(mlir::func::FuncOp function,
                                       llvm::StringRef advice);

/// Lowers the module, and makes the plan of it.
llvm::Expected<LaunchPlan> compilePlan(const PlanSource &source,
                                       const GPUPipelineOptions &pipeline);

/// Whether Vulkan takes all kernels.
llvm::Error validateKernels(const LaunchPlan &plan);

/// The types of the plan's results; none where it only fails.
llvm::SmallVector<TensorType> getResultTypes(const LaunchPlan &plan,
                                             const Signature &signature);

} // namespace dml

#endif // DML_LIB_RUNTIME_COMPILEPLAN_H
