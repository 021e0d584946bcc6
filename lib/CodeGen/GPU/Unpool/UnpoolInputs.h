//===- UnpoolInputs.h - Indices and control words of unpooling --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H

#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/IR/DMLDialect.h"
#include "dml/Target/LaunchPlan.h"
#include <array>

namespace dml {

/// The words through which the kernels of an unpooling tell each other, and the
/// host, what they found.
struct UnpoolControl {
  enum Word {
    /// The words of an IndexReport.
    Report = 0,
    /// What a sample of the inputs shows: UnpoolHint.
    Hint = IndexReport::NumWords,
    /// Not 0 if some input is looked at by nobody who should, or has no room in
    /// its list.
    Stray,
    NumWords = 8
  };
};

/// Where inputs point that do not point into the tile of their own band.
enum UnpoolHint {
  /// Into the next one, which has to look back.
  LooksBack = 1,
  /// Into the one before, which has to look ahead.
  LooksAhead = 2,
  /// Anywhere else, or so that it counts as such.
  Elsewhere = 4,
  /// Not even in the plane that is theirs; where that makes a difference.
  OtherPlane = 8
};

/// An index as 32-bit words.
struct UnpoolIndex {
  mlir::Value low;
  /// Nothing for indices of 32 bits.
  mlir::Value high;
};

/// What the kernels may use.
struct UnpoolLimits {
  int64_t workgroupSize, maxWorkgroups, maxWorkgroupMemory, maxBufferBytes;
};

/// The buffers of a dml.unpool that every kernel of it may need.
class UnpoolInputs {
public:
  UnpoolInputs() = default;
  /// Views buffers where the builder stands, outside of kernels.
  UnpoolInputs(mlir::OpBuilder &b, UnpoolOp op, mlir::Value control);

  int64_t getNumInputs() const { return numInputs; }
  int64_t getNumOutputs() const { return numOutputs; }
  int64_t getNumQuads() const { return llvm::divideCeil(numInputs, 4); }
  /// Of a row, and of a plane.
  int64_t getInputWidth() const { return inputWidth; }
  int64_t getInputsPerPlane() const { return inputsPerPlane; }
  /// 32-bit words of an index.
  int64_t getIndexWords() const { return indexWords; }
  mlir::Value getControl() const { return control; }

  /// A word of the index at a position.
  mlir::Value loadWord(WordBuilder &w, mlir::Value position,
                       int64_t part) const;
  UnpoolIndex load(WordBuilder &w, mlir::Value position) const;
  /// The indices of inputs 4 * quad to 4 * quad + 3, of which the last may be
  /// behind the end.
  std::array<UnpoolIndex, 4> loadQuad(WordBuilder &w, mlir::Value quad) const;
  /// Whether an input of a quad is none; nothing where every quad is full.
  mlir::Value isBehindEnd(WordBuilder &w, mlir::Value position) const;

  /// Whether an index is in [begin, begin + size).
  mlir::Value isInside(WordBuilder &w, const UnpoolIndex &index,
                       mlir::Value begin, mlir::Value size) const;
  /// All 64 bits count: 2^32 + k is out of range, not k (U3).
  mlir::Value isOutOfRange(WordBuilder &w, const UnpoolIndex &index) const;
  /// Notes an index out of range.
  void emitReport(WordBuilder &w, mlir::Value position) const;
  /// Leaves the whole operation to the general path.
  void emitStray(WordBuilder &w) const;

private:
  int64_t numInputs, numOutputs, inputWidth, inputsPerPlane, indexWords;
  mlir::Value words, vectors, control;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLINPUTS_H
