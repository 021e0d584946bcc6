//===- ElementWords.cpp - Elements of any width in words ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementWords.h"

using namespace mlir;

namespace dml {

SmallVector<Value> loadQuadWords(WordBuilder &w, Value units, Value quad,
                                 int64_t elementBytes) {
  SmallVector<Value> words;
  int64_t numLoads = llvm::divideCeil(elementBytes, 4);
  int64_t numUnits = cast<MemRefType>(units.getType()).getNumElements();
  for (int64_t i = 0; i < numLoads; ++i) {
    Value unit = w.add(w.multiply(quad, numLoads), i);
    // Buffers end with a unit, but perhaps within a quad.
    if (numUnits % numLoads != 0)
      unit = w.minimum(unit, numUnits - 1);
    words.append(w.split(w.load(units, unit)));
  }
  return words;
}

SmallVector<Value, 2> getElement(WordBuilder &w, ValueRange words, int64_t i,
                                 int64_t elementBytes) {
  if (elementBytes == 8)
    return {words[2 * i], words[2 * i + 1]};
  if (elementBytes == 4)
    return {words[i]};
  int64_t perWord = 4 / elementBytes, bits = elementBytes * 8;
  Value word = w.shiftRight(words[i / perWord], i % perWord * bits);
  if ((i + 1) % perWord != 0)
    word = w.mask(word, (int64_t(1) << bits) - 1);
  return {word};
}

SmallVector<Value> packElements(WordBuilder &w, ValueRange elements,
                                int64_t elementBytes) {
  SmallVector<Value> words;
  int64_t perWord = std::max<int64_t>(1, 4 / elementBytes);
  for (size_t i = 0; i < elements.size(); i += perWord) {
    Value word = elements[i];
    for (int64_t j = 1; j < perWord; ++j)
      word = w.either(word, w.shiftLeft(elements[i + j], j * elementBytes * 8));
    words.push_back(word);
  }
  return words;
}

} // namespace dml
