//===- NestKernels.cpp - spirv.modules into their gpu.modules -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace dml {
#define GEN_PASS_DEF_GPUNESTKERNELS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The prefix that upstream's conversion gives a gpu.module's name.
constexpr StringLiteral kConvertedPrefix = "__spv__";

struct GPUNestKernelsPass : impl::GPUNestKernelsBase<GPUNestKernelsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto module :
         llvm::make_early_inc_range(getOperation().getOps<spirv::ModuleOp>())) {
      StringRef name = module.getName().value_or("");
      if (!name.consume_front(kConvertedPrefix))
        continue;
      auto owner = symbols.lookup<gpu::GPUModuleOp>(name);
      if (!owner)
        continue;
      owner.getBody()->clear();
      module->moveBefore(owner.getBody(), owner.getBody()->end());
      module.setName(name);
    }
  }
};

} // namespace
} // namespace dml
