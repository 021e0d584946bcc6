//===- UnpoolSample.cpp - What a sample of indices shows ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "UnpoolTiles.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace dml {

Value emitUnpoolDirection(WordBuilder &w, const UnpoolInputs &inputs,
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

LogicalResult emitUnpoolSample(OpBuilder &b, Location loc,
                               const UnpoolInputs &inputs,
                               const UnpoolTiling &tiling,
                               int64_t workgroupSize, int64_t maxWorkgroups) {
  constexpr int64_t samplesPerThread = 4;
  int64_t numInputs = inputs.getNumInputs();
  int64_t numSamples = std::min(samplesPerThread * workgroupSize, numInputs);
  int64_t distance = numInputs / numSamples;
  return buildWorkgroupLaunch(
      b, loc, 1, workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value, Value thread) {
        WordBuilder w(b, loc);
        Value shared = allocateWorkgroupWords(b, loc, 1);
        Value isFirst = w.isEqual(thread, 0);
        w.ifThen(isFirst, [&](WordBuilder &w) {
          w.store(w.constant(0), shared, w.constant(0));
        });
        gpu::BarrierOp::create(b, loc);
        Value directions = w.constant(0);
        for (int64_t i = 0; i < samplesPerThread; ++i) {
          Value sample =
              w.min(w.add(thread, i * workgroupSize), numSamples - 1);
          // Columns and rows of all kinds: a prime number moves them along.
          Value moved = w.remainder(w.multiply(sample, 7919), distance);
          Value position = w.add(w.multiply(sample, distance), moved);
          UnpoolIndex index = inputs.load(w, position);
          Value tile = tiling.emitBandOf(w, position);
          Value begin = tiling.emitTileBegin(w, tile);
          Value size =
              w.subtract(tiling.emitTileBegin(w, w.add(tile, 1)), begin);
          Value direction =
              emitUnpoolDirection(w, inputs, tiling, tile, position, index);
          directions = w.either(directions,
                                w.select(inputs.isInside(w, index, begin, size),
                                         w.constant(0), direction));
        }
        w.update(arith::AtomicRMWKind::ori, directions, shared, w.constant(0));
        gpu::BarrierOp::create(b, loc);
        w.ifThen(isFirst, [&](WordBuilder &w) {
          for (int64_t i = 0; i < UnpoolControl::NumWords; ++i)
            w.store(i == UnpoolControl::Hint ? w.load(shared, int64_t(0))
                                             : w.constant(0),
                    inputs.getControl(), w.constant(i));
        });
      });
}

} // namespace dml
