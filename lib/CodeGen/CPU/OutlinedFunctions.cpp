//===- OutlinedFunctions.cpp - Functions made of regions ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlinedFunctions.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace dml {

OutlinedFunction outlineRegion(RewriterBase &rewriter, Region &region,
                               func::FuncOp caller, StringRef suffix,
                               SymbolTable &symbols) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = region.getLoc();
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(region, used);
  rewriter.setInsertionPoint(caller);
  OutlinedFunction outlined;
  outlined.function =
      func::FuncOp::create(rewriter, loc, (caller.getName() + suffix).str(),
                           rewriter.getFunctionType({}, {}));
  outlined.function.setPrivate();
  symbols.insert(outlined.function);
  Region &body = outlined.function.getBody();
  body.takeBody(region);
  rewriter.setInsertionPointToStart(&body.front());
  for (Value value : used) {
    Operation *definition = value.getDefiningOp();
    Value inside;
    if (definition && definition->hasTrait<OpTrait::ConstantLike>()) {
      inside = rewriter.clone(*definition)->getResult(0);
    } else {
      inside = body.addArgument(value.getType(), loc);
      outlined.captured.push_back(value);
    }
    replaceAllUsesInRegionWith(value, inside, body);
  }
  outlined.function.setType(
      rewriter.getFunctionType(body.getArgumentTypes(), {}));
  Operation *terminator = body.front().getTerminator();
  rewriter.setInsertionPoint(terminator);
  rewriter.replaceOpWithNewOp<func::ReturnOp>(terminator);
  return outlined;
}

/// The discardable attribute whose strings become LLVM function attributes.
constexpr static StringLiteral kPassthroughName = "passthrough";

static SmallVector<Attribute> getLLVMAttributes(func::FuncOp function) {
  auto attributes = function->getAttrOfType<ArrayAttr>(kPassthroughName);
  return attributes ? llvm::to_vector(attributes) : SmallVector<Attribute>();
}

bool isColdFunction(func::FuncOp function) {
  return llvm::is_contained(
      getLLVMAttributes(function),
      StringAttr::get(function.getContext(), kColdFunctionAttrName));
}

void setColdFunction(func::FuncOp function) {
  Builder b(function.getContext());
  SmallVector<Attribute> attributes = getLLVMAttributes(function);
  attributes.push_back(b.getStringAttr(kColdFunctionAttrName));
  attributes.push_back(b.getStringAttr("noinline"));
  function->setAttr(kPassthroughName, b.getArrayAttr(attributes));
}

} // namespace dml
