//===- UnpoolInputs.h - Inputs and control words of unpooling ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel of an unpooling reads indices through UnpoolInputs, and tells
// the others through the control words what it found: whether inputs stay in
// their planes, whether one was missed, which are out of range.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H

#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Target/LaunchPlan.h"
#include <array>

namespace dml {

/// The control words: a small buffer through which the kernels of an unpooling
/// tell each other and the host what they found.
struct UnpoolControl {
  enum Word {
    /// The first of the words of an IndexReport.
    Report = 0,
    /// 1 if some of a sample of the inputs point out of their plane. Set only
    /// where the partition skips the coarse buckets otherwise.
    AcrossPlanes = IndexReport::NumWords,
    /// Not 0 if the fallback must do the whole operation again, because some
    /// input was missed: its bucket had no room, or its index is out of range.
    Fallback,
    NumWords = 8
  };
};

/// An index as one or two 32-bit words.
struct UnpoolIndex {
  mlir::Value low;
  /// Null for indices of 32 bits.
  mlir::Value high;
};

/// Threads of a workgroup, and the limits of the device: threads that a
/// workgroup may have, workgroups of a launch in each dimension, bytes of
/// workgroup memory, of a buffer and of the cache.
struct UnpoolLimits {
  int64_t workgroupSize, maxInvocations, maxWorkgroups, maxWorkgroupMemory,
      maxBufferBytes, cacheBytes;
};

/// The 32-bit words of a value: a narrow one in the low bits of a word that has
/// no others.
using UnpoolValue = llvm::SmallVector<mlir::Value, 2>;

/// The indices, the values and the control words of a dml.unpool.
/// Positions, of inputs, are words. A quad is four inputs, the first of which
/// is at a multiple of 4.
class UnpoolInputs {
public:
  UnpoolInputs() = default;
  /// Views the buffers, outside of kernels. `control` is a buffer of i32.
  UnpoolInputs(mlir::OpBuilder &b, UnpoolOp op, mlir::Value control);

  int64_t getNumInputs() const { return numInputs; }
  int64_t getNumOutputs() const { return numOutputs; }
  int64_t getNumQuads() const { return llvm::divideCeil(numInputs, 4); }
  /// Returns the 32-bit words of an index, 1 or 2.
  int64_t getIndexWords() const { return indexWords; }
  /// Returns the type of the indices' buffer.
  mlir::MemRefType getIndexType() const { return indexType; }
  /// Returns the words that the values of a quad take.
  int64_t getValueWords() const { return elementBytes; }
  mlir::Value getControl() const { return control; }

  /// Loads a word of the index at a position: part 0 is the low word.
  mlir::Value loadWord(WordBuilder &w, mlir::Value position,
                       int64_t part) const;
  UnpoolIndex load(WordBuilder &w, mlir::Value position) const;
  /// Loads the words that hold the indices of the inputs 4 * quad to 4 * quad +
  /// 3, and those that hold their values. Those past the last input are
  /// undefined.
  llvm::SmallVector<mlir::Value> loadIndexWords(WordBuilder &w,
                                                mlir::Value quad) const;
  llvm::SmallVector<mlir::Value> loadValueWords(WordBuilder &w,
                                                mlir::Value quad) const;
  /// What such words hold.
  std::array<UnpoolIndex, 4> getIndices(mlir::ValueRange words) const;
  std::array<UnpoolValue, 4> getValues(WordBuilder &w,
                                       mlir::ValueRange words) const;
  /// Returns whether input `number` of a quad exists: the last quad may reach
  /// past the last input.
  mlir::Value exists(WordBuilder &w, mlir::Value quad, int64_t number) const;

  /// Returns the bits that `test` returns for any of a sample of the inputs,
  /// given their positions and indices. All threads of one workgroup must call
  /// this code.
  mlir::Value
  sample(WordBuilder &w, mlir::Value thread, int64_t workgroupSize,
         llvm::function_ref<mlir::Value(mlir::Value, const UnpoolIndex &)> test)
      const;

  /// Returns whether an index is in [begin, begin + size).
  mlir::Value isInside(WordBuilder &w, const UnpoolIndex &index,
                       mlir::Value begin, mlir::Value size) const;
  /// Returns whether an index is out of range. All 64 bits count: 2^32 + k is
  /// out of range, though its low word is k (U3).
  mlir::Value isOutOfRange(WordBuilder &w, const UnpoolIndex &index) const;
  /// Sets UnpoolControl::Fallback.
  void emitFallback(WordBuilder &w) const;

private:
  int64_t numInputs, numOutputs, indexWords, elementBytes;
  mlir::MemRefType indexType;
  /// The indices as words and as vectors, and the values in units of four
  /// values or of 16 bytes, whichever is smaller.
  mlir::Value words, vectors, values, control;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H
