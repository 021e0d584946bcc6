//===- RangeStreams.h - Ranges of output written from registers -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of the source that is dealt out to several ranges of the output gives
// each of them a piece that may begin and end within lines. Lines between are
// stored as they are gathered, so loads and stores take turns. Through a buffer
// (WriteCombiningBuffer.h), the stores of all ranges would follow each other,
// and the loads behind them would wait. A line that two pieces share waits in a
// carry, one for each range.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_RANGESTREAMS_H
#define DML_LIB_CODEGEN_CPU_MOVE_RANGESTREAMS_H

#include "CodeGen/CPU/VectorBuilder.h"

namespace dml {

/// The part of a row of the source that one range takes: `length` elements,
/// `stride` apart, the first at `position` + `part`.
struct DealtPart {
  mlir::Value source, position, length;
  int64_t stride, part;
};

/// Builds the code of one task, which writes the same number of elements to
/// each range.
class RangeStreams : VectorBuilder {
public:
  /// Of `output`, one-dimensional and contiguous, the ranges that begin at
  /// `begin` and every `pitch` elements after. `misalignment` is
  /// getMisalignment of the output.
  RangeStreams(mlir::OpBuilder &b, mlir::Location loc, Value output,
               Value misalignment, Value begin, Value bypassesCache,
               int64_t numRanges, Value pitch);

  /// Writes a part of a row to a range, of which `written` elements were given
  /// before.
  void write(int64_t range, Value written, const DealtPart &part);

  /// Writes what the carries hold when each range was given `written` elements,
  /// makes all of it visible and frees the carries.
  void finish(Value written);

private:
  /// Where the next element of a range belongs: in the output, and in a line
  /// of it.
  struct Place {
    Value inOutput, inLine;
  };

  Value getBegin(Value range) { return add(begin, multiply(range, pitch)); }
  Value getCarry(Value range) { return multiply(range, carryElements); }
  Place getPlace(Value range, Value written);

  void writeVectors(Value range, const Place &place, const DealtPart &part);
  void writeElements(Value range, const Place &place, const DealtPart &part);
  Value gather(const DealtPart &part, Value first);
  void writeCarry(Value range, Value lineBegin, Value end);

  Value output, misalignment, begin, bypassesCache, pitch, stack, carries;
  int64_t numRanges, lineElements, carryElements;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_RANGESTREAMS_H
