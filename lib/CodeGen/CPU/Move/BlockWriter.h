//===- BlockWriter.h - Blocks that are written transposed -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_BLOCKWRITER_H
#define DML_LIB_CODEGEN_CPU_MOVE_BLOCKWRITER_H

#include "CodeGen/CPU/IndexBuilder.h"

namespace dml {

/// Blocks of rows and columns that registers transpose.
struct BlockShape {
  /// Powers of two; the first divides the second. At most 16, and a line.
  int64_t numRows, numColumns;

  /// The largest block of so many rows and columns.
  static BlockShape get(int64_t rows, int64_t columns, int64_t elementBytes);
};

/// Iterations [begin, end) of a loop.
struct BlockRange {
  mlir::Value begin, end;
};

/// Builds code that reads blocks by columns and writes them by rows.
class BlockWriter : IndexBuilder {
public:
  /// For a flat view and its getMisalignment. All rows have `rowSize` elements.
  /// If these are whole lines and `exceedsCache` holds, they are written past
  /// the caches.
  BlockWriter(mlir::OpBuilder &b, mlir::Location loc, mlir::Value output,
              mlir::Value misalignment, BlockShape shape, int64_t rowSize,
              mlir::Value exceedsCache);

  BlockShape getShape() const { return shape; }

  struct Block {
    /// Each a vector of its rows.
    Values columns;
    /// The place of the first element in the output.
    Value position;
  };

  /// Writes two ranges, neither shorter than a block, in blocks. The last block
  /// of a range ends with it and overlaps the one before, so that no vector is
  /// masked. `load` returns the block that starts at a row and a column. Rows
  /// are `rowStride` elements apart in the output.
  void emit(BlockRange rows, BlockRange columns, Value rowStride,
            llvm::function_ref<Block(Value, Value)> load);

  /// After the last block of a task: makes all of them visible.
  void finish();

private:
  void forEachBlock(BlockRange range, int64_t length,
                    llvm::function_ref<void(Value)> body);
  Value concatenate(llvm::ArrayRef<Value> parts);
  void emitBlock(const Block &block, Value rowStride);

  BlockShape shape;
  mlir::Value output, bypassesCache;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_BLOCKWRITER_H
