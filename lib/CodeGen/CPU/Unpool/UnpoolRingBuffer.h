//===- UnpoolRingBuffer.h - A window that slides over the output *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task fills a contiguous part of the destination. Where inputs are local,
// what they write at any time lies in a window that slides over it. The window
// is a ring buffer in the first-level cache; what it leaves behind is final and
// goes to the destination in whole cache lines.
//
// All positions here are line positions, that is, they count from the start of
// the destination's first cache line. A line of the ring is a line of the
// destination.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H

#include "UnpoolBuilder.h"

namespace dml {

class UnpoolWindow {
public:
  using Value = mlir::Value;

  /// A window of `size` elements, a power of two, over begin <= position < end.
  UnpoolWindow(UnpoolBuilder &u, Value size, Value begin, Value end);

  /// A size for windows in which inputs `span` apart are local.
  static Value chooseSize(UnpoolBuilder &u, Value span);

  /// Where the window is at first. Where it is later is the caller's to carry.
  Value getStart() const { return start; }
  Value getSize() const { return size; }

  /// Moves the window on, if need be, so that it holds the position. The result
  /// is where it is then.
  Value advance(Value windowBegin, Value position);

  /// Writes to a position inside the window.
  void store(Value bits, Value position);

  /// Writes out what is left, and frees the window.
  void finish(Value windowBegin);

private:
  Value getSlot(Value position);
  int64_t getBlockElements();
  /// Writes the first block of the window to the destination and clears it.
  void flushBlock(Value windowBegin);

  UnpoolBuilder &u;
  Value size, begin, end, start, ring;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLRINGBUFFER_H
