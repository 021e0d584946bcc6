//===- UnpoolPartition.cpp - Unpooling by radix partition on the CPU ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort first orders every chunk of inputs by bucket of the
// destination, as pairs of an offset in the bucket and a value. Every bucket is
// then filled from its pairs in each chunk, in input order. Scattered writes
// stay in the cache, and other memory accesses are sequential.
//
//===----------------------------------------------------------------------===//

#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

/// The bytes of a bucket, and of the pairs of a chunk: half of a second-level
/// cache.
constexpr int64_t kUnpoolStageBytes = 512 << 10;
/// The bits of an offset in a bucket. Larger buckets would need more bytes a
/// pair, which costs more than it saves.
constexpr int64_t kOffsetBits = 16;
/// The most inputs of a chunk. Larger chunks are not faster, and too few of
/// them leave threads without work.
constexpr int64_t kMaxChunkSize = 64 << 10;

/// The buffers of a sequence of pairs: offsets in a bucket, of kOffsetBits, and
/// values, of getBitsType.
struct PairArrays {
  Value offsets, values;
};

/// Emits the sort of the chunks and the loop over the buckets.
class PartitionEmitter : UnpoolBuilder {
public:
  explicit PartitionEmitter(const UnpoolBuilder &u)
      : UnpoolBuilder(u), offsetType(b.getIntegerType(kOffsetBits)) {
    int64_t valueBits = getBitsType().getWidth();
    bucketSize = std::min<int64_t>(8 * kUnpoolStageBytes / valueBits,
                                   int64_t(1) << kOffsetBits);
    chunkSize =
        std::min<int64_t>(llvm::bit_floor<uint64_t>(8 * kUnpoolStageBytes /
                                                    (kOffsetBits + valueBits)),
                          kMaxChunkSize);
    numBuckets = ceilDivide(add(numOutputs, misalignment), bucketSize);
    numChunks = ceilDivide(numInputs, chunkSize);
    // A chunk's row holds 0 and the end of each bucket among the chunk's pairs.
    // One more bucket takes the inputs whose index is out of range. The rows of
    // different threads are a multiple of two cache lines apart, as cores fetch
    // pairs of lines.
    rowSize = roundUp(add(numBuckets, 2), 2 * kLineBytes / sizeof(int64_t));
  }

  void emit() {
    constexpr int64_t anySize = ShapedType::kDynamic;
    scans = memref::AllocOp::create(b, loc,
                                    MemRefType::get(anySize, b.getIndexType()),
                                    multiply(numChunks, rowSize));
    sorted = {allocate(MemRefType::get(anySize, offsetType), numInputs),
              allocate(MemRefType::get(anySize, getBitsType()), numInputs)};
    parallelForEach(numChunks, 1, [&](Value number) { sortChunk(number); });
    parallelForEach(numBuckets, 1, [&](Value bucket) { fillBucket(bucket); });
    for (Value buffer : {sorted.offsets, sorted.values, scans})
      memref::DeallocOp::create(b, loc, buffer);
  }

private:
  void sortChunk(Value number) {
    Value begin = multiply(number, chunkSize);
    Value end = minimum(add(begin, chunkSize), numInputs);
    Value row = multiply(number, rowSize);
    Value ends = add(row, 1);
    Value isClean = countPairs(begin, end, row);
    Value stack = saveStack(), size = constant(chunkSize), zero = constant(0);
    PairArrays stage = {allocateArray(offsetType, size),
                        allocateArray(getBitsType(), size)};
    ifElse(
        isClean,
        [&] {
          storePairs(begin, end, ends, stage,
                     [&](Value index) { return getBucketInRange(index); });
        },
        [&] {
          storePairs(begin, end, ends, stage,
                     [&](Value index) { return getBucket(index); });
          reportOutOfRange(begin, end);
        });
    Value count = subtract(end, begin);
    copyInLines(zero, count, stage.offsets, zero, sorted.offsets, begin,
                bypassesCache);
    copyInLines(zero, count, stage.values, zero, sorted.values, begin,
                bypassesCache);
    createStoreFence(bypassesCache);
    restoreStack(stack);
  }

  /// Counts the pairs of each bucket, and turns the counts into an exclusive
  /// scan, in which entry `ends + i` is where bucket i starts. Returns an i1:
  /// whether all indices are in range.
  Value countPairs(Value begin, Value end, Value row) {
    Value zero = constant(0), one = constant(1);
    Value ends = add(row, one);
    Value rowEnd = add(add(ends, numBuckets), one);
    forEach(row, rowEnd, 1, [&](Value at) { store(zero, scans, at); });
    forEach(begin, end, 1, [&](Value i) {
      Value at = add(ends, getBucket(loadIndex(i)));
      store(add(load(scans, at), one), scans, at);
    });
    Value isClean = isLessUnsigned(load(scans, add(ends, numBuckets)), one);
    forEach(ends, rowEnd, 1, {zero}, [&](Value at, ValueRange sum) {
      Value next = add(sum[0], load(scans, at));
      store(sum[0], scans, at);
      return Values{next};
    });
    return isClean;
  }

  /// Stores the inputs as pairs, sorted by bucket. Each one advances entry
  /// `ends + i` of its bucket i, which thus becomes the end of the bucket.
  void storePairs(Value begin, Value end, Value ends, PairArrays stage,
                  llvm::function_ref<Value(Value)> chooseBucket) {
    forEach(begin, end, 1, [&](Value i) {
      Value index = loadIndex(i);
      Value at = add(ends, chooseBucket(index));
      Value position = load(scans, at);
      store(add(position, 1), scans, at);
      Value offset = bitAnd(add(index, misalignment), bucketSize - 1);
      Value value = load(values, i);
      store(ScalarBuilder::emit<arith::IndexCastUIOp>(offsetType, offset),
            stage.offsets, position);
      store(value, stage.values, position);
    });
  }

  Value getBucketInRange(Value index) {
    return divide(add(index, misalignment), bucketSize);
  }

  /// Returns the bucket of an index, or numBuckets if it is out of range. All
  /// bits of the index are compared (U3).
  Value getBucket(Value index) {
    return select(isLessUnsigned(index, numOutputs), getBucketInRange(index),
                  numBuckets);
  }

  void fillBucket(Value bucket) {
    Value stack = saveStack();
    Value stage = allocateStage(constant(bucketSize));
    // Chunks and their pairs are in input order: of equal indices the last wins
    // (U4).
    forEach(constant(0), numChunks, 1, [&](Value number) {
      Value at = add(multiply(number, rowSize), bucket);
      Value chunkBegin = multiply(number, chunkSize);
      Value begin = add(chunkBegin, load(scans, at));
      Value end = add(chunkBegin, load(scans, add(at, 1)));
      forEach(begin, end, 1, [&](Value i) {
        Value offset = ScalarBuilder::emit<arith::IndexCastUIOp>(
            b.getIndexType(), load(sorted.offsets, i));
        store(load(sorted.values, i), stage, offset);
      });
    });
    Value begin = multiply(bucket, bucketSize);
    Value end = minimum(add(begin, bucketSize), add(numOutputs, misalignment));
    Value first = signedMaximum(begin, misalignment), zero = constant(0);
    copyInLines(first, end, stage, subtract(zero, begin), dest,
                subtract(zero, misalignment), bypassesCache);
    createStoreFence(bypassesCache);
    restoreStack(stack);
  }

  Type offsetType;
  /// The pairs of all inputs; those of a chunk are sorted by bucket.
  PairArrays sorted;
  /// The elements of the destination in a bucket, and the inputs of a chunk:
  /// powers of two.
  int64_t bucketSize, chunkSize;
  Value numBuckets, numChunks;
  /// The entries from one row of `scans` to the next.
  Value rowSize;
  /// A row for each chunk: 0, then the scan of the chunk's histogram.
  Value scans;
};

} // namespace

void emitUnpoolPartition(const UnpoolBuilder &u) { PartitionEmitter(u).emit(); }

} // namespace dml
