//===- GatherStrips.h - Strips of elements in vectors -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the next elements of an output in vectors of one cache line. The last
// vector of a strip reaches past its end in the source and in the target: a
// buffer or the output. The target has room for that, and the next strip
// overwrites it. At the very end of the source, elements are read one by one.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H
#define DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H

#include "CodeGen/CPU/Schedule/StripShape.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace dml {

/// Bytes of the output that are gathered at once.
constexpr int64_t kPieceBytes = 1024;
/// Bytes that the vectors of a piece may reach past its end.
constexpr int64_t kPieceSlackBytes = 2 * kPieceBytes;
/// The rows and, in them, the columns of a piece where all predicates hold.
struct StripRange {
  mlir::Value firstRow, lastRow, firstColumn, lastColumn;
  /// The value of all other elements.
  mlir::TypedAttr outside;
};

/// The next elements of a strip, in one-dimensional buffers.
struct StripPiece {
  mlir::Value source;
  /// Position of the first element.
  mlir::Value position;
  /// Where the piece belongs: in a buffer or in the output; several places if
  /// elements are dealt out.
  mlir::Value target;
  llvm::SmallVector<mlir::Value> cursors;
  /// The strip's. Several sources have one row each.
  const StripShape &shape;
  /// Rows of elements that are neighbours in source and output.
  mlir::Value numRows, rowLength;
  /// An upper bound of the elements of all rows.
  int64_t maxElements;
  /// Elements from where one source begins to where the next one does; null if
  /// there is one source.
  mlir::Value distance = {};
  /// Whether most pieces have `maxElements`: not where the length of rows is
  /// not known.
  bool isMostlyFull = true;
  /// If elements are dealt out: where each row begins, in elements from the
  /// first row. Each row takes as many cursors as its elements are apart.
  llvm::SmallVector<mlir::Value> rowOffsets = {};
  /// The elements between what is loaded and what is prefetched; null if
  /// nothing is prefetched.
  mlir::Value prefetchDistance = {};
  /// Where elements exist, if not everywhere. Positions of others may be
  /// invalid.
  std::optional<StripRange> range = std::nullopt;
};

/// Gathers a piece: from several sources in turn; from one source, its elements
/// apart; or deals its elements out to several cursors, in turn.
void emitPiece(const VectorBuilder &v, const StripPiece &piece);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_GATHERSTRIPS_H
