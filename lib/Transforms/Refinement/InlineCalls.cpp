//===- InlineCalls.cpp - The calls of one function ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RefineArguments.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;

namespace dml {

/// A chain of functions that call each other twice doubles with every link;
/// calls beyond this many inlined operations stay calls.
static constexpr int64_t kMostInlinedOperations = 5000;

/// Functions that can reach themselves: inlining them never ends.
static DenseSet<Region *> findRecursive(ModuleOp module) {
  CallGraph graph(module);
  DenseSet<Region *> recursive;
  for (auto component = llvm::scc_begin<const CallGraph *>(&graph);
       !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (CallGraphNode *node : *component)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion());
  return recursive;
}

static int64_t countOperations(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *) { ++count; });
  return count;
}

namespace {

/// Collects the calls that come with what is inlined.
struct CallCollector : InlinerInterface {
  using InlinerInterface::InlinerInterface;

  void processInlinedBlocks(
      iterator_range<Region::iterator> inlinedBlocks) override {
    for (Block &block : inlinedBlocks)
      block.walk([&](CallOpInterface call) { calls.push_back(call); });
  }

  SmallVector<CallOpInterface> calls;
};

} // namespace

void inlineCalls(func::FuncOp function) {
  DenseSet<Region *> recursive =
      findRecursive(function->getParentOfType<ModuleOp>());
  CallCollector collector(function.getContext());
  InlinerConfig config;
  SymbolTableCollection symbols;
  int64_t inlined = 0;
  function.walk([&](CallOpInterface call) { collector.calls.push_back(call); });
  while (!collector.calls.empty()) {
    CallOpInterface call = collector.calls.pop_back_val();
    auto callee = dyn_cast_if_present<CallableOpInterface>(
        call.resolveCallableInTable(&symbols));
    Region *body = callee ? callee.getCallableRegion() : nullptr;
    if (!body || recursive.contains(body))
      continue;
    // The regions of most operations have one block.
    if (!body->hasOneBlock() && call->getParentOp() != function)
      continue;
    inlined += countOperations(*body);
    if (inlined > kMostInlinedOperations)
      return;
    if (succeeded(inlineCall(collector, config.getCloneCallback(), call, callee,
                             body)))
      call.erase();
  }
}

} // namespace dml
