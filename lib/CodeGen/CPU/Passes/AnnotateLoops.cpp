//===- AnnotateLoops.cpp - Annotations of scf loops for LLVM --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dml {
#define GEN_PASS_DEF_CPUANNOTATELOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

constexpr StringLiteral kCarriedName = "llvm.loop_annotation";

template <typename BranchOp> void annotate(BranchOp branch) {
  auto annotation =
      branch->template getAttrOfType<LLVM::LoopAnnotationAttr>(kCarriedName);
  if (!annotation)
    return;
  branch->removeDiscardableAttr(kCarriedName);
  branch.setLoopAnnotationAttr(annotation);
}

struct CPUAnnotateLoopsPass : impl::CPUAnnotateLoopsBase<CPUAnnotateLoopsPass> {
  void runOnOperation() override {
    getOperation().walk([](LLVM::BrOp branch) { annotate(branch); });
    getOperation().walk([](LLVM::CondBrOp branch) { annotate(branch); });
  }
};

} // namespace
} // namespace dml
