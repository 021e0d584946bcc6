//===- HostFunctionCalls.cpp - Calls into the host runtime ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostFunctionCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace dml {

static ModuleOp getModule(OpBuilder &b) {
  return b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
}

static func::CallOp callHostFunction(OpBuilder &b, Location loc, StringRef name,
                                     TypeRange results, ValueRange operands) {
  ModuleOp module = getModule(b);
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    auto function = func::FuncOp::create(
        b, loc, name, b.getFunctionType(operands.getTypes(), results));
    function.setPrivate();
  }
  return func::CallOp::create(b, loc, name, results, operands);
}

/// Pointer to a constant, zero-terminated string.
static Value createString(OpBuilder &b, Location loc, StringRef text) {
  ModuleOp module = getModule(b);
  std::string name;
  for (unsigned i = 0;; ++i) {
    name = "dml_message_" + std::to_string(i);
    auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
    std::string terminated = text.str() + '\0';
    if (!global) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMArrayType::get(b.getI8Type(), terminated.size());
      LLVM::GlobalOp::create(b, loc, type, /*isConstant=*/true,
                             LLVM::Linkage::Internal, name,
                             b.getStringAttr(terminated));
      break;
    }
    if (global.getValueAttr() == b.getStringAttr(terminated))
      break;
  }
  return LLVM::AddressOfOp::create(
      b, loc, LLVM::LLVMPointerType::get(b.getContext()), name);
}

Value callGetNumWorkers(OpBuilder &b, Location loc) {
  return callHostFunction(b, loc, "dmlGetNumWorkers", b.getIndexType(), {})
      .getResult(0);
}

void callReportOutOfRangeIndices(OpBuilder &b, Location loc, StringRef prefix,
                                 Value position, Value index, Value bound,
                                 Value count) {
  callHostFunction(
      b, loc, "dmlReportOutOfRangeIndices", {},
      {createString(b, loc, prefix), position, index, bound, count});
}

void callReportFailure(OpBuilder &b, Location loc, StringRef message,
                       ValueRange values) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  Value count = LLVM::ConstantOp::create(b, loc, i64, values.size());
  Value array = LLVM::AllocaOp::create(b, loc, pointer, i64, count);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value slot = LLVM::GEPOp::create(b, loc, pointer, i64, array,
                                     LLVM::GEPArg(static_cast<int32_t>(i)));
    LLVM::StoreOp::create(b, loc,
                          arith::IndexCastOp::create(b, loc, i64, value), slot);
  }
  callHostFunction(b, loc, "dmlReportFailure", {},
                   {createString(b, loc, message), array, count});
}

Value callHasFailed(OpBuilder &b, Location loc) {
  return callHostFunction(b, loc, "dmlHasFailed", b.getI1Type(), {})
      .getResult(0);
}

void callParallelFor(OpBuilder &b, Location loc, Value body, Value context,
                     Value begin, Value end, Value step) {
  callHostFunction(b, loc, kParallelForName, {},
                   {body, context, begin, end, step});
}

} // namespace dml
