//===- UnpoolPartition.h - Unpooling by radix partition ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are sorted by bucket of the result, in one or two passes of
// UnpoolRadixPartition.h. Then a workgroup for each bucket finds its winners in
// workgroup memory, in UnpoolBucketWriter.h. This file chooses the sizes and
// emits the kernels in order.
//
// - A fine bucket has 4096 elements, or half as many where they have 64 bits:
//   its winner map has 16 KiB, which every device has. It has fewer where
//   inputs are so dense that the pairs of a bucket would exceed the registers
//   of its threads.
// - A pair has the value as well as offset and position: reading the value
//   later would be one more access at random.
// - Ranks in a chunk come from atomics on its histogram, in any order, and the
//   lists have no order either. The writer takes the maximum of the positions,
//   which does not depend on it.
// - Up to 1024 fine buckets, one kernel sorts into all of them. Beyond that, a
//   coarse bucket has as many fine buckets as there are coarse ones, or half as
//   many.
// - A list has room for a quarter more than evenly spread inputs need, and 64
//   pairs. If one is too short, or an index is out of range, the fallback does
//   the whole operation, and counts the indices.
// - Lists and the winner map of the fallback share memory, as they are used one
//   after the other.
// - The number of workgroups is limited and each loops over its share of the
//   work, so that a kernel without work takes only microseconds.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H

#include "UnpoolBuckets.h"
#include "UnpoolPair.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// The plan of a radix partition. The result is cut into fine buckets, each of
/// which fits the memory of a workgroup. If there are more of them than one
/// kernel can sort into, consecutive fine buckets form a coarse bucket: one
/// kernel partitions the inputs into coarse buckets, and another one each
/// coarse bucket into fine ones. Inputs that stay in their planes skip the
/// first, where a chunk of them can point into few enough fine buckets.
///
/// A chunk is the inputs that a workgroup sorts together.
class UnpoolPartition {
public:
  /// Chooses a plan for as many planes of inputs as of results. Returns nothing
  /// where the lists of the buckets exceed the limits, or the result ends
  /// within a 16-byte vector.
  static std::optional<UnpoolPartition> choose(mlir::MemRefType values,
                                               mlir::MemRefType dest,
                                               const UnpoolLimits &limits);

  /// Returns the number of control words, with the counts of all buckets.
  int64_t getNumControlWords() const {
    return UnpoolControl::NumWords + coarse.numBuckets + fine.numBuckets;
  }
  /// Returns UnpoolHint::OtherPlane, as a word, for an input that points out of
  /// its plane; 0 otherwise and where inputs cannot skip the coarse buckets.
  mlir::Value emitInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                            mlir::Value position,
                            const UnpoolIndex &index) const;

  /// Allocates the lists of the buckets, outside of kernels.
  void allocate(mlir::OpBuilder &b, mlir::Location loc);

  /// Clears the buckets that are filled first. All
  /// threads of one workgroup must call this code.
  void emitClear(WordBuilder &w, const UnpoolInputs &inputs, mlir::Value thread,
                 mlir::Value hint) const;

  /// Emits the kernels that fill the buckets, and one that writes every element
  /// of the result. They set
  /// UnpoolControl::Fallback if a bucket has too little room or an index is out
  /// of range. Fails if a launch needs too many workgroups.
  mlir::LogicalResult emitKernels(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs) const;

  const UnpoolLimits &getLimits() const { return limits; }
  int64_t getElementBytes() const { return elementBytes; }
  /// Returns the layout of a pair in any bucket. Its offset counts from the
  /// start of the coarse bucket, or of the fine one if there are no coarse
  /// ones.
  const UnpoolPair &getPair() const { return pair; }

  bool hasCoarseBuckets() const { return fine.size < coarse.size; }
  /// Returns whether inputs that stay in their planes skip the coarse buckets.
  bool canSkipCoarseBuckets() const { return bucketsPerChunk.has_value(); }
  /// Returns the first of the fine buckets that the inputs of a chunk may point
  /// into if they stay in their planes, as a word.
  mlir::Value getFirstBucket(WordBuilder &w, mlir::Value chunk) const;

  const UnpoolBuckets &getFineBuckets() const { return fine; }
  const UnpoolBuckets &getCoarseBuckets() const { return coarse; }
  int64_t getFinePerCoarse() const { return coarse.size / fine.size; }

  /// Returns the inputs of a chunk.
  int64_t getChunkSize() const;
  /// Returns the chunks that the pairs of a coarse bucket make, at most.
  int64_t getChunksPerCoarseBucket() const {
    return llvm::divideCeil(coarse.capacity, getChunkSize());
  }

private:
  bool chooseFineBuckets();
  bool chooseCoarseBuckets();
  void layOut();
  void chooseBucketsPerChunk();
  int64_t getMaxBuckets() const;
  bool fits(const UnpoolBuckets &buckets) const;
  int64_t getCapacity(int64_t size) const;

  UnpoolLimits limits;
  int64_t numInputs, numOutputs, elementBytes;
  int64_t inputsPerPlane, outputsPerPlane;
  /// The fine buckets that a chunk may point into if its inputs stay in their
  /// planes; set if there are coarse buckets that these inputs skip.
  std::optional<int64_t> bucketsPerChunk;
  /// `coarse.size` is `fine.size` where there are no coarse buckets.
  UnpoolBuckets fine, coarse;
  UnpoolPair pair;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
