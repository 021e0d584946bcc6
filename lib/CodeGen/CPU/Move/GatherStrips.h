//===- GatherStrips.h - Strips of elements in vectors -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the next elements of an output in vectors of one cache line. The last
// vector of a strip reaches past its end in the source and in the buffer. The
// buffer has room for that, and the next strip overwrites it. At the very end
// of the source, elements are read one by one.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H
#define DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace dml {

/// Bytes of the output that are gathered at once.
constexpr int64_t kPieceBytes = 1024;
/// Bytes that the vectors of a piece may reach past its end.
constexpr int64_t kPieceSlackBytes = 2 * kPieceBytes;
/// The largest stride of a strip's elements, and the most sources that a strip
/// interleaves.
constexpr int64_t kMaxStripStride = 16;
constexpr int64_t kMaxStripSources = 16;
/// The most sources of rows that fill less than a fifth of a line.
constexpr int64_t kMaxShortStripSources = 8;

/// A piece's place in the source and in the buffer, both one-dimensional.
struct StripPiece {
  /// Position of the first element.
  mlir::Value source, position;
  /// The piece belongs at `cursor`.
  mlir::Value staging, cursor;
  /// Rows of elements that are neighbours in source and output, and whether
  /// there may be more than one.
  mlir::Value numRows, rowLength;
  bool hasRows;
  /// An upper bound of the elements of all rows.
  int64_t maxElements;
  /// Whether kPieceSlackBytes can be read past any piece.
  bool hasSlack = false;
};

/// The rows and, in them, the columns of a piece where all predicates hold.
struct StripRange {
  mlir::Value firstRow, lastRow, firstColumn, lastColumn;
  /// The value of all other elements.
  mlir::TypedAttr outside;
};

/// Gathers elements that are `stride` apart, from one row to the next too.
/// Positions of elements outside of the range may be invalid.
void emitStridedPiece(mlir::OpBuilder &b, mlir::Location loc,
                      const StripPiece &piece, int64_t stride,
                      const std::optional<StripRange> &range);

/// Gathers the one row of each of `numSources` sources, in turn: neighbouring
/// sources are `distance` elements apart.
void emitInterleavedPiece(mlir::OpBuilder &b, mlir::Location loc,
                          const StripPiece &piece, int64_t numSources,
                          mlir::Value distance);

/// Loads the lines whose elements are dealt out to so many parts, in turn, and
/// returns the parts, in whose first lanes are `numElements`: at most a line.
/// Prefetches what lies `distance` elements further on.
llvm::SmallVector<mlir::Value> loadDealt(mlir::OpBuilder &b, mlir::Location loc,
                                         mlir::Value source,
                                         mlir::Value position, int64_t numParts,
                                         int64_t numElements,
                                         mlir::Value distance);

/// Deals the one row of a source out to as many cursors, in turn. The next row
/// will be `distance` elements further on; null if there are no others.
void emitDealtPiece(mlir::OpBuilder &b, mlir::Location loc,
                    const StripPiece &piece,
                    llvm::ArrayRef<mlir::Value> cursors, mlir::Value distance);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H
