//===- RangeTileEmitter.h - Kernels of tiles of ranges ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_RANGETILEEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_RANGETILEEMITTER_H

#include "CodeGen/GPU/Schedule/RangeTiling.h"
#include "ElementEmitter.h"

namespace dml {

/// Emits tiles of a structured operation: a workgroup reads or computes vectors
/// of columns, keeps them in its memory, and writes vectors of rows, which are
/// consecutive in the destination.
class RangeTileEmitter {
public:
  using Value = mlir::Value;

  /// The nest has the loops of the operation. `b` builds where a launch
  /// captures values.
  RangeTileEmitter(mlir::OpBuilder &b, mlir::linalg::GenericOp op,
                   const AccessNest &nest, const RangeTiling &tiling);

  void emit(WordBuilder &w, Value tile, Value thread);

private:
  void locate(WordBuilder &w, Value tile);
  void fill(WordBuilder &w, Value thread);
  void keep(WordBuilder &w, Value firstColumn, Value group,
            llvm::ArrayRef<Value> words);
  void setIndices(WordBuilder &w, size_t begin, size_t end, Value step);
  Value getFirstColumn(WordBuilder &w, Value columnVector);
  Value getWordOfColumn(WordBuilder &w, Value column);
  llvm::SmallVector<Value> computeVector(WordBuilder &w, Value columnVector);
  void transposeElements(WordBuilder &w, llvm::SmallVectorImpl<Value> &words);
  void fillQuotients(WordBuilder &w, Value thread);
  llvm::SmallVector<Value> getIndices(WordBuilder &w, Value column);
  Value exists(WordBuilder &w, Value column);
  Value getFirstElement(WordBuilder &w, Value column);
  Value hasNext(WordBuilder &w, Value column, int64_t count);
  Value nextFollows(WordBuilder &w, Value column);
  Value getNumStarts(WordBuilder &w, Value column, int64_t rows);
  void store(WordBuilder &w, Value item);
  Value loadShifted(WordBuilder &w, Value column, Value row);
  Value loadVector(WordBuilder &w, Value column, Value row);
  void storeEnd(WordBuilder &w, Value item);
  Value loadAcross(WordBuilder &w, Value column, Value row);

  const RangeTiling &tiling;
  /// The loops of tiles. One may be a part of a loop of the operation.
  const llvm::SmallVector<NestLoop> loops;
  const size_t numOpLoops, columnLoop;
  const int64_t columns, tileColumns, columnVectors, elementBytes;
  /// Elements of a vector, elements of a word, or 1, and words of an element,
  /// or 1.
  const int64_t length, perWord, wordsPerElement;
  Value dest, destWords;
  ElementEmitter elementEmitter;

  /// Of the loops, those of the current row among them. That of the columns is
  /// at the tile's first one.
  llvm::SmallVector<Value> indices;
  /// The tile's first row, its first step of all loops around columns, and
  /// workgroup memory.
  Value firstRow, numOuter, shared;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_RANGETILEEMITTER_H
