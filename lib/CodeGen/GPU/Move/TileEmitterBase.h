//===- TileEmitterBase.h - What all tiles share ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTERBASE_H
#define DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTERBASE_H

#include "ElementEmitter.h"
#include "TileEmitter.h"

namespace dml {

/// What emitters of tiles have in common.
class TileEmitterBase : public TileEmitter {
protected:
  TileEmitterBase(mlir::OpBuilder &b, const TiledOperation &op,
                  const Tiling &tiling);

  /// Divides items among all threads, which load words of each and keep them:
  /// in a loop where the code of an item may be long, and otherwise so that all
  /// loads start before the first result is kept.
  void transfer(
      WordBuilder &w, mlir::Value thread, int64_t numItems, bool isLong,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value)> load,
      llvm::function_ref<void(mlir::Value, llvm::ArrayRef<mlir::Value>)> keep);

  void forEach(WordBuilder &w, mlir::Value thread, int64_t numItems,
               llvm::function_ref<void(mlir::Value)> body);

  /// Sets the indices of the loops from `firstRowLoop` on. Rows count the steps
  /// of these loops together.
  void setRow(WordBuilder &w, mlir::Value row, size_t firstRowLoop);

  /// The first column of a vector. The last vector may begin within the one
  /// before it.
  mlir::Value getFirstColumn(WordBuilder &w, mlir::Value columnVector);

  /// The words of a vector of columns, given its number in the tile.
  llvm::SmallVector<mlir::Value> computeVector(WordBuilder &w,
                                               mlir::Value columnVector);

  /// Transposes groups of as many words as a word has elements: words of one
  /// row each become words of one column each.
  void transposeElements(WordBuilder &w,
                         llvm::SmallVectorImpl<mlir::Value> &words);

  const llvm::SmallVector<NestLoop> loops;
  /// Of the tiling.
  const size_t columnLoop;
  const int64_t columns, divisor, columnVectors, numThreads, elementBytes;
  /// Elements of a vector.
  const int64_t length;
  /// Elements of a word, or 1, and words of an element, or 1.
  const int64_t perWord, wordsPerElement;
  mlir::Value dest;
  ElementEmitter elementEmitter;

private:
  /// Sets the operation's loops that are one loop of tiles.
  void setLoop(WordBuilder &w, size_t loop, mlir::Value index,
               llvm::MutableArrayRef<mlir::Value> opIndices);

  const llvm::SmallVector<NestLoop> opLoops;

protected:
  /// Of the loops, those of the current row among them. That of the columns is
  /// at the tile's first one.
  llvm::SmallVector<mlir::Value> indices;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTERBASE_H
