//===- PhaseBuffer.cpp - Rows with their strided elements together --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseBuffer.h"
#include "CacheLines.h"
#include "LineRuns.h"
#include "LineShuffles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

PhaseBuffer::PhaseBuffer(OpBuilder &b, Location loc, Value source,
                         int64_t stride, Value numRows, Value pitch,
                         std::optional<int64_t> maxPitch)
    : b(b), loc(loc), source(source), pitch(pitch), stride(stride) {
  Type elementType = cast<MemRefType>(source.getType()).getElementType();
  lineElements = getLineType(elementType).getNumElements();
  maxElements = std::min(maxPitch.value_or(lineElements), lineElements);
  numLines = llvm::divideCeil(maxElements * stride, lineElements);
  // A row's last line reaches into the next row, or past a phase.
  phasePitch = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, numRows, pitch),
      constant(lineElements));
  int64_t slack = kPieceSlackBytes / (kLineBytes / lineElements);
  Value size = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, phasePitch, constant(stride)),
      constant(slack));
  buffer = memref::AllocOp::create(
      b, loc, MemRefType::get({ShapedType::kDynamic}, elementType), size,
      b.getI64IntegerAttr(kLineBytes));
}

Value PhaseBuffer::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value PhaseBuffer::getPosition(Value row, Value x) {
  Value phase = arith::RemUIOp::create(b, loc, x, constant(stride));
  Value number = arith::DivUIOp::create(b, loc, x, constant(stride));
  Value begin = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, phase, phasePitch),
      arith::MulIOp::create(b, loc, row, pitch));
  return arith::AddIOp::create(b, loc, begin, number);
}

void PhaseBuffer::emitRow(Value row, Value position, Value first, Value last,
                          Value distance) {
  // All lines that a row's vectors read.
  Value numElements = arith::MulIOp::create(
      b, loc, arith::AddIOp::create(b, loc, pitch, constant(lineElements - 1)),
      constant(stride));
  Value extent = getFlatSize(b, loc, source);
  Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                       numElements, extent);
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, position,
                            arith::SubIOp::create(b, loc, extent, numElements));
  scf::IfOp::create(
      b, loc, arith::AndIOp::create(b, loc, exists, isInside),
      [&](OpBuilder &, Location) {
        copyLines(row, position, distance);
        scf::YieldOp::create(b, loc);
      },
      [&](OpBuilder &, Location) {
        copyElements(row, position, first, last);
        scf::YieldOp::create(b, loc);
      });
}

void PhaseBuffer::copyLines(Value row, Value position, Value distance) {
  Value begin = getPosition(row, constant(0));
  auto loop = scf::ForOp::create(
      b, loc, constant(0), pitch, constant(lineElements), ValueRange{},
      [&](OpBuilder &, Location, Value i, ValueRange) {
        Value from = arith::AddIOp::create(
            b, loc, position,
            arith::MulIOp::create(b, loc, i, constant(stride)));
        SmallVector<Value> lines;
        for (int64_t k = 0; k < numLines; ++k) {
          Value at =
              arith::AddIOp::create(b, loc, from, constant(k * lineElements));
          lines.push_back(loadLine(b, loc, source, at));
          memref::PrefetchOp::create(
              b, loc, source,
              arith::AddIOp::create(b, loc, at, distance).getResult(),
              /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
        }
        Value to = arith::AddIOp::create(b, loc, begin, i);
        for (Value phase : deinterleaveLines(b, loc, lines, stride)) {
          storeLine(b, loc, getLineStart(b, loc, phase, maxElements), buffer,
                    to, LineStore::Unaligned);
          to = arith::AddIOp::create(b, loc, to, phasePitch);
        }
        scf::YieldOp::create(b, loc);
      });
  keepLoopAsWritten(loop);
}

void PhaseBuffer::copyElements(Value row, Value position, Value first,
                               Value last) {
  auto loop = scf::ForOp::create(
      b, loc, first, last, constant(1), ValueRange{},
      [&](OpBuilder &, Location, Value x, ValueRange) {
        Value element = memref::LoadOp::create(
            b, loc, source,
            ValueRange(arith::AddIOp::create(b, loc, position, x)));
        memref::StoreOp::create(b, loc, element, buffer, getPosition(row, x));
        scf::YieldOp::create(b, loc);
      });
  keepLoopAsWritten(loop);
}

void PhaseBuffer::emitDealloc() { memref::DeallocOp::create(b, loc, buffer); }

} // namespace dml
