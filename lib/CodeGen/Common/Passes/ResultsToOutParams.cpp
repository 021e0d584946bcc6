//===- ResultsToOutParams.cpp - Callers own static results ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's buffer-results-to-out-params makes dynamic results out-params too,
// whose sizes no caller knows, and crashes on a buffer that is returned twice.
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace dml {
#define GEN_PASS_DEF_RESULTSTOOUTPARAMS
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool isOutParam(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape();
}

/// How often a buffer or a cast of it is returned.
int64_t countReturns(Value buffer) {
  int64_t count = 0;
  for (Operation *user : buffer.getUsers()) {
    if (isa<func::ReturnOp>(user))
      ++count;
    else if (auto cast = dyn_cast<memref::CastOp>(user))
      count += countReturns(cast.getResult());
  }
  return count;
}

/// Whether the value is an allocation, or a cast of one, that is returned once.
bool isFreshAllocation(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value.getDefiningOp<memref::AllocOp>() && countReturns(value) == 1;
}

/// Returns the values that stay results; the others go into `outParams`.
SmallVector<Value> storeResults(OpBuilder &b, func::ReturnOp op,
                                ArrayRef<BlockArgument> outParams) {
  SmallVector<Value> kept;
  auto outParam = outParams.begin();
  for (Value value : op.getOperands()) {
    if (!isa<MemRefType>(value.getType())) {
      kept.push_back(value);
      continue;
    }
    if (isOutParam(value.getType())) {
      BlockArgument destination = *outParam++;
      auto alloc = value.getDefiningOp<memref::AllocOp>();
      if (alloc && op->getParentRegion()->hasOneBlock()) {
        // If the buffer is returned once more, that result is copied from this
        // argument.
        value.replaceAllUsesWith(destination);
        alloc.erase();
      } else {
        memref::CopyOp::create(b, op.getLoc(), value, destination);
      }
      continue;
    }
    kept.push_back(isFreshAllocation(value)
                       ? value
                       : bufferization::CloneOp::create(b, op.getLoc(), value));
  }
  return kept;
}

void convertFunction(func::FuncOp function) {
  SmallVector<Type> outTypes, keptTypes;
  for (Type type : function.getResultTypes())
    (isOutParam(type) ? outTypes : keptTypes).push_back(type);
  SmallVector<BlockArgument> outParams;
  for (Type type : outTypes) {
    unsigned index = function.getNumArguments();
    (void)function.insertArgument(index, type, {}, function.getLoc());
    outParams.push_back(function.getArgument(index));
  }
  function.walk([&](func::ReturnOp op) {
    OpBuilder b(op);
    SmallVector<Value> kept = storeResults(b, op, outParams);
    op.getOperandsMutable().assign(kept);
  });
  auto inputs = function.getFunctionType().getInputs();
  function.setType(FunctionType::get(function.getContext(), inputs, keptTypes));
  function.removeResAttrsAttr();
}

/// Allocates the buffers that the callee used to return.
void convertCall(func::CallOp call) {
  OpBuilder b(call);
  SmallVector<Value> operands(call.getOperands());
  SmallVector<Type> keptTypes;
  for (Type type : call.getResultTypes()) {
    if (isOutParam(type))
      operands.push_back(
          memref::AllocOp::create(b, call.getLoc(), cast<MemRefType>(type)));
    else
      keptTypes.push_back(type);
  }
  auto outParam = operands.begin() + call.getNumOperands();
  auto converted = func::CallOp::create(b, call.getLoc(), call.getCallee(),
                                        keptTypes, operands);
  auto kept = converted.result_begin();
  for (Value result : call.getResults())
    result.replaceAllUsesWith(isOutParam(result.getType()) ? *outParam++
                                                           : *kept++);
  call.erase();
}

struct ResultsToOutParamsPass
    : impl::ResultsToOutParamsBase<ResultsToOutParamsPass> {
  void runOnOperation() override {
    llvm::SmallPtrSet<Operation *, 4> converted;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      convertFunction(function);
      converted.insert(function);
    }
    SymbolTable symbols(getOperation());
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) {
      if (converted.contains(symbols.lookup(call.getCallee())))
        calls.push_back(call);
    });
    for (func::CallOp call : calls)
      convertCall(call);
  }
};

} // namespace
} // namespace dml
