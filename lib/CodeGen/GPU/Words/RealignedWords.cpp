//===- RealignedWords.cpp - Words that start anywhere in a vector ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RealignedWords.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

constexpr int64_t kVectorWords = 4;

RealignedWords::RealignedWords(OpBuilder &b, Location loc,
                               IndexAnalysis &analysis, const IndexExpr &start,
                               VectorReader readVector)
    : w(b, loc), analysis(analysis), start(start),
      readVector(std::move(readVector)) {}

/// The low bits of a position that are known: their number is the result's
/// logarithm.
static int64_t getKnownModulus(const IndexExpr &start) {
  return IndexExprs::getTermAlignment(start, kVectorWords);
}

int64_t RealignedWords::getNumVectors(const IndexExpr &start,
                                      int64_t numWords) {
  int64_t modulus = getKnownModulus(start);
  int64_t latest = kVectorWords - modulus + llvm::mod(start.constant, modulus);
  return llvm::divideCeil(latest + numWords, kVectorWords);
}

Value RealignedWords::getUnshifted(int64_t word) {
  Value &vector = vectors[word / kVectorWords];
  if (!vector)
    vector = readVector(
        analysis.exprs.add(analysis.exprs.floorDivide(start, kVectorWords),
                           IndexExprs::constant(word / kVectorWords)));
  Value &result = words[word];
  if (!result)
    result = vector::ExtractOp::create(w.b, w.loc, vector, word % kVectorWords);
  return result;
}

Value RealignedWords::testStartBit(int64_t bit) {
  Value &test = tests[bit];
  if (test)
    return test;
  // The remainder drops terms that do not change the place in a vector.
  IndexExpr place = analysis.exprs.remainder(start, kVectorWords);
  test = w.isNotEqual(w.mask(analysis.materialize(w.b, w.loc, place), bit), 0);
  return test;
}

/// The word at a distance from the first vector, moved by this bit of the
/// start's place in it and all higher ones.
Value RealignedWords::getShifted(int64_t word, int64_t bit) {
  if (bit == kVectorWords)
    return getUnshifted(word);
  Value &result = shifted[{word, bit}];
  if (result)
    return result;
  if (bit < getKnownModulus(start)) {
    result = getShifted(start.constant & bit ? word + bit : word, 2 * bit);
    return result;
  }
  Value moved = getShifted(word + bit, 2 * bit);
  Value kept = getShifted(word, 2 * bit);
  result = w.select(testStartBit(bit), moved, kept);
  return result;
}

Value RealignedWords::get(int64_t word) { return getShifted(word, 1); }

} // namespace dml
