//===- ContractionBody.cpp - What a contraction computes ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionBody.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

//===----------------------------------------------------------------------===//
// Parts of a body
//===----------------------------------------------------------------------===//

bool isVectorizable(Operation &op) {
  auto isScalar = [](Type type) { return type.isIntOrFloat(); };
  return isa<arith::ArithDialect>(op.getDialect()) && op.getNumResults() == 1 &&
         isScalar(op.getResult(0).getType()) &&
         llvm::all_of(op.getOperandTypes(), isScalar) &&
         (op.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&op)) &&
         isSpeculatable(&op);
}

bool isLinear(const Access &access) {
  return access.divisions.empty() && access.predicates.empty() &&
         !access.hasOtherConditions && !access.combiner &&
         llvm::all_of(access.strides,
                      [](int64_t stride) {
                        return !ShapedType::isDynamic(stride) && stride >= 0;
                      }) &&
         llvm::all_of(access.indices, [](const LinearForm &index) {
           return index.constant == 0;
         });
}

/// An element of a buffer that the operation reads for its body.
static bool isElement(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBlock() &&
         isa<MemRefType>(op.getMatchingOpOperand(argument)->get().getType());
}

static FailureOr<ReadFactor>
getReadFactor(linalg::LinalgOp op, const AccessNest &nest, Value value) {
  ReadFactor factor;
  factor.value = value;
  factor.operations = getOperationsOf(op, value);
  bool isOne = true;
  auto use = [&](Value value) {
    if (!isElement(op, value))
      return;
    isOne &= !factor.element || factor.element == value;
    factor.element = value;
  };
  use(value);
  for (Operation *inner : factor.operations) {
    if (!isVectorizable(*inner))
      return failure();
    llvm::for_each(inner->getOperands(), use);
  }
  if (!isOne || !factor.element || !getLineElementBytes(value.getType()))
    return failure();
  OpOperand *operand =
      op.getMatchingOpOperand(cast<BlockArgument>(factor.element));
  for (const Access &read : nest.reads)
    if (read.operand == operand)
      factor.access = &read;
  if (!factor.access || !isLinear(*factor.access) ||
      !getLineElementBytes(factor.access->elementType))
    return failure();
  return factor;
}

FailureOr<ContractionBody> getContractionBody(linalg::LinalgOp op,
                                              const AccessNest &nest,
                                              const Contraction &contraction) {
  ContractionBody body;
  const Access &result = nest.writes.front();
  for (auto [part, factor] : {std::pair(&body.rows, &contraction.rows),
                              {&body.columns, &contraction.columns}}) {
    FailureOr<ReadFactor> read = getReadFactor(op, nest, factor->value);
    if (failed(read))
      return failure();
    *part = std::move(*read);
  }
  if (!isLinear(result) || !getLineElementBytes(result.elementType))
    return failure();
  Value known[] = {body.rows.value, body.columns.value};
  body.sum = op.getRegionOutputArgs().front();
  body.combined = op.getBlock()->getTerminator()->getOperand(0);
  body.operations = getOperationsOf(op, body.combined, known);
  for (Operation *inner : body.operations) {
    auto isUnknown = [&](Value value) {
      return isElement(op, value) && !llvm::is_contained(known, value) &&
             value != body.sum;
    };
    if (!isVectorizable(*inner) ||
        llvm::any_of(inner->getOperands(), isUnknown))
      return failure();
  }
  return body;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value broadcastTo(OpBuilder &b, Location loc, Value value, int64_t length) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get(length, value.getType()), value);
}

void cloneOnVectors(OpBuilder &b, Location loc,
                    ArrayRef<Operation *> operations, int64_t length,
                    IRMapping &mapping) {
  for (Operation *op : operations) {
    Operation *copy = op->clone(mapping);
    auto isVector = [](Type type) { return isa<VectorType>(type); };
    if (llvm::any_of(copy->getOperandTypes(), isVector)) {
      for (OpOperand &operand : copy->getOpOperands())
        operand.set(broadcastTo(b, loc, operand.get(), length));
      Type scalar = copy->getResult(0).getType();
      copy->getResult(0).setType(VectorType::get(length, scalar));
    }
    b.insert(copy);
  }
}

/// The type with the elements of a buffer.
static Type getTypeInBuffer(Value buffer, Type type) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.cloneWith(std::nullopt, element);
  return element;
}

static Value bitcast(OpBuilder &b, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(b, loc, type, value);
}

Value loadAs(OpBuilder &b, Location loc, Value buffer, Value index, Type type) {
  Value loaded;
  if (auto inBuffer = dyn_cast<VectorType>(getTypeInBuffer(buffer, type)))
    loaded = vector::LoadOp::create(b, loc, inBuffer, buffer, index);
  else
    loaded = memref::LoadOp::create(b, loc, buffer, index);
  return bitcast(b, loc, loaded, type);
}

void storeAs(OpBuilder &b, Location loc, Value value, Value buffer,
             Value index) {
  value = bitcast(b, loc, value, getTypeInBuffer(buffer, value.getType()));
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(b, loc, value, buffer, index);
  else
    memref::StoreOp::create(b, loc, value, buffer, index);
}

Value loadLanes(OpBuilder &b, Location loc, Value buffer, Value index,
                Value mask, Value otherwise) {
  Type type = getTypeInBuffer(buffer, otherwise.getType());
  Value loaded = vector::MaskedLoadOp::create(b, loc, cast<VectorType>(type),
                                              buffer, index, mask,
                                              bitcast(b, loc, otherwise, type));
  return bitcast(b, loc, loaded, otherwise.getType());
}

void storeLanes(OpBuilder &b, Location loc, Value value, Value buffer,
                Value index, Value mask) {
  value = bitcast(b, loc, value, getTypeInBuffer(buffer, value.getType()));
  vector::MaskedStoreOp::create(b, loc, buffer, index, mask, value);
}

Value createLaneMask(OpBuilder &b, Location loc, int64_t length, Value begin,
                     Value end) {
  auto type = VectorType::get(length, b.getI32Type());
  SmallVector<int32_t> numbers = llvm::to_vector(llvm::seq<int32_t>(0, length));
  Value lanes = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(numbers)));
  auto splat = [&](Value index) {
    return broadcastTo(
        b, loc, b.createOrFold<arith::IndexCastOp>(loc, b.getI32Type(), index),
        length);
  };
  Value size = b.createOrFold<arith::SubIOp>(loc, end, begin);
  Value inRange = b.createOrFold<arith::SubIOp>(loc, lanes, splat(begin));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, inRange,
                               splat(size));
}

} // namespace dml
