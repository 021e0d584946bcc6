//===- RowTileEmitter.cpp - Tiles of rows that end within vectors ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTileEmitter.h"
#include "CodeGen/GPU/Schedule/RowTiles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {

/// The most words and vectors of a tile that a thread clears and writes without
/// a loop.
constexpr static int64_t kMaxUnrolled = 64;

RowTileEmitter::RowTileEmitter(OpBuilder &b, StripEmitter &strips,
                               const ThreadSchedule &schedule,
                               ValueRange buffers)
    : strips(strips), schedule(schedule),
      numElements(strips.getElementEmitter().getNumElements()),
      rowElements(schedule.rows->getNumElements()),
      lastElements(rowElements -
                   (schedule.getStripsPerRow() - 1) * schedule.stripElements) {
  for (Value buffer : buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    int64_t elementBytes = getElementBytes(type.getElementType());
    results.push_back(
        {elementBytes,
         type.getStridesAndOffset().second * elementBytes / kVectorBytes,
         viewWords(b, buffer, kVectorWords)});
  }
}

int64_t RowTileEmitter::getNumWorkgroups() const {
  return llvm::divideCeil(numElements, schedule.tileElements);
}

Value RowTileEmitter::getPosition(WordBuilder &w, const Result &result,
                                  Value word) const {
  return hasGapsInTile(schedule, result.elementBytes) ? addGaps(w, word) : word;
}

void RowTileEmitter::emit(WordBuilder &w, Value workgroup, Value thread) {
  bool needsZeros = false;
  for (Result &result : results) {
    int64_t numWords = getTileWords(schedule, result.elementBytes);
    result.shared = allocateWorkgroupWords(w, numWords);
    if (hasWholeWords(result))
      continue;
    needsZeros = true;
    w.forEachOfThread(
        w.constant(0), thread, numWords, schedule.workgroupSize,
        [&](Value word) { w.store(w.constant(0), result.shared, word); },
        kMaxUnrolled);
  }
  AffineExpr d0, d1;
  bindDims(w.b.getContext(), d0, d1);
  int64_t count = schedule.stripElements;
  int64_t perRow = schedule.getStripsPerRow();
  AffineExpr begin = d0 * schedule.tileElements;
  Value tile = w.asIndex(workgroup);
  Value firstRow = w.apply(begin.floorDiv(rowElements), tile);
  Value number = w.apply((begin % rowElements).floorDiv(count) + d1,
                         {tile, w.asIndex(thread)});
  Value row = w.apply(d0 + d1.floorDiv(perRow), {firstRow, number});
  Value strip = w.apply(d0 % perRow, number);
  SmallVector<SmallVector<Value>> words = computeStrip(w, row, strip);
  // Where the strip begins, in elements from the start of workgroup memory.
  Value place = w.add(w.subtract(w.add(w.multiply(w.asWord(row), rowElements),
                                       w.multiply(w.asWord(strip), count)),
                                 w.multiply(workgroup, schedule.tileElements)),
                      getElementsBeforeTile(schedule));
  Value isLast = w.isEqual(w.asWord(strip), perRow - 1);
  Value isInTile =
      w.bitAnd(w.isLessUnsigned(place, getElementsBeforeTile(schedule) +
                                           schedule.tileElements),
               w.isLessUnsigned(w.asWord(row), numElements / rowElements));
  if (needsZeros)
    emitBarrier(w);
  w.ifThen(isInTile, [&] {
    for (auto [result, ofResult] : llvm::zip_equal(results, words))
      if (hasWholeWords(result))
        keepWords(w, result, ofResult, place, isLast);
      else
        keepShifted(w, result, ofResult, place, isLast);
  });
  emitBarrier(w);
  for (const Result &result : results)
    storeTile(w, result, workgroup, thread);
}

/// The words of each result's elements. Those a period apart are computed
/// together, because what they read lies in words.
SmallVector<SmallVector<Value>>
RowTileEmitter::computeStrip(WordBuilder &w, Value row, Value strip) {
  int64_t period = schedule.period;
  SmallVector<StripEmitter::Values> all = strips.getIndicesInRow(w, row, strip);
  // By result and remainder.
  SmallVector<SmallVector<SmallVector<Value>>> turns(results.size());
  for (int64_t first = 0; first < period; ++first) {
    SmallVector<StripEmitter::Values> indices;
    for (int64_t i = first; i < schedule.stripElements; i += period)
      indices.push_back(all[i]);
    SmallVector<Value> elements = strips.getElementEmitter().emit(w, indices);
    for (auto [i, result] : llvm::enumerate(results)) {
      SmallVector<Value> &words = turns[i].emplace_back();
      SmallVector<Value> ofWord;
      for (size_t j = i; j < elements.size(); j += results.size()) {
        ofWord.push_back(elements[j]);
        if (static_cast<int64_t>(ofWord.size()) < result.getWordLength())
          continue;
        llvm::append_range(words, w.split(asWords(w, ofWord)));
        ofWord.clear();
      }
    }
  }
  SmallVector<SmallVector<Value>> words;
  for (auto [result, ofResult] : llvm::zip_equal(results, turns))
    words.push_back(period == 1 ? ofResult.front()
                                : interleave(w, result, ofResult));
  return words;
}

/// Words of elements that words of each remainder have in turn.
SmallVector<Value>
RowTileEmitter::interleave(WordBuilder &w, const Result &result,
                           ArrayRef<SmallVector<Value>> turns) const {
  int64_t perWord = result.getWordLength(), bits = result.elementBytes * 8;
  int64_t ones = (int64_t(1) << bits) - 1, period = turns.size();
  SmallVector<Value> words;
  for (int64_t i = 0; i < schedule.stripElements; ++i) {
    int64_t place = i % perWord, inTurn = i / period;
    Value source = turns[i % period][inTurn / perWord];
    int64_t shift = (place - inTurn % perWord) * bits;
    Value element =
        shift < 0 ? w.shiftRight(source, -shift) : w.shiftLeft(source, shift);
    element = w.mask(element, ones << (place * bits));
    if (place == 0)
      words.push_back(element);
    else
      words.back() = w.bitOr(words.back(), element);
  }
  return words;
}

/// Keeps a strip where rows are whole words.
void RowTileEmitter::keepWords(WordBuilder &w, const Result &result,
                               ArrayRef<Value> words, Value place,
                               Value isLast) const {
  Value begin = result.elementBytes < kWordBytes
                    ? w.divide(place, result.getWordLength())
                    : w.multiply(place, result.getNumWords(1));
  auto store = [&](size_t i) {
    w.store(words[i], result.shared, getPosition(w, result, w.add(begin, i)));
  };
  size_t inLast = result.getNumWords(lastElements);
  for (size_t i = 0; i < inLast; ++i)
    store(i);
  if (inLast < words.size())
    w.ifThen(w.logicalNot(isLast), [&] {
      for (size_t i = inLast; i < words.size(); ++i)
        store(i);
    });
}

/// Keeps a strip that may begin within a word. The words at its ends are
/// combined with what neighbours keep in them.
void RowTileEmitter::keepShifted(WordBuilder &w, const Result &result,
                                 ArrayRef<Value> words, Value place,
                                 Value isLast) const {
  int64_t perWord = result.getWordLength(), bits = result.elementBytes * 8;
  int64_t numWords = words.size();
  SmallVector<Value> inRow(words);
  for (int64_t i = 0; i < numWords; ++i) {
    int64_t count = lastElements - i * perWord;
    if (count >= perWord)
      continue;
    Value kept = count <= 0
                     ? w.constant(0)
                     : w.mask(words[i], (int64_t(1) << count * bits) - 1);
    inRow[i] = w.select(isLast, kept, words[i]);
  }
  Value begin = w.divide(place, perWord);
  Value shift = w.multiply(w.remainder(place, perWord), bits);
  Value rest = w.subtract(w.constant(31), shift);
  auto getWord = [&](int64_t i) {
    // Shifting by 32 is undefined, so the shift takes two steps.
    Value before =
        i == 0 ? Value() : w.shiftRight(w.shiftRight(inRow[i - 1], 1), rest);
    if (i == numWords)
      return before;
    Value word = w.shiftLeft(inRow[i], shift);
    return before ? w.bitOr(before, word) : word;
  };
  auto store = [&](int64_t i) {
    w.store(getWord(i), result.shared, getPosition(w, result, w.add(begin, i)));
  };
  auto combine = [&](int64_t i) {
    w.update(arith::AtomicRMWKind::ori, getWord(i), result.shared,
             getPosition(w, result, w.add(begin, i)));
  };
  combine(0);
  int64_t numFull = std::max<int64_t>(1, lastElements / perWord);
  for (int64_t i = 1; i < numFull; ++i)
    store(i);
  auto keepRest = [&] {
    for (int64_t i = numFull; i < numWords; ++i)
      store(i);
    combine(numWords);
  };
  if (lastElements == schedule.stripElements)
    return keepRest();
  w.ifElse(
      isLast,
      [&] {
        int64_t last = llvm::divideCeil(lastElements, perWord);
        for (int64_t i = numFull; i <= last; ++i)
          combine(i);
      },
      keepRest);
}

void RowTileEmitter::storeTile(WordBuilder &w, const Result &result,
                               Value workgroup, Value thread) const {
  int64_t length = kVectorBytes / result.elementBytes;
  int64_t perTile = schedule.tileElements / length;
  int64_t end = result.firstVector + llvm::divideCeil(numElements, length);
  Value first = w.add(w.multiply(workgroup, perTile), result.firstVector);
  auto store = [&](Value vector) {
    Value position = w.add(first, vector);
    Value isInResult = w.boolean(true);
    if (numElements % schedule.tileElements != 0)
      isInResult = w.isLessUnsigned(position, end);
    w.ifThen(isInResult, [&] {
      Value begin = w.add(w.multiply(vector, kVectorWords),
                          result.getNumWords(getElementsBeforeTile(schedule)));
      SmallVector<Value> words;
      for (int64_t word = 0; word < kVectorWords; ++word)
        words.push_back(
            w.load(result.shared, getPosition(w, result, w.add(begin, word))));
      w.store(w.join(words), result.vectors, position);
    });
  };
  w.forEachOfThread(w.constant(0), thread, perTile, schedule.workgroupSize,
                    store, kMaxUnrolled);
}

} // namespace dml
