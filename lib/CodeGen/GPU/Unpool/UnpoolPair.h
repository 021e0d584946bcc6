//===- UnpoolPair.h - An input of unpooling in a list -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H

#include "CodeGen/GPU/Words/WordBuilder.h"

namespace dml {

/// How an entry of a list holds an input: its value, its place in the part of
/// the result that the list is for, and its position among the inputs. They lie
/// side by side, bit by bit, in as many words as one load or store can move.
class UnpoolEntry {
public:
  UnpoolEntry() = default;
  /// Places and positions have 31 bits at most, values 8 to 64.
  UnpoolEntry(int64_t placeBits, int64_t positionBits, int64_t valueBits);

  /// 1, 2 or 4; those that hold something come first.
  int64_t getNumWords() const { return llvm::PowerOf2Ceil(getNumUsedWords()); }
  int64_t getNumUsedWords() const { return llvm::divideCeil(numBits, 32); }

  /// The used words, given a value in 32-bit words, or in the low bits of one.
  llvm::SmallVector<mlir::Value> pack(WordBuilder &w, mlir::Value place,
                                      mlir::Value position,
                                      mlir::ValueRange value) const;

  mlir::Value getPlace(WordBuilder &w, mlir::ValueRange words) const;
  mlir::Value getPosition(WordBuilder &w, mlir::ValueRange words) const;
  llvm::SmallVector<mlir::Value, 2> getValue(WordBuilder &w,
                                             mlir::ValueRange words) const;

private:
  /// Bits of the entry, 32 at most.
  struct Field {
    int64_t begin, width;
  };
  Field append(int64_t width);

  llvm::SmallVector<Field, 2> value;
  Field place, position;
  int64_t numBits = 0;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H
