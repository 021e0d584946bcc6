//===- ElementWords.h - Elements of any width in words ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_ELEMENTWORDS_H
#define DML_LIB_CODEGEN_GPU_WORDS_ELEMENTWORDS_H

#include "WordBuilder.h"

namespace dml {

/// Words that an element takes on its own: 2 for 64 bits, otherwise 1.
inline int64_t getWordsPerElement(int64_t elementBytes) {
  return elementBytes == 8 ? 2 : 1;
}

/// The words of quad number `quad` of a buffer of elements, of `units` that are
/// as large as four elements, or 16 bytes where these are larger. Elements
/// behind the end of the last quad have any value.
llvm::SmallVector<mlir::Value> loadQuadWords(WordBuilder &w, mlir::Value units,
                                             mlir::Value quad,
                                             int64_t elementBytes);

/// Element number `i` of consecutive ones that these words hold; a narrow one
/// in the low bits of a word that has no others.
llvm::SmallVector<mlir::Value, 2> getElement(WordBuilder &w,
                                             mlir::ValueRange words, int64_t i,
                                             int64_t elementBytes);

/// The words of consecutive elements that are given one by one, as `getElement`
/// gives them.
llvm::SmallVector<mlir::Value>
packElements(WordBuilder &w, mlir::ValueRange elements, int64_t elementBytes);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_ELEMENTWORDS_H
