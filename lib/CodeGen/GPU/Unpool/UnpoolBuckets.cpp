//===- UnpoolBuckets.cpp - Unpooling of listed inputs ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBuckets.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

BinEmitter::BinEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                       const UnpoolPartition &partition)
    : inputs(inputs), partition(partition),
      vectorLength(16 / partition.getElementBytes()),
      wordsPerElement(getWordsPerElement(partition.getElementBytes())),
      dest(viewWords(b, op.getDest(), 4)) {}

void BinEmitter::allocate(WordBuilder &w) {
  map = allocateWorkgroupWords(w.getBuilder(), w.getLoc(),
                               partition.getBins().partSize * wordsPerElement);
}

void BinEmitter::emit(WordBuilder &w, Value bin, Value thread) {
  // All are under way while the map is cleared.
  SmallVector<Entry, 0> entries = loadEntries(w, bin, thread);
  Value zero = w.constant(0);
  share(w, partition.getBins().partSize * wordsPerElement, thread,
        [&](WordBuilder &w, Value i) { w.store(zero, map, i); });
  emitBarrier(w);
  // Of equal indices the last input wins (U4), in whatever order they are
  // listed.
  for (const Entry &entry : entries)
    w.ifThen(entry.isHere, [&](WordBuilder &w) {
      w.update(arith::AtomicRMWKind::maxu, entry.winner, map, entry.place);
    });
  emitBarrier(w);
  SmallVector<Value> isWinner;
  for (const Entry &entry : entries) {
    Value winner = w.load(map, entry.place);
    isWinner.push_back(w.both(entry.isHere, w.isEqual(winner, entry.winner)));
  }
  emitBarrier(w);
  for (auto [entry, isWinner] : llvm::zip_equal(entries, isWinner))
    w.ifThen(isWinner, [&, &entry = entry](WordBuilder &w) {
      for (auto [part, word] : llvm::enumerate(entry.value))
        w.store(word, map,
                w.add(entry.place, part * partition.getBins().partSize));
    });
  emitBarrier(w);
  share(w, partition.getBins().partSize / vectorLength, thread,
        [&](WordBuilder &w, Value vector) { emitVector(w, bin, vector); });
}

SmallVector<BinEmitter::Entry, 0>
BinEmitter::loadEntries(WordBuilder &w, Value bin, Value thread) {
  const UnpoolLists &bins = partition.getBins();
  const UnpoolEntry &format = partition.getEntry();
  Value length = bins.loadLength(w, inputs, bin);
  Value begin = bins.getFirstEntry(w, bin);
  SmallVector<Entry, 0> entries;
  for (int64_t first = 0; first < bins.capacity;
       first += partition.getLimits().workgroupSize) {
    Value i = w.add(thread, first);
    Entry entry;
    entry.isHere = w.isBelow(i, length);
    // Without room behind the end, any that is there.
    Value number = w.add(begin, w.select(entry.isHere, i, w.constant(0)));
    SmallVector<Value> words = w.split(w.load(bins.entries, number));
    entry.place = getMapPosition(w, w.remainder(format.getPlace(w, words),
                                                partition.getBins().partSize));
    entry.winner = w.add(format.getPosition(w, words), 1);
    entry.value = format.getValue(w, words);
    entries.push_back(std::move(entry));
  }
  return entries;
}

void BinEmitter::share(WordBuilder &w, int64_t count, Value thread,
                       function_ref<void(WordBuilder &, Value)> body) {
  int64_t size = partition.getLimits().workgroupSize;
  w.forEach(
      w.constant(0), w.constant(count), size, [&](WordBuilder &w, Value first) {
        Value i = w.add(first, thread);
        if (count % size == 0)
          return body(w, i);
        w.ifThen(w.isBelow(i, count), [&](WordBuilder &w) { body(w, i); });
      });
}

/// Lanes read consecutive words: the same element of consecutive vectors.
Value BinEmitter::getMapPosition(WordBuilder &w, Value place) {
  int64_t numVectors = partition.getBins().partSize / vectorLength;
  return w.add(w.multiply(w.remainder(place, vectorLength), numVectors),
               w.divide(place, vectorLength));
}

void BinEmitter::emitVector(WordBuilder &w, Value bin, Value vector) {
  int64_t numVectors = partition.getBins().partSize / vectorLength;
  Value number = w.add(w.multiply(bin, numVectors), vector);
  auto emitHere = [&](WordBuilder &w) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < vectorLength; ++i)
      for (int64_t part = 0; part < wordsPerElement; ++part)
        elements.push_back(w.load(
            map, w.add(vector,
                       i * numVectors + part * partition.getBins().partSize)));
    w.store(w.join(packElements(w, elements, partition.getElementBytes())),
            dest, number);
  };
  // The result ends with a vector.
  if (inputs.getNumOutputs() % partition.getBins().partSize == 0)
    return emitHere(w);
  w.ifThen(w.isBelow(number, inputs.getNumOutputs() / vectorLength), emitHere);
}

} // namespace dml
