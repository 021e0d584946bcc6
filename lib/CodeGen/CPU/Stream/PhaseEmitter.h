//===- PhaseEmitter.h - Rows of results, phase by phase ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements 0, 11, 22, … of a fold's row read neighbours if the stride is 11, so
// each such phase makes vectors. A task computes a block of rows in memory of
// its own, one phase of all rows after the other, which reads long parts of the
// input in order. Then it writes the rows, for which it transposes tiles of
// iterations and phases.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_STREAM_PHASEEMITTER_H
#define DML_LIB_CODEGEN_CPU_STREAM_PHASEEMITTER_H

#include "StreamRows.h"

namespace dml {

/// Builds the tasks of one operation with one result.
class PhaseEmitter : StreamRows {
public:
  PhaseEmitter(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
               const AccessNest &nest, const StreamSchedule &schedule);

  /// Fails where the body does not work in vectors.
  llvm::LogicalResult emit();

private:
  /// Elements [begin, end) of rows that follow each other.
  struct Block {
    llvm::SmallVector<Value> indices;
    Value firstRow, numRows, begin, end;
  };

  llvm::SmallVector<Value> getBlockSizes();
  Block getBlock(Value number);
  /// Of all loops but the innermost one, for a row of those that rows lie
  /// along.
  llvm::SmallVector<Value> getIndices(const Block &block, Value row);
  /// The result's first element in a row of the block.
  Value getPosition(const Block &block, Value row);
  void compute(const Block &block);
  void write(const Block &block);
  Values writeTiles(Value place, const Block &block, Value iteration,
                    mlir::ValueRange state);
  /// Where a phase of a row starts in the block's memory.
  Value getPlace(Value row, Value phase);

  int64_t numPhases;
  /// The loops outside of those that rows lie along.
  llvm::ArrayRef<NestLoop> outerLoops;
  Value numRows;
  int64_t numParts;
  /// What is transposed at once; its columns are phases.
  BlockShape tile;
  int64_t numTiles;
  /// Elements from a phase to the next one in the block's memory.
  int64_t pitch;
  Value misalignment;
  /// Of the rows that are written.
  WriteCombiningBuffer *staging = nullptr;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_STREAM_PHASEEMITTER_H
