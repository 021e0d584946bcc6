//===- BlockEpilogue.h - What is computed from a block's sums ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H
#define DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H

#include "CodeGen/CPU/IndexBuilder.h"
#include "ContractionBody.h"

namespace dml {

/// An operation that reads a contraction's result (findEpilogue), done on the
/// vectors of a block as soon as their sums are complete.
class BlockEpilogue {
public:
  using Value = mlir::Value;

  /// `input` is the contraction's result. Fails where neighbours along the
  /// contraction's columns are not neighbours in the operation's result, and
  /// neighbours or one element in what else it reads; and where its body is no
  /// arithmetic on vectors.
  static mlir::FailureOr<BlockEpilogue> create(mlir::OpOperand &input,
                                               const AccessNest &nest,
                                               const Contraction &contraction);

  /// Creates views of the buffers, for what is emitted after it.
  void createViews(mlir::OpBuilder &b, mlir::Location loc);

  /// Where a vector of sums lies.
  struct Place {
    /// Of the contraction's loops.
    llvm::ArrayRef<Value> batch;
    /// The row is this one and so many more.
    Value row;
    int64_t rowInBlock;
    Value column;
  };
  /// Computes and stores a vector. `mask` has the lanes that exist, null where
  /// all do.
  void emit(IndexBuilder &i, const Place &place, Value sums, Value mask) const;

private:
  /// Its loops as parts of the contraction's: iteration i of that is iteration
  /// `i / divisor % size` of this one.
  struct LoopPart {
    enum Group { Batch, Rows, Columns } group = Batch;
    /// The number of the batch's loop.
    unsigned batchLoop = 0;
    int64_t divisor = 1;
    bool isOutermost = true;
  };
  mlir::LogicalResult addPart(const NestLoop &loop, int64_t stride,
                              const AccessNest &contractionNest,
                              const Contraction &contraction);
  LoopGroup getColumns(const Access &access) const;
  Value getPosition(IndexBuilder &i, const Access &access,
                    const Place &place) const;

  mlir::linalg::LinalgOp op;
  Value sum;
  AccessNest nest;
  /// One for each loop; those of loops of one iteration say nothing.
  llvm::SmallVector<LoopPart> parts;
  /// The loops within columns, outermost first.
  llvm::SmallVector<unsigned> columns;
  llvm::SmallVector<mlir::Operation *> operations;
  llvm::SmallVector<Value> readViews;
  Value resultView;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_CONTRACT_BLOCKEPILOGUE_H
