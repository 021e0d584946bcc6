//===- WriteCombiningBuffer.cpp - Output written a line at a time ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteCombiningBuffer.h"
#include "CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

WriteCombiningBuffer::WriteCombiningBuffer(OpBuilder &b, Location loc,
                                           Value output, Value misalignment,
                                           Value begin, Value bypassesCache,
                                           int64_t slackBytes, Ranges ranges)
    : IndexBuilder(b, loc), output(output), misalignment(misalignment),
      begin(begin), bypassesCache(bypassesCache), ranges(ranges) {
  Type elementType = cast<MemRefType>(output.getType()).getElementType();
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
  buffer = memref::AllocaOp::create(
      b, loc, MemRefType::get({ranges.count * placeElements}, elementType),
      b.getI64IntegerAttr(kLineBytes));
  // The buffer has the lines of the output.
  start.size = both(add(begin, misalignment), lineElements - 1);
  start.base = subtract(begin, start.size);
}

/// The first range begins at the start of a line. Returns how many elements
/// behind the start of a line the range with this number begins.
Value WriteCombiningBuffer::getShift(Value number) {
  Value first = add(start.base, multiply(number, ranges.pitch));
  return both(add(first, misalignment), lineElements - 1);
}

SmallVector<Value> WriteCombiningBuffer::getCursors(State state) {
  SmallVector<Value> cursors = {state.size};
  for (int64_t i = 1; i < ranges.count; ++i) {
    Value place = add(getShift(constant(i)), i * placeElements);
    cursors.push_back(add(state.size, place));
  }
  return cursors;
}

/// Calls with each range and the elements of it that are in the buffer.
void WriteCombiningBuffer::forEachRange(
    State state, llvm::function_ref<void(Range, Value)> body) {
  if (ranges.count == 1)
    return body({constant(0), state.base, begin}, state.size);
  forEach(constant(0), ranges.count, 1, [&](Value number) {
    Value shift = getShift(number), distance = multiply(number, ranges.pitch);
    body({multiply(number, placeElements),
          subtract(add(state.base, distance), shift), add(begin, distance)},
         add(state.size, shift));
  });
}

WriteCombiningBuffer::State
WriteCombiningBuffer::emitLoop(State state, Value begin, Value end, Value step,
                               llvm::function_ref<State(Value, State)> body) {
  auto loop = scf::ForOp::create(
      b, loc, begin, end, step, ValueRange{state.size, state.base},
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        State next = body(i, {carried[0], carried[1]});
        scf::YieldOp::create(b, loc, ValueRange{next.size, next.base});
      });
  return {loop.getResult(0), loop.getResult(1)};
}

WriteCombiningBuffer::State WriteCombiningBuffer::advance(State state,
                                                          Value numElements) {
  state.size = add(state.size, numElements);
  Value isFull = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge,
                                       state.size, constant(capacity));
  Values next = ifElse(
      isFull,
      [&] {
        State written = writeLines(state);
        return Values{written.size, written.base};
      },
      [&] { return Values{state.size, state.base}; });
  return {next[0], next[1]};
}

void WriteCombiningBuffer::finish(State state) {
  forEachRange(state,
               [&](Range range, Value size) { writeLines(range, size); });
  ifThen(bypassesCache, [&] { createStoreFence(b, loc); });
  restoreStack(stack);
}

/// Writes all whole lines of the first range, as many of the others, and moves
/// the rest to the front.
WriteCombiningBuffer::State WriteCombiningBuffer::writeLines(State state) {
  Value end = roundDown(state.size, lineElements);
  forEachRange(state, [&](Range range, Value) {
    writeLines(range, end);
    for (int64_t i = 0; i < (ranges.count > 1 ? 2 : 1); ++i) {
      Value to = add(range.place, i * lineElements);
      storeLine(b, loc, loadLine(b, loc, buffer, add(to, end)), buffer, to,
                LineStore::Aligned);
    }
  });
  return {subtract(state.size, end), add(state.base, end)};
}

/// Writes the elements of a range before `end` to the output, except those
/// before the task's first element, which other tasks write.
void WriteCombiningBuffer::writeLines(Range range, Value end) {
  Value first = signedMaximum(constant(0), subtract(range.begin, range.base));
  copyInLines(*this, minimum(first, end), end, buffer, range.place, output,
              range.base, bypassesCache);
}

} // namespace dml
