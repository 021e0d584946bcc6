//===- UnpoolPartition.cpp - Unpooling of inputs sorted by place ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolPartition.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"
#include "UnpoolBuckets.h"
#include "UnpoolRadixPartition.h"

using namespace mlir;

namespace dml {

constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max();

/// Words of a bin's map: 16 KiB, which every device has.
constexpr int64_t kMaxMapWords = 4096;
constexpr int64_t kMinBinSize = 256;

/// Lists that one kernel fills.
constexpr int64_t kMaxKeys = 1024;
constexpr int64_t kKeysPerThread = 8;

/// Lists are as much longer than inputs spread evenly would need.
constexpr double kSpareFactor = 1.25;
constexpr int64_t kSpareEntries = 64;

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
  if (!partition.chooseBins() || !partition.chooseBuckets())
    return std::nullopt;
  partition.layOut();
  if (!partition.fits(partition.bins) || !partition.fits(partition.buckets))
    return std::nullopt;
  if (partition.hasBuckets())
    partition.chooseLocal();
  return partition;
}

/// Entries of a list for so many elements of the result.
int64_t UnpoolPartition::getCapacity(int64_t size) const {
  double even = static_cast<double>(numInputs) * size / numOutputs;
  return std::min<int64_t>(numInputs, kSpareFactor * even + kSpareEntries);
}

bool UnpoolPartition::chooseBins() {
  int64_t mapWords = std::min(kMaxMapWords, limits.maxWorkgroupMemory / 4);
  int64_t maxEntries = kEntriesPerThread * limits.workgroupSize;
  for (int64_t size = kMaxMapWords; size >= kMinBinSize; size /= 2) {
    if (size * getWordsPerElement(elementBytes) > mapWords ||
        getCapacity(size) > maxEntries)
      continue;
    bins.partSize = size;
    bins.number = llvm::divideCeil(numOutputs, size);
    bins.capacity = getCapacity(size);
    return true;
  }
  return false;
}

bool UnpoolPartition::chooseBuckets() {
  // As many bins in a bucket as buckets, or half as many.
  int64_t binsPerBucket = 1;
  if (bins.number > getMaxKeys())
    binsPerBucket <<= llvm::Log2_64_Ceil(bins.number) / 2;
  buckets.partSize = bins.partSize * binsPerBucket;
  buckets.capacity = getCapacity(buckets.partSize);
  buckets.number =
      hasBuckets() ? llvm::divideCeil(numOutputs, buckets.partSize) : 0;
  return std::max(buckets.number, binsPerBucket) <= getMaxKeys();
}

void UnpoolPartition::layOut() {
  buckets.firstLength = UnpoolControl::NumWords;
  bins.firstLength = buckets.firstLength + buckets.number;
  auto getBits = [](int64_t count) {
    return std::max(1u, llvm::Log2_64_Ceil(count));
  };
  entry = UnpoolEntry(getBits(buckets.partSize), getBits(numInputs),
                      elementBytes * 8);
}

/// Lists among which a workgroup can distribute a block.
int64_t UnpoolPartition::getMaxKeys() const {
  int64_t numWords = limits.maxWorkgroupMemory / 4 - getBlockSize();
  return std::min({kMaxKeys, kKeysPerThread * limits.workgroupSize,
                   numWords / EntryDistributor::kWordsPerKey});
}

void UnpoolPartition::chooseLocal() {
  // A block may begin and end within a plane, and a plane within a bin.
  int64_t planes = llvm::divideCeil(getBlockSize(), inputsPerPlane);
  if (inputsPerPlane % getBlockSize() != 0)
    ++planes;
  int64_t numKeys = llvm::divideCeil(planes * outputsPerPlane, bins.partSize);
  if (outputsPerPlane % bins.partSize != 0)
    ++numKeys;
  if (numKeys <= getMaxKeys())
    binsPerBlock = numKeys;
}

bool UnpoolPartition::fits(const UnpoolLists &lists) const {
  int64_t maxWords = std::min(kMaxElements, limits.maxBufferBytes / 4);
  return lists.number * lists.capacity * entry.getNumWords() <= maxWords;
}

int64_t UnpoolPartition::getBlockSize() const {
  return limits.workgroupSize * kQuadsPerThread * 4;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void UnpoolPartition::allocate(OpBuilder &b, Location loc) {
  auto create = [&](const UnpoolLists &lists) {
    int64_t numWords = lists.number * lists.capacity * entry.getNumWords();
    auto type = MemRefType::get(numWords, b.getI32Type());
    return viewWords(b, memref::AllocOp::create(b, loc, type),
                     entry.getNumWords());
  };
  if (hasBuckets())
    buckets.entries = create(buckets);
  bins.entries = create(bins);
}

Value UnpoolLists::loadLength(WordBuilder &w, const UnpoolInputs &inputs,
                              Value list) const {
  Value length = w.load(inputs.getControl(), w.add(list, firstLength));
  return w.min(length, capacity);
}

void UnpoolLists::clear(WordBuilder &w, const UnpoolInputs &inputs,
                        Value list) const {
  w.store(w.constant(0), inputs.getControl(), w.add(list, firstLength));
}

Value UnpoolPartition::getFirstBin(WordBuilder &w, Value block) const {
  Value plane = w.divide(w.multiply(block, getBlockSize()), inputsPerPlane);
  return w.divide(w.multiply(plane, outputsPerPlane), bins.partSize);
}

Value UnpoolPartition::emitHint(WordBuilder &w, const UnpoolInputs &inputs,
                                Value position,
                                const UnpoolIndex &index) const {
  if (!hasLocalInputs())
    return w.constant(0);
  Value plane = w.divide(position, inputsPerPlane);
  Value isInPlane =
      inputs.isInside(w, index, w.multiply(plane, outputsPerPlane),
                      w.constant(outputsPerPlane));
  return w.select(w.either(isInPlane, inputs.isOutOfRange(w, index)),
                  w.constant(0), w.constant(OtherPlane));
}

namespace {
/// What a hint must say: those of some bits that are set.
struct WantedHint {
  int64_t bits, set;

  Value isGiven(WordBuilder &w, Value hint) const {
    return w.isEqual(w.mask(hint, bits), set);
  }
};
} // namespace

constexpr WantedHint kAnywhere = {Elsewhere, Elsewhere};
constexpr WantedHint kInPlanes = {Elsewhere | OtherPlane, Elsewhere};
constexpr WantedHint kInOtherPlanes = {Elsewhere | OtherPlane,
                                       Elsewhere | OtherPlane};

void UnpoolPartition::emitClear(WordBuilder &w, const UnpoolInputs &inputs,
                                Value thread, Value hint) const {
  auto clear = [&](const UnpoolLists &lists, WantedHint wanted) {
    w.ifThen(wanted.isGiven(w, hint), [&](WordBuilder &w) {
      w.forEach(
          thread, w.constant(lists.number), limits.workgroupSize,
          [&](WordBuilder &w, Value list) { lists.clear(w, inputs, list); });
    });
  };
  if (!hasBuckets())
    return clear(bins, kAnywhere);
  clear(buckets, hasLocalInputs() ? kInOtherPlanes : kAnywhere);
  if (hasLocalInputs())
    clear(bins, kInPlanes);
}

/// Emits a kernel of workgroups that loop over so many items where the hint
/// says so: having nothing to do takes microseconds.
template <typename Emitter>
static LogicalResult emitKernel(OpBuilder &b, Location loc,
                                const UnpoolLimits &limits,
                                const UnpoolInputs &inputs, WantedHint wanted,
                                int64_t numItems, Emitter &&emitter) {
  int64_t workgroups = std::min(numItems, kMaxLoopingWorkgroups);
  return buildWorkgroupLaunch(
      b, loc, workgroups, limits.workgroupSize, limits.maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value workgroup, Value thread) {
        WordBuilder w(b, loc);
        emitter.allocate(w);
        Value hint = w.load(inputs.getControl(), UnpoolControl::Hint);
        w.ifThen(wanted.isGiven(w, hint), [&](WordBuilder &w) {
          w.forEach(workgroup, w.constant(numItems), workgroups,
                    [&](WordBuilder &w, Value item) {
                      emitter.emit(w, item, thread);
                      // The memory is free for the next one.
                      emitBarrier(w);
                    });
        });
      });
}

LogicalResult UnpoolPartition::emitKernels(OpBuilder &b, UnpoolOp op,
                                           const UnpoolInputs &inputs) const {
  Location loc = op.getLoc();
  auto emit = [&](WantedHint wanted, int64_t numItems, auto &&emitter) {
    return emitKernel(b, loc, limits, inputs, wanted, numItems, emitter);
  };
  int64_t blocks = llvm::divideCeil(numInputs, getBlockSize());
  if (!hasBuckets()) {
    if (failed(emit(kAnywhere, blocks,
                    InputDistributor(b, op, inputs, *this, bins, bins.number))))
      return failure();
    return emit(kAnywhere, bins.number, BinEmitter(b, op, inputs, *this));
  }
  WantedHint wanted = hasLocalInputs() ? kInOtherPlanes : kAnywhere;
  if (hasLocalInputs() &&
      failed(emit(kInPlanes, blocks,
                  InputDistributor(b, op, inputs, *this, bins, *binsPerBlock))))
    return failure();
  if (failed(emit(
          wanted, blocks,
          InputDistributor(b, op, inputs, *this, buckets, buckets.number))) ||
      failed(emit(wanted, buckets.number * getBlocksPerBucket(),
                  BucketDistributor(inputs, *this))))
    return failure();
  return emit(kAnywhere, bins.number, BinEmitter(b, op, inputs, *this));
}

} // namespace dml
