//===- UnpoolTile.h - A tile of a result in workgroup memory ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What WinnerTile and PlacedTile share: a workgroup enters inputs into words of
// its memory, and then writes consecutive elements of the result from these, in
// 16-byte vectors.
//
// A thread without an input writes to words behind the tile instead of
// branching, which takes more instructions.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILE_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILE_H

#include "UnpoolInputs.h"

namespace dml {

class UnpoolTile {
public:
  /// An input that a thread holds.
  struct Input {
    /// An i1: whether there is an input. If not, the rest is undefined.
    mlir::Value isPresent;
    /// The element of the tile that the input points to.
    mlir::Value element;
    /// A result of makeNumber, which is larger for later inputs. Null in a
    /// PlacedTile.
    mlir::Value number = {};
    UnpoolValue value = {};
  };
  using Inputs = llvm::SmallVector<Input, 0>;

  /// Where a vector of the tile belongs in the result, given its number in the
  /// tile.
  struct Place {
    /// The vector of the result.
    mlir::Value vector;
    /// An i1: whether it is to be written. Null if all are.
    mlir::Value isWanted;
  };
  using Placement = llvm::function_ref<Place(mlir::Value)>;

  virtual ~UnpoolTile() = default;

  /// The number `base` + `offset`, at least 1, as inputs have it.
  virtual mlir::Value makeNumber(WordBuilder &w, mlir::Value base,
                                 int64_t offset) const {
    return {};
  }

  // All threads of a workgroup call these outside of branches. A barrier must
  // be between clear, enter and the last two, and before the next clear.
  void allocate(WordBuilder &w);
  /// Zeros the tile.
  void clear(WordBuilder &w, mlir::Value thread) const;
  virtual void enter(WordBuilder &w, mlir::Value thread,
                     llvm::ArrayRef<Input> inputs) const = 0;
  /// Whether an input is present, and is in the tile if no other input may be
  /// in its place.
  virtual mlir::Value isFound(WordBuilder &w, const Input &input) const {
    return input.isPresent;
  }
  /// Writes the tile, given where its vectors belong.
  void write(WordBuilder &w, mlir::Value thread, Placement placement) const;

  /// Where a vector of the tile belongs if the result is divided into such
  /// tiles one after the other, and this one is number `tile`.
  Place getPlaceInOrder(WordBuilder &w, mlir::Value tile,
                        mlir::Value vector) const;

protected:
  /// A tile of `size` elements, whole vectors. It has a place in `dest`, a
  /// result. `getNumWords` says how many words of memory so many elements of so
  /// many bytes take, with those behind the tile.
  UnpoolTile(mlir::OpBuilder &b, mlir::Value dest, int64_t size,
             llvm::function_ref<int64_t(int64_t, int64_t)> getNumWords,
             int64_t workgroupSize);

  /// Words behind a tile that nothing reads, so that not all lanes write to one
  /// of them.
  static constexpr int64_t kWordsBehind = 32;

  /// A word behind the tile that other lanes do not have.
  mlir::Value getWordBehind(WordBuilder &w, mlir::Value thread) const;
  /// The words of a vector of the result.
  virtual llvm::SmallVector<mlir::Value>
  loadVector(WordBuilder &w, mlir::Value vector) const = 0;

  int64_t size, elementBytes;
  /// Workgroup memory.
  mlir::Value map;

private:
  int64_t numWords, workgroupSize, numResultElements;
  /// The result as vectors.
  mlir::Value dest;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILE_H
