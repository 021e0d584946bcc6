//===- RowTileEmitter.cpp - Tiles of rows that end within vectors ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTileEmitter.h"
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
                   (schedule.getStripsPerRow() - 1) * schedule.stripElements),
      planeElements(
          getPlaneElements(schedule, strips.getElementEmitter().getSizes())),
      tilesPerPlane(llvm::divideCeil(planeElements, schedule.tileElements)) {
  for (Value buffer : buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    int64_t elementBytes = getElementBytes(type.getElementType());
    results.push_back(
        {elementBytes,
         type.getStridesAndOffset().second * elementBytes / kVectorBytes,
         viewWords(b, buffer, kVectorWords)});
  }
  if (hasShifts())
    resultWords = viewWords(b, buffers.front(),
                            getWordsPerElement(results.front().elementBytes));
}

int64_t RowTileEmitter::getNumWorkgroups() const {
  return numElements / (planeElements * schedule.getNumSteps()) * tilesPerPlane;
}

int64_t RowTileEmitter::getUnit() const {
  int64_t unit = 1;
  for (const Result &result : results)
    unit = std::max(unit, kVectorBytes / result.elementBytes);
  return unit;
}

Value RowTileEmitter::getPosition(WordBuilder &w, const Result &result,
                                  int64_t step, Value word) const {
  Value position =
      hasGapsInTile(schedule, result.elementBytes) ? addGaps(w, word) : word;
  return step == 0 ? position
                   : w.add(position,
                           step * getTileWords(schedule, result.elementBytes));
}

void RowTileEmitter::locate(WordBuilder &w, Value workgroup) {
  tile = w.asIndex(workgroup);
  if (!schedule.repeated) {
    starts.push_back({});
    return;
  }
  AffineExpr d0 = w.b.getAffineDimExpr(0);
  int64_t steps = schedule.getNumSteps();
  group = w.apply(d0.floorDiv(tilesPerPlane), tile);
  tile = w.apply(d0 % tilesPerPlane, tile);
  for (int64_t step = 0; step < steps; ++step)
    starts.push_back(getStart(w, w.asWord(w.apply(d0 * steps + step, group))));
}

RowTileEmitter::Start RowTileEmitter::getStart(WordBuilder &w,
                                               Value number) const {
  Value begin = w.multiply(number, planeElements);
  if (!hasShifts())
    return {begin, w.constant(0)};
  Value shift = w.remainder(w.subtract(w.constant(0), begin), getUnit());
  return {w.add(begin, shift), shift};
}

void RowTileEmitter::emit(WordBuilder &w, Value workgroup, Value thread) {
  locate(w, workgroup);
  int64_t steps = schedule.getNumSteps();
  bool needsZeros = false;
  for (Result &result : results) {
    int64_t numWords = steps * getTileWords(schedule, result.elementBytes);
    result.shared = allocateWorkgroupWords(w, numWords);
    if (hasWholeWords(result))
      continue;
    needsZeros = true;
    w.forEachOfThread(
        thread, numWords, schedule.workgroupSize,
        [&](Value word) { w.store(w.constant(0), result.shared, word); },
        kMaxUnrolled);
  }
  AffineExpr d0, d1;
  bindDims(w.b.getContext(), d0, d1);
  int64_t count = schedule.stripElements;
  int64_t perRow = schedule.getStripsPerRow();
  int64_t planeRows = planeElements / rowElements;
  AffineExpr begin = d0 * schedule.tileElements;
  Value firstRow = w.apply(begin.floorDiv(rowElements), tile);
  Value number = w.apply((begin % rowElements).floorDiv(count) + d1,
                         {tile, w.asIndex(thread)});
  Value row = w.apply(d0 + d1.floorDiv(perRow), {firstRow, number});
  Value strip = w.apply(d0 % perRow, number);
  Value rowOfAll = group ? w.apply(d0 * planeRows + d1, {group, row}) : row;
  // Threads that have no row compute the last one again. Then only the last
  // strip of a row reads past the end of the source, by less than a row.
  rowOfAll = w.asIndex(
      w.minimum(w.asWord(rowOfAll), numElements / (rowElements * steps) - 1));
  SmallVector<SmallVector<SmallVector<Value>>> words;
  for (ArrayRef<StripEmitter::Values> indices :
       strips.getIndicesInRow(w, rowOfAll, strip))
    words.push_back(computeStrip(w, indices));
  // Where the strip begins, in elements from the start of workgroup memory.
  Value place =
      w.add(w.subtract(w.add(w.multiply(w.asWord(row), rowElements),
                             w.multiply(w.asWord(strip), count)),
                       w.multiply(w.asWord(tile), schedule.tileElements)),
            getElementsBeforeTile(schedule));
  Value isLast = w.isEqual(w.asWord(strip), perRow - 1);
  if (needsZeros)
    emitBarrier(w);
  for (int64_t step = 0; step < steps; ++step) {
    Value shifted = group ? w.subtract(place, starts[step].shift) : place;
    Value isInTile =
        w.bitAnd(w.isLessUnsigned(shifted, getElementsBeforeTile(schedule) +
                                               schedule.tileElements),
                 w.isLessUnsigned(w.asWord(row), planeRows));
    w.ifThen(isInTile, [&] {
      for (auto [result, ofResult] : llvm::zip_equal(results, words[step]))
        if (hasWholeWords(result))
          keepWords(w, result, step, ofResult, shifted, isLast);
        else
          keepShifted(w, result, step, ofResult, shifted, isLast);
    });
  }
  emitBarrier(w);
  for (const Result &result : results)
    for (int64_t step = 0; step < steps; ++step)
      storeTile(w, result, step, thread);
  if (hasShifts())
    storeEnds(w, thread);
}

/// The words of each result's elements. Those a period apart are computed
/// together, because what they read lies in words.
SmallVector<SmallVector<Value>>
RowTileEmitter::computeStrip(WordBuilder &w,
                             ArrayRef<StripEmitter::Values> all) {
  int64_t period = schedule.period;
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
                               int64_t step, ArrayRef<Value> words, Value place,
                               Value isLast) const {
  Value begin = result.elementBytes < kWordBytes
                    ? w.divide(place, result.getWordLength())
                    : w.multiply(place, result.getNumWords(1));
  auto store = [&](size_t i) {
    w.store(words[i], result.shared,
            getPosition(w, result, step, w.add(begin, i)));
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
                                 int64_t step, ArrayRef<Value> words,
                                 Value place, Value isLast) const {
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
  Value rest = w.subtract(w.constant(32), shift);
  auto getWord = [&](int64_t i) {
    if (i == 0)
      return w.shiftLeft(inRow[0], shift);
    Value next = i < numWords ? inRow[i] : w.constant(0);
    return w.shiftPairRight(inRow[i - 1], next, rest);
  };
  auto store = [&](int64_t i) {
    w.store(getWord(i), result.shared,
            getPosition(w, result, step, w.add(begin, i)));
  };
  auto combine = [&](int64_t i) {
    w.update(arith::AtomicRMWKind::ori, getWord(i), result.shared,
             getPosition(w, result, step, w.add(begin, i)));
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
                               int64_t step, Value thread) const {
  int64_t length = kVectorBytes / result.elementBytes;
  int64_t perTile = schedule.tileElements / length;
  Value firstOfTile = w.multiply(w.asWord(tile), perTile);
  Value first = w.add(firstOfTile, result.firstVector);
  if (group)
    first = w.add(first, w.divide(starts[step].begin, length));
  auto store = [&](Value vector) {
    Value position = w.add(first, vector);
    Value isInResult = w.boolean(true);
    if (group) {
      // The plane may end within its last vector.
      Value element = w.add(w.multiply(w.add(firstOfTile, vector), length),
                            starts[step].shift);
      isInResult = w.isLessUnsigned(element, planeElements - length + 1);
    } else if (numElements % schedule.tileElements != 0) {
      isInResult = w.isLessUnsigned(
          position, result.firstVector + llvm::divideCeil(numElements, length));
    }
    w.ifThen(isInResult, [&] {
      Value begin = w.add(w.multiply(vector, kVectorWords),
                          result.getNumWords(getElementsBeforeTile(schedule)));
      SmallVector<Value> words;
      for (int64_t word = 0; word < kVectorWords; ++word)
        words.push_back(w.load(
            result.shared, getPosition(w, result, step, w.add(begin, word))));
      w.store(w.join(words), result.vectors, position);
    });
  };
  w.forEachOfThread(thread, perTile, schedule.workgroupSize, store,
                    kMaxUnrolled);
}

/// Computes the vectors in which the planes of a tile end, a word a thread.
void RowTileEmitter::storeEnds(WordBuilder &w, Value thread) const {
  const Result &result = results.front();
  int64_t length = kVectorBytes / result.elementBytes;
  int64_t perWord = result.getWordLength(), perVector = length / perWord;
  int64_t steps = schedule.getNumSteps();
  auto store = [&](Value item) {
    Value number =
        w.add(w.multiply(w.asWord(group), steps), w.divide(item, perVector));
    Start start = getStart(w, number);
    Value end = w.multiply(w.add(number, 1), planeElements);
    Value rest = w.remainder(end, length);
    Value vector = w.subtract(end, rest);
    Value fromTile =
        w.subtract(w.subtract(vector, start.begin),
                   w.multiply(w.asWord(tile), schedule.tileElements));
    Value isHere = w.bitAnd(w.isNotEqual(rest, 0),
                            w.isLessUnsigned(fromTile, schedule.tileElements));
    w.ifThen(isHere, [&] {
      Value part = w.remainder(item, perVector);
      Value word = w.add(w.multiply(w.divide(vector, length), perVector), part);
      Value position =
          w.apply(w.b.getAffineDimExpr(0) * perWord, w.asIndex(word));
      Value words =
          asWords(w, strips.getElementEmitter().emitAt(w, position, perWord));
      w.store(words, resultWords, w.add(word, result.firstVector * perVector));
    });
  };
  w.forEachOfThread(thread, steps * perVector, schedule.workgroupSize, store,
                    kMaxUnrolled);
}

} // namespace dml
