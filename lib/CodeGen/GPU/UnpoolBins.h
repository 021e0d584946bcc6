//===- UnpoolBins.h - Unpooling of inputs sorted by place -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_GPU_UNPOOLBINS_H
#define LIB_CODEGEN_GPU_UNPOOLBINS_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// A partition of each plane of an unpooling's result into bins, whose maps of
/// winners fit the memory of a workgroup. Inputs that point anywhere in their
/// plane are entered into lists, one for each bin; then a workgroup for each
/// bin finds its winners.
class UnpoolBins {
public:
  /// Nothing where planes do not correspond, are too large, or have vectors in
  /// common.
  static std::optional<UnpoolBins>
  choose(mlir::MemRefType values, mlir::MemRefType dest, int64_t workgroupSize,
         int64_t maxWorkgroupMemory, int64_t maxBufferBytes);

  /// Words of one buffer with the lengths of the lists and the lists: devices
  /// need not bind more than four to a kernel.
  int64_t getNumListWords() const {
    return getNumLists() + getNumLists() * capacity;
  }

  /// UnpoolHint::OtherPlane for an input that points out of its plane, else 0.
  mlir::Value emitHint(WordBuilder &w, const UnpoolInputs &inputs,
                       mlir::Value position, const UnpoolIndex &index) const;

  /// Sets the lengths to 0 where the hint says that inputs are elsewhere in
  /// their planes; in each thread of so many.
  void emitClear(WordBuilder &w, mlir::Value thread, mlir::Value hint,
                 mlir::Value lists, int64_t numThreads) const;

  /// Emits a kernel that enters the inputs into the lists, and one that writes
  /// every element of the result, where the hint says that inputs are elsewhere
  /// in their planes. UnpoolControl::Stray says if lists are too short, or an
  /// input points out of its plane after all.
  mlir::LogicalResult emitKernels(mlir::OpBuilder &b, UnpoolOp op,
                                  const UnpoolInputs &inputs, mlir::Value lists,
                                  int64_t maxWorkgroups) const;

private:
  friend class ListEmitter;
  friend class BinEmitter;

  int64_t getNumLists() const { return planes * binsPerPlane; }
  int64_t getBlocksPerPlane() const;
  /// Where a list begins.
  mlir::Value emitFirstEntry(WordBuilder &w, mlir::Value list) const;

  int64_t planes, inputsPerPlane, outputsPerPlane, elementBytes;
  int64_t binsPerPlane;
  /// Entries of a list.
  int64_t capacity;
  int64_t workgroupSize;
};

} // namespace dml

#endif // LIB_CODEGEN_GPU_UNPOOLBINS_H
