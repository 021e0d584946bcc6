//===- FlagFunction.cpp - The function given by a flag --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/FlagFunction.h"
#include "dml/Runtime/Values/FlagValues.h"
#include "dml/Transforms/FindFunction.h"
#include "dml/Transforms/Passes.h"

using namespace mlir;

namespace dml {

llvm::Expected<std::vector<Tensor>>
FlagFunction::parseInputs(ArrayRef<std::string> texts) const {
  return parseFlagValues("--input", texts, signature.arguments, name);
}

llvm::Expected<FlagFunction> findFlagFunction(ModuleOp module, StringRef name,
                                              FeatureLevel level) {
  llvm::Expected<func::FuncOp> function = findFunction(module, name);
  if (!function)
    return llvm::createStringError("--function: " +
                                   llvm::toString(function.takeError()));
  llvm::Expected<Signature> signature = getSignature(*function);
  if (!signature)
    return signature.takeError();
  if (failed(verifyFeatureLevel(*function, level)))
    return llvm::createStringError("--feature-level: @" + function->getName() +
                                   " uses what is not in " + stringify(level));
  return FlagFunction{*function, std::move(*signature),
                      function->getName().str()};
}

} // namespace dml
