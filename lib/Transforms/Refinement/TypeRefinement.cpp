//===- TypeRefinement.cpp - More static types for operations --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeRefinement.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool haveSameElements(Type first, Type second) {
  auto a = dyn_cast<TensorType>(first), b = dyn_cast<TensorType>(second);
  if (!a || !b || a.getElementType() != b.getElementType())
    return false;
  auto rankedA = dyn_cast<RankedTensorType>(first);
  auto rankedB = dyn_cast<RankedTensorType>(second);
  return !rankedA || !rankedB || rankedA.getEncoding() == rankedB.getEncoding();
}

Type mergeTypes(Type first, Type second) {
  if (first == second)
    return first;
  if (!haveSameElements(first, second))
    return {};
  auto a = dyn_cast<RankedTensorType>(first);
  auto b = dyn_cast<RankedTensorType>(second);
  if (!a || !b)
    return a ? first : second;
  if (a.getRank() != b.getRank())
    return {};
  SmallVector<int64_t> sizes(a.getShape());
  for (auto [size, other] : llvm::zip_equal(sizes, b.getShape())) {
    if (ShapedType::isDynamic(size))
      size = other;
    else if (!ShapedType::isDynamic(other) && size != other)
      return {};
  }
  return a.clone(sizes);
}

Type joinTypes(Type first, Type second) {
  if (first == second)
    return first;
  if (!haveSameElements(first, second))
    return {};
  auto a = dyn_cast<RankedTensorType>(first);
  auto b = dyn_cast<RankedTensorType>(second);
  if (!a || !b || a.getRank() != b.getRank())
    return UnrankedTensorType::get(cast<TensorType>(first).getElementType());
  SmallVector<int64_t> sizes(a.getShape());
  for (auto [size, other] : llvm::zip_equal(sizes, b.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return a.clone(sizes);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Type getKnownType(Value value) {
  Type known = value.getType();
  while (auto cast = value.getDefiningOp<tensor::CastOp>()) {
    value = cast.getSource();
    Type merged = mergeTypes(known, value.getType());
    if (!merged)
      break;
    known = merged;
  }
  return known;
}

SmallVector<Type> getKnownTypes(ValueRange values) {
  return llvm::map_to_vector(values, getKnownType);
}

Value castTo(OpBuilder &builder, Value value, Type type) {
  for (Value source = value;;) {
    if (source.getType() == type)
      return source;
    auto cast = source.getDefiningOp<tensor::CastOp>();
    if (!cast)
      return tensor::CastOp::create(builder, value.getLoc(), type, value);
    source = cast.getSource();
  }
}

void declareType(RewriterBase &rewriter, Value value, Type type) {
  Type declared = value.getType();
  if (declared == type)
    return;
  rewriter.setInsertionPointAfterValue(value);
  Operation *owner = isa<OpResult>(value)
                         ? value.getDefiningOp()
                         : value.getParentBlock()->getParentOp();
  rewriter.modifyOpInPlace(owner, [&] { value.setType(type); });
  auto cast = tensor::CastOp::create(rewriter, value.getLoc(), declared, value);
  rewriter.replaceAllUsesExcept(value, cast, cast);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::string verifyRetyped(Operation *op, ArrayRef<Type> operandTypes,
                          ArrayRef<Type> resultTypes) {
  // The copy stands in a module of its own, where placeholders give it operands
  // of the new types, and what its regions use from outside.
  OwningOpRef<ModuleOp> scratch(ModuleOp::create(op->getLoc()));
  OpBuilder builder = OpBuilder::atBlockEnd(scratch->getBody());
  auto createPlaceholders = [&](TypeRange types) {
    return UnrealizedConversionCastOp::create(builder, op->getLoc(), types,
                                              ValueRange())
        .getResults();
  };
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  IRMapping mapping;
  mapping.map(captured.getArrayRef(),
              createPlaceholders(ValueRange(captured.getArrayRef())));
  Operation *candidate = builder.clone(*op, mapping);
  candidate->setOperands(createPlaceholders(operandTypes));
  for (auto [result, type] :
       llvm::zip_equal(candidate->getResults(), resultTypes))
    result.setType(type);

  std::string message;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(op->getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    // Another thread may verify other
                                    // operations in the same context.
                                    if (llvm::get_threadid() != thread)
                                      return failure();
                                    if (message.empty())
                                      message = diagnostic.str();
                                    return success();
                                  });
  bool verifies = succeeded(verify(candidate));
  if (!verifies && message.empty())
    message = "does not verify";
  return message;
}

LogicalResult retype(PatternRewriter &rewriter, Operation *op,
                     ArrayRef<Type> operandTypes, ArrayRef<Type> resultTypes) {
  if (llvm::equal(op->getOperandTypes(), operandTypes) &&
      llvm::equal(op->getResultTypes(), resultTypes))
    return failure();
  if (!verifyRetyped(op, operandTypes, resultTypes).empty())
    return failure();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (auto [operand, type] : llvm::zip_equal(op->getOperands(), operandTypes))
    operands.push_back(castTo(rewriter, operand, type));
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
  for (auto [result, type] : llvm::zip_equal(op->getResults(), resultTypes))
    declareType(rewriter, result, type);
  return success();
}

SmallVector<Type> getTiedResultTypes(Operation *op,
                                     ArrayRef<Type> operandTypes) {
  auto destinationStyle = cast<DestinationStyleOpInterface>(op);
  return llvm::map_to_vector(op->getResults(), [&](OpResult result) {
    OpOperand *init = destinationStyle.getTiedOpOperand(result);
    return operandTypes[init->getOperandNumber()];
  });
}

} // namespace dml
