//===- UnpoolTiles.cpp - Unpooling of tiles in workgroup memory -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workgroup clears the winner map of its tile in workgroup memory, enters the
// inputs of its band with an atomic maximum, then those of the halos, and
// writes the tile in 16-byte vectors. Values of 4 and more bytes are staged in
// workgroup memory; narrower ones are part of the map's words.
//
//===----------------------------------------------------------------------===//

#include "UnpoolTiles.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {

/// Returns the UnpoolHint bits of an input that does not point into its own
/// tile.
static Value emitNeighbourHint(WordBuilder &w, const UnpoolInputs &inputs,
                               const UnpoolTiling &tiling, Value tile,
                               Value position, const UnpoolIndex &index) {
  Value begin = tiling.emitTileBegin(w, tile);
  Value end = tiling.emitTileBegin(w, w.add(tile, 1));
  Value before = tiling.emitTileBegin(w, w.subtract(w.maximum(tile, 1), 1));
  Value after = tiling.emitTileBegin(w, w.add(tile, 2));
  Value bandBegin = tiling.emitBandBegin(w, tile);
  Value bandEnd = tiling.emitBandBegin(w, w.add(tile, 1));
  Value isNext = inputs.isInside(w, index, end, w.subtract(after, end));
  Value isBefore = inputs.isInside(w, index, before, w.subtract(begin, before));
  // The halo of the next tile is the last inputs of this band, and the halo of
  // the one before is the first ones.
  Value isLast = w.isBelow(w.subtract(bandEnd, position), tiling.getHalo() + 1);
  Value isFirst = w.isBelow(w.subtract(position, bandBegin), tiling.getHalo());
  Value inputHint =
      w.select(inputs.isOutOfRange(w, index), w.constant(0), Scattered);
  inputHint =
      w.select(w.both(isBefore, isFirst), w.constant(HaloAfter), inputHint);
  return w.select(w.both(isNext, isLast), w.constant(HaloBefore), inputHint);
}

Value emitTileInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                        const UnpoolTiling &tiling, Value position,
                        const UnpoolIndex &index) {
  Value tile = tiling.emitBandOf(w, position);
  Value begin = tiling.emitTileBegin(w, tile);
  Value size = w.subtract(tiling.emitTileBegin(w, w.add(tile, 1)), begin);
  return w.select(inputs.isInside(w, index, begin, size), w.constant(0),
                  emitNeighbourHint(w, inputs, tiling, tile, position, index));
}

namespace {

/// The most steps of a loop that are unrolled.
constexpr int64_t kMaxUnrolled = 16;

/// The kernel code that writes a tile.
class UnpoolTileEmitter {
public:
  UnpoolTileEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
                    const UnpoolTiling &tiling)
      : inputs(inputs), tiling(tiling), elementBytes(tiling.getElementBytes()),
        wordsPerElement(getWordsPerElement(elementBytes)),
        pitch(tiling.getMaxQuads() + 1) {
    // The four values of a quad are 1, 2, 4 or 8 words; a load takes up to 4.
    values = viewWords(b, op.getValues(), std::min<int64_t>(elementBytes, 4));
    dest = viewWords(b, op.getDest(), 4);
  }

  void emit(WordBuilder &w, Value tile, Value thread) {
    this->tile = tile;
    this->thread = thread;
    hint = w.load(inputs.getControl(), UnpoolControl::Hint);
    Value isScattered = w.isNotEqual(w.mask(hint, Scattered), 0);
    w.ifThen(w.negate(isScattered), [&] { emitTile(w); });
  }

private:
  /// A quad of inputs that a thread has loaded.
  struct Quad {
    Value number;
    /// The number, counted from the first quad of the tile and its halos.
    Value inTile;
    std::array<UnpoolIndex, 4> indices;
    SmallVector<Value> values;
  };

  void emitTile(WordBuilder &w) {
    begin = tiling.emitTileBegin(w, tile);
    Value next = w.add(tile, 1);
    size = tiling.isEven() ? w.constant(tiling.getMapWords())
                           : w.subtract(tiling.emitTileBegin(w, next), begin);
    bandBegin = tiling.emitBandBegin(w, tile);
    firstQuad = w.divide(bandBegin, 4);
    if (tiling.hasWholeQuads()) {
      numQuads = w.constant(tiling.getQuadsPerBand());
      bandSize = w.constant(tiling.getQuadsPerBand() * 4);
    } else {
      bandSize = w.subtract(tiling.emitBandBegin(w, next), bandBegin);
      numQuads = w.subtract(w.divide(w.add(w.add(bandBegin, bandSize), 3), 4),
                            firstQuad);
    }
    map = allocateWorkgroupWords(w, tiling.getMapWords());
    if (tiling.isStaged())
      staged = allocateWorkgroupWords(w, tiling.getStagedWords());

    // The loads of the band are under way while the map is cleared.
    int64_t steps =
        llvm::divideCeil(tiling.getQuadsPerBand(), tiling.getWorkgroupSize());
    SmallVector<Quad> band;
    if (steps <= kMaxUnrolled / 4)
      for (int64_t i = 0; i < steps; ++i)
        band.push_back(loadBandQuad(w, i));
    emitClear(w);
    emitBarrier(w);
    for (auto [i, quad] : llvm::enumerate(band))
      ifInBand(w, i, [&, &quad = quad] { enterQuad(w, quad, /*isOwn=*/true); });
    if (band.empty())
      forEachItem(w, numQuads, [&](Value i) {
        enterQuad(w, loadQuad(w, w.add(firstQuad, i)), /*isOwn=*/true);
      });
    w.ifThen(w.isNotEqual(hint, 0), [&] { emitHalo(w); });
    emitBarrier(w);
    emitVectors(w);
  }

  /// Calls `body` for the items below `count` that are the thread's.
  void forEachItem(WordBuilder &w, int64_t count,
                   function_ref<void(Value)> body) {
    int64_t threads = tiling.getWorkgroupSize();
    if (llvm::divideCeil(count, threads) > kMaxUnrolled)
      return forEachItem(w, w.constant(count), body);
    for (int64_t first = 0; first < count; first += threads) {
      Value item = w.add(thread, first);
      if (first + threads <= count)
        body(item);
      else
        w.ifThen(w.isBelow(thread, count - first), [&] { body(item); });
    }
  }

  /// Does the same for a count that is known at run time only.
  void forEachItem(WordBuilder &w, Value count,
                   function_ref<void(Value)> body) {
    w.forEachOfThread(w.constant(0), thread, count, tiling.getWorkgroupSize(),
                      body);
  }

  void emitClear(WordBuilder &w) {
    Value zero = w.constant(0);
    forEachItem(w, tiling.getMapWords(),
                [&](Value i) { w.store(zero, map, i); });
    // Winner 0 stands for no input, and its value is 0.
    if (tiling.isStaged())
      w.ifThen(w.isEqual(thread, 0), [&] {
        for (int64_t part = 0; part < wordsPerElement; ++part)
          w.store(zero, staged, w.constant(part * pitch));
      });
  }

  /// Loads the thread's quad of a step, or any quad if it has none.
  Quad loadBandQuad(WordBuilder &w, int64_t step) {
    Value number =
        w.add(w.add(firstQuad, thread), step * tiling.getWorkgroupSize());
    if (!isAlwaysInBand(step))
      number = w.minimum(number, inputs.getNumQuads() - 1);
    return loadQuad(w, number);
  }

  bool isAlwaysInBand(int64_t step) {
    return tiling.hasWholeQuads() &&
           (step + 1) * tiling.getWorkgroupSize() <= tiling.getQuadsPerBand();
  }

  void ifInBand(WordBuilder &w, int64_t step, function_ref<void()> body) {
    if (isAlwaysInBand(step))
      return body();
    Value i = w.add(thread, step * tiling.getWorkgroupSize());
    w.ifThen(w.isBelow(i, numQuads), body);
  }

  Quad loadQuad(WordBuilder &w, Value number) {
    Quad quad;
    quad.number = number;
    quad.inTile = w.add(w.subtract(number, firstQuad), tiling.getHaloQuads());
    quad.indices = inputs.loadQuad(w, number);
    quad.values = loadQuadWords(w, values, number, elementBytes);
    return quad;
  }

  /// Enters the inputs of a quad that point into the tile. For inputs of the
  /// tile's own band that do not, checks that another tile reads them.
  void enterQuad(WordBuilder &w, const Quad &quad, bool isOwn) {
    SmallVector<Value> positions, outside;
    Value anyOutside;
    for (int64_t c = 0; c < 4; ++c) {
      const UnpoolIndex &index = quad.indices[c];
      Value position = w.add(w.multiply(quad.number, 4), c);
      if (tiling.isStaged())
        stage(w, quad, c);
      Value isHere = inputs.isInside(w, index, begin, size);
      Value isOutside = w.negate(isHere);
      if (Value isBehindEnd = inputs.isBehindEnd(w, position)) {
        isHere = w.both(isHere, w.negate(isBehindEnd));
        isOutside = w.both(isOutside, w.negate(isBehindEnd));
      }
      w.ifThen(isHere, [&] { enterWinner(w, quad, c, index); });
      if (!tiling.hasWholeQuads())
        isOutside = w.both(
            isOutside, w.isBelow(w.subtract(position, bandBegin), bandSize));
      positions.push_back(position);
      outside.push_back(isOutside);
      anyOutside = anyOutside ? w.either(anyOutside, isOutside) : isOutside;
    }
    if (!isOwn)
      return;
    // One branch for the four inputs suffices: few quads of pooled inputs take
    // it.
    w.ifThen(anyOutside, [&] {
      for (int64_t c = 0; c < 4; ++c)
        w.ifThen(outside[c],
                 [&] { checkNeighbour(w, positions[c], quad.indices[c]); });
    });
  }

  void enterWinner(WordBuilder &w, const Quad &quad, int64_t input,
                   const UnpoolIndex &index) {
    // The winner is the number of the input plus 1, as 0 stands for no input.
    // Of equal indices the last input wins (U4).
    Value winner = w.add(w.multiply(quad.inTile, 4), input + 1);
    if (!tiling.isStaged())
      winner = w.either(w.shiftLeft(winner, 16),
                        getElement(w, quad.values, input, elementBytes)[0]);
    w.update(arith::AtomicRMWKind::maxu, winner, map,
             getMapPosition(w, w.subtract(index.low, begin)));
  }

  void checkNeighbour(WordBuilder &w, Value position,
                      const UnpoolIndex &index) {
    w.ifThen(inputs.isOutOfRange(w, index),
             [&] { inputs.emitReport(w, position); });
    Value inputHint =
        emitNeighbourHint(w, inputs, tiling, tile, position, index);
    Value missed = w.both(inputHint, w.subtract(w.constant(-1), hint));
    w.ifThen(w.isNotEqual(missed, 0), [&] { inputs.emitFallback(w); });
  }

  /// Enters the inputs of the halos that the hint names.
  void emitHalo(WordBuilder &w) {
    Value zero = w.constant(0);
    Value hasHaloBefore = w.isNotEqual(w.mask(hint, HaloBefore), 0);
    Value hasHaloAfter = w.isNotEqual(w.mask(hint, HaloAfter), 0);
    Value inputsBefore = w.minimum(bandBegin, tiling.getHalo());
    Value quadsBefore = w.select(
        hasHaloBefore,
        w.subtract(firstQuad, w.divide(w.subtract(bandBegin, inputsBefore), 4)),
        zero);
    Value end = w.add(firstQuad, numQuads);
    Value bandEnd = w.add(bandBegin, bandSize);
    Value haloEnd =
        w.minimum(w.add(bandEnd, tiling.getHalo()), inputs.getNumInputs());
    Value quadsAfter = w.select(
        hasHaloAfter,
        w.subtract(w.maximum(w.divide(w.add(haloEnd, 3), 4), end), end), zero);
    forEachItem(w, w.add(quadsBefore, quadsAfter), [&](Value i) {
      Value distance = w.subtract(i, quadsBefore);
      Value number = w.select(w.isBelow(i, quadsBefore),
                              w.add(firstQuad, distance), w.add(end, distance));
      enterQuad(w, loadQuad(w, number), /*isOwn=*/false);
    });
  }

  /// The first elements of all vectors come first in the map, then all second
  /// elements: threads that write consecutive vectors read consecutive words.
  Value getMapPosition(WordBuilder &w, Value element) {
    int64_t length = tiling.getVectorLength();
    return w.add(
        w.multiply(w.remainder(element, length), tiling.getVectorsPerTile()),
        w.divide(element, length));
  }

  /// Stores the value of an input. The value of winner w is in row w % 4 and
  /// column w / 4.
  void stage(WordBuilder &w, const Quad &quad, int64_t input) {
    int64_t row = (input + 1) % 4;
    Value column = w.add(quad.inTile, (input + 1) / 4);
    for (int64_t part = 0; part < wordsPerElement; ++part)
      w.store(quad.values[input * wordsPerElement + part], staged,
              w.add(column, (row * wordsPerElement + part) * pitch));
  }

  Value loadStaged(WordBuilder &w, Value winner, int64_t part) {
    Value row = w.remainder(winner, 4);
    Value position =
        w.add(w.multiply(row, wordsPerElement * pitch), w.divide(winner, 4));
    return w.load(staged, w.add(position, part * pitch));
  }

  /// Writes every element of the tile: its winner's value or zero (U2).
  void emitVectors(WordBuilder &w) {
    Value firstVector = w.divide(begin, tiling.getVectorLength());
    Value numVectors = w.divide(w.add(size, tiling.getVectorLength() - 1),
                                tiling.getVectorLength());
    forEachItem(w, tiling.getVectorsPerTile(), [&](Value vector) {
      if (tiling.isEven())
        return emitVector(w, firstVector, vector);
      w.ifThen(w.isBelow(vector, numVectors),
               [&] { emitVector(w, firstVector, vector); });
    });
  }

  void emitVector(WordBuilder &w, Value firstVector, Value vector) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < tiling.getVectorLength(); ++i) {
      Value winner = w.load(map, w.add(vector, i * tiling.getVectorsPerTile()));
      if (!tiling.isStaged()) {
        elements.push_back(w.mask(winner, (1 << elementBytes * 8) - 1));
        continue;
      }
      for (int64_t part = 0; part < wordsPerElement; ++part)
        elements.push_back(loadStaged(w, winner, part));
    }
    w.store(w.join(packElements(w, elements, elementBytes)), dest,
            w.add(firstVector, vector));
  }

  const UnpoolInputs &inputs;
  const UnpoolTiling &tiling;
  int64_t elementBytes, wordsPerElement;
  /// The words from one row of staged values to the next: a column for each
  /// quad, and one for winner 0.
  int64_t pitch;
  Value values, dest;
  Value tile, thread, hint;
  Value begin, size, bandBegin, bandSize, firstQuad, numQuads;
  Value map, staged;
};

} // namespace

LogicalResult emitUnpoolTiles(OpBuilder &b, UnpoolOp op,
                              const UnpoolInputs &inputs,
                              const UnpoolTiling &tiling,
                              int64_t maxWorkgroups) {
  UnpoolTileEmitter emitter(b, op, inputs, tiling);
  return buildWorkgroupLaunch(
      b, op.getLoc(), tiling.getNumTiles(), tiling.getWorkgroupSize(),
      maxWorkgroups, [&](OpBuilder &b, Location loc, Value tile, Value thread) {
        WordBuilder w(b, loc);
        emitter.emit(w, tile, thread);
      });
}

} // namespace dml
