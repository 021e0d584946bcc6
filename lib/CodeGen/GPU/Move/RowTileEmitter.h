//===- RowTileEmitter.h - Tiles of rows that end within vectors -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_ROWTILEEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_ROWTILEEMITTER_H

#include "CodeGen/GPU/Schedule/RowTiles.h"
#include "StripEmitter.h"

namespace dml {

/// Emits what the workgroups of a schedule with tiles of rows (RowTiles.h) run.
class RowTileEmitter {
public:
  using Value = mlir::Value;

  /// `buffers` are the results, of one dimension and without gaps. `b` builds
  /// where a launch captures values.
  RowTileEmitter(mlir::OpBuilder &b, StripEmitter &strips,
                 const ThreadSchedule &schedule, mlir::ValueRange buffers);

  int64_t getNumWorkgroups() const;
  void emit(WordBuilder &w, Value workgroup, Value thread);

private:
  struct Result {
    int64_t elementBytes;
    /// The result's first vector in its buffer.
    int64_t firstVector;
    Value vectors;
    /// Words of the tile, with room for a strip before and behind it.
    Value shared = {};

    int64_t getNumWords(int64_t elements) const {
      return elements * elementBytes / kWordBytes;
    }
    int64_t getWordLength() const { return getElementsPerWord(elementBytes); }
  };

  /// Where a word of the tile lies in workgroup memory.
  Value getPosition(WordBuilder &w, const Result &result, int64_t step,
                    Value word) const;
  bool hasWholeWords(const Result &result) const {
    return rowElements * result.elementBytes % kWordBytes == 0;
  }
  /// Elements of a vector of the narrowest result, which tiles are multiples
  /// of.
  int64_t getUnit() const;
  /// Whether some step has a plane that begins and ends within a vector.
  bool hasShifts() const {
    return schedule.repeated && planeElements % getUnit() != 0;
  }
  void locate(WordBuilder &w, Value workgroup);
  /// The first whole vector of a plane begins with the element `begin`. The
  /// plane has `shift` elements before that.
  struct Start {
    Value begin, shift;
  };
  Start getStart(WordBuilder &w, Value number) const;
  llvm::SmallVector<llvm::SmallVector<Value>>
  computeStrip(WordBuilder &w, llvm::ArrayRef<StripEmitter::Values> indices);
  llvm::SmallVector<Value>
  interleave(WordBuilder &w, const Result &result,
             llvm::ArrayRef<llvm::SmallVector<Value>> turns) const;
  void keepWords(WordBuilder &w, const Result &result, int64_t step,
                 llvm::ArrayRef<Value> words, Value place, Value isLast) const;
  void keepShifted(WordBuilder &w, const Result &result, int64_t step,
                   llvm::ArrayRef<Value> words, Value place,
                   Value isLast) const;
  void storeTile(WordBuilder &w, const Result &result, int64_t step,
                 Value thread) const;
  void storeEnds(WordBuilder &w, Value thread) const;

  StripEmitter &strips;
  const ThreadSchedule &schedule;
  int64_t numElements, rowElements;
  /// Elements of a row's last strip.
  int64_t lastElements;
  /// Elements of a plane, which tiles divide, and its tiles.
  int64_t planeElements, tilesPerPlane;
  llvm::SmallVector<Result> results;
  /// The words of the result, if planes end within vectors.
  Value resultWords;

  /// Indices: the workgroup's tile of its planes and, if tiles have several
  /// steps, which planes: groups have one at each step.
  Value tile, group;
  /// Of each step.
  llvm::SmallVector<Start> starts;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_ROWTILEEMITTER_H
