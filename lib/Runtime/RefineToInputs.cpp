//===- RefineToInputs.cpp - Specialising to given tensors -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/RefineToInputs.h"
#include "dml/Runtime/Signature.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace dml {

llvm::Error refineToInputs(func::FuncOp function,
                           ArrayRef<const Tensor *> inputs) {
  SmallVector<RefinedArgument> arguments;
  for (const Tensor *input : inputs) {
    const TensorType &type = input->getType();
    RefinedArgument argument;
    argument.type = getMLIRType(function.getContext(), type);
    if (type.isScalar && type.elementType == ElementType::Index)
      argument.value = static_cast<int64_t>(input->getElementBits(0));
    arguments.push_back(argument);
  }
  return refineTo(function, arguments);
}

llvm::Error refineTo(func::FuncOp function,
                     ArrayRef<RefinedArgument> arguments) {
  std::string name = function.getName().str();
  // Whether strides fit is only known of sizes that are (T3, T4).
  ModuleOp module = function->getParentOfType<ModuleOp>();
  if (failed(refineArguments(function, arguments)) ||
      failed(verify(module.lookupSymbol<func::FuncOp>(name))))
    return llvm::createStringError(
        "@" + name + " does not accept arguments of the given types");
  return llvm::Error::success();
}

} // namespace dml
