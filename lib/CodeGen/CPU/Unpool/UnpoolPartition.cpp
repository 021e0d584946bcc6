//===- UnpoolPartition.cpp - dml.unpool: inputs by destination ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stable radix partition. The destination is cut into buckets, and the inputs
// into shares, that fit the second-level cache. First every share is ordered by
// bucket, as records of an offset in the bucket and a value; then every bucket
// takes its records, share by share, so in input order. Scattered writes stay
// in the cache; memory is read and written from end to end.
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

/// Half of a second-level cache, for a bucket and for the records of a share.
constexpr int64_t kStageBytes = 512 << 10;
/// Of the offset in a bucket. Fewer bytes are worth more than larger buckets.
constexpr int64_t kOffsetBits = 16;
/// More inputs are no better, and few shares keep few threads busy.
constexpr int64_t kMaxShare = 64 << 10;

/// Offsets in a bucket, and values.
struct RecordArrays {
  Value offsets, values;
};

class Records {
public:
  Records(UnpoolBuilder &u) : u(u), valueType(u.getBitsType()) {}

  /// On the heap, for `size` records and the rest of the last line.
  RecordArrays allocate(Value size) {
    auto create = [&](Type type) -> Value {
      return memref::AllocOp::create(
          u.b, u.loc, MemRefType::get({ShapedType::kDynamic}, type),
          u.add(size, u.constant(getLineRecords(type))),
          u.b.getI64IntegerAttr(kLineBytes));
    };
    return {create(getOffsetType()), create(valueType)};
  }

  void free(RecordArrays arrays) {
    memref::DeallocOp::create(u.b, u.loc, arrays.offsets);
    memref::DeallocOp::create(u.b, u.loc, arrays.values);
  }

  /// For the records of a share.
  RecordArrays allocateOnStack() {
    Value size = u.constant(getShare());
    return {u.allocateOnStack(getOffsetType(), size),
            u.allocateOnStack(valueType, size)};
  }

  int64_t getBucketElements() const {
    return std::min<int64_t>(8 * kStageBytes / valueType.getWidth(),
                             int64_t(1) << kOffsetBits);
  }

  /// Inputs of a share.
  int64_t getShare() const {
    int64_t bits = kOffsetBits + valueType.getWidth();
    return std::min<int64_t>(llvm::bit_floor<uint64_t>(8 * kStageBytes / bits),
                             kMaxShare);
  }

  void store(RecordArrays arrays, Value position, Value offset, Value value) {
    offset = arith::IndexCastUIOp::create(u.b, u.loc, getOffsetType(), offset);
    memref::StoreOp::create(u.b, u.loc, offset, arrays.offsets, position);
    memref::StoreOp::create(u.b, u.loc, value, arrays.values, position);
  }

  /// The offset and the value.
  std::pair<Value, Value> load(RecordArrays arrays, Value position) {
    Value offset = memref::LoadOp::create(u.b, u.loc, arrays.offsets, position);
    offset =
        arith::IndexCastUIOp::create(u.b, u.loc, u.b.getIndexType(), offset);
    return {offset,
            memref::LoadOp::create(u.b, u.loc, arrays.values, position)};
  }

  /// The first `count` records to where the share that begins at `begin` has
  /// its place.
  void copy(RecordArrays from, RecordArrays to, Value begin, Value count) {
    copyLines(from.offsets, to.offsets, begin, count, getOffsetType());
    copyLines(from.values, to.values, begin, count, valueType);
  }

private:
  void copyLines(Value from, Value to, Value begin, Value count, Type type) {
    auto copyAs = [&](LineStore kind) {
      u.forEach(u.constant(0), count, getLineRecords(type), [&](Value at) {
        storeLine(u.b, u.loc, loadLine(u.b, u.loc, from, at), to,
                  u.add(begin, at), kind);
      });
      return Values();
    };
    u.ifElse(
        u.isNonTemporal, [&] { return copyAs(LineStore::NonTemporal); },
        [&] { return copyAs(LineStore::Aligned); });
  }

  Type getOffsetType() const { return u.b.getIntegerType(kOffsetBits); }
  static int64_t getLineRecords(Type type) {
    return 8 * kLineBytes / type.getIntOrFloatBitWidth();
  }

  UnpoolBuilder &u;
  IntegerType valueType;
};

class PartitionEmitter {
public:
  PartitionEmitter(UnpoolBuilder &u)
      : u(u), records(u), bucketElements(records.getBucketElements()),
        share(records.getShare()) {
    numBuckets =
        u.ceilDivide(u.add(u.numOutputs, u.phase), u.constant(bucketElements));
    numShares = u.ceilDivide(u.numInputs, u.constant(share));
    // Zero, and where each bucket ends in the share. One more bucket takes the
    // inputs whose index is out of range. Rows share no lines, nor pairs of
    // lines, which cores fetch together.
    rowSize = u.roundUp(u.add(numBuckets, u.constant(2)),
                        2 * kLineBytes / sizeof(int64_t));
  }

  void run() {
    auto type = MemRefType::get({ShapedType::kDynamic}, u.b.getIndexType());
    table = memref::AllocOp::create(u.b, u.loc, type,
                                    u.multiply(numShares, rowSize));
    ordered = records.allocate(u.numInputs);
    u.parallelForEach(numShares, u.constant(1),
                      [&](Value number) { orderShare(number); });
    u.parallelForEach(numBuckets, u.constant(1),
                      [&](Value bucket) { fillBucket(bucket); });
    records.free(ordered);
    memref::DeallocOp::create(u.b, u.loc, table);
  }

private:
  Value load(Value position) {
    return memref::LoadOp::create(u.b, u.loc, table, position);
  }
  void store(Value value, Value position) {
    memref::StoreOp::create(u.b, u.loc, value, table, position);
  }

  void orderShare(Value number) {
    Value begin = u.multiply(number, u.constant(share));
    Value end = u.minimum(u.add(begin, u.constant(share)), u.numInputs);
    Value row = u.multiply(number, rowSize);
    Value ends = u.add(row, u.constant(1));
    Value isClean = countRecords(begin, end, row);
    u.saveStack();
    RecordArrays stage = records.allocateOnStack();
    u.ifElse(
        isClean,
        [&] {
          storeRecords(begin, end, ends, stage,
                       [&](Value index) { return getBucketInRange(index); });
          return Values();
        },
        [&] {
          storeRecords(begin, end, ends, stage,
                       [&](Value index) { return getBucket(index); });
          u.reportOutOfRange(begin, end);
          return Values();
        });
    records.copy(stage, ordered, begin, u.subtract(end, begin));
    u.ifThen(u.isNonTemporal, [&] { createStoreFence(u.b, u.loc); });
    u.restoreStack();
  }

  /// Sets a row of the table to where each bucket begins, one to the right.
  /// Yields whether all indices are in range.
  Value countRecords(Value begin, Value end, Value row) {
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

  /// Moves the beginnings of the buckets on to their ends.
  void storeRecords(Value begin, Value end, Value ends, RecordArrays stage,
                    llvm::function_ref<Value(Value)> chooseBucket) {
    u.forEach(begin, end, 1, [&](Value i) {
      Value index = u.loadIndex(i);
      Value at = u.add(ends, chooseBucket(index));
      Value position = load(at);
      store(u.add(position, u.constant(1)), at);
      Value offset = arith::AndIOp::create(u.b, u.loc, u.add(index, u.phase),
                                           u.constant(bucketElements - 1));
      records.store(stage, position, offset, u.loadValue(i));
    });
  }

  Value getBucketInRange(Value index) {
    return arith::ShRUIOp::create(u.b, u.loc, u.add(index, u.phase),
                                  u.constant(llvm::Log2_64(bucketElements)));
  }

  /// The one after the last for an index out of range, which is compared in
  /// full width (U3).
  Value getBucket(Value index) {
    return u.select(u.isBelow(index, u.numOutputs), getBucketInRange(index),
                    numBuckets);
  }

  void fillBucket(Value bucket) {
    u.saveStack();
    Value stage = u.allocateStage(u.constant(bucketElements));
    // In input order, so that of equal indices the last wins (U4).
    u.forEach(u.constant(0), numShares, 1, [&](Value number) {
      Value at = u.add(u.multiply(number, rowSize), bucket);
      Value shareBegin = u.multiply(number, u.constant(share));
      Value begin = u.add(shareBegin, load(at));
      Value end = u.add(shareBegin, load(u.add(at, u.constant(1))));
      u.forEach(begin, end, 1, [&](Value i) {
        auto [offset, value] = records.load(ordered, i);
        memref::StoreOp::create(u.b, u.loc, value, stage, offset);
      });
    });
    Value begin = u.multiply(bucket, u.constant(bucketElements));
    Value end = u.minimum(u.add(begin, u.constant(bucketElements)),
                          u.add(u.numOutputs, u.phase));
    u.copyToDest(u.signedMaximum(begin, u.phase), end, stage,
                 [&](Value position) { return u.subtract(position, begin); });
    u.ifThen(u.isNonTemporal, [&] { createStoreFence(u.b, u.loc); });
    u.restoreStack();
  }

  UnpoolBuilder &u;
  Records records;
  RecordArrays ordered;
  int64_t bucketElements, share;
  Value numBuckets, numShares, rowSize, table;
};

} // namespace

void emitUnpoolPartition(UnpoolBuilder &u) { PartitionEmitter(u).run(); }

} // namespace dml
