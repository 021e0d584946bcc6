//===- ReferenceDevice.cpp - The evaluator as a device --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Reference/Evaluator.h"
#include "dml/Runtime/Device.h"

using namespace mlir;

namespace dml {
namespace {

class ReferenceExecutable : public Executable {
public:
  explicit ReferenceExecutable(func::FuncOp function)
      : module(function->getParentOfType<ModuleOp>().clone()),
        function(module->lookupSymbol<func::FuncOp>(function.getName())) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result) override {
    llvm::Expected<RunResult> evaluated = evaluateFunction(function, inputs);
    if (!evaluated)
      return evaluated.takeError();
    result = std::move(*evaluated);
    return llvm::Error::success();
  }

private:
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

class ReferenceDevice : public Device {
public:
  llvm::Expected<std::unique_ptr<Executable>>
  compile(func::FuncOp function) override {
    if (llvm::Error error = getSignature(function).takeError())
      return std::move(error);
    if (llvm::Error error = checkEvaluable(function))
      return std::move(error);
    return std::make_unique<ReferenceExecutable>(function);
  }

  bool wantsRefinedTypes() const override { return false; }
};

} // namespace

std::unique_ptr<Device> createReferenceDevice() {
  return std::make_unique<ReferenceDevice>();
}

} // namespace dml
