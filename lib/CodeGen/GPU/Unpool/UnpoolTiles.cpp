//===- UnpoolTiles.cpp - Unpooling in workgroup memory --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolTiles.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "CodeGen/GPU/Words/ElementWords.h"

using namespace mlir;

namespace dml {
/// Where an input points that does not point into its own band's tile.
static Value emitUnpoolDirection(WordBuilder &w, const UnpoolInputs &inputs,
                                 const UnpoolTiling &tiling, Value tile,
                                 Value position, const UnpoolIndex &index) {
  Value begin = tiling.emitTileBegin(w, tile);
  Value end = tiling.emitTileBegin(w, w.add(tile, 1));
  Value before =
      tiling.emitTileBegin(w, w.subtract(w.max(tile, 1), w.constant(1)));
  Value after = tiling.emitTileBegin(w, w.add(tile, 2));
  Value bandBegin = tiling.emitBandBegin(w, tile);
  Value bandEnd = tiling.emitBandBegin(w, w.add(tile, 1));
  Value isNext = inputs.isInside(w, index, end, w.subtract(after, end));
  Value isBefore = inputs.isInside(w, index, before, w.subtract(begin, before));
  // The neighbour looks at so many inputs of this band.
  Value isLast = w.isBelow(w.subtract(bandEnd, position), tiling.getHalo() + 1);
  Value isFirst = w.isBelow(w.subtract(position, bandBegin), tiling.getHalo());
  Value direction = w.select(inputs.isOutOfRange(w, index), w.constant(0),
                             w.constant(Elsewhere));
  direction =
      w.select(w.both(isBefore, isFirst), w.constant(LooksAhead), direction);
  return w.select(w.both(isNext, isLast), w.constant(LooksBack), direction);
}

Value emitTileDirection(WordBuilder &w, const UnpoolInputs &inputs,
                        const UnpoolTiling &tiling, Value position,
                        const UnpoolIndex &index) {
  Value tile = tiling.emitBandOf(w, position);
  Value begin = tiling.emitTileBegin(w, tile);
  Value size = w.subtract(tiling.emitTileBegin(w, w.add(tile, 1)), begin);
  return w.select(
      inputs.isInside(w, index, begin, size), w.constant(0),
      emitUnpoolDirection(w, inputs, tiling, tile, position, index));
}

namespace {

/// Up to so many steps are written out.
constexpr int64_t kMaxUnrolled = 16;

/// The kernel that writes the tiles.
class TileEmitter {
public:
  TileEmitter(OpBuilder &b, UnpoolOp op, const UnpoolInputs &inputs,
              const UnpoolTiling &tiling)
      : inputs(inputs), tiling(tiling), elementBytes(tiling.getElementBytes()),
        wordsPerElement(getWordsPerElement(elementBytes)),
        pitch(tiling.getMaxQuads() + 1) {
    // Four values of a quad are 1, 2, 4 or 8 words.
    values = viewWords(b, op.getValues(), std::min<int64_t>(elementBytes, 4));
    dest = viewWords(b, op.getDest(), 4);
  }

  void emit(WordBuilder &w, Value tile, Value thread) {
    this->tile = tile;
    this->thread = thread;
    hint = w.load(inputs.getControl(), UnpoolControl::Hint);
    Value isElsewhere = w.isNotEqual(w.mask(hint, Elsewhere), 0);
    w.ifThen(w.negate(isElsewhere), [&](WordBuilder &w) { emitTile(w); });
  }

private:
  /// What one thread reads at once.
  struct Quad {
    Value number;
    /// Counted from the first one that the tile may look at.
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
    map = allocateWorkgroupWords(w.getBuilder(), w.getLoc(),
                                 tiling.getMapWords());
    if (tiling.isStaged())
      staged = allocateWorkgroupWords(w.getBuilder(), w.getLoc(),
                                      tiling.getStagedWords());

    // The band is under way while the map is cleared.
    int64_t steps =
        llvm::divideCeil(tiling.getQuadsPerBand(), tiling.getWorkgroupSize());
    SmallVector<Quad> band;
    if (steps <= kMaxUnrolled / 4)
      for (int64_t i = 0; i < steps; ++i)
        band.push_back(loadBandQuad(w, i));
    emitClear(w);
    emitBarrier(w);
    for (auto [i, quad] : llvm::enumerate(band))
      ifInBand(w, i, [&, &quad = quad](WordBuilder &w) {
        enterQuad(w, quad, /*isOwn=*/true);
      });
    if (band.empty())
      share(w, numQuads, [&](WordBuilder &w, Value i) {
        enterQuad(w, loadQuad(w, w.add(firstQuad, i)), /*isOwn=*/true);
      });
    w.ifThen(w.isNotEqual(hint, 0), [&](WordBuilder &w) { emitHalo(w); });
    emitBarrier(w);
    emitVectors(w);
  }

  /// Calls for each of so many items that a thread of the workgroup has.
  void share(WordBuilder &w, int64_t count,
             function_ref<void(WordBuilder &, Value)> body) {
    int64_t threads = tiling.getWorkgroupSize();
    if (llvm::divideCeil(count, threads) > kMaxUnrolled)
      return share(w, w.constant(count), body);
    for (int64_t first = 0; first < count; first += threads) {
      Value item = w.add(thread, first);
      if (first + threads <= count)
        body(w, item);
      else
        w.ifThen(w.isBelow(thread, count - first),
                 [&](WordBuilder &w) { body(w, item); });
    }
  }

  /// The same for a number that is known at run time.
  void share(WordBuilder &w, Value count,
             function_ref<void(WordBuilder &, Value)> body) {
    w.share(w.constant(0), thread, count, tiling.getWorkgroupSize(), body);
  }

  void emitClear(WordBuilder &w) {
    Value zero = w.constant(0);
    share(w, tiling.getMapWords(),
          [&](WordBuilder &w, Value i) { w.store(zero, map, i); });
    // What position 0, no input, has for a value.
    if (tiling.isStaged())
      w.ifThen(w.isEqual(thread, 0), [&](WordBuilder &w) {
        for (int64_t part = 0; part < wordsPerElement; ++part)
          w.store(zero, staged, w.constant(part * pitch));
      });
  }

  /// The thread's quad of a step, or any where it has none.
  Quad loadBandQuad(WordBuilder &w, int64_t step) {
    Value number =
        w.add(w.add(firstQuad, thread), step * tiling.getWorkgroupSize());
    if (!isAlwaysInBand(step))
      number = w.min(number, inputs.getNumQuads() - 1);
    return loadQuad(w, number);
  }

  bool isAlwaysInBand(int64_t step) {
    return tiling.hasWholeQuads() &&
           (step + 1) * tiling.getWorkgroupSize() <= tiling.getQuadsPerBand();
  }

  void ifInBand(WordBuilder &w, int64_t step,
                function_ref<void(WordBuilder &)> body) {
    if (isAlwaysInBand(step))
      return body(w);
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

  /// Enters the inputs that point into the tile, and sees to it that those of
  /// its own band that do not are looked at by another tile.
  void enterQuad(WordBuilder &w, const Quad &quad, bool isOwn) {
    SmallVector<Value> positions, elsewhere;
    Value anyElsewhere;
    for (int64_t c = 0; c < 4; ++c) {
      const UnpoolIndex &index = quad.indices[c];
      Value position = w.add(w.multiply(quad.number, 4), c);
      if (tiling.isStaged())
        stage(w, quad, c);
      Value isHere = inputs.isInside(w, index, begin, size);
      Value isElsewhere = w.negate(isHere);
      if (Value isBehindEnd = inputs.isBehindEnd(w, position)) {
        isHere = w.both(isHere, w.negate(isBehindEnd));
        isElsewhere = w.both(isElsewhere, w.negate(isBehindEnd));
      }
      w.ifThen(isHere, [&](WordBuilder &w) { enterWinner(w, quad, c, index); });
      if (!tiling.hasWholeQuads())
        isElsewhere = w.both(
            isElsewhere, w.isBelow(w.subtract(position, bandBegin), bandSize));
      positions.push_back(position);
      elsewhere.push_back(isElsewhere);
      anyElsewhere =
          anyElsewhere ? w.either(anyElsewhere, isElsewhere) : isElsewhere;
    }
    if (!isOwn)
      return;
    // One branch for the four: pooled inputs do not take it.
    w.ifThen(anyElsewhere, [&](WordBuilder &w) {
      for (int64_t c = 0; c < 4; ++c)
        w.ifThen(elsewhere[c], [&](WordBuilder &w) {
          emitElsewhere(w, positions[c], quad.indices[c]);
        });
    });
  }

  void enterWinner(WordBuilder &w, const Quad &quad, int64_t input,
                   const UnpoolIndex &index) {
    // Plus 1: 0 is no input, and of equal indices the last input wins (U4).
    Value winner = w.add(w.multiply(quad.inTile, 4), input + 1);
    if (!tiling.isStaged())
      winner = w.either(w.shiftLeft(winner, 16),
                        getElement(w, quad.values, input, elementBytes)[0]);
    w.update(arith::AtomicRMWKind::maxu, winner, map,
             getMapPosition(w, w.subtract(index.low, begin)));
  }

  void emitElsewhere(WordBuilder &w, Value position, const UnpoolIndex &index) {
    w.ifThen(inputs.isOutOfRange(w, index),
             [&](WordBuilder &w) { inputs.emitReport(w, position); });
    Value direction =
        emitUnpoolDirection(w, inputs, tiling, tile, position, index);
    Value missed = w.both(direction, w.subtract(w.constant(-1), hint));
    w.ifThen(w.isNotEqual(missed, 0),
             [&](WordBuilder &w) { inputs.emitStray(w); });
  }

  /// The inputs of the neighbouring bands that the hint says to look at.
  void emitHalo(WordBuilder &w) {
    Value zero = w.constant(0);
    Value isBack = w.isNotEqual(w.mask(hint, LooksBack), 0);
    Value isAhead = w.isNotEqual(w.mask(hint, LooksAhead), 0);
    Value inputsBack = w.min(bandBegin, tiling.getHalo());
    Value back = w.select(
        isBack,
        w.subtract(firstQuad, w.divide(w.subtract(bandBegin, inputsBack), 4)),
        zero);
    Value end = w.add(firstQuad, numQuads);
    Value bandEnd = w.add(bandBegin, bandSize);
    Value aheadEnd =
        w.min(w.add(bandEnd, tiling.getHalo()), inputs.getNumInputs());
    Value ahead = w.select(
        isAhead, w.subtract(w.max(w.divide(w.add(aheadEnd, 3), 4), end), end),
        zero);
    share(w, w.add(back, ahead), [&](WordBuilder &w, Value i) {
      Value behind = w.subtract(i, back);
      Value number = w.select(w.isBelow(i, back), w.add(firstQuad, behind),
                              w.add(end, behind));
      enterQuad(w, loadQuad(w, number), /*isOwn=*/false);
    });
  }

  /// Threads write consecutive vectors, and read words that are consecutive as
  /// well: the same element of each vector.
  Value getMapPosition(WordBuilder &w, Value element) {
    int64_t length = tiling.getVectorLength();
    return w.add(
        w.multiply(w.remainder(element, length), tiling.getVectorsPerTile()),
        w.divide(element, length));
  }

  /// Input `winner` - 1 lies in the column of its quad.
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

  /// Every element of the tile: its winner, or zero (U2).
  void emitVectors(WordBuilder &w) {
    Value firstVector = w.divide(begin, tiling.getVectorLength());
    Value numVectors = w.divide(w.add(size, tiling.getVectorLength() - 1),
                                tiling.getVectorLength());
    share(w, tiling.getVectorsPerTile(), [&](WordBuilder &w, Value vector) {
      if (tiling.isEven())
        return emitVector(w, firstVector, vector);
      w.ifThen(w.isBelow(vector, numVectors),
               [&](WordBuilder &w) { emitVector(w, firstVector, vector); });
    });
  }

  void emitVector(WordBuilder &w, Value firstVector, Value vector) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < tiling.getVectorLength(); ++i) {
      Value entry = w.load(map, w.add(vector, i * tiling.getVectorsPerTile()));
      if (!tiling.isStaged()) {
        elements.push_back(w.mask(entry, (1 << elementBytes * 8) - 1));
        continue;
      }
      for (int64_t part = 0; part < wordsPerElement; ++part)
        elements.push_back(loadStaged(w, entry, part));
    }
    w.store(w.join(packElements(w, elements, elementBytes)), dest,
            w.add(firstVector, vector));
  }

  const UnpoolInputs &inputs;
  const UnpoolTiling &tiling;
  int64_t elementBytes, wordsPerElement;
  /// Words from one row of staged values to the next: an input's row is its
  /// place in its quad, its column the quad.
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
  TileEmitter emitter(b, op, inputs, tiling);
  return buildWorkgroupLaunch(
      b, op.getLoc(), tiling.getNumTiles(), tiling.getWorkgroupSize(),
      maxWorkgroups, [&](OpBuilder &b, Location loc, Value tile, Value thread) {
        WordBuilder w(b, loc);
        emitter.emit(w, tile, thread);
      });
}

} // namespace dml
