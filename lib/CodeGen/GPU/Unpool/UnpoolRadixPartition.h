//===- UnpoolRadixPartition.h - Partition of inputs into buckets *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup sorts a chunk of pairs by bucket with a counting sort: histogram,
// scan, reorder. It reserves room in the bucket lists with one atomic addition
// a bucket, and appends its pairs there, those of a bucket side by side.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H

#include "UnpoolPartition.h"

namespace dml {

/// The quads of inputs that a thread sorts.
constexpr int64_t kQuadsPerThread = 2;

/// The kernel code that partitions a chunk of pairs into buckets. Pairs pass
/// through workgroup memory a word at a time: whole pairs would need so much of
/// it that few workgroups would share a processor.
class UnpoolRadixPartition {
public:
  /// Partitions into `numBuckets` of the buckets.
  UnpoolRadixPartition(const UnpoolInputs &inputs,
                       const UnpoolPartition &partition,
                       const UnpoolBuckets &buckets, int64_t numBuckets)
      : inputs(inputs), partition(partition), buckets(buckets),
        numBuckets(numBuckets) {}

  /// The words of workgroup memory for each bucket. Each input of a chunk needs
  /// one word more.
  static constexpr int64_t kWordsPerBucket = 3;
  /// Allocates the workgroup memory, at the start of the kernel.
  void allocate(WordBuilder &w);

protected:
  /// A pair that a thread holds.
  struct Pair {
    /// The bucket, counted from the first one of the chunk.
    mlir::Value bucket;
    /// An i1: whether the thread holds a pair here.
    mlir::Value isPresent;
    /// The words of UnpoolPair.
    llvm::SmallVector<mlir::Value> words;
  };

  /// Appends the pairs of all threads to the bucket lists. Falls back if a list
  /// has too little room.
  void emitPartition(WordBuilder &w, mlir::Value thread,
                     mlir::Value firstBucket, llvm::ArrayRef<Pair> pairs);

  const UnpoolInputs &inputs;
  const UnpoolPartition &partition;
  const UnpoolBuckets &buckets;
  int64_t numBuckets;

private:
  void forEachBucket(WordBuilder &w, mlir::Value thread,
                     llvm::function_ref<void(mlir::Value)> body);
  llvm::SmallVector<mlir::Value> countPairs(WordBuilder &w,
                                            llvm::ArrayRef<Pair> pairs);
  void scanCounts(WordBuilder &w, mlir::Value thread, mlir::Value firstBucket);
  llvm::SmallVector<mlir::Value> reorder(WordBuilder &w, mlir::Value thread,
                                         llvm::ArrayRef<Pair> pairs,
                                         llvm::ArrayRef<mlir::Value> positions,
                                         llvm::ArrayRef<mlir::Value> words);

  /// Workgroup memory, a word for each bucket. First the histogram is in
  /// `sums[0]`. Later one of the two holds the inclusive scan, `ends`, and the
  /// other one the exclusive scan, `begins`.
  std::array<mlir::Value, 2> sums;
  mlir::Value ends, begins;
  /// Workgroup memory: for each bucket, the pairs in its list before this
  /// chunk's.
  mlir::Value previousCounts;
  /// Workgroup memory: one word of each pair of the chunk, sorted by bucket.
  mlir::Value sorted;
};

/// The kernel that partitions the inputs, a chunk to a workgroup.
class InputPartition : public UnpoolRadixPartition {
public:
  /// `numBuckets` is the number of all buckets, or of those that the inputs of
  /// a chunk may point into if they stay in their planes.
  InputPartition(mlir::OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                 const UnpoolPartition &partition, const UnpoolBuckets &buckets,
                 int64_t numBuckets);
  void emit(WordBuilder &w, mlir::Value chunk, mlir::Value thread);

private:
  /// Returns whether inputs have to stay in their planes.
  bool isLocal() const { return numBuckets < buckets.numBuckets; }
  void loadQuad(WordBuilder &w, mlir::Value quad, mlir::Value firstBucket,
                llvm::SmallVectorImpl<Pair> &pairs);

  /// The values, in units of four values or of 16 bytes, whichever is smaller.
  mlir::Value values;
};

/// The kernel that partitions the pairs of coarse buckets into fine buckets, a
/// chunk of pairs to a workgroup.
class CoarseBucketPartition : public UnpoolRadixPartition {
public:
  CoarseBucketPartition(const UnpoolInputs &inputs,
                        const UnpoolPartition &partition)
      : UnpoolRadixPartition(inputs, partition, partition.getFineBuckets(),
                             partition.getFinePerCoarse()) {}
  void emit(WordBuilder &w, mlir::Value chunk, mlir::Value thread);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H
