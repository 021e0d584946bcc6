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
#include "CodeGen/CPU/IndexBuilder.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

/// Builds the code of one dml.unpool on packed, one-dimensional buffers. Sizes
/// and positions are `index` values that count elements.
///
/// The builder uses two kinds of position in the destination. An index, as the
/// inputs have it, counts from the first element. A line position counts from
/// the start of the cache line that holds the first element: it is the index
/// plus `misalignment`.
class UnpoolBuilder : public IndexBuilder {
public:
  UnpoolBuilder(mlir::OpBuilder &b, mlir::Location loc, HostFunctionCalls &host)
      : IndexBuilder(b, loc, Folding::AtOnce), host(host) {}

  /// Sets the buffers, of type memref<?xT>, and their sizes.
  void setBuffers(Value values, Value indices, Value dest);

  //===--------------------------------------------------------------------===//
  // Inputs
  //===--------------------------------------------------------------------===//

  /// Loads the index of one input, zero-extended: no bit is dropped (U3).
  Value loadIndex(Value position);
  /// Loads the indices of kUnpoolVectorLength inputs as a vector.
  Value loadIndices(Value position);
  /// Returns whether all indices of a vector are in [begin, begin + size).
  Value areInside(Value indices, Value begin, Value size);
  /// Loads the value of one input as an integer of getBitsType.
  Value loadValue(Value position);

  /// Counts the inputs in [begin, end) whose index is out of range, and reports
  /// the first of them to the runtime (U3).
  void reportOutOfRange(Value begin, Value end);

  //===--------------------------------------------------------------------===//
  // The destination, for elements that getLineElementBytes knows
  //===--------------------------------------------------------------------===//

  /// Returns the integer type as wide as an element.
  mlir::IntegerType getBitsType();
  /// Returns the elements of a cache line.
  int64_t getLineElements();
  /// Returns the elements of the destination that a task writes at least.
  int64_t getTaskElements();
  /// Stores an integer of getBitsType at an index.
  void storeToDest(Value bits, Value position);

  /// Copies the line positions [begin, end) from a staging buffer of
  /// getBitsType to the destination, whole cache lines at a time where
  /// possible. `getStagePosition` maps a line position to a position in the
  /// staging buffer and must keep the elements of a line adjacent.
  void copyToDest(Value begin, Value end, Value stage,
                  llvm::function_ref<Value(Value)> getStagePosition);

  //===--------------------------------------------------------------------===//
  // Memory of a task, on its stack
  //===--------------------------------------------------------------------===//

  /// Allocations after saveStack live until restoreStack.
  void saveStack();
  void restoreStack();
  /// Allocates `size` elements, aligned to a cache line.
  Value allocateOnStack(mlir::Type elementType, Value size);
  /// Allocates `size` zeros of getBitsType, aligned to a cache line. `size`
  /// must be a multiple of getLineElements.
  Value allocateStage(Value size);

  HostFunctionCalls &host;
  /// The buffers, and the number of inputs and of outputs.
  Value values, indices, dest, numInputs, numOutputs;
  /// The number of elements between the start of the destination's first cache
  /// line and the destination.
  Value misalignment;
  /// An i1: whether lines are stored past the caches, because the operation
  /// touches more memory than they hold.
  Value isNonTemporal;

private:
  /// What saveStack returned.
  Value stack;
};

/// A flag in memory that the tasks of a parallel loop share. A task raises it
/// to make the others stop early.
class UnpoolFlag {
public:
  using Value = mlir::Value;

  /// Allocates the flag, lowered.
  explicit UnpoolFlag(UnpoolBuilder &u);
  /// Loads the flag, as an i1.
  Value isRaised();
  void raise();
  /// Frees the flag after the loop, and returns whether it is raised.
  Value finish();

private:
  /// Ors `bits` into the flag atomically, and returns the value before.
  Value accumulate(int64_t bits);

  UnpoolBuilder &u;
  Value memory;
};

/// The number of inputs whose indices are checked with one vector comparison.
constexpr int64_t kUnpoolVectorLength = 16;

/// Clears the destination, then writes the inputs in order, on one thread. For
/// small destinations.
void emitUnpoolDirect(UnpoolBuilder &u);

/// Owner-computes: each worker owns a range of the destination, reads all
/// inputs and writes those that point into its range. For any element type.
void emitUnpoolOwnerComputes(UnpoolBuilder &u);

/// Returns an i1: whether the sizes are those of 2x2 pooling with stride 2.
/// `width` and `outputWidth` are the widths of an input row and an output row.
mlir::Value canUnpoolCells(UnpoolBuilder &u, mlir::Value width,
                           mlir::Value outputWidth);

/// Makes each 2x2 cell of the destination from its own input. Requires
/// canUnpoolCells. Returns an i1: whether the caller must fall back, because
/// some index lies outside of its cell.
mlir::Value emitUnpoolCells(UnpoolBuilder &u, mlir::Value width);

/// The number of planes, and the elements of a plane of inputs and of outputs.
struct UnpoolPlanes {
  mlir::Value count, inputSize, outputSize;
  /// The elements of the destination that one row of pooled inputs points into.
  mlir::Value rowSpan;
};

/// Fills each plane of the destination from its own plane of inputs. Returns an
/// i1: whether the caller must fall back, because some index lies outside of
/// its plane, or too many indices point far back.
mlir::Value emitUnpoolPlanes(UnpoolBuilder &u, const UnpoolPlanes &planes);

/// Partitions the inputs into buckets of the destination, then fills the
/// buckets. For any indices.
void emitUnpoolPartition(UnpoolBuilder &u);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H
