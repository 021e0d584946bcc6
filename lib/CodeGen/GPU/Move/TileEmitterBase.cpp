//===- TileEmitterBase.cpp - What all tiles share -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEmitterBase.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

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

TileEmitterBase::TileEmitterBase(OpBuilder &b, const TiledOperation &op,
                                 const Tiling &tiling)
    : loops(op.loops), columnLoop(tiling.columnLoop), columns(tiling.columns),
      divisor(tiling.divisor), columnVectors(tiling.getColumnVectors()),
      numThreads(tiling.numThreads), elementBytes(tiling.elementBytes),
      length(tiling.getVectorLength()), perWord(tiling.getWordLength()),
      wordsPerElement(getWordsPerElement(tiling.elementBytes)),
      dest(viewWords(b, op.nest.writes.front().buffer, kVectorWords)),
      elementEmitter(op.op, op.nest), opLoops(op.nest.loops),
      indices(loops.size()) {}

void TileEmitterBase::transfer(
    WordBuilder &w, Value thread, int64_t numItems, bool isLong,
    function_ref<SmallVector<Value>(Value)> load,
    function_ref<void(Value, ArrayRef<Value>)> keep) {
  if (isLong)
    return w.forEachOfThread(w.constant(0), thread, numItems, numThreads,
                             [&](Value item) { keep(item, load(item)); });
  SmallVector<SmallVector<Value>> loaded;
  for (int64_t i = 0; i < numItems; i += numThreads) {
    Value item = w.add(thread, i);
    if (i + numThreads > numItems)
      item = w.minimum(item, numItems - 1);
    loaded.push_back(load(item));
  }
  forEach(w, thread, numItems,
          [&, i = 0](Value item) mutable { keep(item, loaded[i++]); });
}

void TileEmitterBase::forEach(WordBuilder &w, Value thread, int64_t numItems,
                              function_ref<void(Value)> body) {
  for (int64_t i = 0; i < numItems; i += numThreads) {
    Value item = w.add(thread, i);
    if (i + numThreads <= numItems)
      body(item);
    else
      w.ifThen(w.isLessUnsigned(thread, numItems - i), [&] { body(item); });
  }
}

void TileEmitterBase::setRow(WordBuilder &w, Value row, size_t firstRowLoop) {
  for (size_t i = loops.size(); i-- > firstRowLoop;) {
    bool isOutermost = i == firstRowLoop;
    indices[i] = isOutermost ? row : w.remainder(row, loops[i].size);
    if (!isOutermost)
      row = w.divide(row, loops[i].size);
  }
}

Value TileEmitterBase::getFirstColumn(WordBuilder &w, Value columnVector) {
  if (columns <= length)
    return w.constant(0);
  Value column = w.multiply(columnVector, length);
  return columns % length == 0 ? column : w.minimum(column, columns - length);
}

SmallVector<Value> TileEmitterBase::computeVector(WordBuilder &w,
                                                  Value columnVector) {
  OpBuilder &b = w.b;
  AffineExpr d0, d1;
  bindDims(b.getContext(), d0, d1);
  Value zero = arith::ConstantIndexOp::create(b, w.loc, 0);
  SmallVector<Value> first(opLoops.size(), zero);
  size_t numLoops = divisor == 1 ? loops.size() : columnLoop;
  for (size_t loop = 0; loop < numLoops; ++loop)
    if (loop != columnLoop)
      setLoop(w, loop, w.asIndex(indices[loop]), first);
  Value begin = w.asIndex(indices[columnLoop]);
  Value vector = w.asIndex(getFirstColumn(w, columnVector));
  SmallVector<SmallVector<Value>> elements(length, first);
  for (int64_t i = 0; i < length; ++i) {
    // Fewer columns than a vector has: the last one is repeated.
    Value column = w.apply(d0 + d1 + std::min(i, columns - 1), {begin, vector});
    if (divisor > 1)
      column = w.apply(d0 * divisor + d1,
                       {column, w.asIndex(indices[columnLoop + 1])});
    setLoop(w, columnLoop, column, elements[i]);
  }
  return w.split(asWords(w, elementEmitter.emit(w, elements)));
}

void TileEmitterBase::transposeElements(WordBuilder &w,
                                        SmallVectorImpl<Value> &words) {
  // A step takes two words that are `step` apart, as fields of `bits` bits.
  // It swaps the upper fields of the first with the lower ones of the second.
  for (int64_t bits = elementBytes * 8, step = 1; bits < 32;
       bits *= 2, step *= 2) {
    int64_t low = bits == 16 ? 0xFFFF : 0x00FF00FF;
    for (size_t i = 0; i < words.size(); ++i) {
      if (i / step % 2 == 1)
        continue;
      Value first = words[i], second = words[i + step];
      words[i] =
          w.bitOr(w.mask(first, low), w.shiftLeft(w.mask(second, low), bits));
      words[i + step] =
          w.bitOr(w.mask(w.shiftRight(first, bits), low), w.mask(second, ~low));
    }
  }
}

void TileEmitterBase::setLoop(WordBuilder &w, size_t loop, Value index,
                              MutableArrayRef<Value> opIndices) {
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> numbers;
  for (unsigned i = loop == 0 ? 0 : loops[loop - 1].number + 1;
       i <= loops[loop].number; ++i) {
    if (opLoops[i].size == 1)
      continue;
    sizes.push_back(opLoops[i].size);
    numbers.push_back(i);
  }
  if (numbers.size() == 1) {
    opIndices[numbers.front()] = index;
    return;
  }
  auto parts =
      affine::AffineDelinearizeIndexOp::create(w.b, w.loc, index, sizes);
  for (auto [i, part] : llvm::zip_equal(numbers, parts.getResults()))
    opIndices[i] = part;
}

} // namespace dml
