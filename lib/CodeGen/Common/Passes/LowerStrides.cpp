//===- LowerStrides.cpp - Strided tensors at a function's boundary --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPropagation.h"
#include "PackedCopies.h"
#include "dml/CodeGen/Common/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "dml/IR/Shapes/Strides.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dml {
#define GEN_PASS_DEF_LOWERSTRIDES
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

MemRefType getStorageType(MemRefType type, SizesRef strides) {
  return MemRefType::get(getStorageElements(type.getShape(), strides),
                         type.getElementType());
}

Value viewStorage(OpBuilder &b, Location loc, Value storage, MemRefType type,
                  SizesRef strides) {
  auto layout = StridedLayoutAttr::get(b.getContext(), 0, strides);
  return memref::ReinterpretCastOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType(), layout),
      storage, /*offset=*/0, type.getShape(), strides);
}

class FunctionLowering {
public:
  FunctionLowering(func::FuncOp function, ChannelsLastUnpool channelsLast,
                   CopyRatios ratios)
      : function(function), channelsLast(channelsLast),
        copies(findPackedCopies(function, ratios)) {}

  LogicalResult run() {
    if (failed(checkFunction()))
      return failure();
    StringAttr name = StringAttr::get(function.getContext(), kStridesAttrName);
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      auto strides = dyn_cast_if_present<DenseI64ArrayAttr>(
          function.removeArgAttr(i, name));
      if (strides && failed(lowerArgument(i, strides)))
        return failure();
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      auto strides = dyn_cast_if_present<DenseI64ArrayAttr>(
          function.removeResultAttr(i, name));
      if (strides && failed(lowerResult(i, strides)))
        return failure();
    }
    unifyResultOrders(function);
    return success();
  }

private:
  /// Refuses strides of functions that the module calls, and of functions
  /// without a body. Only callers outside the module know of storage.
  LogicalResult checkFunction() {
    auto hasStrides = [](ArrayAttr attributes) {
      return attributes && llvm::any_of(attributes, [](Attribute attribute) {
               return cast<DictionaryAttr>(attribute).contains(
                   kStridesAttrName);
             });
    };
    if (!hasStrides(function.getArgAttrsAttr()) &&
        !hasStrides(function.getResAttrsAttr()))
      return success();
    if (function.isExternal())
      return function.emitOpError(
          "has strides, but no body to read or write them [T3]");
    if (!SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
      return function.emitOpError("has strides, which are for callers outside "
                                  "the module, and is used within it [T3]");
    return success();
  }

  LogicalResult checkType(const Twine &what, Type type) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer || !buffer.getLayout().isIdentity() || buffer.getMemorySpace())
      return function.emitOpError()
             << what << " has strides: expected a memref without layout and "
             << "memory space, as bufferization makes them, given " << type
             << " [T3]";
    if (buffer.hasStaticShape())
      return success();
    return function.emitOpError()
           << what
           << " has strides and dynamic sizes; dml-run specialises them to its "
              "inputs, dml-refine-arguments to given types [T3]";
  }

  LogicalResult lowerArgument(unsigned i, SizesRef strides) {
    BlockArgument argument = function.getArgument(i);
    if (failed(checkType("argument " + Twine(i), argument.getType())))
      return failure();
    auto type = cast<MemRefType>(argument.getType());
    Location loc = argument.getLoc();
    (void)function.insertArgument(i, getStorageType(type, strides),
                                  function.getArgAttrDict(i), loc);
    OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
    Value view = viewStorage(b, loc, function.getArgument(i), type, strides);
    // If an operation cannot read the view, all read a packed copy.
    if (copies.erase(argument) ||
        failed(
            propagateLayout(argument, view, LayoutUse::Read, channelsLast))) {
      Value packed = memref::AllocOp::create(b, loc, type);
      copyBetweenLayouts(b, loc, view, packed);
      argument.replaceAllUsesWith(packed);
    }
    return function.eraseArgument(i + 1);
  }

  LogicalResult lowerResult(unsigned i, SizesRef strides) {
    if (failed(checkType("result " + Twine(i), function.getResultTypes()[i])))
      return failure();
    auto type = cast<MemRefType>(function.getResultTypes()[i]);
    function.walk([&](func::ReturnOp op) {
      OpOperand &operand = op->getOpOperand(i);
      Value result = operand.get();
      Location loc = op.getLoc();
      auto alloc = result.getDefiningOp<memref::AllocOp>();
      // A buffer that only this return uses is replaced by the storage. The
      // elements of any other buffer are copied to the storage.
      bool isOwn = alloc && function.getBody().hasOneBlock() &&
                   llvm::count(op.getOperands(), result) == 1 &&
                   !copies.contains(result);
      OpBuilder b(op);
      if (isOwn)
        b.setInsertionPoint(alloc);
      Value storage =
          memref::AllocOp::create(b, loc, getStorageType(type, strides));
      Value view = viewStorage(b, loc, storage, type, strides);
      operand.set(storage);
      if (isOwn && succeeded(propagateLayout(result, view, LayoutUse::Written,
                                             channelsLast))) {
        alloc.erase();
        return;
      }
      b.setInsertionPoint(op);
      view.getDefiningOp()->moveBefore(op);
      copyBetweenLayouts(b, loc, result, view);
    });
    SmallVector<Type> types(function.getResultTypes());
    types[i] = getStorageType(type, strides);
    function.setType(FunctionType::get(function.getContext(),
                                       function.getArgumentTypes(), types));
    return success();
  }

  func::FuncOp function;
  ChannelsLastUnpool channelsLast;
  /// Arguments and results that operations access packed.
  llvm::DenseSet<Value> copies;
};

struct LowerStridesPass : impl::LowerStridesBase<LowerStridesPass> {
  using LowerStridesBase::LowerStridesBase;

  void runOnOperation() override {
    auto channelsLast = ChannelsLastUnpool::None;
    if (keepChannelsLast)
      channelsLast = keepConditional ? ChannelsLastUnpool::All
                                     : ChannelsLastUnpool::WithoutConditions;
    CopyRatios ratios = {argumentCopyRatio, resultCopyRatio, dividedCopyRatio};
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(FunctionLowering(function, channelsLast, ratios).run()))
        return signalPassFailure();
  }
};

} // namespace
} // namespace dml
