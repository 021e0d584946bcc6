//===- DeinterleaveBuffer.cpp - Rows as deinterleaved parts ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeinterleaveBuffer.h"
#include "CacheLines.h"
#include "GatherStrips.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

DeinterleaveBuffer::DeinterleaveBuffer(OpBuilder &b, Location loc, Value source,
                                       int64_t stride, Value numRows,
                                       Value pitch,
                                       std::optional<int64_t> maxPitch)
    : IndexBuilder(b, loc), source(source), pitch(pitch), stride(stride) {
  Type elementType = cast<MemRefType>(source.getType()).getElementType();
  lineElements = getLineType(elementType).getNumElements();
  maxElements = std::min(maxPitch.value_or(lineElements), lineElements);
  // A row's last line reaches into the next row, or past a part.
  partPitch = add(multiply(numRows, pitch), lineElements);
  int64_t slack = kPieceSlackBytes / (kLineBytes / lineElements);
  Value size = add(multiply(partPitch, stride), slack);
  buffer = memref::AllocOp::create(
      b, loc, MemRefType::get({ShapedType::kDynamic}, elementType), size,
      b.getI64IntegerAttr(kLineBytes));
}

Value DeinterleaveBuffer::getPosition(Value row, Value x) {
  Value part = remainder(x, constant(stride));
  Value number = divide(x, constant(stride));
  Value begin = add(multiply(part, partPitch), multiply(row, pitch));
  return add(begin, number);
}

void DeinterleaveBuffer::emitRow(Value row, Value position, Value first,
                                 Value last, Value distance) {
  // All lines that a row's vectors read.
  Value numElements = multiply(add(pitch, lineElements - 1), stride);
  Value extent = getFlatSize(b, loc, source);
  ifElse(
      isRangeInside(position, numElements, extent),
      [&] { copyLines(row, position, distance); },
      [&] { copyElements(row, position, first, last); });
}

void DeinterleaveBuffer::copyLines(Value row, Value position, Value distance) {
  Value begin = getPosition(row, constant(0));
  forEach(constant(0), pitch, lineElements, [&](Value i) {
    Value from = add(position, multiply(i, stride));
    Value to = add(begin, i);
    for (Value part :
         loadDealt(b, loc, source, from, stride, maxElements, distance)) {
      storeLine(b, loc, getLineStart(b, loc, part, maxElements), buffer, to,
                LineStore::Unaligned);
      to = add(to, partPitch);
    }
  });
}

void DeinterleaveBuffer::copyElements(Value row, Value position, Value first,
                                      Value last) {
  forEach(first, last, 1, [&](Value x) {
    Value element =
        memref::LoadOp::create(b, loc, source, ValueRange(add(position, x)));
    memref::StoreOp::create(b, loc, element, buffer, getPosition(row, x));
  });
}

void DeinterleaveBuffer::emitDealloc() {
  memref::DeallocOp::create(b, loc, buffer);
}

} // namespace dml
