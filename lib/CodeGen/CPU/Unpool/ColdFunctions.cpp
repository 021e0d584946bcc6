//===- ColdFunctions.cpp - Functions compiled on first call ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColdFunctions.h"
#include "dml/CodeGen/CPU/Pipeline.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace dml {

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

void moveToColdFunction(Block &block, func::FuncOp caller,
                        SymbolTable &symbols) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(*block.getParent(), used);
  SmallVector<Operation *> constants;
  SmallVector<Value> arguments;
  for (Value value : used) {
    // Clones of constants, unlike arguments, fold in the function.
    Operation *definition = value.getDefiningOp();
    if (definition && definition->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(definition);
    else
      arguments.push_back(value);
  }

  OpBuilder b(caller);
  Location loc = block.getParentOp()->getLoc();
  auto function = func::FuncOp::create(
      b, loc, (caller.getName() + "_fallback").str(),
      b.getFunctionType(TypeRange(ValueRange(arguments)), {}));
  function.setPrivate();
  setColdFunction(function);
  symbols.insert(function);
  Block *entry = function.addEntryBlock();
  entry->getOperations().splice(entry->end(), block.getOperations(),
                                block.begin(), std::prev(block.end()));
  for (auto [value, argument] :
       llvm::zip_equal(arguments, entry->getArguments()))
    replaceAllUsesInRegionWith(value, argument, function.getBody());
  b.setInsertionPointToStart(entry);
  for (Operation *constant : constants)
    replaceAllUsesInRegionWith(constant->getResult(0),
                               b.clone(*constant)->getResult(0),
                               function.getBody());
  b.setInsertionPointToEnd(entry);
  func::ReturnOp::create(b, loc);
  b.setInsertionPointToStart(&block);
  func::CallOp::create(b, loc, function, arguments);
}

} // namespace dml
