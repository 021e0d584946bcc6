//===- CacheLines.cpp - Vectors as long as a cache line -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

std::optional<int64_t> getLineElementBytes(Type elementType) {
  if (!elementType.isIntOrFloat())
    return std::nullopt;
  switch (elementType.getIntOrFloatBitWidth()) {
  case 8:
  case 16:
  case 32:
  case 64:
    return elementType.getIntOrFloatBitWidth() / 8;
  default:
    return std::nullopt;
  }
}

/// A line of the elements themselves, as memory operations want it.
static VectorType getMemoryLineType(Type elementType) {
  return VectorType::get(kLineBytes / *getLineElementBytes(elementType),
                         elementType);
}

static Type getBufferElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

VectorType getLineType(Type elementType) {
  int64_t bytes = *getLineElementBytes(elementType);
  return VectorType::get(
      kLineBytes / bytes,
      IntegerType::get(elementType.getContext(), 8 * bytes));
}

Value createZeroLine(OpBuilder &b, Location loc, Type elementType) {
  return arith::ConstantOp::create(b, loc,
                                   b.getZeroAttr(getLineType(elementType)));
}

Value loadLine(OpBuilder &b, Location loc, Value buffer, Value index) {
  Type elementType = getBufferElementType(buffer);
  VectorType memoryType = getMemoryLineType(elementType);
  VectorType type = getLineType(elementType);
  Value line = vector::LoadOp::create(b, loc, memoryType, buffer, index);
  if (type == memoryType)
    return line;
  return vector::BitCastOp::create(b, loc, type, line);
}

void storeLine(OpBuilder &b, Location loc, Value line, Value buffer,
               Value index, LineStore kind) {
  VectorType memoryType = getMemoryLineType(getBufferElementType(buffer));
  if (line.getType() != memoryType)
    line = vector::BitCastOp::create(b, loc, memoryType, line);
  // Without a known alignment a non-temporal store is made of scalar ones.
  llvm::MaybeAlign alignment;
  if (kind != LineStore::Unaligned)
    alignment = llvm::Align(kLineBytes);
  vector::StoreOp::create(b, loc, line, buffer, index,
                          kind == LineStore::NonTemporal, alignment);
}

void createStoreFence(OpBuilder &b, Location loc) {
  // On x86 a release fence is no instruction, and would not order these.
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst, StringRef());
}

Value getLinePhase(OpBuilder &b, Location loc, Value buffer) {
  int64_t bytes = *getLineElementBytes(getBufferElementType(buffer));
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value inLine = arith::AndIOp::create(b, loc, address, constant(kLineBytes - 1));
  Value phase = arith::DivUIOp::create(b, loc, inLine, constant(bytes));
  Value start =
      arith::AddIOp::create(b, loc, phase, metadata.getOffset());
  return arith::AndIOp::create(b, loc, start, constant(kLineBytes / bytes - 1));
}

Value createFlatView(OpBuilder &b, Location loc, Value buffer) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value extent = one, isEmpty = arith::ConstantIntOp::create(b, loc, 0, 1);
  for (auto [size, stride] :
       llvm::zip(metadata.getSizes(), metadata.getStrides())) {
    Value last = arith::SubIOp::create(b, loc, size, one);
    extent = arith::AddIOp::create(b, loc, extent,
                                   arith::MulIOp::create(b, loc, last, stride));
    Value here = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, size,
                                       zero);
    isEmpty = arith::OrIOp::create(b, loc, isEmpty, here);
  }
  extent = arith::SelectOp::create(b, loc, isEmpty, zero, extent);
  auto flat = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      b, loc, flat, metadata.getBaseBuffer(),
      OpFoldResult(metadata.getOffset()), ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

} // namespace dml
