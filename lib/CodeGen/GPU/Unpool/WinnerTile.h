//===- WinnerTile.h - Elements of a result in workgroup memory --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup writes some consecutive elements of the result. Its memory has a
// word for each of them, which finds the last input (U4) as the atomic maximum
// of the inputs' numbers. Then the workgroup writes the elements in 16-byte
// vectors.
//
// - If number and value fit into a word together, as they mostly do for values
//   of one or two bytes, the word has both: the number in its highest bits.
// - If not, the winners then replace their numbers by their values. That takes
//   two more barriers.
// - Inputs that a thread does not have, and inputs that do not win, are
//   written to words behind the elements: that takes fewer instructions than a
//   branch.
// - The first elements of all vectors come first, then all second elements:
//   lanes that write consecutive vectors read consecutive words.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H

#include "UnpoolInputs.h"

namespace dml {

class WinnerTile {
public:
  /// An input that a thread holds.
  struct Input {
    /// An i1: whether there is an input. If not, the rest is undefined.
    mlir::Value isPresent;
    /// The element that the input points to, counted from the tile's first.
    mlir::Value element;
    /// A result of makeNumber, which is larger for later inputs.
    mlir::Value number;
    UnpoolValue value;
  };

  /// A tile of `size` elements, a power of two, of inputs whose numbers are at
  /// most `maxNumber`. The tile has a place in `dest`, a result.
  WinnerTile(mlir::OpBuilder &b, mlir::Value dest, int64_t size,
             int64_t maxNumber, int64_t workgroupSize);

  /// Words of workgroup memory.
  static int64_t getNumWords(int64_t size, int64_t elementBytes);

  /// The number `base` + `offset`, at least 1, as inputs have it.
  mlir::Value makeNumber(WordBuilder &w, mlir::Value base, int64_t offset);

  // All threads of a workgroup call each of these, with a barrier in between.
  void allocate(WordBuilder &w);
  void clear(WordBuilder &w, mlir::Value thread);
  void enter(WordBuilder &w, mlir::Value thread, llvm::ArrayRef<Input> inputs);
  /// Writes the tile as that of this number in the result.
  void write(WordBuilder &w, mlir::Value tile, mlir::Value thread);

private:
  void replaceByValues(WordBuilder &w, mlir::Value elsewhere,
                       llvm::ArrayRef<Input> inputs,
                       llvm::ArrayRef<mlir::Value> positions);
  void writeVector(WordBuilder &w, mlir::Value tile, mlir::Value vector);
  mlir::Value getPosition(WordBuilder &w, mlir::Value element);
  int64_t getPartWords() const;
  llvm::SmallVector<mlir::Value> packElements(WordBuilder &w,
                                              mlir::ValueRange elements);

  int64_t size, elementBytes, workgroupSize;
  int64_t numResultElements;
  /// Whether a word has a number and a value.
  bool holdsBoth;
  /// The result as vectors.
  mlir::Value dest;
  /// Workgroup memory. It first holds the winner of each element, then the
  /// values: all their first words, then all their second words, each with
  /// words behind them that nothing reads.
  mlir::Value map;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_WINNERTILE_H
