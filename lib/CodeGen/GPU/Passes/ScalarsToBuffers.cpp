//===- ScalarsToBuffers.cpp - Scalars in device memory --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/AccessNest.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace dml {
#define GEN_PASS_DEF_GPUSCALARSTOBUFFERS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// A 32-bit integer that is filled with a constant before all else, and that
/// other operations combine with what they compute.
struct Flag {
  memref::AllocOp alloc;
  linalg::FillOp fill;
  int64_t value;
  /// The other operations that write it.
  SmallPtrSet<Operation *, 4> writers = {};
};

/// Whether an operation passes a buffer on, where its type must stay as it is.
bool passesOn(Operation *user) {
  return user->hasTrait<OpTrait::IsTerminator>() ||
         isa<arith::SelectOp, CallOpInterface, LoopLikeOpInterface,
             memref::DeallocOp, ViewLikeOpInterface>(user);
}

/// Whether an operation may write only a word of a buffer: it combines what it
/// computes with what is there.
bool writesWord(Operation *user, Value buffer) {
  auto op = dyn_cast<linalg::LinalgOp>(user);
  if (!op || !llvm::is_contained(op.getDpsInits(), buffer))
    return true;
  FailureOr<AccessNest> nest = AccessNest::create(op);
  return succeeded(nest) &&
         llvm::all_of(llvm::zip_equal(op.getDpsInits(), nest->writes),
                      [&](auto pair) {
                        auto [init, write] = pair;
                        return init != buffer || write.combiner;
                      });
}

std::optional<Flag> matchFlag(memref::AllocOp alloc) {
  if (alloc.getType() !=
          MemRefType::get({}, IntegerType::get(alloc.getContext(), 32)) ||
      llvm::any_of(alloc->getUsers(), passesOn))
    return std::nullopt;
  for (Operation *user : alloc->getUsers()) {
    auto fill = dyn_cast<linalg::FillOp>(user);
    APInt value;
    if (!fill || fill->getBlock() != alloc->getBlock() ||
        !matchPattern(fill.getInputs()[0], m_ConstantInt(&value)))
      continue;
    bool isFlag = llvm::all_of(alloc->getUsers(), [&](Operation *other) {
      Operation *ancestor = fill->getBlock()->findAncestorOpInBlock(*other);
      return other == fill || (ancestor && fill->isBeforeInBlock(ancestor) &&
                               writesWord(other, alloc));
    });
    if (!isFlag)
      continue;
    Flag flag = {alloc, fill, value.getSExtValue()};
    for (Operation *other : alloc->getUsers())
      if (other != fill && isa<linalg::LinalgOp>(other))
        flag.writers.insert(other);
    return flag;
  }
  return std::nullopt;
}

struct GPUScalarsToBuffersPass
    : impl::GPUScalarsToBuffersBase<GPUScalarsToBuffersPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    for (BlockArgument argument : function.getArguments())
      if (argument.getType().isIntOrFloat())
        moveToBuffer(argument);
    SmallVector<Type> results(function.getResultTypes());
    function.walk([&](func::ReturnOp op) {
      results.assign(op.operand_type_begin(), op.operand_type_end());
    });
    function.setType(FunctionType::get(
        &getContext(), function.front().getArgumentTypes(), results));
    SmallVector<Flag> flags;
    for (auto alloc : function.front().getOps<memref::AllocOp>())
      if (std::optional<Flag> flag = matchFlag(alloc))
        flags.push_back(*flag);
    initialize(flags);
  }

private:
  static void moveToBuffer(BlockArgument argument) {
    Type type = argument.getType();
    argument.setType(MemRefType::get({}, type));
    Value element;
    for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
      if (isa<func::ReturnOp>(use.getOwner()))
        continue;
      if (!element) {
        auto b = OpBuilder::atBlockBegin(argument.getOwner());
        element = memref::LoadOp::create(b, argument.getLoc(), argument,
                                         ValueRange());
      }
      if (use.getOwner() != element.getDefiningOp())
        use.set(element);
    }
  }

  /// Lets flags begin a run with their values. Those of the same writers share
  /// a buffer; others do not, so that one outlasts what writes the other.
  static void initialize(MutableArrayRef<Flag> flags) {
    SmallVector<SmallVector<Flag *>> groups;
    for (Flag &flag : flags) {
      auto same = llvm::find_if(groups, [&](ArrayRef<Flag *> group) {
        return group.front()->writers == flag.writers;
      });
      (same != groups.end() ? *same : groups.emplace_back()).push_back(&flag);
    }
    for (ArrayRef<Flag *> group : groups) {
      OpBuilder b(group.front()->alloc);
      Location loc = group.front()->alloc.getLoc();
      Value buffer = memref::AllocOp::create(
          b, loc, MemRefType::get(group.size(), b.getI32Type()));
      for (auto [i, flag] : llvm::enumerate(group))
        InitializeOp::create(b, loc, buffer, i, flag->value);
      for (auto [i, flag] : llvm::enumerate(group))
        replaceByWord(*flag, buffer, i);
    }
  }

  static void replaceByWord(Flag &flag, Value buffer, int64_t i) {
    OpBuilder b(flag.alloc);
    auto type = MemRefType::get(
        {}, b.getI32Type(),
        StridedLayoutAttr::get(b.getContext(), i, ArrayRef<int64_t>()));
    Value word = memref::SubViewOp::create(b, flag.alloc.getLoc(), type, buffer,
                                           ArrayRef(i), ArrayRef<int64_t>(1),
                                           ArrayRef<int64_t>(1));
    flag.fill.erase();
    flag.alloc.replaceAllUsesWith(word);
    flag.alloc.erase();
  }
};

} // namespace
} // namespace dml
