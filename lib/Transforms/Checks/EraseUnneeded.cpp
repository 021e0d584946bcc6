//===- EraseUnneeded.cpp - What no result of a function needs -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/Checks/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_ERASEUNNEEDED
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

void eraseDead(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// A chain of functions may ask twice as much of every link; calls that need
/// different results share a function beyond this many cloned operations.
constexpr int64_t kMostClonedOperations = 5000;

func::FuncOp findCallee(SymbolTableCollection &symbols, func::CallOp call) {
  return symbols.lookupNearestSymbolFrom<func::FuncOp>(call,
                                                       call.getCalleeAttr());
}

BitVector findUnusedResults(func::CallOp call) {
  BitVector unused(call.getNumResults());
  for (OpResult result : call.getResults())
    unused[result.getResultNumber()] = result.use_empty();
  return unused;
}

/// Without these operands and results.
func::CallOp shrinkCall(func::CallOp call, const BitVector &arguments,
                        const BitVector &results) {
  OpBuilder b(call);
  SmallVector<Value> needed;
  for (OpResult result : call.getResults())
    if (!results.test(result.getResultNumber()))
      needed.push_back(result);
  SmallVector<Value> operands;
  for (OpOperand &operand : call->getOpOperands())
    if (!arguments.test(operand.getOperandNumber()))
      operands.push_back(operand.get());
  auto smaller = func::CallOp::create(b, call.getLoc(), call.getCallee(),
                                      TypeRange(ValueRange(needed)), operands);
  smaller->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  for (auto [previous, result] : llvm::zip_equal(needed, smaller.getResults()))
    previous.replaceAllUsesWith(result);
  call.erase();
  return smaller;
}

/// The functions of a module that nothing knows but their calls.
class CalledFunctions {
public:
  explicit CalledFunctions(ModuleOp module) {
    llvm::DenseSet<StringAttr> namedElsewhere;
    module.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        if (func::FuncOp callee = findCallee(symbols, call))
          calls[callee].push_back(call);
        return;
      }
      op->getAttrDictionary().walk([&](SymbolRefAttr name) {
        namedElsewhere.insert(name.getLeafReference());
      });
    });
    calls.remove_if([&](auto &entry) {
      func::FuncOp function = entry.first;
      return !function.isPrivate() || function.isExternal() ||
             namedElsewhere.contains(function.getSymNameAttr());
    });
    for (auto &[function, own] : calls)
      worklist.insert(function);
  }

  void shrinkAll() {
    // Each round takes something away, so there is a last one.
    do {
      while (!worklist.empty())
        shrink(worklist.pop_back_val());
    } while (splitAny());
  }

private:
  void add(func::FuncOp function) {
    if (calls.contains(function))
      worklist.insert(function);
  }

  /// Takes away the results that no call needs, and the arguments that these
  /// alone needed.
  void shrink(func::FuncOp function) {
    SmallVector<func::CallOp> &own = calls[function];
    BitVector results(function.getNumResults(), true);
    for (func::CallOp call : own)
      results &= findUnusedResults(call);
    if (results.any()) {
      function.walk([&](func::ReturnOp op) { op->eraseOperands(results); });
      (void)function.eraseResults(results);
      eraseDead(function);
    }
    BitVector arguments(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      arguments[argument.getArgNumber()] = argument.use_empty();
    if (results.none() && arguments.none())
      return;
    (void)function.eraseArguments(arguments);
    llvm::SetVector<func::FuncOp> callers;
    for (func::CallOp &call : own) {
      call = shrinkCall(call, arguments, results);
      if (auto caller = call->getParentOfType<func::FuncOp>())
        callers.insert(caller);
    }
    for (func::FuncOp caller : callers) {
      eraseDead(caller);
      add(caller);
    }
    function.walk([&](func::CallOp call) { add(findCallee(symbols, call)); });
  }

  /// Gives calls that need different results functions of their own; false
  /// where all agree.
  bool splitAny() {
    SmallVector<func::FuncOp> functions;
    for (auto &[function, own] : calls)
      functions.push_back(function);
    for (func::FuncOp function : functions)
      split(function);
    return !worklist.empty();
  }

  void split(func::FuncOp function) {
    SmallVector<func::CallOp> own = std::move(calls[function]);
    SmallVector<std::pair<BitVector, func::FuncOp>> variants = {
        {findUnusedResults(own.front()), function}};
    calls[function].clear();
    for (func::CallOp call : own) {
      BitVector unused = findUnusedResults(call);
      auto variant = llvm::find_if(
          variants, [&](auto &known) { return known.first == unused; });
      func::FuncOp callee = function;
      if (variant != variants.end())
        callee = variant->second;
      else if (func::FuncOp copy = clone(function))
        variants.push_back({unused, callee = copy});
      call.setCalleeAttr(FlatSymbolRefAttr::get(callee));
      calls[callee].push_back(call);
    }
    if (variants.size() > 1)
      for (auto &[unused, variant] : variants)
        worklist.insert(variant);
  }

  /// Nothing where there are too many.
  func::FuncOp clone(func::FuncOp function) {
    function.walk([&](Operation *) { ++numCloned; });
    if (numCloned > kMostClonedOperations)
      return {};
    func::FuncOp copy = function.clone();
    symbols.getSymbolTable(function->getParentOp()).insert(copy);
    calls.insert({copy, {}});
    copy.walk([&](func::CallOp call) {
      auto callee = calls.find(findCallee(symbols, call));
      if (callee != calls.end())
        callee->second.push_back(call);
    });
    return copy;
  }

  SymbolTableCollection symbols;
  llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>> calls;
  llvm::SetVector<func::FuncOp> worklist;
  int64_t numCloned = 0;
};

struct EraseUnneededPass : impl::EraseUnneededBase<EraseUnneededPass> {
  void runOnOperation() override {
    eraseDead(getOperation());
    CalledFunctions(getOperation()).shrinkAll();
  }
};

} // namespace
} // namespace dml
