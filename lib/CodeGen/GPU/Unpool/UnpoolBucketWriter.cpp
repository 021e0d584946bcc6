//===- UnpoolBucketWriter.cpp - Unpooling of a sorted bucket --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last kernel of a radix partition. The buckets' lists hold the inputs in
// any order, so the kernel finds the last input of each element with an atomic
// maximum, in workgroup memory.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Words/BufferWords.h"
#include "UnpoolPartition.h"

using namespace mlir;

namespace dml {
namespace {

/// A workgroup finds the winners of a fine bucket among its pairs and writes
/// the bucket in 16-byte vectors.
class BucketWriter : public UnpoolKernel {
public:
  BucketWriter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
               const UnpoolPartition &partition)
      : UnpoolKernel(inputs, partition), buckets(partition.fine),
        vectorLength(kVectorBytes / partition.elementBytes),
        wordsPerElement(getWordsPerElement(partition.elementBytes)),
        dest(viewWords(b, op.getDest(), kVectorWords)) {}

  void allocate(WordBuilder &w) override {
    map = allocateWorkgroupWords(w, buckets.size * wordsPerElement);
  }

  void emit(WordBuilder &w, Value bucket, Value thread) override {
    // The loads are under way while the map is cleared.
    SmallVector<Pair, 0> pairs = loadPairs(w, bucket, thread);
    Value zero = w.constant(0);
    w.forEachOfThread(w.constant(0), thread, buckets.size * wordsPerElement,
                      getWorkgroupSize(),
                      [&](Value i) { w.store(zero, map, i); });
    emitBarrier(w);
    // Of equal indices the last input wins (U4), whatever the order of the
    // pairs.
    for (const Pair &pair : pairs)
      w.ifThen(pair.isPresent, [&] {
        w.update(arith::AtomicRMWKind::maxu, pair.winner, map,
                 pair.mapPosition);
      });
    emitBarrier(w);
    SmallVector<Value> isWinner;
    for (const Pair &pair : pairs) {
      Value winner = w.load(map, pair.mapPosition);
      isWinner.push_back(
          w.bitAnd(pair.isPresent, w.isEqual(winner, pair.winner)));
    }
    emitBarrier(w);
    for (auto [pair, isWinner] : llvm::zip_equal(pairs, isWinner))
      w.ifThen(isWinner, [&, &pair = pair] {
        for (auto [part, word] : llvm::enumerate(pair.value))
          w.store(word, map, w.add(pair.mapPosition, part * buckets.size));
      });
    emitBarrier(w);
    w.forEachOfThread(w.constant(0), thread, buckets.size / vectorLength,
                      getWorkgroupSize(),
                      [&](Value vector) { emitVector(w, bucket, vector); });
  }

private:
  /// A pair that a thread holds.
  struct Pair {
    /// An i1: whether the thread holds a pair here.
    Value isPresent;
    /// The word of the map for the element that the input points to.
    Value mapPosition;
    /// The input's position plus 1; 0 stands for no input.
    Value winner;
    /// The words of the value.
    SmallVector<Value, 2> value;
  };

  SmallVector<Pair, 0> loadPairs(WordBuilder &w, Value bucket, Value thread) {
    Value count = buckets.loadCount(w, inputs, bucket);
    Value begin = buckets.getFirstPair(w, bucket);
    SmallVector<Pair, 0> pairs;
    for (int64_t first = 0; first < buckets.capacity;
         first += getWorkgroupSize()) {
      Value i = w.add(thread, first);
      Pair pair;
      pair.isPresent = w.isLessUnsigned(i, count);
      // A thread without a pair loads the first one, which is always allocated.
      Value number = w.add(begin, w.select(pair.isPresent, i, 0));
      SmallVector<Value> words = w.split(w.load(buckets.pairs, number));
      pair.mapPosition =
          getMapPosition(w, w.remainder(partition.pair.offset.extract(w, words),
                                        buckets.size));
      pair.winner = w.add(partition.pair.position.extract(w, words), 1);
      for (UnpoolPair::Field field : partition.pair.value)
        pair.value.push_back(field.extract(w, words));
      pairs.push_back(std::move(pair));
    }
    return pairs;
  }

  /// The first elements of all vectors come first in the map, then all second
  /// elements: lanes that write consecutive vectors read consecutive words.
  Value getMapPosition(WordBuilder &w, Value element) {
    int64_t numVectors = buckets.size / vectorLength;
    return w.add(w.multiply(w.remainder(element, vectorLength), numVectors),
                 w.divide(element, vectorLength));
  }

  void emitVector(WordBuilder &w, Value bucket, Value vector) {
    int64_t numVectors = buckets.size / vectorLength;
    Value number = w.add(w.multiply(bucket, numVectors), vector);
    auto emitHere = [&] {
      SmallVector<Value> elements;
      for (int64_t i = 0; i < vectorLength; ++i)
        for (int64_t part = 0; part < wordsPerElement; ++part)
          elements.push_back(
              w.load(map, w.add(vector, i * numVectors + part * buckets.size)));
      w.store(w.join(packElements(w, elements, partition.elementBytes)), dest,
              number);
    };
    // The result is a whole number of vectors, but maybe not of buckets.
    if (inputs.getNumOutputs() % buckets.size == 0)
      return emitHere();
    w.ifThen(w.isLessUnsigned(number, inputs.getNumOutputs() / vectorLength),
             emitHere);
  }

  /// The words of consecutive elements that are given one by one, a narrow one
  /// in the low bits of a word that has no others.
  static SmallVector<Value> packElements(WordBuilder &w, ValueRange elements,
                                         int64_t elementBytes) {
    SmallVector<Value> words;
    int64_t perWord = std::max<int64_t>(1, 4 / elementBytes);
    for (size_t i = 0; i < elements.size(); i += perWord) {
      Value word = elements[i];
      for (int64_t j = 1; j < perWord; ++j)
        word =
            w.bitOr(word, w.shiftLeft(elements[i + j], j * elementBytes * 8));
      words.push_back(word);
    }
    return words;
  }

  const UnpoolBuckets &buckets;
  const int64_t vectorLength, wordsPerElement;
  Value dest;
  /// Workgroup memory. It first holds the winner of each element of the bucket,
  /// then the values: all their first words, then all their second words.
  Value map;
};

} // namespace

std::unique_ptr<UnpoolKernel>
createBucketWriter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                   const UnpoolPartition &partition) {
  return std::make_unique<BucketWriter>(b, op, inputs, partition);
}

} // namespace dml
