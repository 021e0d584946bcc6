//===- UnpoolPartition.cpp - Unpooling by radix partition on the CPU ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stable radix partition of the inputs by destination. The destination is cut
// into buckets and the inputs into chunks, both of a size that fits the
// second-level cache. A counting sort first orders every chunk by bucket, as
// pairs of an offset in the bucket and a value. Every bucket is then filled
// from its pairs in each chunk, in input order. Scattered writes stay in the
// cache, and other memory accesses are sequential.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

using Values = UnpoolBuilder::Values;

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

/// Allocates and accesses pairs, and knows the sizes of buckets and chunks.
class PairStorage {
public:
  PairStorage(UnpoolBuilder &u) : u(u), valueType(u.getBitsType()) {}

  /// Allocates `size` pairs on the heap.
  PairArrays allocate(Value size) {
    auto create = [&](Type type) -> Value {
      return memref::AllocOp::create(
          u.b, u.loc, MemRefType::get({ShapedType::kDynamic}, type), size,
          u.b.getI64IntegerAttr(kLineBytes));
    };
    return {create(getOffsetType()), create(valueType)};
  }

  void free(PairArrays arrays) {
    memref::DeallocOp::create(u.b, u.loc, arrays.offsets);
    memref::DeallocOp::create(u.b, u.loc, arrays.values);
  }

  /// Allocates the pairs of a chunk on the stack.
  PairArrays allocateOnStack() {
    Value size = u.constant(getChunkSize());
    return {u.allocateOnStack(getOffsetType(), size),
            u.allocateOnStack(valueType, size)};
  }

  /// Returns the elements of the destination in a bucket, a power of two.
  int64_t getBucketSize() const {
    return std::min<int64_t>(8 * kUnpoolStageBytes / valueType.getWidth(),
                             int64_t(1) << kOffsetBits);
  }

  /// Returns the inputs of a chunk, a power of two.
  int64_t getChunkSize() const {
    int64_t bits = kOffsetBits + valueType.getWidth();
    return std::min<int64_t>(
        llvm::bit_floor<uint64_t>(8 * kUnpoolStageBytes / bits), kMaxChunkSize);
  }

  void store(PairArrays arrays, Value position, Value offset, Value value) {
    offset = arith::IndexCastUIOp::create(u.b, u.loc, getOffsetType(), offset);
    memref::StoreOp::create(u.b, u.loc, offset, arrays.offsets, position);
    memref::StoreOp::create(u.b, u.loc, value, arrays.values, position);
  }

  /// Loads the offset, as an `index`, and the value.
  std::pair<Value, Value> load(PairArrays arrays, Value position) {
    Value offset = memref::LoadOp::create(u.b, u.loc, arrays.offsets, position);
    offset =
        arith::IndexCastUIOp::create(u.b, u.loc, u.b.getIndexType(), offset);
    return {offset,
            memref::LoadOp::create(u.b, u.loc, arrays.values, position)};
  }

  /// Copies `count` pairs from the start of `from` to the chunk of `to` that
  /// starts at `begin`, in whole cache lines.
  void copy(PairArrays from, PairArrays to, Value begin, Value count) {
    Value zero = u.constant(0);
    copyInLines(u, zero, count, from.offsets, zero, to.offsets, begin,
                u.bypassesCache);
    copyInLines(u, zero, count, from.values, zero, to.values, begin,
                u.bypassesCache);
  }

private:
  Type getOffsetType() const { return u.b.getIntegerType(kOffsetBits); }

  UnpoolBuilder &u;
  IntegerType valueType;
};

/// Emits the sort of the chunks and the loop over the buckets.
class PartitionEmitter {
public:
  PartitionEmitter(UnpoolBuilder &u)
      : u(u), pairs(u), bucketSize(pairs.getBucketSize()),
        chunkSize(pairs.getChunkSize()) {
    numBuckets = u.ceilDivide(u.add(u.numOutputs, u.misalignment),
                              u.constant(bucketSize));
    numChunks = u.ceilDivide(u.numInputs, u.constant(chunkSize));
    // A chunk's row holds 0 and the end of each bucket among the chunk's pairs.
    // One more bucket takes the inputs whose index is out of range. The rows of
    // different threads are a multiple of two cache lines apart, as cores fetch
    // pairs of lines.
    rowSize = u.roundUp(u.add(numBuckets, 2), 2 * kLineBytes / sizeof(int64_t));
  }

  void emit() {
    auto type = MemRefType::get({ShapedType::kDynamic}, u.b.getIndexType());
    scans = memref::AllocOp::create(u.b, u.loc, type,
                                    u.multiply(numChunks, rowSize));
    sorted = pairs.allocate(u.numInputs);
    u.parallelForEach(numChunks, u.constant(1),
                      [&](Value number) { sortChunk(number); });
    u.parallelForEach(numBuckets, u.constant(1),
                      [&](Value bucket) { fillBucket(bucket); });
    pairs.free(sorted);
    memref::DeallocOp::create(u.b, u.loc, scans);
  }

private:
  Value load(Value position) {
    return memref::LoadOp::create(u.b, u.loc, scans, position);
  }
  void store(Value value, Value position) {
    memref::StoreOp::create(u.b, u.loc, value, scans, position);
  }

  void sortChunk(Value number) {
    Value begin = u.multiply(number, chunkSize);
    Value end = u.minimum(u.add(begin, chunkSize), u.numInputs);
    Value row = u.multiply(number, rowSize);
    Value ends = u.add(row, 1);
    Value isClean = countPairs(begin, end, row);
    u.saveStack();
    PairArrays stage = pairs.allocateOnStack();
    u.ifElse(
        isClean,
        [&] {
          storePairs(begin, end, ends, stage,
                     [&](Value index) { return getBucketInRange(index); });
        },
        [&] {
          storePairs(begin, end, ends, stage,
                     [&](Value index) { return getBucket(index); });
          u.reportOutOfRange(begin, end);
        });
    pairs.copy(stage, sorted, begin, u.subtract(end, begin));
    u.ifThen(u.bypassesCache, [&] { createStoreFence(u.b, u.loc); });
    u.restoreStack();
  }

  /// Counts the pairs of each bucket, and turns the counts into an exclusive
  /// scan, in which entry `ends + i` is where bucket i starts. Returns an i1:
  /// whether all indices are in range.
  Value countPairs(Value begin, Value end, Value row) {
    Value zero = u.constant(0), one = u.constant(1);
    Value ends = u.add(row, one);
    Value rowEnd = u.add(u.add(ends, numBuckets), one);
    u.forEach(row, rowEnd, 1, [&](Value at) { store(zero, at); });
    u.forEach(begin, end, 1, [&](Value i) {
      Value at = u.add(ends, getBucket(u.loadIndex(i)));
      store(u.add(load(at), one), at);
    });
    Value isClean = u.isBelow(load(u.add(ends, numBuckets)), one);
    u.forEach(ends, rowEnd, 1, {zero}, [&](Value at, ValueRange sum) {
      Value next = u.add(sum[0], load(at));
      store(sum[0], at);
      return Values{next};
    });
    return isClean;
  }

  /// Stores the inputs as pairs, sorted by bucket. Each one advances entry
  /// `ends + i` of its bucket i, which thus becomes the end of the bucket.
  void storePairs(Value begin, Value end, Value ends, PairArrays stage,
                  llvm::function_ref<Value(Value)> chooseBucket) {
    u.forEach(begin, end, 1, [&](Value i) {
      Value index = u.loadIndex(i);
      Value at = u.add(ends, chooseBucket(index));
      Value position = load(at);
      store(u.add(position, 1), at);
      Value offset = arith::AndIOp::create(
          u.b, u.loc, u.add(index, u.misalignment), u.constant(bucketSize - 1));
      pairs.store(stage, position, offset, u.loadValue(i));
    });
  }

  Value getBucketInRange(Value index) {
    return arith::ShRUIOp::create(u.b, u.loc, u.add(index, u.misalignment),
                                  u.constant(llvm::Log2_64(bucketSize)));
  }

  /// Returns the bucket of an index, or numBuckets if it is out of range. All
  /// bits of the index are compared (U3).
  Value getBucket(Value index) {
    return u.select(u.isBelow(index, u.numOutputs), getBucketInRange(index),
                    numBuckets);
  }

  void fillBucket(Value bucket) {
    u.saveStack();
    Value stage = u.allocateStage(u.constant(bucketSize));
    // Chunks and their pairs are in input order: of equal indices the last wins
    // (U4).
    u.forEach(u.constant(0), numChunks, 1, [&](Value number) {
      Value at = u.add(u.multiply(number, rowSize), bucket);
      Value chunkBegin = u.multiply(number, chunkSize);
      Value begin = u.add(chunkBegin, load(at));
      Value end = u.add(chunkBegin, load(u.add(at, 1)));
      u.forEach(begin, end, 1, [&](Value i) {
        auto [offset, value] = pairs.load(sorted, i);
        memref::StoreOp::create(u.b, u.loc, value, stage, offset);
      });
    });
    Value begin = u.multiply(bucket, bucketSize);
    Value end = u.minimum(u.add(begin, bucketSize),
                          u.add(u.numOutputs, u.misalignment));
    u.copyToDest(u.signedMaximum(begin, u.misalignment), end, stage, begin);
    u.ifThen(u.bypassesCache, [&] { createStoreFence(u.b, u.loc); });
    u.restoreStack();
  }

  UnpoolBuilder &u;
  PairStorage pairs;
  /// The pairs of all inputs; those of a chunk are sorted by bucket.
  PairArrays sorted;
  /// The elements of a bucket, and the inputs of a chunk.
  int64_t bucketSize, chunkSize;
  Value numBuckets, numChunks;
  /// The entries from one row of `scans` to the next.
  Value rowSize;
  /// A row for each chunk: 0, then the scan of the chunk's histogram.
  Value scans;
};

} // namespace

void emitUnpoolPartition(UnpoolBuilder &u) { PartitionEmitter(u).emit(); }

} // namespace dml
