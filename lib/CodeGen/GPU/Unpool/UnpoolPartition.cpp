//===- UnpoolPartition.cpp - Unpooling by radix partition -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolPartition.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"
#include "UnpoolBucketWriter.h"
#include "UnpoolRadixPartition.h"

using namespace mlir;

namespace dml {

constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max();

/// The most words of a fine bucket in workgroup memory: 16 KiB, which every
/// device has.
constexpr int64_t kMaxMapWords = 4096;
/// The fewest elements of a fine bucket.
constexpr int64_t kMinBucketSize = 256;

/// The most buckets that one kernel fills, and the most that a thread handles.
constexpr int64_t kMaxBuckets = 1024;
constexpr int64_t kBucketsPerThread = 8;

/// A bucket has room for this many times the pairs that evenly spread inputs
/// need, and for kSparePairs more.
constexpr double kSpareFactor = 1.25;
constexpr int64_t kSparePairs = 64;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

std::optional<UnpoolPartition>
UnpoolPartition::choose(MemRefType values, MemRefType dest,
                        const UnpoolLimits &limits) {
  UnpoolPartition partition;
  partition.limits = limits;
  partition.numInputs = values.getNumElements();
  partition.numOutputs = dest.getNumElements();
  partition.elementBytes = dml::getElementBytes(dest.getElementType());
  partition.inputsPerPlane = values.getDimSize(2) * values.getDimSize(3);
  partition.outputsPerPlane = dest.getDimSize(2) * dest.getDimSize(3);
  if (partition.numInputs > kMaxElements ||
      partition.numOutputs > kMaxElements ||
      partition.numOutputs * partition.elementBytes % 16 != 0)
    return std::nullopt;
  if (!partition.chooseFineBuckets() || !partition.chooseCoarseBuckets())
    return std::nullopt;
  partition.layOut();
  if (!partition.fits(partition.fine) || !partition.fits(partition.coarse))
    return std::nullopt;
  if (partition.hasCoarseBuckets())
    partition.chooseBucketsPerChunk();
  return partition;
}

/// Returns the pairs for which a bucket of `size` elements has room.
int64_t UnpoolPartition::getCapacity(int64_t size) const {
  double even = static_cast<double>(numInputs) * size / numOutputs;
  return std::min<int64_t>(numInputs, kSpareFactor * even + kSparePairs);
}

bool UnpoolPartition::chooseFineBuckets() {
  int64_t mapWords = std::min(kMaxMapWords, limits.maxWorkgroupMemory / 4);
  int64_t maxPairs = kPairsPerThread * limits.workgroupSize;
  for (int64_t size = kMaxMapWords; size >= kMinBucketSize; size /= 2) {
    if (size * getWordsPerElement(elementBytes) > mapWords ||
        getCapacity(size) > maxPairs)
      continue;
    fine.size = size;
    fine.numBuckets = llvm::divideCeil(numOutputs, size);
    fine.capacity = getCapacity(size);
    return true;
  }
  return false;
}

bool UnpoolPartition::chooseCoarseBuckets() {
  // A coarse bucket has as many fine buckets as there are coarse ones, or half
  // as many.
  int64_t finePerCoarse = 1;
  if (fine.numBuckets > getMaxBuckets())
    finePerCoarse <<= llvm::Log2_64_Ceil(fine.numBuckets) / 2;
  coarse.size = fine.size * finePerCoarse;
  coarse.capacity = getCapacity(coarse.size);
  coarse.numBuckets =
      hasCoarseBuckets() ? llvm::divideCeil(numOutputs, coarse.size) : 0;
  return std::max(coarse.numBuckets, finePerCoarse) <= getMaxBuckets();
}

void UnpoolPartition::layOut() {
  coarse.firstCountWord = UnpoolControl::NumWords;
  fine.firstCountWord = coarse.firstCountWord + coarse.numBuckets;
  auto getBits = [](int64_t count) {
    return std::max(1u, llvm::Log2_64_Ceil(count));
  };
  pair = UnpoolPair(getBits(coarse.size), getBits(numInputs), elementBytes * 8);
}

/// Returns the most buckets into which a workgroup can partition a chunk.
int64_t UnpoolPartition::getMaxBuckets() const {
  int64_t numWords = limits.maxWorkgroupMemory / 4 - getChunkSize();
  return std::min({kMaxBuckets, kBucketsPerThread * limits.workgroupSize,
                   numWords / UnpoolRadixPartition::kWordsPerBucket});
}

void UnpoolPartition::chooseBucketsPerChunk() {
  // A chunk may begin and end within a plane, and a plane within a bucket.
  int64_t planes = llvm::divideCeil(getChunkSize(), inputsPerPlane);
  if (inputsPerPlane % getChunkSize() != 0)
    ++planes;
  int64_t numBuckets = llvm::divideCeil(planes * outputsPerPlane, fine.size);
  if (outputsPerPlane % fine.size != 0)
    ++numBuckets;
  if (numBuckets <= getMaxBuckets())
    bucketsPerChunk = numBuckets;
}

bool UnpoolPartition::fits(const UnpoolBuckets &buckets) const {
  int64_t maxWords = std::min(kMaxElements, limits.maxBufferBytes / 4);
  return buckets.numBuckets * buckets.capacity * pair.getNumWords() <= maxWords;
}

int64_t UnpoolPartition::getChunkSize() const {
  return limits.workgroupSize * kQuadsPerThread * 4;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void UnpoolPartition::allocate(OpBuilder &b, Location loc) {
  auto create = [&](const UnpoolBuckets &buckets) {
    int64_t numWords =
        buckets.numBuckets * buckets.capacity * pair.getNumWords();
    auto type = MemRefType::get(numWords, b.getI32Type());
    return viewWords(b, memref::AllocOp::create(b, loc, type),
                     pair.getNumWords());
  };
  if (hasCoarseBuckets())
    coarse.pairs = create(coarse);
  fine.pairs = create(fine);
}

Value UnpoolPartition::getFirstBucket(WordBuilder &w, Value chunk) const {
  Value plane = w.divide(w.multiply(chunk, getChunkSize()), inputsPerPlane);
  return w.divide(w.multiply(plane, outputsPerPlane), fine.size);
}

Value UnpoolPartition::emitInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                                     Value position,
                                     const UnpoolIndex &index) const {
  if (!canSkipCoarseBuckets())
    return w.constant(0);
  Value plane = w.divide(position, inputsPerPlane);
  Value isInPlane =
      inputs.isInside(w, index, w.multiply(plane, outputsPerPlane),
                      w.constant(outputsPerPlane));
  return w.select(w.either(isInPlane, inputs.isOutOfRange(w, index)),
                  w.constant(0), OtherPlane);
}

namespace {
/// A condition of the hint: which of its `bits` are `set`.
struct HintCondition {
  int64_t bits, set;

  Value holds(WordBuilder &w, Value hint) const {
    return w.isEqual(w.mask(hint, bits), set);
  }
};
} // namespace

constexpr HintCondition kAlways = {0, 0};
constexpr HintCondition kInPlanes = {OtherPlane, 0};
constexpr HintCondition kAcrossPlanes = {OtherPlane, OtherPlane};

void UnpoolPartition::emitClear(WordBuilder &w, const UnpoolInputs &inputs,
                                Value thread, Value hint) const {
  auto clear = [&](const UnpoolBuckets &buckets, HintCondition condition) {
    w.ifThen(condition.holds(w, hint), [&] {
      w.forEach(thread, buckets.numBuckets, limits.workgroupSize,
                [&](Value bucket) { buckets.clear(w, inputs, bucket); });
    });
  };
  if (!hasCoarseBuckets())
    return clear(fine, kAlways);
  clear(coarse, canSkipCoarseBuckets() ? kAcrossPlanes : kAlways);
  if (canSkipCoarseBuckets())
    clear(fine, kInPlanes);
}

/// Emits a kernel in which workgroups loop over `numItems` items if the hint
/// satisfies the condition. The number of workgroups is limited: a launch
/// without work then takes microseconds.
template <typename Emitter>
static LogicalResult
emitKernel(OpBuilder &b, Location loc, const UnpoolLimits &limits,
           const UnpoolInputs &inputs, HintCondition condition,
           int64_t numItems, Emitter &&emitter) {
  int64_t workgroups = std::min(numItems, kMaxLoopingWorkgroups);
  return buildWorkgroupLaunch(
      b, loc, workgroups, limits.workgroupSize, limits.maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        WordBuilder w(b, loc);
        emitter.allocate(w);
        Value hint = w.load(inputs.getControl(), UnpoolControl::Hint);
        w.ifThen(condition.holds(w, hint), [&] {
          w.forEach(workgroup, numItems, workgroups, [&](Value item) {
            emitter.emit(w, item, thread);
            // The next item uses the same workgroup memory.
            emitBarrier(w);
          });
        });
      });
}

LogicalResult UnpoolPartition::emitKernels(OpBuilder &b, UnpoolOp op,
                                           const UnpoolInputs &inputs) const {
  Location loc = op.getLoc();
  auto emit = [&](HintCondition condition, int64_t numItems, auto &&emitter) {
    return emitKernel(b, loc, limits, inputs, condition, numItems, emitter);
  };
  int64_t chunks = llvm::divideCeil(numInputs, getChunkSize());
  if (!hasCoarseBuckets()) {
    if (failed(
            emit(kAlways, chunks,
                 InputPartition(b, op, inputs, *this, fine, fine.numBuckets))))
      return failure();
    return emit(kAlways, fine.numBuckets,
                UnpoolBucketWriter(b, op, inputs, *this));
  }
  HintCondition condition = canSkipCoarseBuckets() ? kAcrossPlanes : kAlways;
  if (canSkipCoarseBuckets() &&
      failed(
          emit(kInPlanes, chunks,
               InputPartition(b, op, inputs, *this, fine, *bucketsPerChunk))))
    return failure();
  if (failed(emit(
          condition, chunks,
          InputPartition(b, op, inputs, *this, coarse, coarse.numBuckets))) ||
      failed(emit(condition, coarse.numBuckets * getChunksPerCoarseBucket(),
                  CoarseBucketPartition(inputs, *this))))
    return failure();
  return emit(kAlways, fine.numBuckets,
              UnpoolBucketWriter(b, op, inputs, *this));
}

} // namespace dml
