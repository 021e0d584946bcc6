//===- BlockEpilogue.h - What is computed from a block's sums ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H

#include "CodeGen/CPU/VectorBuilder.h"
#include "ContractionBody.h"

namespace dml {

/// An operation that reads a contraction's result (findEpilogue), done on the
/// vectors of a block as soon as their sums are complete.
class BlockEpilogue {
public:
  using Value = mlir::Value;

  /// `input` is the contraction's result, in which so many columns lie side by
  /// side. Fails where they do not in the operation's result, or neither lie
  /// side by side nor are one element in what else it reads; and where its body
  /// is no arithmetic on vectors.
  static mlir::FailureOr<BlockEpilogue> create(mlir::OpOperand &input,
                                               int64_t numColumns);

  /// Creates views of the buffers, for what is emitted after it.
  void createViews(VectorBuilder v);

  /// Computes and stores a vector of sums: from a column on, of the row that
  /// begins at a position of the contraction's result. `mask` has the lanes
  /// that exist, null where all do.
  void emit(VectorBuilder &v, Value row, Value column, Value sums,
            Value mask) const;

private:
  LoopGroup getColumns(const Access &access) const;

  mlir::linalg::LinalgOp op;
  Value sum;
  AccessNest nest;
  int64_t numColumns;
  /// The loops through rows, and those within columns: outermost in the
  /// contraction's result first.
  llvm::SmallVector<unsigned> rows, columns;
  llvm::SmallVector<mlir::Operation *> operations;
  llvm::SmallVector<Value> readViews;
  Value resultView;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H
