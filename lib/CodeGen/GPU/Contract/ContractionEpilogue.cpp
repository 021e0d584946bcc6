//===- ContractionEpilogue.cpp - Operations around contractions -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionEpilogue.h"
#include "CodeGen/Analysis/IndexAnalysis.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {

using Roots = llvm::SmallSetVector<Value, 8>;

static void addRoot(Roots &roots, Value value) {
  if (isa<MemRefType>(value.getType()))
    roots.insert(getRootBuffer(value));
}

static Roots getRootsWritten(linalg::GenericOp op) {
  Roots roots;
  for (Value init : op.getDpsInits())
    addRoot(roots, init);
  return roots;
}

/// Those that the body loads among them.
static Roots getRootsRead(linalg::GenericOp op) {
  Roots roots;
  for (Value input : op.getDpsInputs())
    addRoot(roots, input);
  op.getBody()->walk(
      [&](memref::LoadOp load) { addRoot(roots, load.getMemRef()); });
  return roots;
}

static bool isAllOf(Value buffer, Value root) {
  auto type = cast<MemRefType>(buffer.getType());
  auto rootType = dyn_cast<MemRefType>(root.getType());
  return rootType && rootType.hasStaticShape() && type.hasStaticShape() &&
         type.getNumElements() == rootType.getNumElements();
}

/// Whether an operation may stand between two others that become one: what it
/// writes is none of what they read, and what it reads none of what they write.
static bool isIndependent(Operation *op, const Roots &read,
                          const Roots &written) {
  if (isMemoryEffectFree(op) || isa<memref::AllocOp>(op))
    return true;
  auto structured = dyn_cast<linalg::GenericOp>(op);
  if (!structured || !findObstacle(structured).empty())
    return false;
  auto overlaps = [](const Roots &roots, const Roots &others) {
    return llvm::any_of(roots,
                        [&](Value root) { return others.contains(root); });
  };
  Roots writes = getRootsWritten(structured);
  return !overlaps(writes, read) && !overlaps(writes, written) &&
         !overlaps(getRootsRead(structured), written);
}

std::optional<ResultFill> findResultFill(linalg::GenericOp op) {
  Value result = op.getDpsInits().front();
  Value root = getRootBuffer(result);
  Roots roots = getRootsWritten(op);
  if (!isAllOf(result, root))
    return std::nullopt;
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::GenericOp>(before);
    if (fill && fill.getNumDpsInits() == 1 &&
        getRootBuffer(fill.getDpsInits().front()) == root) {
      Value yielded = fill.getBody()->getTerminator()->getOperand(0);
      if (auto argument = dyn_cast<BlockArgument>(yielded);
          argument && argument.getOwner() == fill.getBody())
        yielded = fill.getMatchingOpOperand(argument)->get();
      TypedAttr value;
      if (!isAllOf(fill.getDpsInits().front(), root) ||
          !findObstacle(fill).empty() ||
          !fill.getMatchingIndexingMap(fill.getDpsInitOperand(0))
               .isPermutation() ||
          !matchPattern(yielded, m_Constant(&value)))
        return std::nullopt;
      return ResultFill{fill, value};
    }
    if (!isIndependent(before, roots, roots))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Whether only some operations and views of it use a buffer.
static bool isUsedOnlyBy(Value buffer, ArrayRef<Operation *> users) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(user))
      return isUsedOnlyBy(user->getResult(0), users);
    return llvm::is_contained(users, user);
  });
}

/// The input of an operation that is all of a buffer, read once.
static OpOperand *findWholeInput(linalg::GenericOp op, Value root) {
  OpOperand *found = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<MemRefType>(input->get().getType()) ||
        getRootBuffer(input->get()) != root)
      continue;
    if (found || !isAllOf(input->get(), root) ||
        !op.payloadUsesValueFromOperand(input) ||
        !op.getMatchingIndexingMap(input).isPermutation())
      return nullptr;
    found = input;
  }
  return found;
}

/// Operations of a body that the kernel has for each sum of a thread's block.
constexpr static int64_t kMaxEpilogueOps = 32;

/// Whether an operation computes each element of its result by itself, from
/// inputs alone.
static bool isElementwise(linalg::GenericOp op) {
  return op.getNumDpsInits() == 1 && findObstacle(op).empty() &&
         getElementTypeOrSelf(op.getDpsInits().front()).isIntOrFloat() &&
         getElementTypeOrSelf(op.getDpsInits().front())
                 .getIntOrFloatBitWidth() == 32 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::range_size(op.getBody()->without_terminator()) <=
             kMaxEpilogueOps &&
         llvm::all_of(op.getBody()->without_terminator(),
                      [](Operation &inner) { return isPure(&inner); });
}

OpOperand *findEpilogue(linalg::GenericOp op, linalg::GenericOp fill,
                        int64_t maxBuffers) {
  Value result = op.getDpsInits().front();
  Value root = getRootBuffer(result);
  Roots written = getRootsWritten(op), read = getRootsRead(op);
  if (!root.getDefiningOp<memref::AllocOp>() || !isAllOf(result, root))
    return nullptr;
  Operation *next = op->getNextNode();
  while (next && isIndependent(next, read, written))
    next = next->getNextNode();
  auto epilogue = dyn_cast_or_null<linalg::GenericOp>(next);
  if (!epilogue || !isElementwise(epilogue))
    return nullptr;
  OpOperand *input = findWholeInput(epilogue, root);
  if (!input)
    return nullptr;

  OpOperand *init = epilogue.getDpsInitOperand(0);
  Value target = getRootBuffer(init->get());
  bool isInPlace =
      init->get() == input->get() && epilogue.getMatchingIndexingMap(init) ==
                                         epilogue.getMatchingIndexingMap(input);
  if (target == root ? !isInPlace : !isUsedOnlyBy(root, {op, epilogue, fill}))
    return nullptr;
  // Workgroups still read the factors while others store.
  if (read.contains(target))
    return nullptr;
  Roots bound = read;
  bound.insert_range(getRootsRead(epilogue));
  bound.insert_range(getRootsWritten(epilogue));
  bound.insert_range(written);
  if (fill && target != root)
    bound.remove(root);
  return static_cast<int64_t>(bound.size()) <= maxBuffers ? input : nullptr;
}

} // namespace dml
