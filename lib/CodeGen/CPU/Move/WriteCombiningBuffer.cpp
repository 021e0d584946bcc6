//===- WriteCombiningBuffer.cpp - Output written a line at a time ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteCombiningBuffer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

WriteCombiningBuffer::WriteCombiningBuffer(OpBuilder &b, Location loc,
                                           Value output, Value misalignment,
                                           Value begin, Value bypassesCache,
                                           int64_t slackBytes, Ranges ranges)
    : VectorBuilder(b, loc), output(output), misalignment(misalignment),
      begin(begin), bypassesCache(bypassesCache), ranges(ranges) {
  Type elementType = getElementTypeOrSelf(output);
  elementBytes = *getLineElementBytes(elementType);
  lineElements = kLineBytes / elementBytes;
  int64_t numBytes =
      ranges.count > 1 ? kRangeCombiningBytes : kWriteCombiningBytes;
  capacity = numBytes / elementBytes;
  // What is left after whole lines were written is less than two.
  numBytes += slackBytes + 2 * kLineBytes;
  if (ranges.count > 1)
    numBytes = llvm::alignTo(numBytes + kLineBytes, kLineBytes);
  placeElements = numBytes / elementBytes;
  stack = saveStack();
  buffer = allocateOnStack(
      MemRefType::get({ranges.count * placeElements}, elementType));
  target = buffer;
  // The buffer has the lines of the output.
  Value size = bitAnd(add(begin, misalignment), lineElements - 1);
  start = {size, subtract(begin, size)};
}

/// The first range begins at the start of a line. Returns how many elements
/// behind the start of a line the range with this number begins.
Value WriteCombiningBuffer::getShift(Value number) {
  Value first = add(start[1], multiply(number, ranges.pitch));
  return bitAnd(add(first, misalignment), lineElements - 1);
}

ScalarBuilder::Values WriteCombiningBuffer::beginPart(Value part,
                                                      Value firstGathered,
                                                      ValueRange state) {
  isDirect = isLessUnsigned(part, firstGathered);
  // Of unknown size and offset, as the output may have.
  Type type = MemRefType::get(
      ShapedType::kDynamic, getElementTypeOrSelf(output),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, 1));
  target = select(isDirect, memref::CastOp::create(b, loc, type, output),
                  memref::CastOp::create(b, loc, type, buffer).getResult());
  Value isFirst = isEqual(part, firstGathered);
  return {select(isFirst, start[0], state[0]),
          select(isFirst, start[1], state[1])};
}

SmallVector<Value> WriteCombiningBuffer::getCursors(ValueRange state) {
  SmallVector<Value> cursors = {state[0]};
  for (int64_t i = 1; i < ranges.count; ++i) {
    Value place = add(getShift(constant(i)), i * placeElements);
    cursors.push_back(add(state[0], place));
  }
  return cursors;
}

/// Calls with each range and the elements of it that are in the buffer.
void WriteCombiningBuffer::forEachRange(
    Value size, Value base, llvm::function_ref<void(Range, Value)> body) {
  if (ranges.count == 1)
    return body({constant(0), base, begin}, size);
  forEach(constant(0), ranges.count, 1, [&](Value number) {
    Value shift = getShift(number), distance = multiply(number, ranges.pitch);
    body({multiply(number, placeElements), subtract(add(base, distance), shift),
          add(begin, distance)},
         add(size, shift));
  });
}

ScalarBuilder::Values WriteCombiningBuffer::advance(ValueRange state,
                                                    Value numElements) {
  Value size = add(state[0], numElements), base = state[1];
  Value isFull =
      emit<arith::CmpIOp>(arith::CmpIPredicate::uge, size, constant(capacity));
  if (isDirect)
    isFull = bitAnd(isFull, logicalNot(isDirect));
  return ifElse(
      isFull, [&] { return writeLines(size, base); },
      [&] { return Values{size, base}; });
}

void WriteCombiningBuffer::finish(ValueRange state) {
  forEachRange(state[0], state[1],
               [&](Range range, Value size) { writeLines(range, size); });
  createStoreFence(bypassesCache);
  restoreStack(stack);
}

/// Writes all whole lines of the first range, as many of the others, and moves
/// the rest to the front.
ScalarBuilder::Values WriteCombiningBuffer::writeLines(Value size, Value base) {
  Value end = roundDown(size, lineElements);
  forEachRange(size, base, [&](Range range, Value) {
    writeLines(range, end);
    for (int64_t i = 0; i < (ranges.count > 1 ? 2 : 1); ++i) {
      Value to = add(range.place, i * lineElements);
      storeLine(loadLine(buffer, add(to, end)), buffer, to, LineStore::Aligned);
    }
  });
  return {subtract(size, end), add(base, end)};
}

/// Writes the elements of a range before `end` to the output, except those
/// before the task's first element, which other tasks write.
void WriteCombiningBuffer::writeLines(Range range, Value end) {
  Value first = signedMaximum(constant(0), subtract(range.begin, range.base));
  copyInLines(minimum(first, end), end, buffer, range.place, output, range.base,
              bypassesCache);
}

} // namespace dml
