//===- ContractionNeighbours.cpp - Operations around contractions ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionNeighbours.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {

using Roots = llvm::SmallSetVector<Value, 8>;

static void addRoot(Roots &roots, Value value) {
  if (isa<BaseMemRefType>(value.getType()))
    roots.insert(getRootBuffer(value));
}

static Roots getRootsWritten(linalg::LinalgOp op) {
  Roots roots;
  for (Value init : op.getDpsInits())
    addRoot(roots, init);
  return roots;
}

/// Those that the body loads among them.
static Roots getRootsRead(linalg::LinalgOp op) {
  Roots roots;
  for (Value input : op.getDpsInputs())
    addRoot(roots, input);
  op.getBlock()->walk(
      [&](memref::LoadOp load) { addRoot(roots, load.getMemRef()); });
  return roots;
}

static bool isAllOf(Value buffer, Value root) {
  auto type = cast<MemRefType>(buffer.getType());
  auto rootType = dyn_cast<MemRefType>(root.getType());
  return rootType && rootType.hasStaticShape() && type.hasStaticShape() &&
         type.getNumElements() == rootType.getNumElements();
}

/// Whether different buffers like this one do not overlap: arguments of a
/// function and allocations do not, what branches and loops give may.
static bool isDistinct(Value root) {
  Operation *def = root.getDefiningOp();
  return def ? isa<memref::AllocOp, memref::GetGlobalOp>(def)
             : isa<func::FuncOp>(root.getParentBlock()->getParentOp());
}

/// Whether a buffer may have memory in common with some others.
static bool overlaps(const Roots &roots, Value buffer) {
  return llvm::any_of(roots, [&](Value root) {
    return root == buffer || !isDistinct(root) || !isDistinct(buffer);
  });
}

/// Whether an operation may stand between two others that become one: what it
/// writes is none of what they read, and what it reads none of what they write.
static bool isIndependent(Operation *op, const Roots &read,
                          const Roots &written) {
  if (isMemoryEffectFree(op) || isa<memref::AllocOp>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureBufferSemantics())
    return false;
  auto isOther = [](const Roots &roots, const Roots &others) {
    return llvm::none_of(roots,
                         [&](Value root) { return overlaps(others, root); });
  };
  Roots writes = getRootsWritten(structured);
  return isOther(writes, read) && isOther(writes, written) &&
         isOther(getRootsRead(structured), written);
}

/// What a structured operation gives each element of its result, if it is one
/// value that was there before.
static Value getFillValue(linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (argument && argument.getOwner() == op.getBlock()) {
    yielded = op.getMatchingOpOperand(argument)->get();
    return isa<ShapedType>(yielded.getType()) ? Value() : yielded;
  }
  return op->isAncestor(yielded.getParentBlock()->getParentOp()) ? Value()
                                                                 : yielded;
}

std::optional<ResultFill> findResultFill(linalg::LinalgOp op) {
  Value result = op.getDpsInits().front();
  Value root = getRootBuffer(result);
  Roots roots = getRootsWritten(op);
  if (!isAllOf(result, root) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return std::nullopt;
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::LinalgOp>(before);
    if (fill && fill.hasPureBufferSemantics() && fill.getNumDpsInits() == 1 &&
        getRootBuffer(fill.getDpsInits().front()) == root) {
      Value value = getFillValue(fill);
      if (!value || !isAllOf(fill.getDpsInits().front(), root) ||
          !fill.getMatchingIndexingMap(fill.getDpsInitOperand(0))
               .isPermutation())
        return std::nullopt;
      return ResultFill{fill, value};
    }
    if (!isIndependent(before, roots, roots))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Whether only some operations, and views of it, use a buffer before it is
/// freed.
static bool isUsedOnlyBy(Value buffer, ArrayRef<Operation *> users) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(user))
      return isUsedOnlyBy(user->getResult(0), users);
    return isa<memref::DeallocOp>(user) || llvm::is_contained(users, user);
  });
}

/// The input of an operation that is all of a buffer, read once.
static OpOperand *findWholeInput(linalg::LinalgOp op, Value root) {
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

/// Operations of an epilogue's body, at most.
constexpr static int64_t kMaxEpilogueOps = 32;

/// Whether an operation computes each element of its result by itself, from
/// inputs alone.
static bool isElementwise(linalg::LinalgOp op) {
  return op.hasPureBufferSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::range_size(op.getBlock()->without_terminator()) <=
             kMaxEpilogueOps &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      [](Operation &inner) { return isPure(&inner); });
}

OpOperand *findEpilogue(linalg::LinalgOp op, linalg::LinalgOp fill,
                        int64_t maxBuffers) {
  Value result = op.getDpsInits().front();
  Value root = getRootBuffer(result);
  Roots written = getRootsWritten(op), read = getRootsRead(op);
  if (!isAllOf(result, root))
    return nullptr;
  Operation *next = op->getNextNode();
  while (next && isIndependent(next, read, written))
    next = next->getNextNode();
  auto epilogue = dyn_cast_or_null<linalg::LinalgOp>(next);
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
  if (target == root ? !isInPlace
                     : !root.getDefiningOp<memref::AllocOp>() ||
                           !isUsedOnlyBy(root, {op, epilogue, fill}))
    return nullptr;
  // Other tiles still read the factors while one is stored.
  if (overlaps(read, target))
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
