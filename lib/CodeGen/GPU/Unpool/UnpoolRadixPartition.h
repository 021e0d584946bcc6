//===- UnpoolRadixPartition.h - Entering inputs into lists ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H

#include "UnpoolPartition.h"

namespace dml {

/// What a thread distributes, in quads of inputs.
constexpr int64_t kQuadsPerThread = 2;

/// Distributes the entries of a block among lists. A workgroup sorts them by
/// list and writes what lies side by side there side by side. They pass through
/// its memory a word at a time: with all of it, few workgroups would share a
/// processor.
class EntryDistributor {
public:
  /// To so many of `lists`.
  EntryDistributor(const UnpoolInputs &inputs, const UnpoolPartition &partition,
                   const UnpoolLists &lists, int64_t numKeys)
      : inputs(inputs), partition(partition), lists(lists), numKeys(numKeys) {}

  /// Of workgroup memory, beside one for each input of a block.
  static constexpr int64_t kWordsPerKey = 3;
  void allocate(WordBuilder &w);

protected:
  /// What a thread enters.
  struct Item {
    /// The list, counted from the first one of the block.
    mlir::Value key;
    mlir::Value isHere;
    llvm::SmallVector<mlir::Value> words;
  };

  void distribute(WordBuilder &w, mlir::Value thread, mlir::Value firstList,
                  llvm::ArrayRef<Item> items);

  const UnpoolInputs &inputs;
  const UnpoolPartition &partition;
  const UnpoolLists &lists;
  int64_t numKeys;

private:
  void forEachKey(WordBuilder &w, mlir::Value thread,
                  llvm::function_ref<void(WordBuilder &, mlir::Value)> body);
  llvm::SmallVector<mlir::Value> countItems(WordBuilder &w,
                                            llvm::ArrayRef<Item> items);
  void placeKeys(WordBuilder &w, mlir::Value thread, mlir::Value firstList);
  llvm::SmallVector<mlir::Value> sort(WordBuilder &w, mlir::Value thread,
                                      llvm::ArrayRef<Item> items,
                                      llvm::ArrayRef<mlir::Value> places,
                                      llvm::ArrayRef<mlir::Value> words);

  /// Of each key: its items in the block, and one word more; later, in one of
  /// the two, the items of all keys up to it, and in the other of those before.
  std::array<mlir::Value, 2> sums;
  mlir::Value ends, begins;
  /// The entries that the list of each key had before.
  mlir::Value befores;
  /// A word of each item.
  mlir::Value sorted;
};

/// A kernel that enters all inputs, a block at a time.
class InputDistributor : public EntryDistributor {
public:
  /// To all lists, or to as many as a block's inputs may point into if they
  /// stay in their planes.
  InputDistributor(mlir::OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                   const UnpoolPartition &partition, const UnpoolLists &lists,
                   int64_t numKeys);
  void emit(WordBuilder &w, mlir::Value block, mlir::Value thread);

private:
  bool isLocal() const { return numKeys < lists.number; }
  void loadQuad(WordBuilder &w, mlir::Value quad, mlir::Value firstList,
                llvm::SmallVectorImpl<Item> &items);

  /// Units of four values, or of 16 bytes where these are larger.
  mlir::Value values;
};

/// The kernel that distributes the entries of buckets among their bins.
class BucketDistributor : public EntryDistributor {
public:
  BucketDistributor(const UnpoolInputs &inputs,
                    const UnpoolPartition &partition)
      : EntryDistributor(inputs, partition, partition.getBins(),
                         partition.getBinsPerBucket()) {}
  void emit(WordBuilder &w, mlir::Value block, mlir::Value thread);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLRADIXPARTITION_H
