//===- OutlineParallelLoops.cpp - Parallel loops on the thread pool -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/HostFunctionCalls.h"
#include "CodeGen/CPU/Unpool/ColdFunctions.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace dml {
#define GEN_PASS_DEF_CPUOUTLINEPARALLELLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The values that a loop's body uses, as fields of an LLVM struct.
class Context {
public:
  Context(const LLVMTypeConverter &converter, scf::ParallelOp loop)
      : pointer(LLVM::LLVMPointerType::get(loop.getContext())) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(loop.getRegion(), used);
    SmallVector<Type> fields;
    for (Value value : used) {
      // Constants are worth more inside than a load.
      Operation *definition = value.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>()) {
        constants.push_back(definition);
        continue;
      }
      Type field = converter.convertType(value.getType());
      isConvertible &= static_cast<bool>(field);
      values.push_back(value);
      fields.push_back(field);
    }
    if (isConvertible)
      type = LLVM::LLVMStructType::getLiteral(loop.getContext(), fields);
  }

  /// Whether every value has an LLVM type.
  bool isPackable() const { return isConvertible; }

  /// Stores the values in a struct on the stack of the function.
  Value pack(OpBuilder &b, Location loc, Block &entry) const {
    OpBuilder atEntry = OpBuilder::atBlockBegin(&entry);
    Value one = LLVM::ConstantOp::create(atEntry, loc, b.getI64Type(), 1);
    Value memory = LLVM::AllocaOp::create(atEntry, loc, pointer, type, one);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value field =
          UnrealizedConversionCastOp::create(b, loc, type.getBody()[i], value)
              .getResult(0);
      LLVM::StoreOp::create(b, loc, field, getField(b, loc, memory, i));
    }
    return memory;
  }

  /// Makes the values available in the body.
  void unpack(OpBuilder &b, Location loc, Value memory,
              IRMapping &mapping) const {
    for (Operation *constant : constants)
      b.clone(*constant, mapping);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value field = LLVM::LoadOp::create(b, loc, type.getBody()[i],
                                         getField(b, loc, memory, i));
      mapping.map(value, UnrealizedConversionCastOp::create(
                             b, loc, value.getType(), field)
                             .getResult(0));
    }
  }

private:
  Value getField(OpBuilder &b, Location loc, Value memory, size_t i) const {
    return LLVM::GEPOp::create(
        b, loc, pointer, type, memory,
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
  }

  LLVM::LLVMPointerType pointer;
  LLVM::LLVMStructType type;
  SmallVector<Value> values;
  SmallVector<Operation *> constants;
  bool isConvertible = true;
};

bool isOutlinable(scf::ParallelOp loop) {
  return loop.getNumLoops() == 1 && loop.getInitVals().empty() &&
         !loop->getParentOfType<scf::ParallelOp>();
}

struct CPUOutlineParallelLoopsPass
    : impl::CPUOutlineParallelLoopsBase<CPUOutlineParallelLoopsPass> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk([&](scf::ParallelOp loop) {
      if (isOutlinable(loop))
        loops.push_back(loop);
    });
    LLVMTypeConverter converter(&getContext());
    SymbolTable symbols(getOperation());
    HostFunctionCalls host(getOperation());
    for (scf::ParallelOp loop : loops)
      outline(loop, converter, symbols, host);
  }

  /// A loop that uses a value without LLVM type stays and runs serially.
  static void outline(scf::ParallelOp loop, const LLVMTypeConverter &converter,
                      SymbolTable &symbols, HostFunctionCalls &host) {
    Context context(converter, loop);
    if (!context.isPackable())
      return;
    Location loc = loop.getLoc();
    auto parent = loop->getParentOfType<func::FuncOp>();
    if (!parent)
      return;

    OpBuilder b(parent);
    Type pointer = LLVM::LLVMPointerType::get(loop.getContext());
    auto type = b.getFunctionType({b.getIndexType(), pointer}, {});
    auto body = func::FuncOp::create(
        b, loc, (parent.getName() + "_parallel").str(), type);
    body.setPrivate();
    // The loop's builder may have given it LLVM attributes. The loops of a cold
    // function are cold as well.
    if (Attribute passthrough = loop->getAttr("passthrough"))
      body->setAttr("passthrough", passthrough);
    if (isColdFunction(parent))
      setColdFunction(body);
    symbols.insert(body);
    Block *entry = body.addEntryBlock();
    b.setInsertionPointToStart(entry);
    IRMapping mapping;
    mapping.map(loop.getInductionVars()[0], entry->getArgument(0));
    context.unpack(b, loc, entry->getArgument(1), mapping);
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
    func::ReturnOp::create(b, loc);

    b.setInsertionPoint(loop);
    Value memory = context.pack(b, loc, parent.front());
    Value function =
        func::ConstantOp::create(b, loc, type, SymbolRefAttr::get(body));
    host.parallelFor(b, loc, function, memory, loop.getLowerBound()[0],
                     loop.getUpperBound()[0], loop.getStep()[0]);
    loop.erase();
  }
};

} // namespace
} // namespace dml
