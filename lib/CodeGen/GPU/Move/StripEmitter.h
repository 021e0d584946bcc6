//===- StripEmitter.h - Consecutive elements of a result --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H

#include "CodeGen/GPU/Schedule/ThreadSchedule.h"
#include "ElementEmitter.h"

namespace dml {

/// Consecutive elements of a structured operation's results.
struct Strip {
  /// Of the first element in the results.
  mlir::Value position;
  /// Element by element, each result's.
  llvm::SmallVector<mlir::Value> elements;
  /// Whether the strip ends in the row in which it begins, so that its elements
  /// are right, and whether it is a strip of the results at all; null where
  /// that always holds.
  mlir::Value isWhole = {};
};

/// Emits the strips of a structured operation on buffers, which have numbers,
/// as a schedule shares them out.
class StripEmitter {
public:
  using Value = mlir::Value;
  using Values = ElementEmitter::Values;

  StripEmitter(mlir::linalg::GenericOp op, const AccessNest &nest,
               const ThreadSchedule &schedule)
      : elementEmitter(op, nest), schedule(schedule),
        numLoops(op.getNumLoops()) {}

  /// For elements that are no strip.
  ElementEmitter &getElementEmitter() { return elementEmitter; }
  const ElementEmitter &getElementEmitter() const { return elementEmitter; }

  /// The strips that the thread that takes a number computes, one for each
  /// step.
  llvm::SmallVector<Strip> emitStrips(WordBuilder &w, Value number);

  // Of a schedule with rows:

  /// A strip that is computed as if rows had no end: its elements are then read
  /// as words. They are right if the strip ends in the row in which it begins,
  /// as `isWhole` says.
  Strip emitStripInRow(WordBuilder &w, Value number);

  /// A strip that may begin in one row and end in the next.
  Strip emitStripInRows(WordBuilder &w, Value number);

  /// The loops' indices of the elements of a row's strip, which its number in
  /// the row gives, at each step of the repeated dimension. Rows are counted at
  /// one step of these. The strip may go on behind the row.
  llvm::SmallVector<llvm::SmallVector<Values>>
  getIndicesInRow(WordBuilder &w, Value row, Value strip) const;

private:
  /// Of a strip's elements, the loops' indices and the step of the row that
  /// each is in.
  struct RowIndices {
    llvm::SmallVector<Values> indices;
    Values steps;
  };

  RowIndices getRowIndices(WordBuilder &w, Value number,
                           int64_t rowsBehind) const;
  RowIndices getRowIndices(WordBuilder &w, mlir::ValueRange outer,
                           mlir::AffineExpr begin,
                           mlir::ValueRange operands) const;
  llvm::SmallVector<Values> delinearizeStrip(WordBuilder &w, Value number,
                                             llvm::ArrayRef<int64_t> sizes);
  llvm::SmallVector<Values> getIndices(WordBuilder &w, Value number,
                                       int64_t step);
  llvm::SmallVector<Values> getCellIndices(WordBuilder &w, Value number,
                                           int64_t step);
  llvm::SmallVector<Values> getTurnIndices(WordBuilder &w, Value number);
  Value isInside(WordBuilder &w, llvm::ArrayRef<Value> indices,
                 int64_t step) const;
  llvm::SmallVector<Values> getSpreadIndices(WordBuilder &w, Value number,
                                             int64_t step);
  Strip emitStrip(WordBuilder &w, Value number, llvm::ArrayRef<Values> indices,
                  int64_t step);
  Value linearize(WordBuilder &w, llvm::ArrayRef<Value> indices) const;

  ElementEmitter elementEmitter;
  ThreadSchedule schedule;
  unsigned numLoops;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H
