//===- UnpoolRadixPartition.cpp - Entering inputs into lists --------------===//
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

/// Where an item goes that has no room in its list.
constexpr int64_t kNowhere = -1;

//===----------------------------------------------------------------------===//
// EntryDistributor
//===----------------------------------------------------------------------===//

void EntryDistributor::allocate(WordBuilder &w) {
  auto allocate = [&](int64_t numWords) {
    return allocateWorkgroupWords(w.getBuilder(), w.getLoc(), numWords);
  };
  for (Value &sum : sums)
    sum = allocate(numKeys);
  befores = allocate(numKeys);
  sorted = allocate(partition.getBlockSize());
}

void EntryDistributor::distribute(WordBuilder &w, Value thread, Value firstList,
                                  ArrayRef<Item> items) {
  forEachKey(w, thread, [&](WordBuilder &w, Value key) {
    w.store(w.constant(0), sums[0], key);
  });
  emitBarrier(w);
  SmallVector<Value> ranks = countItems(w, items);
  emitBarrier(w);
  placeKeys(w, thread, firstList);
  emitBarrier(w);

  Value isAnyFull;
  SmallVector<Value> places, targets;
  for (auto [item, rank] : llvm::zip_equal(items, ranks)) {
    Value key = w.select(item.isHere, item.key, w.constant(0));
    places.push_back(w.add(w.load(begins, key), rank));
    Value inList = w.add(w.load(befores, key), rank);
    Value hasRoom = w.isBelow(inList, lists.capacity);
    Value isFull = w.both(item.isHere, w.negate(hasRoom));
    isAnyFull = isAnyFull ? w.either(isAnyFull, isFull) : isFull;
    Value begin = lists.getFirstEntry(w, w.add(firstList, key));
    targets.push_back(
        w.select(hasRoom, w.add(begin, inList), w.constant(kNowhere)));
  }
  w.ifThen(isAnyFull, [&](WordBuilder &w) { inputs.emitStray(w); });
  targets = sort(w, thread, items, places, targets);
  SmallVector<SmallVector<Value>> words;
  for (int64_t part = 0; part < partition.getEntry().getNumUsedWords();
       ++part) {
    SmallVector<Value> here;
    for (const Item &item : items)
      here.push_back(item.words[part]);
    words.push_back(sort(w, thread, items, places, here));
  }

  Value total = w.load(ends, numKeys - 1);
  for (auto [i, target] : llvm::enumerate(targets)) {
    Value place = w.add(thread, i * partition.getLimits().workgroupSize);
    Value isWanted =
        w.both(w.isBelow(place, total), w.isNotEqual(target, kNowhere));
    SmallVector<Value> unit(partition.getEntry().getNumWords(), w.constant(0));
    for (auto [part, sorted] : llvm::enumerate(words))
      unit[part] = sorted[i];
    w.ifThen(isWanted, [&, &target = target](WordBuilder &w) {
      w.store(w.join(unit), lists.entries, target);
    });
  }
}

/// The keys of a thread.
void EntryDistributor::forEachKey(
    WordBuilder &w, Value thread,
    function_ref<void(WordBuilder &, Value)> body) {
  int64_t size = partition.getLimits().workgroupSize;
  for (int64_t first = 0; first < numKeys; first += size) {
    Value key = w.add(thread, first);
    if (first + size <= numKeys)
      body(w, key);
    else
      w.ifThen(w.isBelow(key, numKeys), [&](WordBuilder &w) { body(w, key); });
  }
}

/// Counts the items of each key, and gives their ranks among those: in any
/// order, as the winner does not depend on it.
SmallVector<Value> EntryDistributor::countItems(WordBuilder &w,
                                                ArrayRef<Item> items) {
  auto count = [&](WordBuilder &w, Value key, int64_t number) {
    return w.update(arith::AtomicRMWKind::addi, w.constant(number), sums[0],
                    key);
  };
  // Inputs that point near each other often have one key, and all threads of
  // the workgroup the same one, which they would wait for.
  Value areAlike = items.front().isHere;
  for (const Item &item : items.drop_front())
    areAlike = w.both(
        areAlike, w.both(item.isHere, w.isEqual(item.key, items.front().key)));
  return w.choose(
      areAlike,
      [&](WordBuilder &w) {
        Value first = count(w, items.front().key, items.size());
        SmallVector<Value> ranks;
        for (size_t i = 0; i < items.size(); ++i)
          ranks.push_back(w.add(first, i));
        return ranks;
      },
      [&](WordBuilder &w) {
        SmallVector<Value> ranks;
        for (const Item &item : items)
          ranks.push_back(w.choose(
                               item.isHere,
                               [&](WordBuilder &w) {
                                 return SmallVector<Value>{
                                     count(w, item.key, 1)};
                               },
                               [&](WordBuilder &w) {
                                 return SmallVector<Value>{w.constant(0)};
                               })
                              .front());
        return ranks;
      });
}

/// Where the items of each key begin among the sorted ones, and how many
/// entries their list has already: it is longer by this block's from now on.
void EntryDistributor::placeKeys(WordBuilder &w, Value thread,
                                 Value firstList) {
  int64_t size = partition.getLimits().workgroupSize;
  Value from = sums[0], to = sums[1];
  SmallVector<Value> counts, upTo;
  for (int64_t first = 0; first < numKeys; first += size)
    counts.push_back(w.load(from, w.min(w.add(thread, first), numKeys - 1)));
  upTo = counts;
  // Sums of 2, 4, 8, ... keys. All threads pass each barrier.
  for (int64_t distance = 1; distance < numKeys; distance *= 2) {
    for (auto [i, sum] : llvm::enumerate(upTo)) {
      Value key = w.min(w.add(thread, i * size), numKeys - 1);
      Value before =
          w.load(from, w.subtract(w.max(key, distance), w.constant(distance)));
      sum =
          w.add(sum, w.select(w.isBelow(key, distance), w.constant(0), before));
    }
    forEachKey(w, thread, [&, i = 0](WordBuilder &w, Value key) mutable {
      w.store(upTo[i++], to, key);
    });
    emitBarrier(w);
    std::swap(from, to);
  }
  ends = from;
  begins = to;
  forEachKey(w, thread, [&, i = 0](WordBuilder &w, Value key) mutable {
    Value count = counts[i];
    w.store(w.subtract(upTo[i++], count), begins, key);
    w.ifThen(w.isNotEqual(count, 0), [&](WordBuilder &w) {
      Value length = w.add(w.add(firstList, key), lists.firstLength);
      Value before = w.update(arith::AtomicRMWKind::addi, count,
                              inputs.getControl(), length);
      w.store(before, befores, key);
    });
  });
}

/// A word of each item, given those of the thread's own, in the order of their
/// places: of consecutive ones in consecutive threads.
SmallVector<Value> EntryDistributor::sort(WordBuilder &w, Value thread,
                                          ArrayRef<Item> items,
                                          ArrayRef<Value> places,
                                          ArrayRef<Value> words) {
  for (size_t i = 0; i < items.size(); ++i)
    w.ifThen(items[i].isHere,
             [&](WordBuilder &w) { w.store(words[i], sorted, places[i]); });
  emitBarrier(w);
  SmallVector<Value> result;
  for (size_t i = 0; i < items.size(); ++i)
    result.push_back(
        w.load(sorted, w.add(thread, i * partition.getLimits().workgroupSize)));
  emitBarrier(w);
  return result;
}

//===----------------------------------------------------------------------===//
// InputDistributor
//===----------------------------------------------------------------------===//

InputDistributor::InputDistributor(OpBuilder &b, UnpoolOp op,
                                   const UnpoolInputs &inputs,
                                   const UnpoolPartition &partition,
                                   const UnpoolLists &lists, int64_t numKeys)
    : EntryDistributor(inputs, partition, lists, numKeys),
      values(viewWords(b, op.getValues(),
                       std::min<int64_t>(partition.getElementBytes(), 4))) {}

void InputDistributor::emit(WordBuilder &w, Value block, Value thread) {
  int64_t size = partition.getLimits().workgroupSize;
  Value firstList = isLocal() ? partition.getFirstBin(w, block) : w.constant(0);
  Value firstQuad = w.multiply(block, size * kQuadsPerThread);
  SmallVector<Item> items;
  for (int64_t i = 0; i < kQuadsPerThread; ++i)
    loadQuad(w, w.add(w.add(firstQuad, thread), i * size), firstList, items);
  // The next kernel's lists are empty.
  if (&lists == &partition.getBuckets()) {
    const UnpoolLists &bins = partition.getBins();
    int64_t blocks =
        llvm::divideCeil(inputs.getNumInputs(), partition.getBlockSize());
    w.share(w.multiply(block, size), thread, w.constant(bins.number),
            blocks * size,
            [&](WordBuilder &w, Value bin) { bins.clear(w, inputs, bin); });
  }
  distribute(w, thread, firstList, items);
}

void InputDistributor::loadQuad(WordBuilder &w, Value quad, Value firstList,
                                SmallVectorImpl<Item> &items) {
  bool areBlocksFull = inputs.getNumInputs() % partition.getBlockSize() == 0;
  Value number = areBlocksFull ? quad : w.min(quad, inputs.getNumQuads() - 1);
  auto indices = inputs.loadQuad(w, number);
  SmallVector<Value> words =
      loadQuadWords(w, values, number, partition.getElementBytes());
  Value isAnyStray;
  for (auto [c, index] : llvm::enumerate(indices)) {
    Value position = w.add(w.multiply(quad, 4), c);
    Item item;
    item.key = w.subtract(w.divide(index.low, lists.partSize), firstList);
    Value isStray = inputs.isOutOfRange(w, index);
    if (isLocal())
      isStray = w.either(isStray, w.negate(w.isBelow(item.key, numKeys)));
    item.isHere = w.negate(isStray);
    if (!areBlocksFull) {
      Value exists = w.isBelow(position, inputs.getNumInputs());
      item.isHere = w.both(item.isHere, exists);
      isStray = w.both(isStray, exists);
    }
    isAnyStray = isAnyStray ? w.either(isAnyStray, isStray) : isStray;
    item.words = partition.getEntry().pack(
        w, w.remainder(index.low, partition.getBuckets().partSize), position,
        getElement(w, words, c, partition.getElementBytes()));
    items.push_back(std::move(item));
  }
  w.ifThen(isAnyStray, [&](WordBuilder &w) { inputs.emitStray(w); });
}

//===----------------------------------------------------------------------===//
// BucketDistributor
//===----------------------------------------------------------------------===//

void BucketDistributor::emit(WordBuilder &w, Value block, Value thread) {
  const UnpoolLists &buckets = partition.getBuckets();
  Value bucket = w.divide(block, partition.getBlocksPerBucket());
  Value inBucket = w.remainder(block, partition.getBlocksPerBucket());
  Value begin = w.multiply(inBucket, partition.getBlockSize());
  Value length = buckets.loadLength(w, inputs, bucket);
  Value first = buckets.getFirstEntry(w, bucket);
  // The same in all threads.
  w.ifThen(w.isBelow(begin, length), [&](WordBuilder &w) {
    SmallVector<Item> items;
    for (int64_t i = 0; i < kQuadsPerThread * 4; ++i) {
      Value number =
          w.add(w.add(begin, thread), i * partition.getLimits().workgroupSize);
      Item item;
      item.isHere = w.isBelow(number, length);
      // Behind the end, any that is there.
      number = w.select(item.isHere, number, begin);
      item.words = w.split(w.load(buckets.entries, w.add(first, number)));
      item.key = w.divide(partition.getEntry().getPlace(w, item.words),
                          partition.getBins().partSize);
      items.push_back(std::move(item));
    }
    Value firstBin = w.multiply(bucket, partition.getBinsPerBucket());
    distribute(w, thread, firstBin, items);
  });
}

} // namespace dml
