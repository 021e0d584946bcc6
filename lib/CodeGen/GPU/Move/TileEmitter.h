//===- TileEmitter.h - Results by way of workgroup memory -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H

#include "CodeGen/GPU/Schedule/TileSchedule.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "StripEmitter.h"

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

/// The source of a copy. Positions count its vectors.
class TileSource {
public:
  TileSource(mlir::OpBuilder &b, const Access &read);

  mlir::Value getBegin(WordBuilder &w) const;
  /// Moves a position by `index` times `step` along a loop.
  mlir::Value move(WordBuilder &w, mlir::Value position, size_t loop,
                   mlir::Value index, int64_t step = 1) const;
  mlir::Value load(WordBuilder &w, mlir::Value position) const;

private:
  /// In vectors: along each loop, and where the source begins in its
  /// allocation.
  llvm::SmallVector<int64_t> strides;
  int64_t offset;
  mlir::Value vectors;
};

/// Emits a tile: a workgroup reads or computes vectors of columns, keeps them
/// in its memory, and writes vectors of rows, which are consecutive in the
/// destination.
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

  /// Sets the indices of the loops from `firstRowLoop` on to a row, which is a
  /// step of them.
  void setRow(WordBuilder &w, Value row, size_t firstRowLoop,
              llvm::MutableArrayRef<Value> indices);
  /// The words of a vector of columns that an operation computes, given its
  /// number in the tile. The loops are at these indices, that of the columns at
  /// the tile's first one.
  llvm::SmallVector<Value> computeVector(WordBuilder &w, StripEmitter &strips,
                                         llvm::ArrayRef<Value> indices,
                                         size_t columnLoop, Value columnVector);
  /// Elements of a vector as words.
  Value asWords(WordBuilder &w, llvm::ArrayRef<Value> elements);
  /// Moves a position in the source to where these loops are.
  Value moveToRow(WordBuilder &w, const TileSource &source, Value position,
                  size_t firstRowLoop, llvm::ArrayRef<Value> indices);

  /// Transposes groups of as many words as a word has elements: words of one
  /// row each become words of one column each.
  void transposeElements(WordBuilder &w, llvm::SmallVectorImpl<Value> &words);

  /// Reads a vector from workgroup memory that begins at an element of a word.
  llvm::SmallVector<Value> readShiftedWords(WordBuilder &w, Value shared,
                                            Value word, Value element);
  /// The position of a word in workgroup memory that has gaps.
  static Value getSharedPosition(WordBuilder &w, Value word);

  const llvm::SmallVector<NestLoop> loops;
  /// Of the loops, in elements.
  const llvm::SmallVector<int64_t> destStrides;
  const int64_t elementBytes;
  /// Elements of a vector.
  const int64_t length;
  /// Elements of a word, or 1, and words of an element, or 1.
  const int64_t perWord, wordsPerElement;
  const int64_t numTiles, numThreads;
  Value dest;

private:
  void ifBelow(WordBuilder &w, Value thread, int64_t first, int64_t end,
               llvm::function_ref<void(Value)> body);
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
