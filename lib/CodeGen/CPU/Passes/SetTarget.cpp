//===- SetTarget.cpp - Attach the target to LLVM functions ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace dml {
#define GEN_PASS_DEF_CPUSETTARGET
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPUSetTargetPass : impl::CPUSetTargetBase<CPUSetTargetPass> {
  using CPUSetTargetBase::CPUSetTargetBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal())
        continue;
      if (!cpu.empty())
        function.setTargetCpu(cpu);
      if (!features.empty())
        function.setTargetFeaturesAttr(
            LLVM::TargetFeaturesAttr::get(&getContext(), StringRef(features)));
      if (vectorWidth != 0)
        function.setPreferVectorWidth(std::to_string(vectorWidth));
    }
  }
};

} // namespace
} // namespace dml
