//===- UnpoolBucketWriter.cpp - Unpooling of a sorted bucket
//---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBucketWriter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

UnpoolBucketWriter::UnpoolBucketWriter(OpBuilder &b, UnpoolOp op,
                                       const UnpoolInputs &inputs,
                                       const UnpoolPartition &partition)
    : inputs(inputs), partition(partition),
      vectorLength(16 / partition.getElementBytes()),
      wordsPerElement(getWordsPerElement(partition.getElementBytes())),
      dest(viewWords(b, op.getDest(), 4)) {}

void UnpoolBucketWriter::allocate(WordBuilder &w) {
  map = allocateWorkgroupWords(w, partition.getFineBuckets().size *
                                      wordsPerElement);
}

void UnpoolBucketWriter::emit(WordBuilder &w, Value bucket, Value thread) {
  // The loads are under way while the map is cleared.
  SmallVector<Pair, 0> pairs = loadPairs(w, bucket, thread);
  Value zero = w.constant(0);
  forEachItem(w, partition.getFineBuckets().size * wordsPerElement, thread,
              [&](Value i) { w.store(zero, map, i); });
  emitBarrier(w);
  // Of equal indices the last input wins (U4), whatever the order of the pairs.
  for (const Pair &pair : pairs)
    w.ifThen(pair.isPresent, [&] {
      w.update(arith::AtomicRMWKind::maxu, pair.winner, map, pair.mapPosition);
    });
  emitBarrier(w);
  SmallVector<Value> isWinner;
  for (const Pair &pair : pairs) {
    Value winner = w.load(map, pair.mapPosition);
    isWinner.push_back(w.both(pair.isPresent, w.isEqual(winner, pair.winner)));
  }
  emitBarrier(w);
  for (auto [pair, isWinner] : llvm::zip_equal(pairs, isWinner))
    w.ifThen(isWinner, [&, &pair = pair] {
      for (auto [part, word] : llvm::enumerate(pair.value))
        w.store(
            word, map,
            w.add(pair.mapPosition, part * partition.getFineBuckets().size));
    });
  emitBarrier(w);
  forEachItem(w, partition.getFineBuckets().size / vectorLength, thread,
              [&](Value vector) { emitVector(w, bucket, vector); });
}

SmallVector<UnpoolBucketWriter::Pair, 0>
UnpoolBucketWriter::loadPairs(WordBuilder &w, Value bucket, Value thread) {
  const UnpoolBuckets &buckets = partition.getFineBuckets();
  const UnpoolPair &format = partition.getPair();
  Value count = buckets.loadCount(w, inputs, bucket);
  Value begin = buckets.getFirstPair(w, bucket);
  SmallVector<Pair, 0> pairs;
  for (int64_t first = 0; first < buckets.capacity;
       first += partition.getLimits().workgroupSize) {
    Value i = w.add(thread, first);
    Pair pair;
    pair.isPresent = w.isBelow(i, count);
    // A thread without a pair loads the first one, which is always allocated.
    Value number = w.add(begin, w.select(pair.isPresent, i, 0));
    SmallVector<Value> words = w.split(w.load(buckets.pairs, number));
    pair.mapPosition =
        getMapPosition(w, w.remainder(format.getOffset(w, words),
                                      partition.getFineBuckets().size));
    pair.winner = w.add(format.getPosition(w, words), 1);
    pair.value = format.getValue(w, words);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

void UnpoolBucketWriter::forEachItem(WordBuilder &w, int64_t count,
                                     Value thread,
                                     function_ref<void(Value)> body) {
  int64_t size = partition.getLimits().workgroupSize;
  w.forEach(w.constant(0), count, size, [&](Value first) {
    Value i = w.add(first, thread);
    if (count % size == 0)
      return body(i);
    w.ifThen(w.isBelow(i, count), [&] { body(i); });
  });
}

/// The first elements of all vectors come first in the map, then all second
/// elements: lanes that write consecutive vectors read consecutive words.
Value UnpoolBucketWriter::getMapPosition(WordBuilder &w, Value element) {
  int64_t numVectors = partition.getFineBuckets().size / vectorLength;
  return w.add(w.multiply(w.remainder(element, vectorLength), numVectors),
               w.divide(element, vectorLength));
}

void UnpoolBucketWriter::emitVector(WordBuilder &w, Value bucket,
                                    Value vector) {
  int64_t numVectors = partition.getFineBuckets().size / vectorLength;
  Value number = w.add(w.multiply(bucket, numVectors), vector);
  auto emitHere = [&] {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < vectorLength; ++i)
      for (int64_t part = 0; part < wordsPerElement; ++part)
        elements.push_back(w.load(
            map, w.add(vector, i * numVectors +
                                   part * partition.getFineBuckets().size)));
    w.store(w.join(packElements(w, elements, partition.getElementBytes())),
            dest, number);
  };
  // The result is a whole number of vectors, but maybe not of buckets.
  if (inputs.getNumOutputs() % partition.getFineBuckets().size == 0)
    return emitHere();
  w.ifThen(w.isBelow(number, inputs.getNumOutputs() / vectorLength), emitHere);
}

} // namespace dml
