//===- CacheLines.cpp - Vectors as long as a cache line -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheLines.h"
#include "CodeGen/CPU/IndexBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

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

static Type getBufferElementType(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

VectorType getLineType(Type elementType) {
  int64_t bytes = *getLineElementBytes(elementType);
  return VectorType::get(kLineBytes / bytes,
                         IntegerType::get(elementType.getContext(), 8 * bytes));
}

Value loadLine(OpBuilder &b, Location loc, Value buffer, Value index) {
  return vector::LoadOp::create(
      b, loc, getLineType(getBufferElementType(buffer)), buffer, index);
}

void storeLine(OpBuilder &b, Location loc, Value line, Value buffer,
               Value index, LineStore kind) {
  // LLVM splits non-temporal stores of unknown alignment into scalar ones.
  llvm::MaybeAlign alignment;
  if (kind != LineStore::Unaligned)
    alignment = llvm::Align(kLineBytes);
  vector::StoreOp::create(b, loc, line, buffer, index,
                          kind == LineStore::NonTemporal, alignment);
}

void copyInLines(IndexBuilder &i, Value begin, Value end, Value from,
                 Value fromOffset, Value to, Value toOffset,
                 Value bypassesCache) {
  int64_t line = getLineType(getBufferElementType(from)).getNumElements();
  auto copyElements = [&](Value first, Value last) {
    i.forEach(first, last, 1, [&](Value at) {
      i.store(i.load(from, i.add(fromOffset, at)), to, i.add(toOffset, at));
    });
  };
  // Other threads may write the other elements of the first and last line.
  Value firstLine = i.signedMinimum(i.roundUp(begin, line), end);
  Value lastLine = i.signedMaximum(i.roundDown(end, line), firstLine);
  auto copyLines = [&](LineStore kind) {
    i.forEach(firstLine, lastLine, line, [&](Value at) {
      storeLine(i.b, i.loc, loadLine(i.b, i.loc, from, i.add(fromOffset, at)),
                to, i.add(toOffset, at), kind);
    });
  };
  copyElements(begin, firstLine);
  i.ifElse(
      bypassesCache, [&] { copyLines(LineStore::NonTemporal); },
      [&] { copyLines(LineStore::Aligned); });
  copyElements(lastLine, end);
}

void createStoreFence(OpBuilder &b, Location loc) {
  // A release fence is no instruction on x86, and does not order these.
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst, StringRef());
}

Value getMisalignment(OpBuilder &b, Location loc, Value buffer) {
  int64_t bytes = *getLineElementBytes(getBufferElementType(buffer));
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  IndexBuilder i(b, loc);
  Value inLine = i.both(address, kLineBytes - 1);
  Value misalignment = i.divide(inLine, i.constant(bytes));
  Value start = i.add(misalignment, metadata.getOffset());
  return i.both(start, kLineBytes / bytes - 1);
}

Value asIntegers(OpBuilder &b, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type integer = getLineType(type.getElementType()).getElementType();
  if (integer == type.getElementType())
    return buffer;
  // The same in LLVM's dialect, where pointers have no element type.
  MemRefType integers = MemRefType::get(
      type.getShape(), integer, type.getLayout(), type.getMemorySpace());
  return UnrealizedConversionCastOp::create(b, loc, integers, buffer)
      .getResult(0);
}

Value createFlatView(OpBuilder &b, Location loc, Value buffer) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, buffer);
  auto type = cast<MemRefType>(buffer.getType());
  IndexBuilder i(b, loc);
  Value zero = i.constant(0), one = i.constant(1);
  Value extent = one, isEmpty = i.boolean(false);
  for (auto [size, stride] :
       llvm::zip(metadata.getSizes(), metadata.getStrides())) {
    extent = i.add(extent, i.multiply(i.subtract(size, one), stride));
    isEmpty = i.either(isEmpty, i.isEqual(size, zero));
  }
  extent = i.select(isEmpty, zero, extent);
  auto flat = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  Value view = memref::ReinterpretCastOp::create(
      b, loc, flat, metadata.getBaseBuffer(),
      OpFoldResult(metadata.getOffset()), ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return asIntegers(b, loc, view);
}

Value getFlatSize(OpBuilder &b, Location loc, Value view) {
  if (auto cast = view.getDefiningOp<UnrealizedConversionCastOp>())
    view = cast.getOperand(0);
  return b.createOrFold<memref::DimOp>(loc, view, 0);
}

} // namespace dml
