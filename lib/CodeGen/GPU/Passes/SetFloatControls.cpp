//===- SetFloatControls.cpp - Denormals and NaNs of kernels ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"

namespace dml {
#define GEN_PASS_DEF_GPUSETFLOATCONTROLS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool computesWithF32(Operation *function) {
  return function
      ->walk([](Operation *op) {
        return isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp>(
                   op) &&
                       getElementTypeOrSelf(op->getResult(0)).isF32()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

struct GPUSetFloatControlsPass
    : impl::GPUSetFloatControlsBase<GPUSetFloatControlsPass> {
  void runOnOperation() override {
    spirv::ModuleOp module = getOperation();
    spirv::TargetEnv target(spirv::lookupTargetEnvOrDefault(module));
    OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
    for (auto entry : llvm::to_vector(module.getOps<spirv::EntryPointOp>())) {
      auto function = SymbolTable::lookupNearestSymbolFrom<spirv::FuncOp>(
          module, entry.getFnAttr());
      if (!function || !computesWithF32(function))
        continue;
      auto request = [&](spirv::Capability capability,
                         spirv::ExecutionMode mode) {
        constexpr int32_t width = 32;
        if (target.allows(capability))
          spirv::ExecutionModeOp::create(b, entry.getLoc(), function, mode,
                                         width);
      };
      request(spirv::Capability::DenormPreserve,
              spirv::ExecutionMode::DenormPreserve);
      request(spirv::Capability::SignedZeroInfNanPreserve,
              spirv::ExecutionMode::SignedZeroInfNanPreserve);
    }
  }
};

} // namespace
} // namespace dml
