//===- UnpoolRadixPartition.cpp - Partition of inputs into buckets --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolRadixPartition.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

/// The target of a pair for which its bucket has no room.
constexpr int64_t kNoTarget = -1;

//===----------------------------------------------------------------------===//
// UnpoolRadixPartition
//===----------------------------------------------------------------------===//

void UnpoolRadixPartition::allocate(WordBuilder &w) {
  auto allocate = [&](int64_t numWords) {
    return allocateWorkgroupWords(w, numWords);
  };
  for (Value &sum : sums)
    sum = allocate(numBuckets);
  previousCounts = allocate(numBuckets);
  sorted = allocate(partition.getChunkSize());
}

void UnpoolRadixPartition::emitPartition(WordBuilder &w, Value thread,
                                         Value firstBucket,
                                         ArrayRef<Pair> pairs) {
  forEachBucket(w, thread,
                [&](Value bucket) { w.store(w.constant(0), sums[0], bucket); });
  emitBarrier(w);
  SmallVector<Value> ranks = countPairs(w, pairs);
  emitBarrier(w);
  scanCounts(w, thread, firstBucket);
  emitBarrier(w);

  Value isAnyFull;
  SmallVector<Value> positions, targets;
  for (auto [pair, rank] : llvm::zip_equal(pairs, ranks)) {
    Value bucket = w.select(pair.isPresent, pair.bucket, 0);
    positions.push_back(w.add(w.load(begins, bucket), rank));
    Value inBucket = w.add(w.load(previousCounts, bucket), rank);
    Value hasRoom = w.isBelow(inBucket, buckets.capacity);
    Value isFull = w.both(pair.isPresent, w.negate(hasRoom));
    isAnyFull = isAnyFull ? w.either(isAnyFull, isFull) : isFull;
    Value begin = buckets.getFirstPair(w, w.add(firstBucket, bucket));
    targets.push_back(w.select(hasRoom, w.add(begin, inBucket), kNoTarget));
  }
  w.ifThen(isAnyFull, [&] { inputs.emitFallback(w); });
  targets = reorder(w, thread, pairs, positions, targets);
  SmallVector<SmallVector<Value>> words;
  for (int64_t part = 0; part < partition.getPair().getNumUsedWords(); ++part) {
    SmallVector<Value> own;
    for (const Pair &pair : pairs)
      own.push_back(pair.words[part]);
    words.push_back(reorder(w, thread, pairs, positions, own));
  }

  Value total = w.load(ends, numBuckets - 1);
  for (auto [i, target] : llvm::enumerate(targets)) {
    Value position = w.add(thread, i * partition.getLimits().workgroupSize);
    Value isWanted =
        w.both(w.isBelow(position, total), w.isNotEqual(target, kNoTarget));
    SmallVector<Value> unit(partition.getPair().getNumWords(), w.constant(0));
    for (auto [part, sorted] : llvm::enumerate(words))
      unit[part] = sorted[i];
    w.ifThen(isWanted, [&, &target = target] {
      w.store(w.join(unit), buckets.pairs, target);
    });
  }
}

/// Calls `body` for the buckets of a thread.
void UnpoolRadixPartition::forEachBucket(WordBuilder &w, Value thread,
                                         function_ref<void(Value)> body) {
  int64_t size = partition.getLimits().workgroupSize;
  for (int64_t first = 0; first < numBuckets; first += size) {
    Value bucket = w.add(thread, first);
    if (first + size <= numBuckets)
      body(bucket);
    else
      w.ifThen(w.isBelow(bucket, numBuckets), [&] { body(bucket); });
  }
}

/// Computes the histogram in `sums[0]`. Returns the rank of each pair among
/// those of its bucket. Ranks are in no order, as winners do not depend on it.
SmallVector<Value> UnpoolRadixPartition::countPairs(WordBuilder &w,
                                                    ArrayRef<Pair> pairs) {
  auto count = [&](Value bucket, int64_t number) {
    return w.update(arith::AtomicRMWKind::addi, w.constant(number), sums[0],
                    bucket);
  };
  // Often all pairs of a workgroup are of one bucket. Threads would wait for
  // each other's atomic additions, so a thread then adds all its pairs at once.
  Value isOneBucket = pairs.front().isPresent;
  for (const Pair &pair : pairs.drop_front())
    isOneBucket = w.both(
        isOneBucket,
        w.both(pair.isPresent, w.isEqual(pair.bucket, pairs.front().bucket)));
  return w.ifElse(
      isOneBucket,
      [&] {
        Value first = count(pairs.front().bucket, pairs.size());
        SmallVector<Value> ranks;
        for (size_t i = 0; i < pairs.size(); ++i)
          ranks.push_back(w.add(first, i));
        return ranks;
      },
      [&] {
        SmallVector<Value> ranks;
        for (const Pair &pair : pairs)
          ranks.push_back(w.ifElse(
              pair.isPresent, [&] { return count(pair.bucket, 1); },
              [&] { return w.constant(0); }));
        return ranks;
      });
}

/// Scans the histogram into `ends` and `begins`. Adds the chunk's pairs to the
/// counts of the buckets, and sets `previousCounts` to the counts before.
void UnpoolRadixPartition::scanCounts(WordBuilder &w, Value thread,
                                      Value firstBucket) {
  int64_t size = partition.getLimits().workgroupSize;
  Value from = sums[0], to = sums[1];
  SmallVector<Value> counts, upTo;
  for (int64_t first = 0; first < numBuckets; first += size)
    counts.push_back(
        w.load(from, w.minimum(w.add(thread, first), numBuckets - 1)));
  upTo = counts;
  // The steps compute sums of 2, 4, 8, ... buckets. All threads must reach each
  // barrier.
  for (int64_t distance = 1; distance < numBuckets; distance *= 2) {
    for (auto [i, sum] : llvm::enumerate(upTo)) {
      Value bucket = w.minimum(w.add(thread, i * size), numBuckets - 1);
      Value before =
          w.load(from, w.subtract(w.maximum(bucket, distance), distance));
      sum = w.add(sum,
                  w.select(w.isBelow(bucket, distance), w.constant(0), before));
    }
    forEachBucket(w, thread, [&, i = 0](Value bucket) mutable {
      w.store(upTo[i++], to, bucket);
    });
    emitBarrier(w);
    std::swap(from, to);
  }
  ends = from;
  begins = to;
  forEachBucket(w, thread, [&, i = 0](Value bucket) mutable {
    Value count = counts[i];
    w.store(w.subtract(upTo[i++], count), begins, bucket);
    w.ifThen(w.isNotEqual(count, 0), [&] {
      Value countWord =
          w.add(w.add(firstBucket, bucket), buckets.firstCountWord);
      Value before = w.update(arith::AtomicRMWKind::addi, count,
                              inputs.getControl(), countWord);
      w.store(before, previousCounts, bucket);
    });
  });
}

/// Sorts one word of each pair. Takes the words of the thread's own pairs and
/// their sorted positions. Returns the words at the positions `thread`,
/// `thread` + workgroup size, and so on: consecutive threads get consecutive
/// words.
SmallVector<Value> UnpoolRadixPartition::reorder(WordBuilder &w, Value thread,
                                                 ArrayRef<Pair> pairs,
                                                 ArrayRef<Value> positions,
                                                 ArrayRef<Value> words) {
  for (size_t i = 0; i < pairs.size(); ++i)
    w.ifThen(pairs[i].isPresent,
             [&] { w.store(words[i], sorted, positions[i]); });
  emitBarrier(w);
  SmallVector<Value> result;
  for (size_t i = 0; i < pairs.size(); ++i)
    result.push_back(
        w.load(sorted, w.add(thread, i * partition.getLimits().workgroupSize)));
  emitBarrier(w);
  return result;
}

//===----------------------------------------------------------------------===//
// InputPartition
//===----------------------------------------------------------------------===//

InputPartition::InputPartition(OpBuilder &b, UnpoolOp op,
                               const UnpoolInputs &inputs,
                               const UnpoolPartition &partition,
                               const UnpoolBuckets &buckets, int64_t numBuckets)
    : UnpoolRadixPartition(inputs, partition, buckets, numBuckets),
      values(viewWords(b, op.getValues(),
                       std::min<int64_t>(partition.getElementBytes(), 4))) {}

void InputPartition::emit(WordBuilder &w, Value chunk, Value thread) {
  int64_t size = partition.getLimits().workgroupSize;
  Value firstBucket =
      isLocal() ? partition.getFirstBucket(w, chunk) : w.constant(0);
  Value firstQuad = w.multiply(chunk, size * kQuadsPerThread);
  SmallVector<Pair> pairs;
  for (int64_t i = 0; i < kQuadsPerThread; ++i)
    loadQuad(w, w.add(w.add(firstQuad, thread), i * size), firstBucket, pairs);
  // The next kernel fills the fine buckets.
  if (&buckets == &partition.getCoarseBuckets()) {
    const UnpoolBuckets &fine = partition.getFineBuckets();
    int64_t chunks =
        llvm::divideCeil(inputs.getNumInputs(), partition.getChunkSize());
    w.forEachOfThread(w.multiply(chunk, size), thread, fine.numBuckets,
                      chunks * size,
                      [&](Value bucket) { fine.clear(w, inputs, bucket); });
  }
  emitPartition(w, thread, firstBucket, pairs);
}

void InputPartition::loadQuad(WordBuilder &w, Value quad, Value firstBucket,
                              SmallVectorImpl<Pair> &pairs) {
  bool areChunksFull = inputs.getNumInputs() % partition.getChunkSize() == 0;
  Value number =
      areChunksFull ? quad : w.minimum(quad, inputs.getNumQuads() - 1);
  auto indices = inputs.loadQuad(w, number);
  SmallVector<Value> words =
      loadQuadWords(w, values, number, partition.getElementBytes());
  Value isAnyOutside;
  for (auto [c, index] : llvm::enumerate(indices)) {
    Value position = w.add(w.multiply(quad, 4), c);
    Pair pair;
    pair.bucket = w.subtract(w.divide(index.low, buckets.size), firstBucket);
    Value isOutside = inputs.isOutOfRange(w, index);
    if (isLocal())
      isOutside =
          w.either(isOutside, w.negate(w.isBelow(pair.bucket, numBuckets)));
    pair.isPresent = w.negate(isOutside);
    if (!areChunksFull) {
      Value exists = w.isBelow(position, inputs.getNumInputs());
      pair.isPresent = w.both(pair.isPresent, exists);
      isOutside = w.both(isOutside, exists);
    }
    isAnyOutside = isAnyOutside ? w.either(isAnyOutside, isOutside) : isOutside;
    pair.words = partition.getPair().pack(
        w, w.remainder(index.low, partition.getCoarseBuckets().size), position,
        getElement(w, words, c, partition.getElementBytes()));
    pairs.push_back(std::move(pair));
  }
  w.ifThen(isAnyOutside, [&] { inputs.emitFallback(w); });
}

//===----------------------------------------------------------------------===//
// CoarseBucketPartition
//===----------------------------------------------------------------------===//

void CoarseBucketPartition::emit(WordBuilder &w, Value chunk, Value thread) {
  const UnpoolBuckets &coarse = partition.getCoarseBuckets();
  Value bucket = w.divide(chunk, partition.getChunksPerCoarseBucket());
  Value inBucket = w.remainder(chunk, partition.getChunksPerCoarseBucket());
  Value begin = w.multiply(inBucket, partition.getChunkSize());
  Value count = coarse.loadCount(w, inputs, bucket);
  Value first = coarse.getFirstPair(w, bucket);
  // The condition is the same in all threads, so that they all reach barriers.
  w.ifThen(w.isBelow(begin, count), [&] {
    SmallVector<Pair> pairs;
    for (int64_t i = 0; i < kQuadsPerThread * 4; ++i) {
      Value number =
          w.add(w.add(begin, thread), i * partition.getLimits().workgroupSize);
      Pair pair;
      pair.isPresent = w.isBelow(number, count);
      // A thread without a pair loads one that exists.
      number = w.select(pair.isPresent, number, begin);
      pair.words = w.split(w.load(coarse.pairs, w.add(first, number)));
      pair.bucket = w.divide(partition.getPair().getOffset(w, pair.words),
                             partition.getFineBuckets().size);
      pairs.push_back(std::move(pair));
    }
    Value firstFine = w.multiply(bucket, partition.getFinePerCoarse());
    emitPartition(w, thread, firstFine, pairs);
  });
}

} // namespace dml
