//===- MovementStrips.h - Rows of a movement, strip by strip ----*- C++ -*-===//
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

/// Builds the rows of one task: gathers their strips in the buffer, piece by
/// piece.
class MovementStrips {
public:
  MovementStrips(MovementIndices &indices, const StripShape &shape,
                 const TaskTiling &division, mlir::Value partLength,
                 mlir::Value source, WriteCombiningBuffer &staging);

  /// The row at these indices of the loops that tasks divide and, where strips
  /// are cut, of the strip's parts.
  WriteCombiningBuffer::State emit(WriteCombiningBuffer::State state,
                                   llvm::ArrayRef<mlir::Value> row);

  /// After the last row: frees what was allocated for all of them.
  void finish();

private:
  using Value = mlir::Value;

  WriteCombiningBuffer::State emitLoops(WriteCombiningBuffer::State state,
                                        llvm::SmallVectorImpl<Value> &position,
                                        Value begin, Value end);
  WriteCombiningBuffer::State emitStrip(WriteCombiningBuffer::State state,
                                        llvm::ArrayRef<Value> position,
                                        Value begin, Value end);
  WriteCombiningBuffer::State emitPiece(WriteCombiningBuffer::State state,
                                        Value from,
                                        std::optional<StripRange> range,
                                        Value begin, Value end,
                                        int64_t maxElements);
  void cutRange(StripRange &range, const StripPiece &piece, Value begin);
  std::optional<StripRange> emitRange(llvm::ArrayRef<Value> position);

  MovementIndices &m;
  const StripShape &shape;
  const TaskTiling &division;
  Value partLength, source;
  WriteCombiningBuffer &staging;
  /// The rows that a shape with windows reads instead of the source.
  std::optional<WindowRows> windows;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTSTRIPS_H
