//===- UnpoolPartition.h - Unpooling of inputs sorted by place --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H

#include "UnpoolInputs.h"
#include "UnpoolPair.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// Lists of entries, each for a part of the result. Their lengths lie behind
/// the control words.
struct UnpoolLists {
  int64_t number;
  /// Elements of the result for each list.
  int64_t partSize;
  /// Entries for which a list has room.
  int64_t capacity;
  /// The word that is the first list's length.
  int64_t firstLength;
  /// A unit for each entry.
  mlir::Value entries;

  /// Where the entries of a list begin.
  mlir::Value getFirstEntry(WordBuilder &w, mlir::Value list) const {
    return w.multiply(list, capacity);
  }
  /// How many entries a list has; more may have been meant for it.
  mlir::Value loadLength(WordBuilder &w, const UnpoolInputs &inputs,
                         mlir::Value list) const;
  /// Sets the length of a list to 0.
  void clear(WordBuilder &w, const UnpoolInputs &inputs,
             mlir::Value list) const;
};

/// A partition of an unpooling's result into bins, whose maps of winners fit
/// the memory of a workgroup, for inputs that point anywhere. Inputs are
/// entered into lists, one for each bin; then a workgroup for each bin finds
/// its winners. Where there are many bins, inputs are entered into lists for
/// buckets of consecutive bins first, unless they stay in their planes.
class UnpoolPartition {
public:
  /// Given as many planes of inputs as of results. Nothing where the result or
  /// the lists are too large, or the result ends within a vector.
  static std::optional<UnpoolPartition> choose(mlir::MemRefType values,
                                               mlir::MemRefType dest,
                                               const UnpoolLimits &limits);

  /// The control words, and the lengths of all lists.
  int64_t getNumControlWords() const {
    return UnpoolControl::NumWords + buckets.number + bins.number;
  }
  /// UnpoolHint::OtherPlane for an input that points out of its plane, if that
  /// makes a difference.
  mlir::Value emitHint(WordBuilder &w, const UnpoolInputs &inputs,
                       mlir::Value position, const UnpoolIndex &index) const;

  /// Allocates the lists where the builder stands, outside of kernels.
  void allocate(mlir::OpBuilder &b, mlir::Location loc);

  /// Sets the lengths of the first lists that are filled to 0 where the hint
  /// says that inputs point anywhere; in each thread of one workgroup.
  void emitClear(WordBuilder &w, const UnpoolInputs &inputs, mlir::Value thread,
                 mlir::Value hint) const;

  /// Emits the kernels that fill the lists, and one that writes every element
  /// of the result, where the hint says that inputs point anywhere.
  /// UnpoolControl::Stray says whether a list is too short, or an input points
  /// out of the result.
  mlir::LogicalResult emitKernels(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs) const;

  const UnpoolLimits &getLimits() const { return limits; }
  int64_t getElementBytes() const { return elementBytes; }
  const UnpoolEntry &getEntry() const { return entry; }

  bool hasBuckets() const { return bins.partSize < buckets.partSize; }
  /// Whether inputs that stay in their planes need no buckets.
  bool hasLocalInputs() const { return binsPerBlock.has_value(); }
  /// The first of the bins that the inputs of a block may point into if these
  /// stay in their planes.
  mlir::Value getFirstBin(WordBuilder &w, mlir::Value block) const;

  const UnpoolLists &getBins() const { return bins; }
  const UnpoolLists &getBuckets() const { return buckets; }
  int64_t getBinsPerBucket() const { return buckets.partSize / bins.partSize; }

  /// What a workgroup distributes together.
  int64_t getBlockSize() const;
  int64_t getBlocksPerBucket() const {
    return llvm::divideCeil(buckets.capacity, getBlockSize());
  }

private:
  bool chooseBins();
  bool chooseBuckets();
  void layOut();
  void chooseLocal();
  int64_t getMaxKeys() const;
  bool fits(const UnpoolLists &lists) const;
  int64_t getCapacity(int64_t size) const;

  UnpoolLimits limits;
  int64_t numInputs, numOutputs, elementBytes;
  int64_t inputsPerPlane, outputsPerPlane;
  /// Where there are buckets that inputs can skip.
  std::optional<int64_t> binsPerBlock;
  UnpoolLists bins, buckets;
  UnpoolEntry entry;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPARTITION_H
