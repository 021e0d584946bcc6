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

ValueRange HostFunctionCalls::call(OpBuilder &b, Location loc, StringRef name,
                                   TypeRange results, ValueRange operands) {
  if (!module.lookupSymbol(name)) {
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    func::FuncOp::create(atStart, loc, name,
                         b.getFunctionType(operands.getTypes(), results))
        .setPrivate();
  }
  return func::CallOp::create(b, loc, name, results, operands).getResults();
}

Value HostFunctionCalls::getString(OpBuilder &b, Location loc, StringRef text) {
  std::string &name = stringNames[text];
  if (name.empty()) {
    unsigned number = stringNames.size();
    do
      name = "dml_message_" + std::to_string(number++);
    while (module.lookupSymbol(name));
    std::string terminated = text.str() + '\0';
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    LLVM::GlobalOp::create(
        atStart, loc,
        LLVM::LLVMArrayType::get(b.getI8Type(), terminated.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        b.getStringAttr(terminated));
  }
  return LLVM::AddressOfOp::create(
      b, loc, LLVM::LLVMPointerType::get(b.getContext()), name);
}

void HostFunctionCalls::reportOutOfRangeIndices(OpBuilder &b, Location loc,
                                                StringRef prefix,
                                                Value position, Value index,
                                                Value bound, Value count) {
  call(b, loc, "dmlReportOutOfRangeIndices", {},
       {getString(b, loc, prefix), position, index, bound, count});
}

void HostFunctionCalls::reportFailure(OpBuilder &b, Location loc,
                                      StringRef message, ValueRange values) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i64 = b.getI64Type();
  Value count = LLVM::ConstantOp::create(b, loc, i64, values.size());
  Value array = LLVM::AllocaOp::create(b, loc, pointer, i64, count);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value slot =
        LLVM::GEPOp::create(b, loc, pointer, i64, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(b, loc,
                          arith::IndexCastOp::create(b, loc, i64, value), slot);
  }
  call(b, loc, "dmlReportFailure", {},
       {getString(b, loc, message), array, count});
}

Value HostFunctionCalls::hasFailed(OpBuilder &b, Location loc) {
  return call(b, loc, "dmlHasFailed", b.getI1Type(), {}).front();
}

void HostFunctionCalls::parallelFor(OpBuilder &b, Location loc, Value body,
                                    Value context, Value begin, Value end,
                                    Value step) {
  call(b, loc, kParallelForName, {}, {body, context, begin, end, step});
}

} // namespace dml
