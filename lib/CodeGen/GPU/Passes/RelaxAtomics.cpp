//===- RelaxAtomics.cpp - Atomic operations without memory order ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace dml {
#define GEN_PASS_DEF_GPURELAXATOMICS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct GPURelaxAtomicsPass : impl::GPURelaxAtomicsBase<GPURelaxAtomicsPass> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      // What memref.atomic_rmw becomes on integers.
      llvm::TypeSwitch<Operation *>(op)
          .Case<spirv::AtomicAndOp, spirv::AtomicIAddOp, spirv::AtomicOrOp,
                spirv::AtomicSMaxOp, spirv::AtomicSMinOp, spirv::AtomicUMaxOp,
                spirv::AtomicUMinOp, spirv::AtomicXorOp>([](auto atomic) {
            atomic.setSemantics(spirv::MemorySemantics::None);
          });
    });
  }
};

} // namespace
} // namespace dml
