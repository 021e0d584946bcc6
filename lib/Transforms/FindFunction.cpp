//===- FindFunction.cpp - The function that a user means ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/FindFunction.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace dml {

llvm::Expected<func::FuncOp> findFunction(ModuleOp module, StringRef name) {
  SmallVector<func::FuncOp> candidates;
  SmallVector<std::string> names;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    if (function.isPublic())
      names.push_back(("@" + function.getName()).str());
    if (name.empty() ? function.isPublic() : function.getName() == name)
      candidates.push_back(function);
  }
  if (candidates.size() == 1)
    return candidates.front();

  std::string there = names.empty() ? "the module has no public function"
                                    : "there are " + llvm::join(names, ", ");
  if (!name.empty())
    return llvm::createStringError("no function @" + name + " with a body; " +
                                   there);
  if (names.empty())
    return llvm::createStringError(there);
  return llvm::createStringError("several functions to choose from; " + there);
}

} // namespace dml
