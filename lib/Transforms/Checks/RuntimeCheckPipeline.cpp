//===- RuntimeCheckPipeline.cpp - Checks of every target ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/Checks/RuntimeCheckPipeline.h"
#include "dml/Transforms/Checks/Passes.h"
#include "dml/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/RuntimeOpVerification.h"
#include "mlir/Dialect/Tensor/Transforms/RuntimeOpVerification.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace dml {

void addRuntimeChecks(OpPassManager &pm) {
  pm.addPass(createCheckTensorSizes());
  pm.addPass(createEraseUnneeded());
  // Divisions are scalar then, and sizes those of a linalg operation.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createGuardTensorOps());
  pm.addPass(createAssertToRequire());
  pm.addPass(createGuardDivision());
  pm.addPass(createNormalizeSlices());
}

void registerRuntimeCheckDialects(DialectRegistry &registry) {
  registry.insert<cf::ControlFlowDialect>();
  linalg::registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  tensor::registerRuntimeVerifiableOpInterfaceExternalModels(registry);
}

} // namespace dml
