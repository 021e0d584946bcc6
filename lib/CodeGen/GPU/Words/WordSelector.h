//===- WordSelector.h - Selections of a word's elements ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H
#define DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H

#include "IndexAnalysis.h"
#include <map>

namespace dml {

class WordBuilder;

/// Selects between the elements of two words by a condition for each element,
/// with masks.
class WordSelector {
public:
  explicit WordSelector(IndexAnalysis &analysis) : analysis(analysis) {}

  /// A word with the elements, of so many bits, of `then` where their condition
  /// holds and of `otherwise`, a word or nothing for zeros, where it does not.
  /// The first condition is that of the lowest bits; elements without one may
  /// be either.
  mlir::Value select(WordBuilder &w, llvm::ArrayRef<mlir::Value> conditions,
                     unsigned bits, mlir::Value then, mlir::Value otherwise);

private:
  using Value = mlir::Value;

  /// The terms under which an element is selected; nothing for elements that
  /// are not used.
  using Conjunction = std::optional<llvm::SmallVector<Value, 2>>;

  void flatten(Value condition, llvm::SmallVectorImpl<Value> &parts);
  bool isDecided(Value condition);
  Value mask(WordBuilder &w, llvm::ArrayRef<Conjunction> conditions,
             unsigned bits);

  IndexAnalysis &analysis;
  /// The first comparison of an expression with a bound in a block.
  std::map<std::tuple<mlir::Block *, IndexExpr, int64_t>, Value> firsts;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H
