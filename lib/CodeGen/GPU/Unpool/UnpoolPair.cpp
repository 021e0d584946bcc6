//===- UnpoolPair.cpp - Index and value of an input, packed ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolPair.h"

using namespace mlir;

namespace dml {

UnpoolPair::UnpoolPair(int64_t offsetBits, int64_t positionBits,
                       int64_t valueBits) {
  // Whole words come first, so that they need no shift.
  for (; valueBits >= 32; valueBits -= 32)
    value.push_back(append(32));
  offset = append(offsetBits);
  position = append(positionBits);
  if (valueBits > 0)
    value.push_back(append(valueBits));
}

UnpoolPair::Field UnpoolPair::append(int64_t width) {
  Field field{numBits, width};
  numBits += width;
  return field;
}

SmallVector<Value> UnpoolPair::pack(WordBuilder &w, Value offset,
                                    Value position, ValueRange value) const {
  SmallVector<Value> words(getNumUsedWords(), w.constant(0));
  auto insert = [&](Field field, Value bits) {
    Value *word = &words[field.begin / 32];
    int64_t shift = field.begin % 32;
    *word = w.either(*word, w.shiftLeft(bits, shift));
    if (shift + field.width > 32)
      word[1] = w.either(word[1], w.shiftRight(bits, 32 - shift));
  };
  for (auto [field, bits] : llvm::zip_equal(this->value, value))
    insert(field, bits);
  insert(this->offset, offset);
  insert(this->position, position);
  return words;
}

/// Extracts the bits [begin, begin + width) of a pair.
static Value extract(WordBuilder &w, ValueRange words, int64_t begin,
                     int64_t width) {
  int64_t word = begin / 32, shift = begin % 32;
  Value bits = w.shiftRight(words[word], shift);
  if (shift + width == 32)
    return bits;
  if (shift + width > 32)
    bits = w.either(bits, w.shiftLeft(words[word + 1], 32 - shift));
  return w.mask(bits, (int64_t(1) << width) - 1);
}

Value UnpoolPair::getOffset(WordBuilder &w, ValueRange words) const {
  return extract(w, words, offset.begin, offset.width);
}

Value UnpoolPair::getPosition(WordBuilder &w, ValueRange words) const {
  return extract(w, words, position.begin, position.width);
}

SmallVector<Value, 2> UnpoolPair::getValue(WordBuilder &w,
                                           ValueRange words) const {
  SmallVector<Value, 2> result;
  for (const Field &field : value)
    result.push_back(extract(w, words, field.begin, field.width));
  return result;
}

} // namespace dml
