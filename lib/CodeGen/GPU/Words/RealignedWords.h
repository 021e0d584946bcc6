//===- RealignedWords.h - Words that start anywhere in a vector -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_REALIGNEDWORDS_H
#define DML_LIB_CODEGEN_GPU_WORDS_REALIGNEDWORDS_H

#include "CodeGen/Analysis/IndexAnalysis.h"
#include "WordBuilder.h"
#include <map>

namespace dml {

/// Consecutive words of a buffer whose first one may be any word of a 16-byte
/// vector: whole vectors are read, and words moved into place by selections.
/// Lanes that read vectors touch a cache line once where lanes that read words
/// touch it several times.
class RealignedWords {
public:
  using VectorReader = std::function<mlir::Value(const IndexExpr &)>;

  /// `start` counts words; `readVector` reads the vector at a position counted
  /// in vectors.
  RealignedWords(mlir::OpBuilder &b, mlir::Location loc,
                 IndexAnalysis &analysis, const IndexExpr &start,
                 VectorReader readVector);

  /// The vectors that hold so many words from `start` on, wherever it lies.
  static int64_t getNumVectors(const IndexExpr &start, int64_t numWords);

  /// The word at this distance from the first.
  mlir::Value get(int64_t word);

private:
  mlir::Value getUnshifted(int64_t word);
  mlir::Value getShifted(int64_t word, int64_t bit);
  mlir::Value testStartBit(int64_t bit);

  WordBuilder w;
  IndexAnalysis &analysis;
  IndexExpr start;
  VectorReader readVector;
  std::map<int64_t, mlir::Value> vectors, words, tests;
  std::map<std::pair<int64_t, int64_t>, mlir::Value> shifted;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_REALIGNEDWORDS_H
