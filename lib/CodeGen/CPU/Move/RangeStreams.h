//===- RangeStreams.h - Ranges of output written from registers -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a row of the source are dealt out to several ranges of the
// output. Each range gets a piece, which may begin and end within a line. Whole
// lines are stored as they are gathered, so loads and stores take turns. A
// buffer (WriteCombiningBuffer.h) would write all ranges in one burst, and the
// loads behind it would wait. A line that two pieces share is completed in a
// carry: each range has one.
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
  /// The ranges of `output` that begin at `begin` and every `pitch` elements
  /// after. The output is one-dimensional and contiguous, and `misalignment` is
  /// its getMisalignment.
  RangeStreams(mlir::OpBuilder &b, mlir::Location loc, Value output,
               Value misalignment, Value begin, Value bypassesCache,
               int64_t numRanges, Value pitch);

  /// Writes a part of a row to a range, behind the `written` elements that the
  /// range has already.
  void write(int64_t range, Value written, const DealtPart &part);

  /// Writes the elements that are left in the carries, when each range has
  /// `written` elements. Makes all stores visible and frees the carries.
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
