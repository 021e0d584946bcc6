//===- Needs.cpp - What a result needs ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Needs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace dml::reference {

func::FuncOp findCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

/// Calls have no effects, and a loop has those of its body.
static bool isWithoutEffect(Operation &op) {
  if (isa<func::CallOp>(op))
    return true;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return llvm::all_of(loop.getBody()->without_terminator(), isWithoutEffect);
  return wouldOpBeTriviallyDead(&op);
}

bool NeedsOfCalls::needsArgument(func::CallOp call, unsigned argument,
                                 const Needs &needs) {
  if (depth == kMaxCallDepth)
    return true;
  ++depth;
  const Needs &inner =
      get(findCallee(call), needs.resultsOfCalls.find(call)->second);
  --depth;
  return inner.arguments.test(argument);
}

bool NeedsOfCalls::isNeeded(Value value, const BitVector &results,
                            const Needs &needs) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (needs.dead.contains(user))
      return false;
    if (isa<func::ReturnOp>(user))
      return results.test(use.getOperandNumber());
    auto call = dyn_cast<func::CallOp>(user);
    return !call || needsArgument(call, use.getOperandNumber(), needs);
  });
}

/// Goes from the last operation to the first, so that the users of a value are
/// visited before the operation that defines it.
void NeedsOfCalls::find(Block &block, const BitVector &results, Needs &needs) {
  for (Operation &op : llvm::reverse(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        find(inner, results, needs);
    BitVector needed(op.getNumResults());
    for (OpResult result : op.getResults())
      needed[result.getResultNumber()] = isNeeded(result, results, needs);
    if (needed.none() && isWithoutEffect(op))
      op.walk([&](Operation *inner) { needs.dead.insert(inner); });
    else if (isa<func::CallOp>(op))
      needs.resultsOfCalls[&op] = needed;
  }
}

const Needs &NeedsOfCalls::get(func::FuncOp function,
                               const BitVector &results) {
  auto set = results.set_bits();
  auto [entry, isNew] = known.try_emplace(
      {function, std::vector<unsigned>(set.begin(), set.end())});
  Needs &stored = entry->second;
  if (!isNew)
    return stored;
  stored.arguments = BitVector(function.getNumArguments(), true);
  Needs needs;
  find(function.front(), results, needs);
  needs.arguments = BitVector(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    needs.arguments[argument.getArgNumber()] =
        isNeeded(argument, results, needs);
  stored = std::move(needs);
  return stored;
}

} // namespace dml::reference
