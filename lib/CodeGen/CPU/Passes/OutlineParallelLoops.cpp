//===- OutlineParallelLoops.cpp - Parallel loops on the thread pool -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/HostFunctionCalls.h"
#include "CodeGen/CPU/OutlinedFunctions.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace dml {
#define GEN_PASS_DEF_CPUOUTLINEPARALLELLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// A loop that uses a value without LLVM type stays and runs serially.
bool isOutlinable(scf::ParallelOp loop, const LLVMTypeConverter &converter) {
  if (loop.getNumLoops() != 1 || !loop.getInitVals().empty() ||
      loop->getParentOfType<scf::ParallelOp>() ||
      !loop->getParentOfType<func::FuncOp>())
    return false;
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  return llvm::all_of(used, [&](Value value) {
    return converter.convertType(value.getType());
  });
}

Value getField(OpBuilder &b, Location loc, Type type, Value memory, size_t i) {
  return LLVM::GEPOp::create(
      b, loc, memory.getType(), type, memory,
      ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
}

Value castTo(OpBuilder &b, Location loc, Type type, Value value) {
  return UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
}

/// Makes the body of a loop a function of an index and of a struct, on the
/// caller's stack, with the values that the body uses.
void outline(RewriterBase &rewriter, scf::ParallelOp loop,
             const LLVMTypeConverter &converter, SymbolTable &symbols,
             HostFunctionCalls &host) {
  Location loc = loop.getLoc();
  auto caller = loop->getParentOfType<func::FuncOp>();
  auto [body, values] =
      outlineRegion(rewriter, loop.getRegion(), caller, "_parallel", symbols);
  // The loop's builder may have given it LLVM attributes. The loops of a cold
  // function are cold as well.
  if (Attribute passthrough = loop->getAttr("passthrough"))
    body->setAttr("passthrough", passthrough);
  if (isColdFunction(caller))
    setColdFunction(body);

  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  SmallVector<Type> fields;
  if (failed(converter.convertTypes(TypeRange(ValueRange(values)), fields)))
    llvm_unreachable("isOutlinable has converted the types");
  auto type = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), fields);
  rewriter.setInsertionPointToStart(&caller.front());
  Value one = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI64Type(), 1);
  Value memory = LLVM::AllocaOp::create(rewriter, loc, pointer, type, one);
  Block &entry = body.front();
  Operation *first = &entry.front();
  Value context = entry.insertArgument(1u, pointer, loc);
  for (auto [i, value, field] : llvm::enumerate(values, fields)) {
    rewriter.setInsertionPoint(loop);
    LLVM::StoreOp::create(rewriter, loc, castTo(rewriter, loc, field, value),
                          getField(rewriter, loc, type, memory, i));
    rewriter.setInsertionPoint(first);
    Value loaded = LLVM::LoadOp::create(
        rewriter, loc, field, getField(rewriter, loc, type, context, i));
    rewriter.replaceAllUsesWith(entry.getArgument(2),
                                castTo(rewriter, loc, value.getType(), loaded));
    entry.eraseArgument(2);
  }
  body.setType(rewriter.getFunctionType(entry.getArgumentTypes(), {}));

  rewriter.setInsertionPoint(loop);
  Value function = func::ConstantOp::create(
      rewriter, loc, body.getFunctionType(), SymbolRefAttr::get(body));
  host.parallelFor(rewriter, loc, function, memory, loop.getLowerBound()[0],
                   loop.getUpperBound()[0], loop.getStep()[0]);
  rewriter.eraseOp(loop);
}

struct CPUOutlineParallelLoopsPass
    : impl::CPUOutlineParallelLoopsBase<CPUOutlineParallelLoopsPass> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    SymbolTable symbols(getOperation());
    HostFunctionCalls host(getOperation());
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](scf::ParallelOp loop) {
      if (isOutlinable(loop, converter))
        outline(rewriter, loop, converter, symbols, host);
    });
  }
};

} // namespace
} // namespace dml
