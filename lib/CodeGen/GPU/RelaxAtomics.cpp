//===- RelaxAtomics.cpp - Atomic operations without memory order ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace dml {
#define GEN_PASS_DEF_GPURELAXATOMICS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

template <typename... Ops> void relax(Operation *op) {
  auto relaxIf = [&](auto atomic) {
    if (atomic)
      atomic.setSemantics(spirv::MemorySemantics::None);
  };
  (relaxIf(dyn_cast<Ops>(op)), ...);
}

struct GPURelaxAtomicsPass : impl::GPURelaxAtomicsBase<GPURelaxAtomicsPass> {
  void runOnOperation() override {
    // What memref.atomic_rmw becomes on integers.
    getOperation().walk(
        relax<spirv::AtomicAndOp, spirv::AtomicIAddOp, spirv::AtomicOrOp,
              spirv::AtomicSMaxOp, spirv::AtomicSMinOp, spirv::AtomicUMaxOp,
              spirv::AtomicUMinOp, spirv::AtomicXorOp>);
  }
};

} // namespace
} // namespace dml
