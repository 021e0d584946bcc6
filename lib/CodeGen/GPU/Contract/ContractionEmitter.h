//===- ContractionEmitter.h - Kernels of contractions -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEMITTER_H
#define DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEMITTER_H

#include "CodeGen/GPU/Move/ElementEmitter.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "ContractionTiling.h"

namespace dml {

/// How sums are rounded, begin and end.
struct ContractionOptions {
  /// Whether a product of f32 and the sum that takes it are rounded once.
  bool contracts = false;
  /// What sums begin with; null where they begin with the result's elements.
  mlir::TypedAttr initial;
  /// Of an operation that computes its result from the contraction's, the input
  /// that is the latter (findEpilogue). Both results have elements of 32 bits.
  mlir::OpOperand *epilogue = nullptr;
};

/// Emits what a workgroup does for one tile.
class ContractionEmitter {
public:
  using Value = mlir::Value;

  /// Creates views of the buffers at `b`, outside of the kernel. Sums have 32
  /// bits.
  ContractionEmitter(mlir::OpBuilder &b, mlir::linalg::GenericOp op,
                     const AccessNest &nest, const Contraction &contraction,
                     const ContractionTiling &tiling,
                     const ContractionOptions &options);

  void emit(WordBuilder &w, Value tile, Value thread);

private:
  using Values = llvm::SmallVector<Value>;

  /// Where elements that are neighbours along some loops lie side by side, in
  /// whole vectors, they are read and written as such.
  struct VectorAccess {
    const Access *access = nullptr;
    Value vectors;
  };

  /// The rows, or the columns.
  struct Side {
    Value factor;
    llvm::ArrayRef<unsigned> loops;
    /// Rows or columns of the result, and of a tile.
    int64_t size, tileSize;
    /// Quads of a step of the depth in front of this side's.
    int64_t firstQuad;
    /// Set where quads, or steps of the depth, are vectors in the factor.
    VectorAccess along, deep;
    /// The tile's first.
    Value begin;
  };

  /// What a thread copies to workgroup memory in each step.
  struct Item {
    const Side *side;
    /// The first row or column, and the first step of the depth in a tile.
    Value first, depth;
    /// Null where all threads have such an item.
    Value isWanted;
  };

  /// An operation that computes each element of its result from a sum.
  struct Epilogue {
    /// Elements are stored one by one, unless sums are computed in quads that
    /// lie side by side, and quads of results, too.
    Epilogue(mlir::OpBuilder &b, mlir::OpOperand *input, bool inQuads);

    AccessNest nest;
    const Access *read;
    ElementEmitter elementEmitter;
    /// Its loops, those outermost in the sums first.
    llvm::SmallVector<unsigned> loops;
    VectorAccess vectors;
    Value words;
  };

  static VectorAccess planVectors(mlir::OpBuilder &b, const AccessNest &nest,
                                  const Access &access,
                                  llvm::ArrayRef<unsigned> loops);
  const Access *findRead(Value factor) const;
  static Values createIndices(WordBuilder &w, const AccessNest &nest);
  static void setIndices(WordBuilder &w, const AccessNest &nest, Value number,
                         llvm::ArrayRef<unsigned> loops, Values &indices);
  Value getPosition(WordBuilder &w, const Access &access, Value begin,
                    Value number, llvm::ArrayRef<unsigned> loops) const;
  Value getBatchPosition(WordBuilder &w, const Access &access) const;

  void locate(WordBuilder &w, Value tile, Value thread);
  void placeThread(WordBuilder &w, Value thread);
  llvm::SmallVector<Item> getItems(WordBuilder &w, Value thread,
                                   const Side &side) const;
  Values load(WordBuilder &w, const Item &item, Value step);
  Value loadVector(WordBuilder &w, const Item &item,
                   const VectorAccess &vectors, Value first, Value depth);
  Values transposeQuads(WordBuilder &w, llvm::ArrayRef<Value> quads) const;
  Values loadStep(WordBuilder &w, Value step);
  void keepStep(WordBuilder &w, mlir::ValueRange quads);
  Values addProducts(WordBuilder &w, mlir::ValueRange sums, int64_t depth);
  Values addToBlock(WordBuilder &w, mlir::ValueRange sums, int64_t depth);
  Values readBlock(WordBuilder &w, const Side &side, Value threadQuad,
                   int64_t numQuads, int64_t step);
  Value add(WordBuilder &w, Value sum, Value row, Value column);

  Values loadResult(WordBuilder &w, Value thread);
  void storeResult(WordBuilder &w, mlir::ValueRange sums);
  std::pair<Value, Values> emitEpilogue(WordBuilder &w, Value row, Value column,
                                        llvm::ArrayRef<Value> sums);
  void ifInside(WordBuilder &w, Value row, Value column,
                llvm::function_ref<void()> body);
  void forEachQuad(
      WordBuilder &w,
      llvm::function_ref<void(Value row, Value column, size_t quad)> body);
  Value getResultPosition(WordBuilder &w, Value row, Value column) const;

  // The bits of a quad:
  Value asElements(WordBuilder &w, Value words) const;
  static Value asWords(WordBuilder &w, Value elements);

  const AccessNest &nest;
  const Contraction contraction;
  const ContractionTiling tiling;
  const ContractionOptions options;
  ElementEmitter elementEmitter;
  mlir::Type elementType;
  mlir::VectorType quadType;
  Side rows, columns;
  VectorAccess result;
  Value resultWords;
  std::optional<Epilogue> epilogue;

  // Of the kernel:
  /// Of all loops; those of the batch and of one iteration are set.
  Values fixedIndices;
  llvm::SmallVector<Item> items;
  Value shared, threadRow, threadColumn;
  /// Whether the thread computes a block.
  Value hasBlock;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_CONTRACT_CONTRACTIONEMITTER_H
