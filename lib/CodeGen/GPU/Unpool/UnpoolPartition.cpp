//===- UnpoolPartition.cpp - Unpooling by radix partition -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolPartition.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "WinnerTile.h"

using namespace mlir;

namespace dml {

constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max();

/// The most elements of a fine bucket: their winners take 16 KiB of workgroup
/// memory.
constexpr int64_t kMaxBucketSize = 4096;
/// The fewest elements of a fine bucket.
constexpr int64_t kMinBucketSize = 256;

/// The most buckets that one kernel fills.
constexpr int64_t kMaxBuckets = 1024;

/// A bucket has room for this many times the pairs that evenly spread inputs
/// need, and for kSparePairs more.
constexpr double kSpareFactor = 1.25;
constexpr int64_t kSparePairs = 64;

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

UnpoolPair::UnpoolPair(int64_t offsetBits, int64_t positionBits,
                       int64_t valueBits) {
  // Whole words come first, so that they need no shift.
  for (; valueBits >= 32; valueBits -= 32)
    value.push_back(append(32));
  offset = append(offsetBits);
  position = append(positionBits);
  if (valueBits > 0)
    value.push_back(append(valueBits));
}

UnpoolPair::Field UnpoolPair::append(int64_t width) {
  numBits += width;
  return {numBits - width, width};
}

void UnpoolPair::Field::insert(WordBuilder &w, MutableArrayRef<Value> words,
                               Value bits) const {
  int64_t word = begin / 32, shift = begin % 32;
  words[word] = w.bitOr(words[word], w.shiftLeft(bits, shift));
  if (shift + width > 32)
    words[word + 1] = w.bitOr(words[word + 1], w.shiftRight(bits, 32 - shift));
}

Value UnpoolPair::Field::extract(WordBuilder &w, ValueRange words) const {
  int64_t word = begin / 32, shift = begin % 32;
  Value bits = w.shiftRight(words[word], shift);
  if (shift + width == 32)
    return bits;
  if (shift + width > 32)
    bits = w.bitOr(bits, w.shiftLeft(words[word + 1], 32 - shift));
  return w.mask(bits, (int64_t(1) << width) - 1);
}

SmallVector<Value> UnpoolPair::pack(WordBuilder &w, Value offset,
                                    Value position, ValueRange value) const {
  SmallVector<Value> words(getNumUsedWords(), w.constant(0));
  for (auto [field, bits] : llvm::zip_equal(this->value, value))
    field.insert(w, words, bits);
  this->offset.insert(w, words, offset);
  this->position.insert(w, words, position);
  return words;
}

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
      partition.numOutputs * partition.elementBytes % kVectorBytes != 0)
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
  int64_t maxPairs = kPairsPerThread * limits.workgroupSize;
  int64_t wordsPerElement = getWordsPerElement(elementBytes);
  for (int64_t size = kMaxBucketSize / wordsPerElement; size >= kMinBucketSize;
       size /= 2) {
    if (WinnerTile::getNumWords(size, elementBytes) * kWordBytes >
            limits.maxWorkgroupMemory ||
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
  int64_t numWords =
      limits.maxWorkgroupMemory / 4 - getChunkSize() - kWordsOfAbsentPairs;
  return std::min({kMaxBuckets, kBucketsPerThread * limits.workgroupSize,
                   numWords / kWordsPerBucket});
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

Value UnpoolPartition::emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                                  Value thread) const {
  if (!bucketsPerChunk)
    return w.constant(0);
  return inputs.sample(w, thread, limits.workgroupSize,
                       [&](Value position, const UnpoolIndex &index) {
                         Value plane = w.divide(position, inputsPerPlane);
                         Value isInPlane = inputs.isInside(
                             w, index, w.multiply(plane, outputsPerPlane),
                             w.constant(outputsPerPlane));
                         Value isElsewhere = w.logicalNot(
                             w.bitOr(isInPlane, inputs.isOutOfRange(w, index)));
                         return w.select(isElsewhere, w.constant(1), 0);
                       });
}

SmallVector<UnpoolPartition::InputStage, 2>
UnpoolPartition::getInputStages() const {
  if (!hasCoarseBuckets())
    return {{std::nullopt, &fine, fine.numBuckets}};
  if (!bucketsPerChunk)
    return {{std::nullopt, &coarse, coarse.numBuckets}};
  return {{0, &fine, *bucketsPerChunk}, {1, &coarse, coarse.numBuckets}};
}

void UnpoolPartition::emitClear(WordBuilder &w, const UnpoolInputs &inputs,
                                Value thread, Value isAcross) const {
  for (const InputStage &stage : getInputStages())
    w.ifThen(stage.isWanted(w, isAcross), [&] {
      w.forEach(thread, stage.buckets->numBuckets, limits.workgroupSize,
                [&](Value bucket) { stage.buckets->clear(w, inputs, bucket); });
    });
}

} // namespace dml
