//===- IsolateFunction.cpp - A function and what it calls -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IsolateFunction.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;

namespace dml {
namespace {

/// Recursion would need a stack without bound.
llvm::Error checkNoRecursion(ModuleOp module) {
  CallGraph graph(module);
  const CallGraph *constGraph = &graph;
  for (auto scc = llvm::scc_begin(constGraph); !scc.isAtEnd(); ++scc) {
    if (!scc.hasCycle())
      continue;
    for (CallGraphNode *node : *scc)
      if (!node->isExternal())
        if (auto function = dyn_cast<func::FuncOp>(
                node->getCallableRegion()->getParentOp()))
          return llvm::createStringError("@" + function.getName() +
                                         " calls itself; recursion is not "
                                         "supported");
  }
  return llvm::Error::success();
}

/// A name that no function of the module has. A program's own could be that of
/// a library function which generated code calls, such as @exp or @memset.
std::string chooseName(SymbolTable &symbols, unsigned &counter) {
  std::string name;
  do
    name = "dml_function_" + std::to_string(counter++);
  while (symbols.lookup(name));
  return name;
}

} // namespace

llvm::Expected<OwningOpRef<ModuleOp>> isolateFunction(func::FuncOp function) {
  OwningOpRef<ModuleOp> module(function->getParentOfType<ModuleOp>().clone());
  SymbolTable symbols(*module);
  auto entry = symbols.lookup<func::FuncOp>(function.getName());
  for (auto other : module->getOps<func::FuncOp>())
    other.setVisibility(other == entry ? SymbolTable::Visibility::Public
                                       : SymbolTable::Visibility::Private);
  PassManager removeOthers(function.getContext());
  removeOthers.addPass(createSymbolDCEPass());
  if (failed(removeOthers.run(*module)))
    return llvm::createStringError("unused functions cannot be removed");

  for (auto other : module->getOps<func::FuncOp>())
    if (other.isExternal())
      return llvm::createStringError("@" + other.getName() +
                                     " is called, but has no body");
  if (llvm::Error error = checkNoRecursion(*module))
    return std::move(error);

  SymbolTable remaining(*module);
  SmallVector<func::FuncOp> functions(module->getOps<func::FuncOp>());
  unsigned counter = 0;
  for (func::FuncOp other : functions)
    if (failed(remaining.rename(other, chooseName(remaining, counter))))
      return llvm::createStringError("@" + other.getName() +
                                     " cannot be renamed");
  if (failed(remaining.rename(entry, kEntryName)))
    return llvm::createStringError("@" + function.getName() +
                                   " cannot be renamed");
  SmallVector<Attribute> argumentStrides, resultStrides;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    argumentStrides.push_back(entry.getArgAttr(i, kStridesAttrName));
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    resultStrides.push_back(entry.getResultAttr(i, kStridesAttrName));
  // Attributes may change how a function is called, and what it may do to its
  // arguments: they are the caller's inputs, which it keeps.
  for (func::FuncOp other : functions) {
    other->setDiscardableAttrs(DictionaryAttr::get(other.getContext()));
    other.removeArgAttrsAttr();
    other.removeResAttrsAttr();
  }
  // The entry keeps the strides of the caller's tensors.
  for (auto [i, strides] : llvm::enumerate(argumentStrides))
    if (strides)
      entry.setArgAttr(i, kStridesAttrName, strides);
  for (auto [i, strides] : llvm::enumerate(resultStrides))
    if (strides)
      entry.setResultAttr(i, kStridesAttrName, strides);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    if (isa<RankedTensorType>(entry.getArgument(i).getType()))
      entry.setArgAttr(i,
                       bufferization::BufferizationDialect::kWritableAttrName,
                       BoolAttr::get(entry.getContext(), false));
  return std::move(module);
}

} // namespace dml
