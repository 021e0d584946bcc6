//===- UnpoolRingBuffer.h - Ring buffer over the destination ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task fills a contiguous range of the destination in nearly ascending order.
// A ring buffer in the first-level cache holds the part that inputs still point
// into. It moves forward over the destination; what it leaves behind is final
// and is written in whole cache lines.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H

#include "UnpoolBuilder.h"

namespace dml {

/// A ring buffer of `size` elements. It holds the line positions
/// [ringBegin, ringBegin + size) of the destination, and zeros where nothing
/// was stored. The caller carries `ringBegin`, which grows, through its loops.
/// Cache lines of the ring are cache lines of the destination.
class UnpoolRingBuffer {
public:
  using Value = mlir::Value;

  /// Allocates a ring buffer for the line positions [begin, end). `size` counts
  /// elements and is a power of two, as chooseSize returns it.
  UnpoolRingBuffer(UnpoolBuilder &u, Value size, Value begin, Value end);

  /// Returns a size, in elements, that holds `span` elements where one of the
  /// largest size does.
  static Value chooseSize(UnpoolBuilder &u, Value span);

  /// Returns the first `ringBegin`.
  Value getStart() const { return start; }
  Value getSize() const { return size; }

  /// Moves the ring forward until it holds a line position, if that lies after
  /// it. Returns the new `ringBegin`.
  Value advance(Value ringBegin, Value position);

  /// Stores an integer of getBitsType at a line position that the ring holds.
  void store(Value bits, Value position);

  /// Writes what the ring holds to the destination, and frees the ring.
  void finish(Value ringBegin);

private:
  Value getRingPosition(Value position);
  /// Returns how many elements are written to the destination at once.
  int64_t getFlushElements();
  /// Writes the first getFlushElements of the ring and clears them.
  void flush(Value ringBegin);

  UnpoolBuilder &u;
  Value size, begin, end, start, memory;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H
