//===- UnpoolBucketWriter.h - Unpooling of a sorted bucket ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last kernel of a radix partition. The buckets' lists hold the inputs in
// any order, so the kernel finds the last input of each element with an atomic
// maximum, in workgroup memory.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETWRITER_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETWRITER_H

#include "UnpoolPartition.h"

namespace dml {

/// The most pairs of a fine bucket that a thread holds.
constexpr int64_t kPairsPerThread = 8;

/// The kernel that writes every element of the result, after the inputs were
/// partitioned. A workgroup finds the winners of a fine bucket among its pairs
/// and writes the bucket in 16-byte vectors.
class UnpoolBucketWriter {
public:
  UnpoolBucketWriter(mlir::OpBuilder &b, UnpoolOp op,
                     const UnpoolInputs &inputs,
                     const UnpoolPartition &partition);

  /// Allocates the workgroup memory, at the start of the kernel.
  void allocate(WordBuilder &w);
  void emit(WordBuilder &w, mlir::Value bucket, mlir::Value thread);

private:
  /// A pair that a thread holds.
  struct Pair {
    /// An i1: whether the thread holds a pair here.
    mlir::Value isPresent;
    /// The word of the map for the element that the input points to.
    mlir::Value mapPosition;
    /// The input's position plus 1; 0 stands for no input.
    mlir::Value winner;
    /// The words of the value.
    llvm::SmallVector<mlir::Value, 2> value;
  };

  llvm::SmallVector<Pair, 0> loadPairs(WordBuilder &w, mlir::Value bucket,
                                       mlir::Value thread);
  /// Calls `body` for the items below `count` that are the thread's.
  void forEachItem(WordBuilder &w, int64_t count, mlir::Value thread,
                   llvm::function_ref<void(mlir::Value)> body);
  mlir::Value getMapPosition(WordBuilder &w, mlir::Value element);
  void emitVector(WordBuilder &w, mlir::Value bucket, mlir::Value vector);

  const UnpoolInputs &inputs;
  const UnpoolPartition &partition;
  int64_t vectorLength, wordsPerElement;
  mlir::Value dest;
  /// Workgroup memory. It first holds the winner of each element of the bucket,
  /// then the values: all their first words, then all their second words.
  mlir::Value map;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETWRITER_H
