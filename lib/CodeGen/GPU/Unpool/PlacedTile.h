//===- PlacedTile.h - A tile whose inputs do not compete --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inputs of windows that do not overlap point to an element each. So their
// values are placed in workgroup memory without looking for the last of them:
// the memory is the tile of the result itself, a quarter of a WinnerTile for
// bytes, and values of words take one barrier less.
//
// Whether inputs compete for an element is seen afterwards: each looks whether
// its value is there. If one finds another's, the tile does not count.
//
// Each 32 words are followed by a gap of one, so that lanes that read a vector
// each stay off each other's banks.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_PLACEDTILE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_PLACEDTILE_H

#include "UnpoolTile.h"

namespace dml {

class PlacedTile : public UnpoolTile {
public:
  /// A tile of `size` elements, whole vectors.
  PlacedTile(mlir::OpBuilder &b, mlir::Value dest, int64_t size,
             int64_t workgroupSize);

  /// Words of workgroup memory.
  static int64_t getNumWords(int64_t size, int64_t elementBytes);

  void enter(WordBuilder &w, mlir::Value thread,
             llvm::ArrayRef<Input> inputs) const override;
  /// Whether an input is present and the tile has its value.
  mlir::Value isFound(WordBuilder &w, const Input &input) const override;

private:
  llvm::SmallVector<mlir::Value> loadVector(WordBuilder &w,
                                            mlir::Value vector) const override;
  /// The first word of the element that an input points to.
  mlir::Value getPosition(WordBuilder &w, const Input &input) const;
  /// The lowest bit of that element in its word.
  mlir::Value getBit(WordBuilder &w, const Input &input) const;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_PLACEDTILE_H
