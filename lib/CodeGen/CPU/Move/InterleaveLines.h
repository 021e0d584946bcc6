//===- InterleaveLines.h - Elements of lines in another order ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each shuffle has two lines as its sources: one instruction where registers
// are as long as a line.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_INTERLEAVELINES_H
#define DML_LIB_CODEGEN_CPU_MOVE_INTERLEAVELINES_H

#include "mlir/IR/Builders.h"

namespace dml {

/// The elements of all lines in turn, in as many lines.
llvm::SmallVector<mlir::Value>
interleaveLines(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange lines);

/// Cuts lines into lanes of as many elements as there are lines, a power of
/// two, and transposes each lane: element c of a lane of line r becomes element
/// r of that lane of line c.
llvm::SmallVector<mlir::Value>
transposeLanes(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange lines);

/// Blocks of rows and columns that registers transpose.
struct BlockShape {
  /// Powers of two; the first divides the second. At most 16, of halves 8, and
  /// a line.
  int64_t numRows, numColumns;

  /// The largest block of so many rows and columns.
  static BlockShape get(int64_t rows, int64_t columns, int64_t lineElements);
};

/// The rows of a block, from its columns.
llvm::SmallVector<mlir::Value> transposeBlock(mlir::OpBuilder &b,
                                              mlir::Location loc,
                                              mlir::ValueRange columns,
                                              BlockShape shape);

/// The reverse of interleaveLines for `numParts` parts: part p has the elements
/// p, p + numParts, … of the lines one after the other, of which there are at
/// most `numParts`. Elements past the lines' last one are poison.
llvm::SmallVector<mlir::Value> deinterleaveLines(mlir::OpBuilder &b,
                                                 mlir::Location loc,
                                                 mlir::ValueRange lines,
                                                 int64_t numParts);

/// The elements at these positions of lines that follow each other, and poison
/// behind them.
mlir::Value gatherFromLines(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::ValueRange lines,
                            llvm::ArrayRef<int64_t> positions);

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_INTERLEAVELINES_H
