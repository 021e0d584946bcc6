//===- UnpoolScatter.h - Writing inputs in order ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLSCATTER_H
#define DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLSCATTER_H

#include "UnpoolBuilder.h"

namespace dml {

/// A part of the destination, somewhere in memory.
struct UnpoolTarget {
  mlir::Value buffer;
  /// The index of the part's first element, its elements of a channel, and
  /// where in the buffer it is.
  mlir::Value begin, size, position;
  /// The buffer's size, a power of two, where positions wrap around.
  mlir::Value ringSize = {};
  /// A place in the buffer for what does not belong to the part, if there is
  /// one: a store there costs less than a branch that is not predictable.
  mlir::Value elsewhere = {};
  /// The elements of a channel's plane. Null if there is one channel.
  mlir::Value planeSize = {};
};

/// Writes inputs where they belong, first to last. Vectors of indices become
/// places, which a loop of scalar stores then reads.
class UnpoolScatter : public UnpoolBuilder {
public:
  explicit UnpoolScatter(const UnpoolBuilder &u) : UnpoolBuilder(u) {}

  /// Memory on the stack of a task for the places of some inputs.
  Value allocatePlaces();

  /// Writes the inputs [first, last) that point into the target, in order: of
  /// equal indices the last wins (U4). The first one is of the first channel.
  /// Returns their number.
  Value writeInputs(Value first, Value last, const UnpoolTarget &target,
                    Value places);

private:
  /// Stores the places of the inputs of a chunk, and returns how many of them
  /// are in the target. `distance` is that from the first input to the chunk.
  Value storePlaces(Value chunk, Value size, Value distance,
                    const UnpoolTarget &target, Value places);
  /// Returns two vectors, with a lane for each input: its place in the target's
  /// buffer, and whether it points into the target. Lanes outside of the mask
  /// have no input.
  std::pair<Value, Value> findPlaces(Value from, Value distance,
                                     const UnpoolTarget &target, Value mask);
  Value getChannels(Value distance);
  Value countLanes(Value mask);
  void writePlaces(Value from, Value count, Value buffer, Value places);
  void writePlacesInside(Value from, Value count, Value buffer, Value places);
  Value splat(Value value, mlir::Type type);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_UNPOOL_UNPOOLSCATTER_H
