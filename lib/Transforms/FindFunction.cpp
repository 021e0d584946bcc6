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

llvm::Expected<size_t> findFunction(ArrayRef<FunctionCandidate> candidates,
                                    StringRef name) {
  SmallVector<size_t> found;
  SmallVector<std::string> names;
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    if (candidate.isPublic)
      names.push_back(("@" + candidate.name).str());
    if (name.empty() ? candidate.isPublic : candidate.name == name)
      found.push_back(i);
  }
  if (found.size() == 1)
    return found.front();

  std::string there = names.empty()
                          ? "the module has no public function with a body"
                          : "there are " + llvm::join(names, ", ");
  if (!name.empty())
    return llvm::createStringError("no function @" + name + " with a body; " +
                                   there);
  if (names.empty())
    return llvm::createStringError(there);
  return llvm::createStringError("several public functions; choose one of " +
                                 llvm::join(names, ", "));
}

llvm::Expected<func::FuncOp> findFunction(ModuleOp module, StringRef name) {
  SmallVector<func::FuncOp> functions;
  SmallVector<FunctionCandidate> candidates;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    functions.push_back(function);
    candidates.push_back({function.getName(), function.isPublic()});
  }
  llvm::Expected<size_t> found = findFunction(candidates, name);
  if (!found)
    return found.takeError();
  return functions[*found];
}

} // namespace dml
