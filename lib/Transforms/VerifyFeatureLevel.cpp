//===- VerifyFeatureLevel.cpp - Rules L1 and L2 for lower levels ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_VERIFYFEATURELEVEL
#include "dml/Transforms/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {

/// Emits an error at each operator nested in `root` that the level does not
/// have.
static LogicalResult verifyOperators(Operation *root, FeatureLevel level) {
  LogicalResult result = success();
  root->walk([&](OperatorInterface op) {
    if (failed(checkFeatureLevel(op, level)))
      result = failure();
  });
  return result;
}

LogicalResult verifyFeatureLevel(func::FuncOp function, FeatureLevel level) {
  llvm::SetVector<func::FuncOp> functions;
  functions.insert(function);
  LogicalResult result = success();
  for (unsigned i = 0; i < functions.size(); ++i) {
    func::FuncOp caller = functions[i];
    if (failed(verifyOperators(caller, level)))
      result = failure();
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(caller.getOperation());
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses)
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              caller, use.getSymbolRef()))
        functions.insert(callee);
  }
  return result;
}

namespace {

struct VerifyFeatureLevelPass
    : impl::VerifyFeatureLevelBase<VerifyFeatureLevelPass> {
  using VerifyFeatureLevelBase::VerifyFeatureLevelBase;

  void runOnOperation() override {
    if (failed(verifyOperators(getOperation(), level)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace dml
