//===- ScalarsToBuffers.cpp - Scalar arguments in device memory -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dml {
#define GEN_PASS_DEF_GPUSCALARSTOBUFFERS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

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
};

} // namespace
} // namespace dml
