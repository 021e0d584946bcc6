//===- PlacedTile.cpp - A tile whose inputs do not compete ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedTile.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

PlacedTile::PlacedTile(OpBuilder &b, Value dest, int64_t size,
                       int64_t workgroupSize)
    : UnpoolTile(b, dest, size, getNumWords, workgroupSize) {}

int64_t PlacedTile::getNumWords(int64_t size, int64_t elementBytes) {
  return getGappedWords(size * elementBytes / kWordBytes) + kWordsBehind;
}

Value PlacedTile::getPosition(WordBuilder &w, const Input &input) const {
  Value word = elementBytes >= kWordBytes
                   ? w.multiply(input.element, elementBytes / kWordBytes)
                   : w.divide(input.element, kWordBytes / elementBytes);
  return addGaps(w, word);
}

Value PlacedTile::getBit(WordBuilder &w, const Input &input) const {
  return w.multiply(w.remainder(input.element, kWordBytes / elementBytes),
                    elementBytes * 8);
}

void PlacedTile::enter(WordBuilder &w, Value thread,
                       ArrayRef<Input> inputs) const {
  Value behind = getWordBehind(w, thread);
  for (const Input &input : inputs) {
    Value position = w.select(input.isPresent, getPosition(w, input), behind);
    if (elementBytes < kWordBytes) {
      w.update(arith::AtomicRMWKind::ori,
               w.shiftLeft(input.value.front(), getBit(w, input)), map,
               position);
      continue;
    }
    for (auto [part, word] : llvm::enumerate(input.value))
      w.store(word, map, w.add(position, part));
  }
}

Value PlacedTile::isFound(WordBuilder &w, const Input &input) const {
  Value position = w.select(input.isPresent, getPosition(w, input), 0);
  Value result = input.isPresent;
  for (auto [part, word] : llvm::enumerate(input.value)) {
    Value found = w.load(map, w.add(position, part));
    if (elementBytes < kWordBytes)
      found = w.mask(w.shiftRight(found, getBit(w, input)),
                     (int64_t(1) << elementBytes * 8) - 1);
    result = w.bitAnd(result, w.isEqual(found, word));
  }
  return result;
}

SmallVector<Value> PlacedTile::loadVector(WordBuilder &w, Value vector) const {
  return w.load(map, addGaps(w, w.multiply(vector, kVectorWords)),
                kVectorWords);
}

} // namespace dml
