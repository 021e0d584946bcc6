//===- LoweredOps.cpp - dml.require and dml.unpool ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

LogicalResult RequireOp::canonicalize(RequireOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

LogicalResult UnpoolOp::verify() {
  auto values = cast<ShapedType>(getValues().getType());
  auto indices = cast<ShapedType>(getIndices().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  bool onTensors = isa<RankedTensorType>(dest);
  auto isOnTensors = [](Value operand) {
    return isa<RankedTensorType>(operand.getType());
  };
  if (!llvm::all_equal(llvm::map_range(getOperands(), isOnTensors)))
    return emitOpError("expected all operands on tensors or all on buffers");
  if (onTensors != (getNumResults() == 1))
    return emitOpError("expected a result on tensors and none on buffers");
  if (onTensors && getResult().getType() != dest)
    return emitOpError("expected a result of the destination's type ")
           << dest << ", given " << getResult().getType();
  if (values.getElementType() != dest.getElementType())
    return emitOpError("expected values of the destination's element type ")
           << dest.getElementType() << ", given " << values.getElementType();
  for (auto [name, type] : {std::pair<StringRef, ShapedType>{"values", values},
                            {"indices", indices},
                            {"destination", dest}})
    for (auto [dimension, size] : llvm::enumerate(type.getShape()))
      if (size == 0)
        return emitOpError(messages::sizeBelowOne(name, dimension, "0"));
  if (failed(verifyCompatibleShape(values, indices)))
    return emitOpError("expected indices of the sizes of the values ")
           << values << ", given " << indices;
  return success();
}

Speculation::Speculatability UnpoolOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

void UnpoolOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isa<RankedTensorType>(getDest().getType()))
    return;
  for (OpOperand *operand : getDpsInputOperands())
    effects.emplace_back(MemoryEffects::Read::get(), operand);
  effects.emplace_back(MemoryEffects::Write::get(), &getDestMutable());
}

} // namespace dml
