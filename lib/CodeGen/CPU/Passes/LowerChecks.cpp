//===- LowerChecks.cpp - Checks become early returns ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/HostFunctionCalls.h"
#include "CodeGen/Common/ScalarBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "dml/IR/CheckBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERCHECKS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Functions that hold a check or an allocation, or call or start one that
/// does.
llvm::DenseSet<StringAttr> findFallibleFunctions(ModuleOp module) {
  llvm::DenseSet<StringAttr> fallible;
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (fallible.contains(function.getSymNameAttr()))
        continue;
      bool fails = function
                       .walk([&](Operation *op) {
                         if (isa<RequireOp, memref::AllocOp>(op))
                           return WalkResult::interrupt();
                         for (NamedAttribute attribute : op->getAttrs())
                           if (auto symbol = dyn_cast<FlatSymbolRefAttr>(
                                   attribute.getValue()))
                             if (fallible.contains(symbol.getAttr()))
                               return WalkResult::interrupt();
                         return WalkResult::advance();
                       })
                       .wasInterrupted();
      if (!fails)
        continue;
      fallible.insert(function.getSymNameAttr());
      changed = true;
    }
  }
  return fallible;
}

/// Ends the block where the builder stands with a branch: on to the rest, or to
/// a new block that returns poison. Leaves the builder at the start of that
/// block.
void branchToReturn(RewriterBase &rewriter, Location loc, Value proceed) {
  Block *block = rewriter.getInsertionBlock();
  auto function = cast<func::FuncOp>(block->getParentOp());
  Block *rest = rewriter.splitBlock(block, rewriter.getInsertionPoint());
  Block *failed = rewriter.createBlock(&function.getBody());
  rewriter.setInsertionPointToEnd(block);
  cf::CondBranchOp::create(rewriter, loc, proceed, rest, failed);
  rewriter.setInsertionPointToEnd(failed);
  SmallVector<Value> results;
  for (Type type : function.getResultTypes())
    results.push_back(ub::PoisonOp::create(rewriter, loc, type));
  func::ReturnOp::create(rewriter, loc, results);
  rewriter.setInsertionPointToStart(failed);
}

void lowerRequire(RewriterBase &rewriter, RequireOp op,
                  HostFunctionCalls &host) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  branchToReturn(rewriter, loc, op.getCondition());
  host.reportFailure(rewriter, loc, op.getMessage(), op.getValues());
  rewriter.eraseOp(op);
}

/// Returns when the callee has failed.
void propagateFailure(RewriterBase &rewriter, Operation *call,
                      HostFunctionCalls &host) {
  Location loc = call->getLoc();
  rewriter.setInsertionPointAfter(call);
  Value failed = host.hasFailed(rewriter, loc);
  Value proceed = ScalarBuilder(rewriter, loc).logicalNot(failed);
  branchToReturn(rewriter, loc, proceed);
}

bool mayExceedElementCount(MemRefType type) {
  if (!type.hasStaticShape())
    return true;
  int64_t left = kMaxUInt32;
  for (int64_t size : type.getShape())
    left = size == 0 ? 0 : left / size;
  return left == 0 && !llvm::is_contained(type.getShape(), 0);
}

/// Refuses sizes that no tensor has before they reach the allocator.
void checkSizes(RewriterBase &rewriter, memref::AllocOp alloc) {
  rewriter.setInsertionPoint(alloc);
  CheckBuilder check(rewriter, alloc.getLoc(),
                     describeLocation(alloc.getLoc()));
  SmallVector<Value> sizes;
  for (OpFoldResult size : alloc.getMixedSizes())
    sizes.push_back(check.toValue(size));
  check.requireElementCount("tensor", sizes);
}

/// Returns when there was no memory; the allocator has said so.
void checkAllocation(RewriterBase &rewriter, memref::AllocOp alloc) {
  Location loc = alloc.getLoc();
  rewriter.setInsertionPointAfter(alloc);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, alloc);
  Value proceed = ScalarBuilder(rewriter, loc).isNotEqual(address, 0);
  branchToReturn(rewriter, loc, proceed);
}

struct CPULowerChecksPass : impl::CPULowerChecksBase<CPULowerChecksPass> {
  void runOnOperation() override {
    llvm::DenseSet<StringAttr> fallible = findFallibleFunctions(getOperation());
    SmallVector<Operation *> calls;
    SmallVector<memref::AllocOp> allocations;
    bool startsFallible = false;
    getOperation().walk([&](Operation *op) {
      if (auto alloc = dyn_cast<memref::AllocOp>(op))
        allocations.push_back(alloc);
      if (auto body = dyn_cast<func::ConstantOp>(op))
        startsFallible |= fallible.contains(body.getValueAttr().getAttr());
    });
    // An indirect call may call any function whose value is taken.
    getOperation().walk([&](Operation *op) {
      auto call = dyn_cast<func::CallOp>(op);
      bool callsValue = isa<func::CallIndirectOp>(op) ||
                        (call && call.getCallee() == kParallelForName);
      if ((call && fallible.contains(call.getCalleeAttr().getAttr())) ||
          (callsValue && startsFallible))
        calls.push_back(op);
    });

    auto isInBranches = [](Operation *op) {
      if (isa<func::FuncOp>(op->getParentOp()))
        return true;
      op->emitOpError("expected control flow in branches; run "
                      "convert-scf-to-cf first");
      return false;
    };
    IRRewriter rewriter(&getContext());
    for (memref::AllocOp alloc : allocations)
      if (mayExceedElementCount(alloc.getType()))
        checkSizes(rewriter, alloc);
    SmallVector<RequireOp> checks;
    getOperation().walk([&](RequireOp check) { checks.push_back(check); });
    if (!llvm::all_of(checks, isInBranches) ||
        !llvm::all_of(calls, isInBranches) ||
        !llvm::all_of(allocations, isInBranches))
      return signalPassFailure();
    HostFunctionCalls host(getOperation());
    for (RequireOp check : checks)
      lowerRequire(rewriter, check, host);
    for (Operation *call : calls)
      propagateFailure(rewriter, call, host);
    for (memref::AllocOp alloc : allocations)
      checkAllocation(rewriter, alloc);
  }
};

} // namespace
} // namespace dml
