//===- UnpoolBuckets.h - Buckets of a radix partition -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A radix partition appends inputs to the lists of buckets. The lists have room
// for evenly spread inputs and some more; a list that is too short makes the
// kernels fall back.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H

#include "UnpoolInputs.h"

namespace dml {

/// Equal buckets of the result, each with a list of the inputs that point into
/// it. The list is an array of pairs (see UnpoolPair) of fixed length in a
/// buffer of device memory. Its count of pairs is one of the control words.
struct UnpoolBuckets {
  int64_t numBuckets;
  /// The elements of the result in a bucket.
  int64_t size;
  /// The pairs for which the list of a bucket has room.
  int64_t capacity;
  /// The number of the control word that is the first bucket's count.
  int64_t firstCountWord;
  /// The pairs of all buckets, as a view of units of UnpoolPair::getNumWords.
  mlir::Value pairs;

  /// Returns the position in `pairs` of the first pair of a bucket, as a word.
  mlir::Value getFirstPair(WordBuilder &w, mlir::Value bucket) const {
    return w.multiply(bucket, capacity);
  }
  /// Loads the number of pairs that the list of a bucket holds. The count
  /// itself is larger if more inputs point into the bucket than it has room
  /// for.
  mlir::Value loadCount(WordBuilder &w, const UnpoolInputs &inputs,
                        mlir::Value bucket) const;
  /// Sets the count of a bucket to 0.
  void clear(WordBuilder &w, const UnpoolInputs &inputs,
             mlir::Value bucket) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H
