//===- UnpoolBuckets.h - Unpooling of listed inputs -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H

#include "UnpoolPartition.h"

namespace dml {

/// Entries that a thread of a bin holds, at most.
constexpr int64_t kEntriesPerThread = 8;

/// The kernel that writes every element of the result: a workgroup finds the
/// winners of a bin among the entries of its list.
class BinEmitter {
public:
  BinEmitter(mlir::OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
             const UnpoolPartition &partition);

  void allocate(WordBuilder &w);
  void emit(WordBuilder &w, mlir::Value bin, mlir::Value thread);

private:
  struct Entry {
    mlir::Value isHere;
    /// In the map.
    mlir::Value place;
    /// The position plus 1: 0 is no input.
    mlir::Value winner;
    llvm::SmallVector<mlir::Value, 2> value;
  };

  llvm::SmallVector<Entry, 0> loadEntries(WordBuilder &w, mlir::Value bin,
                                          mlir::Value thread);
  void share(WordBuilder &w, int64_t count, mlir::Value thread,
             llvm::function_ref<void(WordBuilder &, mlir::Value)> body);
  mlir::Value getMapPosition(WordBuilder &w, mlir::Value place);
  void emitVector(WordBuilder &w, mlir::Value bin, mlir::Value vector);

  const UnpoolInputs &inputs;
  const UnpoolPartition &partition;
  int64_t vectorLength, wordsPerElement;
  mlir::Value dest;
  /// The winner of each element; then, in as many parts as it has words, its
  /// value.
  mlir::Value map;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLBUCKETS_H
