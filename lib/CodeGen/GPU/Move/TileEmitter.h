//===- TileEmitter.h - Copies by way of workgroup memory --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H

#include "CodeGen/GPU/Schedule/TileSchedule.h"
#include "CodeGen/GPU/Words/WordBuilder.h"

namespace dml {

/// Takes the number of a tile apart, the innermost loop first.
class TileNumber {
public:
  TileNumber(mlir::Value number, int64_t numTiles)
      : rest(number), numTiles(numTiles) {}

  mlir::Value take(WordBuilder &w, int64_t size);

private:
  mlir::Value rest;
  int64_t numTiles;
};

/// Emits the copy of a tile: a workgroup reads vectors of columns, which are
/// consecutive in the source, keeps them in its memory, and writes vectors of
/// rows, which are consecutive in the destination.
class TileEmitter {
public:
  using Value = mlir::Value;

  virtual ~TileEmitter() = default;

  virtual void emit(WordBuilder &w, Value tile, Value thread) = 0;

protected:
  TileEmitter(mlir::OpBuilder &b, const AccessNest &nest, const Tiling &tiling);

  /// Divides items among all threads. All loads start before the first result
  /// is kept.
  void transfer(WordBuilder &w, Value thread, int64_t numItems,
                llvm::function_ref<llvm::SmallVector<Value>(Value)> load,
                llvm::function_ref<void(Value, llvm::ArrayRef<Value>)> keep);
  void forEach(WordBuilder &w, Value thread, int64_t numItems,
               llvm::function_ref<void(Value)> body);

  /// Moves a position in the source, in vectors, to a row: a step of the loops
  /// from `firstRowLoop` on, whose indices it sets.
  Value moveToRow(WordBuilder &w, Value position, Value row,
                  size_t firstRowLoop, llvm::MutableArrayRef<Value> indices);

  /// Transposes groups of as many words as a word has elements: words of one
  /// row each become words of one column each.
  void transposeElements(WordBuilder &w, llvm::SmallVectorImpl<Value> &words);

  const llvm::SmallVector<NestLoop> loops;
  /// Of the loops, in elements, and where the source begins in its allocation.
  const llvm::SmallVector<int64_t> sourceStrides, destStrides;
  const int64_t sourceOffset;
  const int64_t elementBytes;
  /// Elements of a vector.
  const int64_t length;
  /// Elements of a word, or 1, and words of an element, or 1.
  const int64_t perWord, wordsPerElement;
  const int64_t numTiles, numThreads;
  Value source, dest;

private:
  void ifBelow(WordBuilder &w, Value thread, int64_t first, int64_t end,
               llvm::function_ref<void(Value)> body);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
