//===- WordSelector.h - Selections of a word's elements ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selections of several elements in a word by masks (SWAR). The elements of a
// strip that lie in the first row are the first n; those that lie inside of the
// padding are a range. So n is computed once, and multiplied into each byte or
// half of a word. For bytes, 128 + n - place - 1 then has its highest bit set
// where the element at `place` is one of the first n: one addition compares all
// elements of the word, and a few operations make masks of these bits. Padding
// has two such thresholds, and the end of the row a third.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H
#define DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H

#include "IndexAnalysis.h"
#include <map>

namespace dml {

class WordBuilder;

/// Selects between the elements of two words by a condition for each element.
/// Comparisons of indices that differ by constants have one threshold, with
/// which all elements of a word are compared at once.
class WordSelector {
public:
  explicit WordSelector(IndexAnalysis &analysis) : analysis(analysis) {}

  /// Says, before any `select`, that elements are selected by a condition.
  void request(mlir::Value condition);

  /// A word with the elements, of so many bits, of `then` where their condition
  /// holds and of `otherwise`, a word or nothing for zeros, where it does not.
  /// The first condition is that of the lowest bits; elements without one may
  /// be either.
  mlir::Value select(WordBuilder &w, llvm::ArrayRef<mlir::Value> conditions,
                     unsigned bits, mlir::Value then, mlir::Value otherwise);

private:
  using Value = mlir::Value;

  /// All comparisons `0 <= terms + constant < bound` of a block.
  struct Comparisons {
    /// The first of them, before which thresholds are computed.
    mlir::Operation *front;
    int64_t bound;
    /// The least and the largest constant.
    IndexRange range;
    /// Thresholds, by the bits of an element and whether they are the bound's.
    std::map<std::pair<unsigned, bool>, Value> thresholds;
  };
  /// A block, terms and a bound, and their comparisons.
  using KnownComparisons =
      std::pair<const std::tuple<mlir::Block *, IndexExpr, int64_t>,
                Comparisons>;
  struct Comparison {
    KnownComparisons *known;
    int64_t constant;
    /// Whether the terms and the constant may be negative, or reach the bound.
    bool mayBeNegative, mayReachBound;
  };
  /// The terms under which an element is selected; nothing for elements that
  /// are not used.
  using Conjunction = std::optional<llvm::SmallVector<Value, 2>>;

  void flatten(Value condition, llvm::SmallVectorImpl<Value> &parts);
  std::optional<Comparison> match(Value condition);
  bool isDecided(Value condition);
  Value getThreshold(KnownComparisons &comparisons, bool isBound,
                     unsigned bits);
  Value compare(WordBuilder &w, llvm::ArrayRef<Conjunction> conditions,
                unsigned bits);
  Value mask(WordBuilder &w, llvm::ArrayRef<Conjunction> conditions,
             unsigned bits);

  IndexAnalysis &analysis;
  std::map<KnownComparisons::first_type, Comparisons> known;
  /// Of the comparisons of one expression with one bound, the first.
  std::map<KnownComparisons::first_type, Value> firsts;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_WORDSELECTOR_H
