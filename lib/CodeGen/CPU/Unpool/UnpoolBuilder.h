//===- UnpoolBuilder.h - What the ways to unpool share ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H

#include "CodeGen/CPU/HostFunctionCalls.h"
#include "CodeGen/CPU/IndexBuilder.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

/// Builds the code of one dml.unpool on packed, one-dimensional buffers.
class UnpoolBuilder : public IndexBuilder {
public:
  UnpoolBuilder(mlir::OpBuilder &b, mlir::Location loc, HostFunctionCalls &host)
      : IndexBuilder(b, loc, Folding::AtOnce), host(host) {}

  void setBuffers(Value values, Value indices, Value dest);

  //===--------------------------------------------------------------------===//
  // Inputs
  //===--------------------------------------------------------------------===//

  /// An index in the full width it was given in (U3).
  Value loadIndex(Value position);
  /// As many indices as the loops check at once.
  Value loadIndices(Value position);
  /// Whether all of these indices are in begin <= index < begin + size.
  Value areInside(Value indices, Value begin, Value size);
  /// The bits of a value, as an integer.
  Value loadValue(Value position);

  /// Counts and reports the indices out of range among some of the inputs (U3).
  void reportOutOfRange(Value begin, Value end);

  //===--------------------------------------------------------------------===//
  // The destination, for elements that getLineElementBytes knows
  //===--------------------------------------------------------------------===//

  /// An integer as wide as the elements.
  mlir::IntegerType getBitsType();
  int64_t getLineElements();
  /// Of a task that is worth starting.
  int64_t getTaskElements();
  void storeToDest(Value bits, Value position);

  /// Writes part of a staging buffer of bits to the destination. `begin` and
  /// `end` are line positions, that is with `phase` added, `getSlot` tells
  /// where one is in the buffer; lines are contiguous there.
  void copyToDest(Value begin, Value end, Value stage,
                  llvm::function_ref<Value(Value)> getSlot);

  //===--------------------------------------------------------------------===//
  // Memory of a task, on its stack
  //===--------------------------------------------------------------------===//

  /// What is allocated from here on lasts until the stack is restored.
  void saveStack();
  void restoreStack();
  /// Starts at a cache line.
  Value allocateOnStack(mlir::Type elementType, Value size);
  /// The same for bits of the destination, a number of whole lines of zeros.
  Value allocateStage(Value size);

  HostFunctionCalls &host;
  /// Packed, one-dimensional views, and their sizes.
  Value values, indices, dest, numInputs, numOutputs;
  /// Elements of the destination's first cache line that lie before it.
  Value phase;
  /// Whether the operation is large enough to be written past the caches.
  Value isNonTemporal;

private:
  Value stack;
};

/// A flag that all tasks of a loop see and may raise, so that none does useless
/// work for long.
class UnpoolFlag {
public:
  using Value = mlir::Value;

  /// A lowered one.
  explicit UnpoolFlag(UnpoolBuilder &u);
  Value isRaised();
  void raise();
  /// After the loop: frees the flag. Yields whether it is raised.
  Value finish();

private:
  Value accumulate(int64_t bits);

  UnpoolBuilder &u;
  Value memory;
};

/// Inputs whose indices are checked at once.
constexpr int64_t kUnpoolChunk = 16;

/// On one thread: clear all, then write in order. For small destinations.
void emitUnpoolDirect(UnpoolBuilder &u);

/// Each worker owns a range of the destination and scans all inputs. For any
/// element type.
void emitUnpoolScan(UnpoolBuilder &u);

/// Whether pooling of 2x2 blocks may have made the indices, where rows are as
/// wide.
mlir::Value canBeUnpoolBlocks(UnpoolBuilder &u, mlir::Value width,
                              mlir::Value outputWidth);

/// Each block of 2x2 elements from its own input, if canBeUnpoolBlocks. The
/// result is whether that gave up: some index lies outside of its block.
mlir::Value emitUnpoolBlocks(UnpoolBuilder &u, mlir::Value width);

/// Sizes of the planes of inputs and of the destination.
struct UnpoolPlanes {
  mlir::Value count, inputSize, outputSize;
  /// Elements of the destination that one row of pooled inputs points into.
  mlir::Value rowSpan;
};

/// Each plane of the destination from its own plane of inputs. The result is
/// whether that gave up: some index lies outside of its plane, or indices jump
/// about too much.
mlir::Value emitUnpoolPlanes(UnpoolBuilder &u, const UnpoolPlanes &planes);

/// Any indices: partitions the inputs into ranges of the destination first.
void emitUnpoolPartition(UnpoolBuilder &u);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLBUILDER_H
