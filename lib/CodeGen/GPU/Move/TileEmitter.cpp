//===- TileEmitter.cpp - Results by way of workgroup memory ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

Value TileNumber::take(WordBuilder &w, int64_t size) {
  numTiles /= size;
  if (numTiles == 1)
    return std::exchange(rest, w.constant(0));
  Value index = w.remainder(rest, size);
  rest = w.divide(rest, size);
  return index;
}

TileSource::TileSource(OpBuilder &b, const Access &read)
    : vectors(viewWords(b, read.buffer, 4)) {
  int64_t length = kVectorBytes / getElementBytes(read.elementType);
  for (int64_t stride : read.strides)
    strides.push_back(stride / length);
  offset = read.offset / length;
}

Value TileSource::getBegin(WordBuilder &w) const { return w.constant(offset); }

Value TileSource::move(WordBuilder &w, Value position, size_t loop, Value index,
                       int64_t step) const {
  return w.add(position, w.multiply(index, step * strides[loop]));
}

Value TileSource::load(WordBuilder &w, Value position) const {
  return w.load(vectors, position);
}

TileEmitter::TileEmitter(OpBuilder &b, const AccessNest &nest,
                         const Tiling &tiling)
    : loops(nest.loops), destStrides(nest.writes.front().strides),
      elementBytes(tiling.elementBytes), length(tiling.getVectorLength()),
      perWord(tiling.getWordLength()),
      wordsPerElement(getWordsPerElement(tiling.elementBytes)),
      numTiles(tiling.numTiles), numThreads(tiling.numThreads),
      dest(viewWords(b, nest.writes.front().buffer, 4)) {}

void TileEmitter::ifBelow(WordBuilder &w, Value thread, int64_t first,
                          int64_t end, function_ref<void(Value)> body) {
  Value item = w.add(thread, first);
  if (first + numThreads <= end)
    return body(item);
  w.ifThen(w.isBelow(thread, end - first), [&] { body(item); });
}

void TileEmitter::forEach(WordBuilder &w, Value thread, int64_t numItems,
                          function_ref<void(Value)> body) {
  for (int64_t i = 0; i < numItems; i += numThreads)
    ifBelow(w, thread, i, numItems, body);
}

void TileEmitter::transfer(WordBuilder &w, Value thread, int64_t numItems,
                           function_ref<SmallVector<Value>(Value)> load,
                           function_ref<void(Value, ArrayRef<Value>)> keep) {
  SmallVector<SmallVector<Value>> loaded;
  for (int64_t i = 0; i < numItems; i += numThreads) {
    Value item = w.add(thread, i);
    if (i + numThreads > numItems)
      item = w.minimum(item, numItems - 1);
    loaded.push_back(load(item));
  }
  for (auto [i, vectors] : llvm::enumerate(loaded))
    ifBelow(w, thread, i * numThreads, numItems,
            [&, &vectors = vectors](Value item) { keep(item, vectors); });
}

void TileEmitter::setRow(WordBuilder &w, Value row, size_t firstRowLoop,
                         MutableArrayRef<Value> indices) {
  for (size_t i = loops.size(); i-- > firstRowLoop;) {
    bool isOutermost = i == firstRowLoop;
    indices[i] = isOutermost ? row : w.remainder(row, loops[i].size);
    if (!isOutermost)
      row = w.divide(row, loops[i].size);
  }
}

SmallVector<Value> TileEmitter::computeVector(WordBuilder &w,
                                              StripEmitter &strips,
                                              ArrayRef<Value> indices,
                                              size_t columnLoop,
                                              Value columnVector) {
  OpBuilder &b = w.b;
  AffineExpr d0, d1;
  bindDims(b.getContext(), d0, d1);
  SmallVector<Value> first;
  for (Value index : indices)
    first.push_back(w.asIndex(index));
  Value vector = w.asIndex(columnVector);
  SmallVector<SmallVector<Value>> elements(length, first);
  for (int64_t i = 0; i < length; ++i)
    elements[i][columnLoop] = affine::AffineApplyOp::create(
        b, w.loc, AffineMap::get(2, 0, d0 + d1 * length + i),
        ValueRange{first[columnLoop], vector});
  return w.split(asWords(w, strips.emitElements(b, w.loc, elements)));
}

Value TileEmitter::asWords(WordBuilder &w, ArrayRef<Value> elements) {
  auto type = VectorType::get(length, elements.front().getType());
  Value vector = vector::FromElementsOp::create(w.b, w.loc, type, elements);
  auto words = VectorType::get(kVectorBytes / kWordBytes, w.b.getI32Type());
  return vector::BitCastOp::create(w.b, w.loc, words, vector);
}

Value TileEmitter::moveToRow(WordBuilder &w, const TileSource &source,
                             Value position, size_t firstRowLoop,
                             ArrayRef<Value> indices) {
  for (size_t i = loops.size(); i-- > firstRowLoop;)
    position = source.move(w, position, i, indices[i]);
  return position;
}

/// Swaps, in each two words `step` apart, the upper parts of `bits` bits of the
/// first with the lower parts of the second.
static void transposeParts(WordBuilder &w, SmallVectorImpl<Value> &words,
                           int64_t bits, int64_t step) {
  int64_t low = bits == 16 ? 0xFFFF : 0x00FF00FF;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i / step % 2 == 1)
      continue;
    Value first = words[i], second = words[i + step];
    words[i] =
        w.either(w.mask(first, low), w.shiftLeft(w.mask(second, low), bits));
    words[i + step] =
        w.either(w.mask(w.shiftRight(first, bits), low), w.mask(second, ~low));
  }
}

void TileEmitter::transposeElements(WordBuilder &w,
                                    SmallVectorImpl<Value> &words) {
  for (int64_t bits = elementBytes * 8, step = 1; bits < 32;
       bits *= 2, step *= 2)
    transposeParts(w, words, bits, step);
}

Value TileEmitter::getSharedPosition(WordBuilder &w, Value word) {
  return w.add(word, w.divide(word, Tiling::kWordsBetweenGaps));
}

SmallVector<Value> TileEmitter::readShiftedWords(WordBuilder &w, Value shared,
                                                 Value word, Value element) {
  constexpr int64_t numWords = StripTiling::kShiftedWords;
  Value bits = w.multiply(element, elementBytes * 8);
  Value rest = w.subtract(w.constant(31), bits);
  SmallVector<Value> loaded, words;
  for (int64_t i = 0; i < numWords; ++i)
    loaded.push_back(w.load(shared, getSharedPosition(w, w.add(word, i))));
  // Shifting by 32 is undefined, so the shift takes two steps. A
  // multiplication would pay where instructions bound a kernel.
  for (int64_t i = 0; i + 1 < numWords; ++i)
    words.push_back(w.either(w.shiftRight(loaded[i], bits),
                             w.shiftLeft(w.shiftLeft(loaded[i + 1], 1), rest)));
  return words;
}

} // namespace dml
