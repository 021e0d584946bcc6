//===- UnpoolPair.h - Index and value of an input, packed -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H

#include "CodeGen/GPU/Words/WordBuilder.h"

namespace dml {

/// The layout of an input as a pair of index and value, in the lists that a
/// radix partition makes. The index is an offset in the coarse bucket. The
/// position of the input comes with it, as the partition does not keep the
/// order of inputs. The three are bit fields side by side, in 1, 2 or 4 32-bit
/// words, which one load or store moves.
class UnpoolPair {
public:
  UnpoolPair() = default;
  /// Offsets and positions have 1 to 31 bits, values 8, 16, 32 or 64.
  UnpoolPair(int64_t offsetBits, int64_t positionBits, int64_t valueBits);

  /// Returns the words of a pair, 1, 2 or 4. The first getNumUsedWords hold
  /// bits.
  int64_t getNumWords() const { return llvm::PowerOf2Ceil(getNumUsedWords()); }
  int64_t getNumUsedWords() const { return llvm::divideCeil(numBits, 32); }

  /// Returns the used words of a pair. The value comes in 32-bit words; a
  /// narrow one in the low bits of one word, with zeros above.
  llvm::SmallVector<mlir::Value> pack(WordBuilder &w, mlir::Value offset,
                                      mlir::Value position,
                                      mlir::ValueRange value) const;

  /// Each extracts a field from the words of a pair.
  mlir::Value getOffset(WordBuilder &w, mlir::ValueRange words) const;
  mlir::Value getPosition(WordBuilder &w, mlir::ValueRange words) const;
  llvm::SmallVector<mlir::Value, 2> getValue(WordBuilder &w,
                                             mlir::ValueRange words) const;

private:
  /// The bits [begin, begin + width) of a pair; `width` is 32 at most.
  struct Field {
    int64_t begin, width;
  };
  Field append(int64_t width);

  llvm::SmallVector<Field, 2> value;
  Field offset, position;
  int64_t numBits = 0;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLPAIR_H
