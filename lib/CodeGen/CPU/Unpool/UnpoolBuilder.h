//===- UnpoolBuilder.h - Builder of CPU unpooling code ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UnpoolBuilder loads inputs, stores outputs and reports bad indices. The ways
// to unpool, which are the functions at the end, build their loops with it.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H

#include "CodeGen/CPU/HostFunctionCalls.h"
#include "CodeGen/CPU/VectorBuilder.h"

namespace dml {

/// Builds the code of one dml.unpool on one-dimensional buffers, packed or with
/// the channels of a pixel side by side. Sizes and positions are `index` values
/// that count elements.
///
/// The builder uses two kinds of position in the destination. An index, as the
/// inputs have it, counts from the first element. A line position counts from
/// the start of the cache line that holds the first element: it is the index
/// plus `misalignment`.
class UnpoolBuilder : public VectorBuilder {
public:
  UnpoolBuilder(mlir::OpBuilder &b, mlir::Location loc, HostFunctionCalls &host)
      : VectorBuilder(b, loc), host(host) {}

  //===--------------------------------------------------------------------===//
  // Inputs
  //===--------------------------------------------------------------------===//

  /// Zero-extends an index or a place: no bit is dropped (U3).
  Value toIndex(Value number);
  /// Loads the index of one input.
  Value loadIndex(Value position);
  /// Prefetches as many inputs some KiB behind a position, for a loop that
  /// loads all of them in order.
  void prefetchInputs(Value position);

  /// Counts the inputs in [begin, end) whose index is out of range, and reports
  /// the first of them to the runtime (U3).
  void reportOutOfRange(Value begin, Value end);

  //===--------------------------------------------------------------------===//
  // The destination
  //===--------------------------------------------------------------------===//

  /// Returns the type of values.
  mlir::IntegerType getBitsType();
  /// Returns the elements of a cache line.
  int64_t getLineElements();

  //===--------------------------------------------------------------------===//
  // Memory of a task, on its stack
  //===--------------------------------------------------------------------===//

  /// Allocates `size` elements, aligned to a cache line.
  Value allocateArray(mlir::Type elementType, Value size);
  /// Allocates `size` zeros of getBitsType, aligned to a cache line. `size`
  /// must be a multiple of getLineElements.
  Value allocateStage(Value size);

  HostFunctionCalls &host;
  /// The buffers, of type memref<?xT> or static, and the number of inputs and
  /// of outputs.
  Value values, indices, dest, numInputs, numOutputs;
  /// How many elements, of as many channels, lie side by side: 1 in packed
  /// buffers. Indices count as in packed ones. Others than 1 are for
  /// emitUnpoolRing only.
  int64_t channels = 1;
  /// The number of elements between the start of the destination's first cache
  /// line and the destination.
  Value misalignment;
  /// An i1: whether lines are stored past the caches, because the operation
  /// touches more memory than they hold.
  Value bypassesCache;
};

/// The number of inputs whose indices are checked with one vector comparison.
/// Loads of single lanes wait longer for the store of a wider vector.
constexpr int64_t kUnpoolVectorLength = 8;

/// Clears the destination, then writes the inputs in order, on one thread. For
/// small destinations.
void emitUnpoolDirect(const UnpoolBuilder &u);

/// How many planes inputs and destination have, and the sizes of these. Planes
/// with several channels count once.
struct UnpoolPlanes {
  mlir::Value count, inputRows, inputColumns, outputRows, outputColumns;
};

/// The largest ring buffer, which must fit a thread's stack, without the two
/// lines that what it holds may begin and end in.
constexpr int64_t kMaxUnpoolRingBytes = 512 << 10;

/// Writes inputs in order to a ring buffer that slides over the destination.
/// Returns an i1: whether the caller must fall back, because an input points to
/// rows that are not in the buffer then, or rows are too long for it. Tasks of
/// which half of the inputs do make the others stop.
mlir::Value emitUnpoolRing(const UnpoolBuilder &u, const UnpoolPlanes &planes);

/// Partitions the inputs into buckets of the destination, then fills the
/// buckets. For any indices.
void emitUnpoolPartition(const UnpoolBuilder &u);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H
