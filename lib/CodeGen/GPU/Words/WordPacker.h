//===- WordPacker.h - Elements put together to words ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_WORDPACKER_H
#define DML_LIB_CODEGEN_GPU_WORDS_WORDPACKER_H

#include "BufferWords.h"

namespace dml {

/// The element before its bitcasts, which do not change its bits.
mlir::Value stripBitcasts(mlir::Value element);

/// The bits of an element that is a constant.
std::optional<llvm::APInt> getConstantBits(mlir::Value element);

/// Puts elements together to 32-bit words. Elements that are only moved and
/// selected never exist as values of their own type: their words are moved.
class WordPacker {
public:
  /// `loaded` says where the bits of loaded elements are.
  explicit WordPacker(const llvm::DenseMap<mlir::Value, ElementBits> &loaded)
      : loaded(loaded) {}

  /// The words that consecutive elements of one type make up, whole ones.
  llvm::SmallVector<mlir::Value> pack(WordBuilder &w,
                                      mlir::ValueRange elements);
  /// The word that consecutive elements of one type make up, the first in the
  /// low bits. There may be anything in the places of those that are no values.
  mlir::Value packWord(WordBuilder &w, llvm::ArrayRef<mlir::Value> elements);
  /// A word of an element of 32 or 64 bits; part 0 is the low one.
  mlir::Value getWord(WordBuilder &w, mlir::Value element, unsigned part);
  /// The bits of an element of 64 bits as an integer.
  mlir::Value getWideInteger(WordBuilder &w, mlir::Value element);
  /// A loaded element as a value of its type, to compute with.
  mlir::Value getTyped(WordBuilder &w, mlir::Value element);
  /// An element of 8 or 16 bits in the lowest bits of a word. The rest may be
  /// anything unless it `hasZeros`.
  mlir::Value getLowest(WordBuilder &w, mlir::Value element, bool hasZeros);
  /// An element in the highest bits of a word, likewise.
  mlir::Value getHighest(WordBuilder &w, mlir::Value element, bool hasZeros);

private:
  mlir::Value packWholeWord(WordBuilder &w,
                            llvm::ArrayRef<mlir::Value> elements);
  mlir::Value selectWord(WordBuilder &w, llvm::ArrayRef<mlir::Value> elements);
  mlir::Value mergeParts(WordBuilder &w, llvm::ArrayRef<mlir::Value> elements);

  const llvm::DenseMap<mlir::Value, ElementBits> &loaded;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_WORDPACKER_H
