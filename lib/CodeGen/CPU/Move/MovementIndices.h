//===- MovementIndices.h - Positions in what is moved -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H

#include "CodeGen/CPU/Schedule/StripShape.h"
#include "CodeGen/CPU/VectorBuilder.h"

namespace dml {

/// Prefetches run ahead of what is moved by as many bytes of output: 8 to 32
/// KiB are alike, and less than 4 KiB is no better than what the hardware does.
constexpr int64_t kPrefetchBytes = 8 * 1024;

/// Builds positions in the source and in the predicates of a movement, from
/// indices of its outermost loops; further inside, loops are at their first
/// iteration.
class MovementIndices : public VectorBuilder {
public:
  /// Reads sizes and strides that are not known from the buffers.
  MovementIndices(mlir::OpBuilder &b, mlir::Location loc,
                  const AccessNest &nest);

  /// The element of the source at these indices.
  Value getPosition(llvm::ArrayRef<Value> indices);
  Value getPredicatePosition(unsigned predicate, llvm::ArrayRef<Value> indices);

  /// The offsets of `count` consecutive iterations, from iteration `first` on,
  /// of joined loops, whose numbers are given innermost first.
  /// `loopStrides` has the stride of each loop of the nest.
  llvm::SmallVector<Value> getOffsets(llvm::ArrayRef<unsigned> joined,
                                      llvm::ArrayRef<Value> loopStrides,
                                      Value first, int64_t count);

  /// Whether the movement exceeds both limits: it touches more than `share`
  /// times `cacheBytes`, and writes more than the caches keep.
  Value exceedsCache(const CacheLimits &limits, int64_t elementBytes,
                     int64_t share = 1);
  /// Whether tasks may write straight to the output, without a buffer: where a
  /// run may keep the output in the caches, and it has no memory space.
  bool mayBeDirect(Value bypassesCache);
  /// Returns the first of a task's parts [first, last) that is gathered in a
  /// buffer. If the output bypasses the caches, a buffer gathers all parts,
  /// otherwise the last `numGathered`.
  Value getFirstGathered(Value bypassesCache, Value first, Value last,
                         Value numGathered);

  /// One-dimensional views of both buffers.
  Value source, output;
  llvm::SmallVector<MovementLoop> loops;
  /// The sizes, and the source's strides, of all loops.
  llvm::SmallVector<Value> sizes, strides;
  /// The bounds of all predicates.
  llvm::SmallVector<Value> bounds;

  const AccessNest &nest;

private:
  /// The source's element of the first iteration.
  Value offset;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
