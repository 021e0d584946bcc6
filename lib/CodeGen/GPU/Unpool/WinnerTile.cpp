//===- WinnerTile.cpp - A tile of the last inputs -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WinnerTile.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

WinnerTile::WinnerTile(OpBuilder &b, Value dest, int64_t size,
                       int64_t maxNumber, int64_t workgroupSize)
    : UnpoolTile(b, dest, size, getNumWords, workgroupSize) {
  holdsBoth = elementBytes < kWordBytes &&
              maxNumber < int64_t(1) << (kWordBits - elementBytes * 8);
}

int64_t WinnerTile::getNumWords(int64_t size, int64_t elementBytes) {
  return size * getWordsPerElement(elementBytes) + kWordsBehind;
}

/// All vectors' first elements come first, then all second ones.
Value WinnerTile::getPosition(WordBuilder &w, const Input &input) const {
  int64_t length = kVectorBytes / elementBytes;
  return w.add(w.multiply(w.remainder(input.element, length), size / length),
               w.divide(input.element, length));
}

Value WinnerTile::makeNumber(WordBuilder &w, Value base, int64_t offset) const {
  int64_t bits = holdsBoth ? elementBytes * 8 : 0;
  return w.add(w.shiftLeft(base, bits), offset << bits);
}

void WinnerTile::enter(WordBuilder &w, Value thread,
                       ArrayRef<Input> inputs) const {
  Value behind = getWordBehind(w, thread);
  SmallVector<Value> positions;
  for (const Input &input : inputs)
    positions.push_back(
        w.select(input.isPresent, getPosition(w, input), behind));
  for (auto [input, position] : llvm::zip_equal(inputs, positions)) {
    Value word = input.number;
    if (holdsBoth)
      word = w.add(word, input.value.front());
    w.update(arith::AtomicRMWKind::maxu, word, map, position);
  }
  if (!holdsBoth)
    replaceByValues(w, behind, inputs, positions);
}

/// Each winner replaces its number by its value.
void WinnerTile::replaceByValues(WordBuilder &w, Value behind,
                                 ArrayRef<Input> inputs,
                                 ArrayRef<Value> positions) const {
  emitBarrier(w);
  SmallVector<Value> wins;
  for (auto [input, position] : llvm::zip_equal(inputs, positions))
    wins.push_back(w.bitAnd(input.isPresent,
                            w.isEqual(w.load(map, position), input.number)));
  emitBarrier(w);
  for (auto &&[input, position, isWinner] :
       llvm::zip_equal(inputs, positions, wins))
    for (auto [part, word] : llvm::enumerate(input.value))
      w.store(word, map,
              w.select(isWinner, w.add(position, part * size), behind));
}

SmallVector<Value> WinnerTile::loadVector(WordBuilder &w, Value vector) const {
  int64_t length = kVectorBytes / elementBytes;
  SmallVector<Value> elements;
  for (int64_t i = 0; i < length; ++i)
    for (int64_t part = 0; part < getWordsPerElement(elementBytes); ++part)
      elements.push_back(
          w.load(map, w.add(vector, i * (size / length) + part * size)));
  return packElements(w, elements);
}

SmallVector<Value> WinnerTile::packElements(WordBuilder &w,
                                            ValueRange elements) const {
  SmallVector<Value> words;
  int64_t perWord = getElementsPerWord(elementBytes);
  int64_t bits = elementBytes * 8;
  for (size_t i = 0; i < elements.size(); i += perWord) {
    Value word;
    for (int64_t j = 0; j < perWord; ++j) {
      Value element = elements[i + j];
      // The shift drops what is above the last element of a word.
      if (holdsBoth && j + 1 < perWord)
        element = w.mask(element, (int64_t(1) << bits) - 1);
      element = w.shiftLeft(element, j * bits);
      word = word ? w.bitOr(word, element) : element;
    }
    words.push_back(word);
  }
  return words;
}

} // namespace dml
