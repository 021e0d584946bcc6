//===- MovementStrips.h - Rows of a movement to the stage -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTSTRIPS_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTSTRIPS_H

#include "GatherStrips.h"
#include "MovementIndices.h"
#include "TaskTiling.h"
#include "WindowRows.h"
#include "WriteCombiningBuffer.h"

namespace dml {

/// Builds the rows of one task: gathers their runs in the stage, piece by
/// piece.
class MovementRows {
public:
  MovementRows(MovementIndices &indices, const RunShape &shape,
               const MovementDivision &division, mlir::Value partLength,
               mlir::Value source, LineStage &stage);

  /// The row at these indices of the loops that tasks divide and, where runs
  /// are cut, of the run's parts.
  LineStage::State emit(LineStage::State state,
                        llvm::ArrayRef<mlir::Value> row);

  /// After the last row: frees what was allocated for all of them.
  void finish();

private:
  using Value = mlir::Value;

  LineStage::State emitLoops(LineStage::State state,
                             llvm::SmallVectorImpl<Value> &position,
                             Value begin, Value end);
  LineStage::State emitRun(LineStage::State state,
                           llvm::ArrayRef<Value> position, Value begin,
                           Value end);
  LineStage::State emitPiece(LineStage::State state, Value from,
                             std::optional<RunRange> range, Value begin,
                             Value end, int64_t maxElements);
  void cutRange(RunRange &range, const RunPiece &piece, Value begin);
  std::optional<RunRange> emitRange(llvm::ArrayRef<Value> position);

  MovementIndices &m;
  const RunShape &shape;
  const MovementDivision &division;
  Value partLength, source;
  LineStage &stage;
  /// What a shape with windows reads instead of the source.
  std::optional<WindowRows> windows;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTSTRIPS_H
