//===- WinnerTile.cpp - Elements of a result in workgroup memory ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WinnerTile.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

WinnerTile::WinnerTile(OpBuilder &b, Value dest, int64_t size,
                       int64_t maxNumber, int64_t workgroupSize)
    : size(size), workgroupSize(workgroupSize),
      dest(viewWords(b, dest, kVectorWords)) {
  auto type = cast<MemRefType>(dest.getType());
  elementBytes = getElementBytes(type.getElementType());
  numResultElements = type.getNumElements();
  holdsBoth = elementBytes < kWordBytes &&
              maxNumber < int64_t(1) << (kWordBits - elementBytes * 8);
}

/// The most words and vectors of a thread that are written without a loop.
constexpr static int64_t kMaxUnrolled = 16;
/// Words behind the elements, in which the lanes of a subgroup do not wait for
/// each other.
constexpr static int64_t kWordsBehind = 32;

int64_t WinnerTile::getNumWords(int64_t size, int64_t elementBytes) {
  return (size + kWordsBehind) * getWordsPerElement(elementBytes);
}

/// Words of all elements and behind them.
int64_t WinnerTile::getPartWords() const { return size + kWordsBehind; }

Value WinnerTile::getPosition(WordBuilder &w, Value element) {
  int64_t length = kVectorBytes / elementBytes;
  return w.add(w.multiply(w.remainder(element, length), size / length),
               w.divide(element, length));
}

Value WinnerTile::makeNumber(WordBuilder &w, Value base, int64_t offset) {
  int64_t bits = holdsBoth ? elementBytes * 8 : 0;
  return w.add(w.shiftLeft(base, bits), offset << bits);
}

void WinnerTile::allocate(WordBuilder &w) {
  map = allocateWorkgroupWords(w, getNumWords(size, elementBytes));
}

void WinnerTile::clear(WordBuilder &w, Value thread) {
  Value zero = w.constant(0);
  for (int64_t part = 0; part < getWordsPerElement(elementBytes); ++part)
    w.forEachOfThread(
        zero, thread, size, workgroupSize,
        [&](Value i) { w.store(zero, map, w.add(i, part * getPartWords())); },
        kMaxUnrolled);
}

void WinnerTile::enter(WordBuilder &w, Value thread, ArrayRef<Input> inputs) {
  Value elsewhere =
      w.add(w.remainder(thread, kWordsBehind), getPartWords() - kWordsBehind);
  SmallVector<Value> positions;
  for (const Input &input : inputs)
    positions.push_back(
        w.select(input.isPresent, getPosition(w, input.element), elsewhere));
  for (auto [input, position] : llvm::zip_equal(inputs, positions)) {
    Value word = input.number;
    if (holdsBoth)
      word = w.add(word, input.value.front());
    w.update(arith::AtomicRMWKind::maxu, word, map, position);
  }
  if (!holdsBoth)
    replaceByValues(w, elsewhere, inputs, positions);
}

void WinnerTile::replaceByValues(WordBuilder &w, Value elsewhere,
                                 ArrayRef<Input> inputs,
                                 ArrayRef<Value> positions) {
  emitBarrier(w);
  SmallVector<Value> targets;
  for (auto [input, position] : llvm::zip_equal(inputs, positions))
    targets.push_back(w.select(w.isEqual(w.load(map, position), input.number),
                               position, elsewhere));
  emitBarrier(w);
  for (auto [input, target] : llvm::zip_equal(inputs, targets))
    for (auto [part, word] : llvm::enumerate(input.value))
      w.store(word, map, w.add(target, part * getPartWords()));
}

void WinnerTile::write(WordBuilder &w, Value tile, Value thread) {
  int64_t numVectors = size * elementBytes / kVectorBytes;
  w.forEachOfThread(
      w.constant(0), thread, numVectors, workgroupSize,
      [&](Value vector) { writeVector(w, tile, vector); }, kMaxUnrolled);
}

void WinnerTile::writeVector(WordBuilder &w, Value tile, Value vector) {
  int64_t length = kVectorBytes / elementBytes, numVectors = size / length;
  Value number = w.add(w.multiply(tile, numVectors), vector);
  auto writeHere = [&] {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < length; ++i)
      for (int64_t part = 0; part < getWordsPerElement(elementBytes); ++part)
        elements.push_back(
            w.load(map, w.add(vector, i * numVectors + part * getPartWords())));
    w.store(w.join(packElements(w, elements)), dest, number);
  };
  // The result is a whole number of vectors, as buffers are, but maybe not of
  // tiles.
  if (numResultElements % size == 0)
    return writeHere();
  w.ifThen(
      w.isLessUnsigned(number, llvm::divideCeil(numResultElements, length)),
      writeHere);
}

/// The words of consecutive elements, of which narrow ones are in the low bits
/// of words.
SmallVector<Value> WinnerTile::packElements(WordBuilder &w,
                                            ValueRange elements) {
  SmallVector<Value> words;
  int64_t perWord = std::max<int64_t>(1, kWordBytes / elementBytes);
  int64_t bits = elementBytes * 8;
  for (size_t i = 0; i < elements.size(); i += perWord) {
    Value word;
    for (int64_t j = 0; j < perWord; ++j) {
      Value element = elements[i + j];
      // The shift drops what is above the last element of a word.
      if (holdsBoth && j + 1 < perWord)
        element = w.mask(element, (int64_t(1) << bits) - 1);
      element = w.shiftLeft(element, j * bits);
      word = word ? w.bitOr(word, element) : element;
    }
    words.push_back(word);
  }
  return words;
}

} // namespace dml
