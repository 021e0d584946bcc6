//===- UnpoolInputs.cpp - Inputs and control words of unpooling -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolInputs.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

/// The inputs that a thread samples.
constexpr static int64_t kSamplesPerThread = 4;

/// The words of quad number `quad` of a buffer of elements, of `units` that are
/// as large as four elements, or 16 bytes where these are larger. Elements
/// behind the end of the last quad have any value.
static SmallVector<Value> loadQuadWords(WordBuilder &w, Value units, Value quad,
                                        int64_t elementBytes) {
  SmallVector<Value> words;
  int64_t numLoads = llvm::divideCeil(elementBytes, 4);
  int64_t numUnits = cast<MemRefType>(units.getType()).getNumElements();
  for (int64_t i = 0; i < numLoads; ++i) {
    Value unit = w.add(w.multiply(quad, numLoads), i);
    // Buffers end with a unit, but perhaps within a quad.
    if (numUnits % numLoads != 0)
      unit = w.minimum(unit, numUnits - 1);
    words.append(w.split(w.load(units, unit)));
  }
  return words;
}

UnpoolInputs::UnpoolInputs(OpBuilder &b, UnpoolOp op, Value control)
    : numInputs(cast<MemRefType>(op.getValues().getType()).getNumElements()),
      numOutputs(cast<MemRefType>(op.getDest().getType()).getNumElements()),
      elementBytes(getElementBytes(getElementTypeOrSelf(op.getDest()))),
      indexType(cast<MemRefType>(op.getIndices().getType())) {
  indexWords = indexType.getElementType().isInteger(64) ? 2 : 1;
  words = viewWords(b, op.getIndices(), 1);
  vectors = viewWords(b, op.getIndices(), kVectorWords);
  values =
      viewWords(b, op.getValues(), std::min<int64_t>(elementBytes, kWordBytes));
  this->control = viewWords(b, control, 1);
}

Value UnpoolInputs::loadWord(WordBuilder &w, Value position,
                             int64_t part) const {
  return w.load(words, w.add(w.multiply(position, indexWords), part));
}

UnpoolIndex UnpoolInputs::load(WordBuilder &w, Value position) const {
  UnpoolIndex index{loadWord(w, position, 0), {}};
  if (indexWords == 2)
    index.high = loadWord(w, position, 1);
  return index;
}

SmallVector<Value> UnpoolInputs::loadIndexWords(WordBuilder &w,
                                                Value quad) const {
  return loadQuadWords(w, vectors, quad, indexWords * kWordBytes);
}

SmallVector<Value> UnpoolInputs::loadValueWords(WordBuilder &w,
                                                Value quad) const {
  return loadQuadWords(w, values, quad, elementBytes);
}

std::array<UnpoolIndex, 4> UnpoolInputs::getIndices(ValueRange words) const {
  std::array<UnpoolIndex, 4> result;
  for (auto [c, index] : llvm::enumerate(result)) {
    index.low = words[c * indexWords];
    if (indexWords == 2)
      index.high = words[c * indexWords + 1];
  }
  return result;
}

std::array<UnpoolValue, 4> UnpoolInputs::getValues(WordBuilder &w,
                                                   ValueRange words) const {
  std::array<UnpoolValue, 4> result;
  for (auto [i, value] : llvm::enumerate(result)) {
    if (elementBytes >= kWordBytes) {
      int64_t length = elementBytes / kWordBytes;
      llvm::append_range(value, words.slice(i * length, length));
      continue;
    }
    int64_t perWord = kWordBytes / elementBytes, bits = elementBytes * 8;
    Value word = w.shiftRight(words[i / perWord], i % perWord * bits);
    if ((i + 1) % perWord != 0)
      word = w.mask(word, (int64_t(1) << bits) - 1);
    value = {word};
  }
  return result;
}

Value UnpoolInputs::exists(WordBuilder &w, Value quad, int64_t number) const {
  int64_t inLastQuad = numInputs % 4;
  return inLastQuad == 0 || number < inLastQuad
             ? w.boolean(true)
             : w.isNotEqual(quad, numInputs / 4);
}

Value UnpoolInputs::sample(
    WordBuilder &w, Value thread, int64_t workgroupSize,
    function_ref<Value(Value, const UnpoolIndex &)> test) const {
  Value shared = allocateWorkgroupWords(w, 1);
  w.ifThen(w.isEqual(thread, 0),
           [&] { w.store(w.constant(0), shared, w.constant(0)); });
  emitBarrier(w);
  // Samples are spread evenly. A prime number shifts each, so that they lie in
  // different columns and rows whatever the sizes.
  int64_t numSamples = std::min(kSamplesPerThread * workgroupSize, numInputs);
  int64_t distance = numInputs / numSamples;
  Value bits = w.constant(0);
  for (int64_t i = 0; i < kSamplesPerThread; ++i) {
    Value sample = w.minimum(w.add(thread, i * workgroupSize), numSamples - 1);
    Value moved = w.remainder(w.multiply(sample, 7919), distance);
    Value position = w.add(w.multiply(sample, distance), moved);
    bits = w.bitOr(bits, test(position, load(w, position)));
  }
  w.update(arith::AtomicRMWKind::ori, bits, shared, w.constant(0));
  emitBarrier(w);
  return w.load(shared, int64_t(0));
}

Value UnpoolInputs::isInside(WordBuilder &w, const UnpoolIndex &index,
                             Value begin, Value size) const {
  Value isInside = w.isLessUnsigned(w.subtract(index.low, begin), size);
  return index.high ? w.bitAnd(isInside, w.isEqual(index.high, 0)) : isInside;
}

Value UnpoolInputs::isOutOfRange(WordBuilder &w,
                                 const UnpoolIndex &index) const {
  Value isBehind = w.logicalNot(w.isLessUnsigned(index.low, numOutputs));
  return index.high ? w.bitOr(isBehind, w.isNotEqual(index.high, 0)) : isBehind;
}

void UnpoolInputs::emitFallback(WordBuilder &w) const {
  w.update(arith::AtomicRMWKind::maxu, w.constant(1), control,
           w.constant(UnpoolControl::Fallback));
}

} // namespace dml
