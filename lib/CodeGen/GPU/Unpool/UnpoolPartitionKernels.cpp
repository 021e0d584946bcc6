//===- UnpoolPartitionKernels.cpp - The kernels of a radix partition ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup sorts a chunk of pairs by bucket with a counting sort: histogram,
// scan, reorder. It reserves room in the bucket lists with one atomic addition
// a bucket, and appends its pairs there, those of a bucket side by side.
//
// The last kernel finds the last input of each element, with an atomic maximum
// of the positions in workgroup memory. The lists need no order for that.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "UnpoolPartition.h"
#include "WinnerTile.h"

using namespace mlir;

namespace dml {
namespace {

/// The target of a pair for which its bucket has no room.
constexpr int64_t kNoTarget = -1;

/// The code of a workgroup that partitions chunks of pairs into buckets. Pairs
/// pass through workgroup memory a word at a time: whole pairs would need so
/// much of it that few workgroups would share a processor.
class RadixPartition {
public:
  /// Partitions into `numBuckets` of the buckets: all, or those that the inputs
  /// of a chunk may point into if they stay in their planes.
  RadixPartition(WordBuilder &w, Value thread, const UnpoolInputs &inputs,
                 const UnpoolPartition &partition, const UnpoolBuckets &buckets,
                 int64_t numBuckets)
      : w(w), thread(thread), inputs(inputs), partition(partition),
        buckets(buckets), numBuckets(numBuckets),
        sums{allocateWorkgroupWords(w, numBuckets + 1),
             allocateWorkgroupWords(w, numBuckets)},
        previousCounts(allocateWorkgroupWords(w, numBuckets)),
        sorted(allocateWorkgroupWords(w, partition.getChunkSize() + 1)) {}

  /// Partitions a chunk of the inputs.
  void partitionInputs(Value chunk) {
    int64_t size = getWorkgroupSize();
    Value firstBucket =
        isLocal() ? partition.getFirstBucket(w, chunk) : w.constant(0);
    Value firstQuad = w.multiply(chunk, size * kQuadsPerThread);
    SmallVector<Pair> pairs;
    for (int64_t i = 0; i < kQuadsPerThread; ++i)
      loadQuad(w.add(w.add(firstQuad, thread), i * size), firstBucket, pairs);
    // The next kernel fills the fine buckets.
    if (&buckets == &partition.coarse) {
      const UnpoolBuckets &fine = partition.fine;
      int64_t chunks =
          llvm::divideCeil(inputs.getNumInputs(), partition.getChunkSize());
      w.forEach(w.multiply(chunk, size), fine.numBuckets, chunks * size,
                [&](Value first) {
                  Value bucket = w.add(first, thread);
                  w.ifThen(w.isLessUnsigned(bucket, fine.numBuckets),
                           [&] { fine.clear(w, inputs, bucket); });
                });
    }
    emitPartition(firstBucket, pairs);
  }

  /// Partitions a chunk of the pairs of a coarse bucket.
  void partitionCoarseBucket(Value chunk) {
    const UnpoolBuckets &coarse = partition.coarse;
    Value bucket = w.divide(chunk, partition.getChunksPerCoarseBucket());
    Value inBucket = w.remainder(chunk, partition.getChunksPerCoarseBucket());
    Value begin = w.multiply(inBucket, partition.getChunkSize());
    Value count = coarse.loadCount(w, inputs, bucket);
    Value first = coarse.getFirstPair(w, bucket);
    // The condition is the same in all threads, so that they all reach
    // barriers.
    w.ifThen(w.isLessUnsigned(begin, count), [&] {
      SmallVector<Pair> pairs;
      for (int64_t i = 0; i < kQuadsPerThread * 4; ++i) {
        Value number = w.add(w.add(begin, thread), i * getWorkgroupSize());
        Pair pair;
        pair.isPresent = w.isLessUnsigned(number, count);
        // A thread without a pair loads one that exists.
        number = w.select(pair.isPresent, number, begin);
        pair.words = w.split(w.load(coarse.pairs, w.add(first, number)));
        pair.bucket = w.divide(partition.pair.offset.extract(w, pair.words),
                               partition.fine.size);
        pairs.push_back(std::move(pair));
      }
      Value firstFine = w.multiply(bucket, partition.getFinePerCoarse());
      emitPartition(firstFine, pairs);
    });
  }

private:
  int64_t getWorkgroupSize() const { return partition.limits.workgroupSize; }

  /// A pair that a thread holds.
  struct Pair {
    /// The bucket, counted from the first one of the chunk.
    Value bucket;
    /// An i1: whether the thread holds a pair here.
    Value isPresent;
    /// The words of UnpoolPair.
    SmallVector<Value> words;
  };

  /// Whether inputs have to stay in their planes.
  bool isLocal() const { return numBuckets < buckets.numBuckets; }

  void loadQuad(Value quad, Value firstBucket, SmallVectorImpl<Pair> &pairs) {
    bool areChunksFull = inputs.getNumInputs() % partition.getChunkSize() == 0;
    Value number =
        areChunksFull ? quad : w.minimum(quad, inputs.getNumQuads() - 1);
    auto indices = inputs.getIndices(inputs.loadIndexWords(w, number));
    auto values = inputs.getValues(w, inputs.loadValueWords(w, number));
    Value isAnyOutside = w.boolean(false);
    for (auto [c, index] : llvm::enumerate(indices)) {
      Value position = w.add(w.multiply(quad, 4), c);
      Pair pair;
      pair.bucket = w.subtract(w.divide(index.low, buckets.size), firstBucket);
      Value isOutside = inputs.isOutOfRange(w, index);
      if (isLocal())
        isOutside = w.bitOr(
            isOutside, w.logicalNot(w.isLessUnsigned(pair.bucket, numBuckets)));
      Value exists = areChunksFull
                         ? w.boolean(true)
                         : w.isLessUnsigned(position, inputs.getNumInputs());
      pair.isPresent = w.bitAnd(w.logicalNot(isOutside), exists);
      isAnyOutside = w.bitOr(isAnyOutside, w.bitAnd(isOutside, exists));
      pair.words =
          partition.pair.pack(w, w.remainder(index.low, partition.coarse.size),
                              position, values[c]);
      pairs.push_back(std::move(pair));
    }
    w.ifThen(isAnyOutside, [&] { inputs.emitFallback(w); });
  }

  /// Appends the pairs of all threads to the bucket lists. Falls back if a list
  /// has too little room.
  void emitPartition(Value firstBucket, ArrayRef<Pair> pairs) {
    forEachBucket(
        [&](Value bucket) { w.store(w.constant(0), sums[0], bucket); });
    emitBarrier(w);
    SmallVector<Value> ranks = countPairs(pairs);
    emitBarrier(w);
    scanCounts(firstBucket);
    emitBarrier(w);

    Value isAnyFull = w.boolean(false);
    SmallVector<Value> positions, targets;
    for (auto [pair, rank] : llvm::zip_equal(pairs, ranks)) {
      Value bucket = w.select(pair.isPresent, pair.bucket, 0);
      positions.push_back(w.select(pair.isPresent,
                                   w.add(w.load(begins, bucket), rank),
                                   partition.getChunkSize()));
      Value inBucket = w.add(w.load(previousCounts, bucket), rank);
      Value hasRoom = w.isLessUnsigned(inBucket, buckets.capacity);
      Value isFull = w.bitAnd(pair.isPresent, w.logicalNot(hasRoom));
      isAnyFull = w.bitOr(isAnyFull, isFull);
      Value begin = buckets.getFirstPair(w, w.add(firstBucket, bucket));
      targets.push_back(w.select(hasRoom, w.add(begin, inBucket), kNoTarget));
    }
    w.ifThen(isAnyFull, [&] { inputs.emitFallback(w); });
    targets = reorder(positions, targets);
    SmallVector<SmallVector<Value>> words;
    for (int64_t part = 0; part < partition.pair.getNumUsedWords(); ++part) {
      SmallVector<Value> own;
      for (const Pair &pair : pairs)
        own.push_back(pair.words[part]);
      words.push_back(reorder(positions, own));
    }

    Value total = w.load(ends, numBuckets - 1);
    for (auto [i, target] : llvm::enumerate(targets)) {
      Value position = w.add(thread, i * getWorkgroupSize());
      Value isWanted = w.bitAnd(w.isLessUnsigned(position, total),
                                w.isNotEqual(target, kNoTarget));
      SmallVector<Value> unit(partition.pair.getNumWords(), w.constant(0));
      for (auto [part, sorted] : llvm::enumerate(words))
        unit[part] = sorted[i];
      w.ifThen(isWanted, [&, &target = target] {
        w.store(w.join(unit), buckets.pairs, target);
      });
    }
  }

  /// Calls `body` for the buckets of a thread, which are few enough for no
  /// loop.
  void forEachBucket(function_ref<void(Value)> body) {
    w.forEachOfThread(thread, numBuckets, getWorkgroupSize(), body,
                      kBucketsPerThread);
  }

  /// Computes the histogram in `sums[0]`. Returns the rank of each pair among
  /// those of its bucket, in any order.
  SmallVector<Value> countPairs(ArrayRef<Pair> pairs) {
    auto count = [&](Value bucket, int64_t number) {
      return w.update(arith::AtomicRMWKind::addi, w.constant(number), sums[0],
                      bucket);
    };
    // Often all pairs of a workgroup are of one bucket. Threads would wait for
    // each other's atomic additions, so a thread then adds all its pairs at
    // once.
    Value isOneBucket = pairs.front().isPresent;
    for (const Pair &pair : pairs.drop_front())
      isOneBucket = w.bitAnd(
          isOneBucket, w.bitAnd(pair.isPresent,
                                w.isEqual(pair.bucket, pairs.front().bucket)));
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
            ranks.push_back(
                count(w.select(pair.isPresent, pair.bucket, numBuckets), 1));
          return ranks;
        });
  }

  /// Scans the histogram into `ends` and `begins`. Adds the chunk's pairs to
  /// the counts of the buckets, and sets `previousCounts` to the counts before.
  void scanCounts(Value firstBucket) {
    int64_t size = getWorkgroupSize();
    Value from = sums[0], to = sums[1];
    SmallVector<Value> counts, upTo;
    for (int64_t first = 0; first < numBuckets; first += size)
      counts.push_back(
          w.load(from, w.minimum(w.add(thread, first), numBuckets - 1)));
    upTo = counts;
    // The steps compute sums of 2, 4, 8, ... buckets. All threads must reach
    // each barrier.
    for (int64_t distance = 1; distance < numBuckets; distance *= 2) {
      for (auto [i, sum] : llvm::enumerate(upTo)) {
        Value bucket = w.minimum(w.add(thread, i * size), numBuckets - 1);
        Value before =
            w.load(from, w.subtract(w.maximum(bucket, distance), distance));
        sum = w.add(sum, w.select(w.isLessUnsigned(bucket, distance),
                                  w.constant(0), before));
      }
      forEachBucket(
          [&, i = 0](Value bucket) mutable { w.store(upTo[i++], to, bucket); });
      emitBarrier(w);
      std::swap(from, to);
    }
    ends = from;
    begins = to;
    forEachBucket([&, i = 0](Value bucket) mutable {
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
  SmallVector<Value> reorder(ArrayRef<Value> positions, ArrayRef<Value> words) {
    for (auto [word, position] : llvm::zip_equal(words, positions))
      w.store(word, sorted, position);
    emitBarrier(w);
    SmallVector<Value> result;
    for (size_t i = 0; i < words.size(); ++i)
      result.push_back(w.load(sorted, w.add(thread, i * getWorkgroupSize())));
    emitBarrier(w);
    return result;
  }

  WordBuilder &w;
  const Value thread;
  const UnpoolInputs &inputs;
  const UnpoolPartition &partition;
  const UnpoolBuckets &buckets;
  const int64_t numBuckets;
  /// Workgroup memory, a word for each bucket. First the histogram is in
  /// `sums[0]`, which has one more word for pairs that are not present: drivers
  /// take long to compile a branch for each pair. Only the last chunk of a list
  /// has many of those. What several threads store there is never read. Later
  /// one of the two holds the inclusive scan, `ends`, and the other one the
  /// exclusive scan, `begins`.
  const std::array<Value, 2> sums;
  /// Workgroup memory: for each bucket, the pairs in its list before this
  /// chunk's.
  const Value previousCounts;
  /// Workgroup memory: a word for each pair of the chunk, sorted by bucket, and
  /// a last word that all absent pairs share.
  const Value sorted;
  Value ends, begins;
};

/// Finds the winners of a fine bucket among its pairs, and writes the bucket.
void writeBucket(WordBuilder &w, Value bucket, Value thread,
                 const UnpoolInputs &inputs, const UnpoolPartition &partition,
                 const WinnerTile &tile) {
  const UnpoolBuckets &buckets = partition.fine;
  Value count = buckets.loadCount(w, inputs, bucket);
  Value begin = buckets.getFirstPair(w, bucket);
  // The loads are under way while the map is cleared.
  UnpoolTile::Inputs pairs;
  for (int64_t first = 0; first < buckets.capacity;
       first += partition.limits.workgroupSize) {
    Value i = w.add(thread, first);
    UnpoolTile::Input pair;
    pair.isPresent = w.isLessUnsigned(i, count);
    // A thread without a pair loads the first one, which is always allocated.
    Value number = w.add(begin, w.select(pair.isPresent, i, 0));
    SmallVector<Value> words = w.split(w.load(buckets.pairs, number));
    pair.element =
        w.remainder(partition.pair.offset.extract(w, words), buckets.size);
    pair.number =
        tile.makeNumber(w, partition.pair.position.extract(w, words), 1);
    for (UnpoolPair::Field field : partition.pair.value)
      pair.value.push_back(field.extract(w, words));
    pairs.push_back(std::move(pair));
  }
  tile.clear(w, thread);
  emitBarrier(w);
  tile.enter(w, thread, pairs);
  emitBarrier(w);
  tile.write(w, thread, [&](Value vector) {
    return tile.getPlaceInOrder(w, bucket, vector);
  });
}

} // namespace

LogicalResult UnpoolPartition::emitKernels(OpBuilder &b, UnpoolOp op,
                                           const UnpoolInputs &inputs) const {
  // Workgroups loop over `numItems` items if the stage is wanted. Their number
  // is limited: a launch without work then takes microseconds. `start`
  // allocates workgroup memory, and returns what is called for each item.
  auto emit = [&](const InputStage &stage, int64_t numItems, auto start) {
    int64_t workgroups = std::min(numItems, kMaxLoopingWorkgroups);
    return buildWorkgroupLaunch(
        b, op.getLoc(), workgroups, limits.workgroupSize, limits.maxWorkgroups,
        [&](WordBuilder &w, Value workgroup, Value thread) {
          auto emitItem = start(w, thread);
          Value isAcross =
              w.load(inputs.getControl(), UnpoolControl::AcrossPlanes);
          w.ifThen(stage.isWanted(w, isAcross), [&] {
            w.forEach(workgroup, numItems, workgroups, [&](Value item) {
              emitItem(item);
              // The next item uses the same workgroup memory.
              emitBarrier(w);
            });
          });
        });
  };
  for (const InputStage &stage : getInputStages()) {
    auto startInputs = [&](WordBuilder &w, Value thread) {
      RadixPartition kernel(w, thread, inputs, *this, *stage.buckets,
                            stage.numBuckets);
      return [kernel](Value chunk) mutable { kernel.partitionInputs(chunk); };
    };
    auto startCoarse = [&](WordBuilder &w, Value thread) {
      RadixPartition kernel(w, thread, inputs, *this, fine, getFinePerCoarse());
      return [kernel](Value chunk) mutable {
        kernel.partitionCoarseBucket(chunk);
      };
    };
    if (failed(emit(stage, llvm::divideCeil(numInputs, getChunkSize()),
                    startInputs)) ||
        (stage.buckets == &coarse &&
         failed(emit(stage, coarse.numBuckets * getChunksPerCoarseBucket(),
                     startCoarse))))
      return failure();
  }
  WinnerTile tile(b, op.getDest(), fine.size, numInputs, limits.workgroupSize);
  return emit({}, fine.numBuckets, [&](WordBuilder &w, Value thread) {
    tile.allocate(w);
    return [&, thread](Value bucket) {
      writeBucket(w, bucket, thread, inputs, *this, tile);
    };
  });
}

} // namespace dml
