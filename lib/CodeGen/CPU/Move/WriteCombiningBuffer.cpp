//===- WriteCombiningBuffer.cpp - Output written a line at a time ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteCombiningBuffer.h"
#include "CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

WriteCombiningBuffer::WriteCombiningBuffer(OpBuilder &b, Location loc,
                                           Value output, Value misalignment,
                                           Value begin, Value bypassesCache,
                                           int64_t slackBytes)
    : IndexBuilder(b, loc), output(output), begin(begin),
      bypassesCache(bypassesCache) {
  Type elementType = cast<MemRefType>(output.getType()).getElementType();
  elementBytes = *getLineElementBytes(elementType);
  lineElements = kLineBytes / elementBytes;
  int64_t numBytes = kWriteCombiningBytes + slackBytes + 2 * kLineBytes;
  // A loop of one task is none, and may stand in a loop of the program.
  stack = LLVM::StackSaveOp::create(b, loc,
                                    LLVM::LLVMPointerType::get(b.getContext()));
  buffer = memref::AllocaOp::create(
      b, loc, MemRefType::get({numBytes / elementBytes}, elementType),
      b.getI64IntegerAttr(kLineBytes));
  // The buffer has the lines of the output.
  start.size = both(add(begin, misalignment), lineElements - 1);
  start.base = subtract(begin, start.size);
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
  Value isFull =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, state.size,
                            constant(kWriteCombiningBytes / elementBytes));
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
  State rest = writeLines(state);
  Value first = signedMaximum(constant(0), subtract(begin, rest.base));
  copyElements(rest, first, rest.size);
  ifThen(bypassesCache, [&] { createStoreFence(b, loc); });
  LLVM::StackRestoreOp::create(b, loc, stack);
}

/// Writes all whole lines and moves the rest to the front.
WriteCombiningBuffer::State WriteCombiningBuffer::writeLines(State state) {
  Value end = roundDown(state.size, lineElements);
  // Elements before the task's first one belong to other tasks.
  Value before = signedMaximum(constant(0), subtract(begin, state.base));
  Value isPartial = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                          before, constant(0));
  Value firstLine = minimum(end, select(isPartial, constant(lineElements), 0));
  copyElements(state, before, firstLine);

  auto writeWith = [&](LineStore kind) {
    forEach(firstLine, end, lineElements, [&](Value i) {
      Value to = add(state.base, i);
      storeLine(b, loc, loadLine(b, loc, buffer, i), output, to, kind);
    });
  };
  ifElse(
      bypassesCache, [&] { writeWith(LineStore::NonTemporal); },
      [&] { writeWith(LineStore::Aligned); });
  storeLine(b, loc, loadLine(b, loc, buffer, end), buffer, constant(0),
            LineStore::Aligned);
  return {subtract(state.size, end), add(state.base, end)};
}

void WriteCombiningBuffer::copyElements(State state, Value from, Value to) {
  forEach(from, to, 1, [&](Value i) {
    Value element = memref::LoadOp::create(b, loc, buffer, i);
    memref::StoreOp::create(b, loc, element, output, add(state.base, i));
  });
}

} // namespace dml
