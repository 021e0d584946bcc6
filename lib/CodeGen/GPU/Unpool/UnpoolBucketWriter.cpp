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
#include "WinnerTile.h"

using namespace mlir;

namespace dml {
namespace {

/// A workgroup finds the winners of a fine bucket among its pairs and writes
/// the bucket.
class BucketWriter : public UnpoolKernel {
public:
  BucketWriter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
               const UnpoolPartition &partition)
      : UnpoolKernel(inputs, partition), buckets(partition.fine),
        tile(b, op.getDest(), buckets.size, inputs.getNumInputs(),
             getWorkgroupSize()) {}

  void allocate(WordBuilder &w) override { tile.allocate(w); }

  void emit(WordBuilder &w, Value bucket, Value thread) override {
    // The loads are under way while the map is cleared.
    SmallVector<UnpoolTile::Input, 0> pairs = loadPairs(w, bucket, thread);
    tile.clear(w, thread);
    emitBarrier(w);
    tile.enter(w, thread, pairs);
    emitBarrier(w);
    tile.write(w, thread, [&](Value vector) {
      return tile.getPlaceInOrder(w, bucket, vector);
    });
  }

private:
  SmallVector<UnpoolTile::Input, 0> loadPairs(WordBuilder &w, Value bucket,
                                              Value thread) {
    Value count = buckets.loadCount(w, inputs, bucket);
    Value begin = buckets.getFirstPair(w, bucket);
    SmallVector<UnpoolTile::Input, 0> pairs;
    for (int64_t first = 0; first < buckets.capacity;
         first += getWorkgroupSize()) {
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
    return pairs;
  }

  const UnpoolBuckets &buckets;
  WinnerTile tile;
};

} // namespace

std::unique_ptr<UnpoolKernel>
createBucketWriter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                   const UnpoolPartition &partition) {
  return std::make_unique<BucketWriter>(b, op, inputs, partition);
}

} // namespace dml
