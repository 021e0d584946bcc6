//===- UnpoolRingBuffer.cpp - Ring buffer over the destination ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolRingBuffer.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

/// The smallest ring: a third of a first-level cache, which inputs stream
/// through as well.
constexpr static int64_t kMinRingBytes = 16 << 10;
/// The largest ring, for rows that do not fit that cache. It must fit the
/// stack.
constexpr static int64_t kMaxRingBytes = 256 << 10;
/// The cache lines written at once. With fewer, reads would come between the
/// writes more often; more would overflow the CPU's write-combining buffers.
constexpr static int64_t kFlushLines = 16;

UnpoolRingBuffer::UnpoolRingBuffer(UnpoolBuilder &u, Value size, Value begin,
                                   Value end)
    : u(u), size(size), begin(begin), end(end) {
  start = u.roundDown(begin, getFlushElements());
  u.saveStack();
  memory = u.allocateStage(size);
}

Value UnpoolRingBuffer::chooseSize(UnpoolBuilder &u, Value span) {
  int64_t elementBytes = kLineBytes / u.getLineElements();
  Value size = u.constant(kMinRingBytes / elementBytes);
  for (int64_t bytes = kMinRingBytes; bytes < kMaxRingBytes; bytes *= 2) {
    // The lines that are written next no longer take part.
    Value room = u.constant((bytes - kFlushLines * kLineBytes) / elementBytes);
    size = u.select(u.isBelow(room, span), u.constant(2 * bytes / elementBytes),
                    size);
  }
  return size;
}

int64_t UnpoolRingBuffer::getFlushElements() {
  return kFlushLines * u.getLineElements();
}

Value UnpoolRingBuffer::getRingPosition(Value position) {
  Value mask = u.subtract(size, 1);
  return arith::AndIOp::create(u.b, u.loc, position, mask);
}

void UnpoolRingBuffer::store(Value bits, Value position) {
  memref::StoreOp::create(u.b, u.loc, bits, memory, getRingPosition(position));
}

void UnpoolRingBuffer::flush(Value ringBegin) {
  Value flushEnd = u.add(ringBegin, getFlushElements());
  u.copyToDest(u.signedMaximum(ringBegin, begin),
               u.signedMinimum(flushEnd, end), memory,
               [&](Value position) { return getRingPosition(position); });
  Value zeros = createZeroLine(u.b, u.loc, u.getBitsType());
  u.forEach(ringBegin, flushEnd, u.getLineElements(), [&](Value position) {
    storeLine(u.b, u.loc, zeros, memory, getRingPosition(position),
              LineStore::Aligned);
  });
}

Value UnpoolRingBuffer::advance(Value ringBegin, Value position) {
  int64_t flushSize = getFlushElements();
  Value one = u.constant(1);
  Value next = u.roundUp(u.add(u.subtract(position, size), one), flushSize);
  next = u.signedMaximum(next, ringBegin);
  u.forEach(ringBegin, next, flushSize, [&](Value at) { flush(at); });
  return next;
}

void UnpoolRingBuffer::finish(Value ringBegin) {
  u.forEach(ringBegin, end, getFlushElements(), [&](Value at) { flush(at); });
  u.restoreStack();
}

} // namespace dml
