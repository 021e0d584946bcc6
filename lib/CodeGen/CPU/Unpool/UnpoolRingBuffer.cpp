//===- UnpoolRingBuffer.cpp - A window that slides over the output --------===//
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

/// A third of a first-level cache, beside inputs that stream through it.
constexpr static int64_t kMinWindowBytes = 16 << 10;
/// For images so wide that a row leaves that cache; still on the stack.
constexpr static int64_t kMaxWindowBytes = 256 << 10;
/// Lines written at once: fewer would interleave more reads with the writes,
/// more would overrun the buffers that combine writes.
constexpr static int64_t kBlockLines = 16;

UnpoolWindow::UnpoolWindow(UnpoolBuilder &u, Value size, Value begin, Value end)
    : u(u), size(size), begin(begin), end(end) {
  start = u.roundDown(begin, getBlockElements());
  u.saveStack();
  ring = u.allocateStage(size);
}

Value UnpoolWindow::chooseSize(UnpoolBuilder &u, Value span) {
  int64_t elementBytes = kLineBytes / u.getLineElements();
  Value size = u.constant(kMinWindowBytes / elementBytes);
  for (int64_t bytes = kMinWindowBytes; bytes < kMaxWindowBytes; bytes *= 2) {
    // A block is on its way out.
    Value room = u.constant((bytes - kBlockLines * kLineBytes) / elementBytes);
    size = u.select(u.isBelow(room, span), u.constant(2 * bytes / elementBytes),
                    size);
  }
  return size;
}

int64_t UnpoolWindow::getBlockElements() {
  return kBlockLines * u.getLineElements();
}

Value UnpoolWindow::getSlot(Value position) {
  Value mask = u.subtract(size, u.constant(1));
  return arith::AndIOp::create(u.b, u.loc, position, mask);
}

void UnpoolWindow::store(Value bits, Value position) {
  memref::StoreOp::create(u.b, u.loc, bits, ring, getSlot(position));
}

void UnpoolWindow::flushBlock(Value windowBegin) {
  Value blockEnd = u.add(windowBegin, u.constant(getBlockElements()));
  u.copyToDest(u.signedMaximum(windowBegin, begin),
               u.signedMinimum(blockEnd, end), ring,
               [&](Value position) { return getSlot(position); });
  Value zeros = createZeroLine(u.b, u.loc, u.getBitsType());
  u.forEach(windowBegin, blockEnd, u.getLineElements(), [&](Value position) {
    storeLine(u.b, u.loc, zeros, ring, getSlot(position), LineStore::Aligned);
  });
}

Value UnpoolWindow::advance(Value windowBegin, Value position) {
  int64_t block = getBlockElements();
  Value one = u.constant(1);
  Value next = u.roundUp(u.add(u.subtract(position, size), one), block);
  next = u.signedMaximum(next, windowBegin);
  u.forEach(windowBegin, next, block, [&](Value at) { flushBlock(at); });
  return next;
}

void UnpoolWindow::finish(Value windowBegin) {
  u.forEach(windowBegin, end, getBlockElements(),
            [&](Value at) { flushBlock(at); });
  u.restoreStack();
}

} // namespace dml
