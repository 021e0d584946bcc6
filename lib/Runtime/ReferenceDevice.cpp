//===- ReferenceDevice.cpp - The evaluator as a device --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/Strides.h"
#include "dml/Reference/Evaluator.h"
#include "dml/Runtime/Device.h"

using namespace mlir;

namespace dml {
namespace {

class ReferenceExecutable : public Executable {
public:
  explicit ReferenceExecutable(func::FuncOp function)
      : module(function->getParentOfType<ModuleOp>().clone()),
        function(module->lookupSymbol<func::FuncOp>(function.getName())),
        results(llvm::cantFail(getSignature(this->function)).results) {}

  llvm::Error run(ArrayRef<const Tensor *> inputs, RunResult &result,
                  const RunMeasures &) override {
    llvm::Expected<RunResult> evaluated = evaluateFunction(function, inputs);
    if (!evaluated)
      return evaluated.takeError();
    std::vector<Tensor> old = std::move(result.outputs);
    result = std::move(*evaluated);
    for (auto [i, type] : llvm::enumerate(results))
      if (llvm::Error error = layOut(i, result.outputs[i], type,
                                     i < old.size() ? &old[i] : nullptr))
        return error;
    return llvm::Error::success();
  }

private:
  /// Gives a packed result its strides, in the memory that it had before if
  /// there is such: its gaps stay as they are.
  static llvm::Error layOut(size_t index, Tensor &output,
                            const DeclaredType &type, Tensor *old) {
    TensorType wanted = output.getType().withStrides(type.strides);
    // The verifier could not check sizes that are known only now.
    if (wanted.isStrided())
      if (llvm::Error broken = checkStrides(
              ("result " + Twine(index)).str(), wanted.sizes, wanted.strides,
              getByteWidth(wanted.elementType), StridedUse::Written))
        return broken;
    if (old && wanted.isStrided() && old->getType() == wanted) {
      old->copyElementsFrom(output);
      output = std::move(*old);
      return llvm::Error::success();
    }
    llvm::Expected<Tensor> converted =
        Tensor::convert(std::move(output), wanted);
    if (!converted)
      return converted.takeError();
    output = std::move(*converted);
    return llvm::Error::success();
  }

  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<DeclaredType> results;
};

class ReferenceDevice : public Device {
public:
  llvm::Expected<std::unique_ptr<Executable>> compile(func::FuncOp function,
                                                      Profile *) override {
    if (llvm::Error error = getSignature(function).takeError())
      return std::move(error);
    if (llvm::Error error = checkEvaluable(function))
      return std::move(error);
    return std::make_unique<ReferenceExecutable>(function);
  }

  bool needsContext() const override { return true; }
  bool wantsRefinedTypes() const override { return false; }
};

} // namespace

std::unique_ptr<Device> createReferenceDevice() {
  return std::make_unique<ReferenceDevice>();
}

} // namespace dml
