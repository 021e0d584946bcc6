//===- PrintAccessNests.cpp - What structured operations access, printed --===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/CodeGen/Analysis/Passes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace dml {
#define GEN_PASS_DEF_PRINTACCESSNESTS
#include "dml/CodeGen/Analysis/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct PrintAccessNestsPass : impl::PrintAccessNestsBase<PrintAccessNestsPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        print(op);
    });
    markAllAnalysesPreserved();
  }

private:
  void print(linalg::LinalgOp op) {
    llvm::raw_ostream &os = llvm::outs();
    os << op->getName();
    if (auto function = op->getParentOfType<FunctionOpInterface>())
      os << " in @" << function.getName();
    os << '\n';
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest))
      os << "  writes a buffer without strides\n";
    else if (merged)
      nest->mergeLoops().print(os);
    else
      nest->print(os);
  }
};

} // namespace
} // namespace dml
