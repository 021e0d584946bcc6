//===- LineStage.cpp - Output in order, written a line at a time ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineStage.h"
#include "CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

LineStage::LineStage(OpBuilder &b, Location loc, Value output, Value phase,
                     Value begin, Value bypassesCache, int64_t slackBytes)
    : b(b), loc(loc), output(output), begin(begin),
      bypassesCache(bypassesCache) {
  Type elementType = cast<MemRefType>(output.getType()).getElementType();
  elementBytes = *getLineElementBytes(elementType);
  lineElements = kLineBytes / elementBytes;
  int64_t numBytes = kStageBytes + slackBytes + 2 * kLineBytes;
  buffer = memref::AllocaOp::create(
      b, loc, MemRefType::get({numBytes / elementBytes}, elementType),
      b.getI64IntegerAttr(kLineBytes));
  // The stage has the lines of the output.
  start.size =
      arith::AndIOp::create(b, loc, arith::AddIOp::create(b, loc, begin, phase),
                            constant(lineElements - 1));
  start.base = arith::SubIOp::create(b, loc, begin, start.size);
}

Value LineStage::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value LineStage::roundDownToLine(Value size) {
  return arith::AndIOp::create(b, loc, size, constant(-lineElements));
}

LineStage::State LineStage::advance(State state, Value numElements) {
  state.size = arith::AddIOp::create(b, loc, state.size, numElements);
  Value isFull =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, state.size,
                            constant(kStageBytes / elementBytes));
  auto write = scf::IfOp::create(
      b, loc, isFull,
      [&](OpBuilder &, Location) {
        State next = writeLines(state);
        scf::YieldOp::create(b, loc, ValueRange{next.size, next.base});
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(b, loc, ValueRange{state.size, state.base});
      });
  return {write.getResult(0), write.getResult(1)};
}

void LineStage::finish(State state) {
  State rest = writeLines(state);
  Value first = arith::MaxSIOp::create(
      b, loc, constant(0), arith::SubIOp::create(b, loc, begin, rest.base));
  copyElements(rest, first, rest.size);
  scf::IfOp::create(b, loc, bypassesCache, [&](OpBuilder &, Location) {
    createStoreFence(b, loc);
    scf::YieldOp::create(b, loc);
  });
}

/// Writes all whole lines and moves the rest to the front.
LineStage::State LineStage::writeLines(State state) {
  Value end = roundDownToLine(state.size);
  // What lies before the task's first element belongs to others.
  Value before = arith::MaxSIOp::create(
      b, loc, constant(0), arith::SubIOp::create(b, loc, begin, state.base));
  Value isPartial = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                          before, constant(0));
  Value firstLine = arith::MinUIOp::create(
      b, loc, end,
      arith::SelectOp::create(b, loc, isPartial, constant(lineElements),
                              constant(0)));
  copyElements(state, before, firstLine);

  auto writeFrom = [&](LineStore kind) {
    return [&, kind](OpBuilder &, Location) {
      auto loop = scf::ForOp::create(
          b, loc, firstLine, end, constant(lineElements), ValueRange{},
          [&](OpBuilder &, Location, Value i, ValueRange) {
            Value to = arith::AddIOp::create(b, loc, state.base, i);
            storeLine(b, loc, loadLine(b, loc, buffer, i), output, to, kind);
            scf::YieldOp::create(b, loc);
          });
      keepLoopAsWritten(loop);
      scf::YieldOp::create(b, loc);
    };
  };
  scf::IfOp::create(b, loc, bypassesCache, writeFrom(LineStore::NonTemporal),
                    writeFrom(LineStore::Aligned));
  storeLine(b, loc, loadLine(b, loc, buffer, end), buffer, constant(0),
            LineStore::Aligned);
  return {arith::SubIOp::create(b, loc, state.size, end),
          arith::AddIOp::create(b, loc, state.base, end)};
}

void LineStage::copyElements(State state, Value from, Value to) {
  auto loop = scf::ForOp::create(
      b, loc, from, to, constant(1), ValueRange{},
      [&](OpBuilder &, Location, Value i, ValueRange) {
        Value element = memref::LoadOp::create(b, loc, buffer, i);
        Value position = arith::AddIOp::create(b, loc, state.base, i);
        memref::StoreOp::create(b, loc, element, output, position);
        scf::YieldOp::create(b, loc);
      });
  keepLoopAsWritten(loop);
}

} // namespace dml
