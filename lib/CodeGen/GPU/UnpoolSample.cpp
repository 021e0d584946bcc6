//===- UnpoolSample.cpp - What a sample of indices shows ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolSample.h"
#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace dml {

LogicalResult emitUnpoolSample(OpBuilder &b, Location loc,
                               const UnpoolInputs &inputs,
                               int64_t workgroupSize, int64_t maxWorkgroups,
                               UnpoolDirectionFn emitDirection) {
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
          directions = w.either(directions, emitDirection(w, position, index));
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
