//===- UnpoolTile.cpp - A tile of a result in workgroup memory ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolTile.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

/// Loops of more iterations stay loops.
constexpr static int64_t kMaxUnrolled = 16;

UnpoolTile::UnpoolTile(OpBuilder &b, Value dest, int64_t size,
                       function_ref<int64_t(int64_t, int64_t)> getNumWords,
                       int64_t workgroupSize)
    : size(size), workgroupSize(workgroupSize),
      dest(viewWords(b, dest, kVectorWords)) {
  auto type = cast<MemRefType>(dest.getType());
  elementBytes = getElementBytes(type.getElementType());
  numWords = getNumWords(size, elementBytes) - kWordsBehind;
  numResultElements = type.getNumElements();
}

UnpoolTile::Place UnpoolTile::getPlaceInOrder(WordBuilder &w, Value tile,
                                              Value vector) const {
  int64_t length = kVectorBytes / elementBytes;
  Value number = w.add(w.multiply(tile, size / length), vector);
  // The result is a whole number of vectors, as buffers are, but maybe not of
  // tiles.
  if (numResultElements % size == 0)
    return {number, {}};
  return {number, w.isLessUnsigned(
                      number, llvm::divideCeil(numResultElements, length))};
}

void UnpoolTile::allocate(WordBuilder &w) {
  map = allocateWorkgroupWords(w, numWords + kWordsBehind);
}

Value UnpoolTile::getWordBehind(WordBuilder &w, Value thread) const {
  return w.add(w.remainder(thread, kWordsBehind), numWords);
}

void UnpoolTile::clear(WordBuilder &w, Value thread) const {
  Value zero = w.constant(0);
  if (numWords > kMaxUnrolled * workgroupSize)
    return w.forEachOfThread(thread, numWords, workgroupSize,
                             [&](Value i) { w.store(zero, map, i); });
  // Some words may be zeroed twice.
  for (int64_t first = 0; first < numWords; first += workgroupSize) {
    Value word = w.add(thread, first);
    if (first + workgroupSize > numWords)
      word = w.minimum(word, numWords - 1);
    w.store(zero, map, word);
  }
}

void UnpoolTile::write(WordBuilder &w, Value thread,
                       Placement placement) const {
  auto writeVector = [&](Value vector) {
    Place place = placement(vector);
    w.ifThen(place.isWanted, [&] {
      w.store(w.join(loadVector(w, vector)), dest, place.vector);
    });
  };
  w.forEachOfThread(thread, size * elementBytes / kVectorBytes, workgroupSize,
                    writeVector, kMaxUnrolled);
}

} // namespace dml
