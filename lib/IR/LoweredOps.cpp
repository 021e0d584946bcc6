//===- LoweredOps.cpp - dml.require and dml.unpool ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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

RequireOp requireElementCount(OpBuilder &b, Location loc, const Twine &prefix,
                              StringRef tensor, ValueRange sizes) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value limit = constant(kMaxUInt32), elements = constant(1);
  Value fits = arith::ConstantIntOp::create(b, loc, 1, 1);
  std::string text;
  // Each factor is compared with what is left of the limit before it is
  // multiplied in: by the time a product wraps the condition is false.
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Value divisor = arith::MaxSIOp::create(b, loc, elements, constant(1));
    Value left = arith::DivUIOp::create(b, loc, limit, divisor);
    Value here =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, size, left);
    fits = arith::AndIOp::create(b, loc, fits, here);
    elements = arith::MulIOp::create(b, loc, elements, size);
    text += (i ? "x{" : "{") + std::to_string(i) + "}";
  }
  return RequireOp::create(
      b, loc, fits,
      b.getStringAttr(prefix + messages::tooManyElements(tensor, text)), sizes);
}

LogicalResult UnpoolOp::verify() {
  auto values = cast<ShapedType>(getValues().getType());
  auto indices = cast<ShapedType>(getIndices().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  bool onTensors = isa<RankedTensorType>(dest);
  if (isa<RankedTensorType>(values) != onTensors ||
      isa<RankedTensorType>(indices) != onTensors)
    return emitOpError("expected all operands on tensors or all on buffers");
  if (onTensors != (getNumResults() == 1))
    return emitOpError("expected a result on tensors and none on buffers");
  if (onTensors && getResult().getType() != dest)
    return emitOpError("expected a result of the destination's type ")
           << dest << ", given " << getResult().getType();
  if (values.getElementType() != dest.getElementType())
    return emitOpError("expected values of the destination's element type ")
           << dest.getElementType() << ", given " << values.getElementType();
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
  for (OpOperand *operand : {&getValuesMutable(), &getIndicesMutable()})
    effects.emplace_back(MemoryEffects::Read::get(), operand);
  effects.emplace_back(MemoryEffects::Write::get(), &getDestMutable());
}

} // namespace dml
