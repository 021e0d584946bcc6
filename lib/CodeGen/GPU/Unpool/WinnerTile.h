//===- WinnerTile.h - A tile of the last inputs -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Workgroup memory has a word for each element of the tile, which finds the
// last input (U4) as the atomic maximum of the inputs' numbers. It then holds
// the values: all their first words, then all their second words.
//
// - If number and value fit into a word together, as they mostly do for values
//   of one or two bytes, the word has both: the number in its highest bits.
// - If not, the winners then replace their numbers by their values. That takes
//   two more barriers.
// - Inputs that do not win are written to words behind the tile.
// - The first elements of all vectors come first, then all second elements:
//   lanes that write consecutive vectors read consecutive words.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H

#include "UnpoolTile.h"

namespace dml {

class WinnerTile : public UnpoolTile {
public:
  /// A tile of `size` elements, whole vectors, of inputs whose numbers are at
  /// most `maxNumber`.
  WinnerTile(mlir::OpBuilder &b, mlir::Value dest, int64_t size,
             int64_t maxNumber, int64_t workgroupSize);

  /// Words of workgroup memory.
  static int64_t getNumWords(int64_t size, int64_t elementBytes);

  mlir::Value makeNumber(WordBuilder &w, mlir::Value base,
                         int64_t offset) const override;
  void enter(WordBuilder &w, mlir::Value thread,
             llvm::ArrayRef<Input> inputs) const override;

private:
  llvm::SmallVector<mlir::Value> loadVector(WordBuilder &w,
                                            mlir::Value vector) const override;
  void replaceByValues(WordBuilder &w, mlir::Value behind,
                       llvm::ArrayRef<Input> inputs,
                       llvm::ArrayRef<mlir::Value> positions) const;
  /// The word of the element that an input points to.
  mlir::Value getPosition(WordBuilder &w, const Input &input) const;
  llvm::SmallVector<mlir::Value> packElements(WordBuilder &w,
                                              mlir::ValueRange elements) const;

  /// Whether a word has a number and a value.
  bool holdsBoth;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H
