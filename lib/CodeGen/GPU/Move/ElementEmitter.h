//===- ElementEmitter.h - Elements of structured operations -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_ELEMENTEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_ELEMENTEMITTER_H

#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace dml {

/// Emits the body of a structured operation on buffers for elements of its
/// results.
class ElementEmitter {
public:
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  ElementEmitter(mlir::linalg::GenericOp op, const AccessNest &nest);

  /// Of each dimension of the results without a combiner, its size and the loop
  /// that runs through it.
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  llvm::ArrayRef<unsigned> getLoops() const { return loops; }
  /// Elements of each of these results.
  int64_t getNumElements() const { return llvm::product_of(sizes); }

  /// The parallel loops' indices of so many consecutive elements. A function of
  /// a number gives the first one's row-major position in dimensions of these
  /// sizes. The other loops' are null.
  llvm::SmallVector<Values> delinearize(WordBuilder &w, mlir::AffineExpr first,
                                        Value number, int64_t count,
                                        llvm::ArrayRef<int64_t> sizes);

  /// Elements at these indices of the loops; those of reductions may be null.
  /// Returns, element by element, what the body yields.
  Values emit(WordBuilder &w, llvm::ArrayRef<Values> indices);
  /// Consecutive elements from a position of the results on.
  Values emitAt(WordBuilder &w, Value position, int64_t count);
  /// A value of the body, at these indices of the loops. Those of loops that it
  /// does not depend on may be null.
  Value emitValue(WordBuilder &w, llvm::ArrayRef<Value> indices, Value value);

  /// Gives the elements of an input, for `emit` in place of loads.
  void setInput(mlir::OpOperand *input, llvm::ArrayRef<Value> elements) {
    givenInput = input;
    given.assign(elements.begin(), elements.end());
  }

private:
  Value getInitial(WordBuilder &w, unsigned result, int64_t element);
  Value load(WordBuilder &w, mlir::OpOperand *operand, int64_t element);
  Values emitReductions(WordBuilder &w, llvm::ArrayRef<Value> initial,
                        llvm::ArrayRef<unsigned> dims);
  Values emitBody(WordBuilder &w, int64_t first, llvm::ArrayRef<Value> initial);
  void cloneBlock(mlir::OpBuilder &b,
                  llvm::MutableArrayRef<mlir::IRMapping> mappings,
                  int64_t first, mlir::Block &block);
  void cloneLoop(mlir::OpBuilder &b,
                 llvm::MutableArrayRef<mlir::IRMapping> mappings, int64_t first,
                 mlir::scf::ForOp loop);
  static Values lookUp(llvm::ArrayRef<mlir::IRMapping> mappings,
                       mlir::ValueRange values);
  void cloneInBody(mlir::OpBuilder &b, mlir::IRMapping &mapping,
                   int64_t element, mlir::Operation *inner);

  mlir::linalg::GenericOp op;
  const AccessNest &nest;
  llvm::SmallVector<unsigned> loops;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<unsigned> reductions;
  /// For each element that is emitted, the loops' indices.
  llvm::SmallVector<Values> coordinates;
  mlir::OpOperand *givenInput = nullptr;
  Values given;
};

/// The words of elements that fill them: a word, or a vector of up to four.
mlir::Value asWords(WordBuilder &w, llvm::ArrayRef<mlir::Value> elements);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_ELEMENTEMITTER_H
