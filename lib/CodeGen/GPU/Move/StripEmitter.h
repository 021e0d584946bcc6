//===- StripEmitter.h - Consecutive elements of a result --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H

#include "CodeGen/GPU/Schedule/ThreadSchedule.h"
#include "CodeGen/GPU/Words/WordBuilder.h"

namespace dml {

/// Consecutive elements of a structured operation's results.
struct Strip {
  /// Of the first element in the results.
  mlir::Value position;
  /// Element by element, each result's.
  llvm::SmallVector<mlir::Value> elements;
  /// Whether the strip ends in the row in which it begins, so that its elements
  /// are right; null where that always holds.
  mlir::Value isWhole = {};
};

/// Emits the body of a structured operation on buffers for the elements of
/// strips, which have numbers.
class StripEmitter {
public:
  using Value = mlir::Value;

  StripEmitter(mlir::linalg::GenericOp op, const AccessNest &nest,
               const ThreadSchedule &schedule);

  /// Elements of each result without a combiner.
  int64_t getNumElements() const;
  /// The strips that the thread that takes a number computes, one for each
  /// step.
  llvm::SmallVector<Strip> emitStrips(WordBuilder &w, Value number);

  /// Consecutive elements from a position of the results on.
  Strip emitElementsAt(WordBuilder &w, Value position, int64_t count);

  /// Elements at these indices of the loops. Returns, for each, what the body
  /// yields.
  llvm::SmallVector<mlir::Value>
  emitElements(mlir::OpBuilder &b, mlir::Location loc,
               llvm::ArrayRef<llvm::SmallVector<mlir::Value>> indices);

  /// Gives the elements of an input, for emitElements in place of loads.
  void setInput(mlir::OpOperand *input, llvm::ArrayRef<Value> elements) {
    givenInput = input;
    given.assign(elements.begin(), elements.end());
  }

  /// A value of the body, at these indices of the loops. Those of loops that it
  /// does not depend on may be null.
  Value emitValue(mlir::OpBuilder &b, mlir::Location loc,
                  llvm::ArrayRef<Value> indices, Value value);

  // Of a schedule with rows:

  /// The strips of a thread, computed as if rows had no end: their elements are
  /// then read as words. A strip is right if it ends in the row in which it
  /// begins, as `isWhole` says.
  llvm::SmallVector<Strip> emitStripsInRow(WordBuilder &w, Value number);

  /// A strip that may begin in one row and end in the next.
  Strip emitStripInRows(WordBuilder &w, Value number);

  /// The size of the dimension outside of the rows, groups of rows along it,
  /// and in all.
  int64_t getSizeOutsideOfRows() const {
    return destSizes[schedule.rows->firstDim - 1];
  }
  int64_t getGroupsOfDim() const;
  int64_t getNumGroups() const;

private:
  using Values = llvm::SmallVector<Value>;

  Value getInitial(WordBuilder &w, unsigned result, int64_t element);
  Values delinearize(WordBuilder &w, Value number, int64_t factor,
                     int64_t element, int64_t step);
  llvm::SmallVector<Strip> emitGroup(WordBuilder &w, Value number);
  Values setRowCoordinates(WordBuilder &w, Value number, int64_t rowsBehind);
  Values setRowCoordinates(WordBuilder &w, mlir::ValueRange outer,
                           mlir::AffineExpr begin, mlir::ValueRange operands);
  Value linearize(WordBuilder &w, llvm::ArrayRef<Value> indices);
  Value load(WordBuilder &w, mlir::OpOperand *operand, int64_t element);
  Values emitElements(WordBuilder &w);
  Values emitReductions(WordBuilder &w, llvm::ArrayRef<Value> initial,
                        llvm::ArrayRef<unsigned> dims);
  Values emitBody(WordBuilder &w, int64_t element,
                  llvm::ArrayRef<Value> initial);
  void cloneInBody(mlir::OpBuilder &b, mlir::IRMapping &mapping,
                   int64_t element, mlir::Operation *inner);

  mlir::linalg::GenericOp op;
  const AccessNest &nest;
  ThreadSchedule schedule;
  /// Of each dimension of the results, the loop that runs through it.
  llvm::SmallVector<unsigned> destLoops;
  llvm::SmallVector<int64_t> destSizes;
  llvm::SmallVector<unsigned> reductions;
  /// For each element of a strip, the loops' indices.
  llvm::SmallVector<Values> coordinates;
  mlir::OpOperand *givenInput = nullptr;
  Values given;
};

/// Four words, of the elements of a 16-byte vector.
mlir::Value asWords(WordBuilder &w, llvm::ArrayRef<mlir::Value> elements);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_STRIPEMITTER_H
