//===- UnpoolSample.cpp - Hint from a sample of the indices ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolSample.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"

using namespace mlir;

namespace dml {

/// The inputs that a thread reads.
constexpr int64_t kSamplesPerThread = 4;

/// Returns the position of a sample. Samples are spread evenly.
static Value getPosition(WordBuilder &w, const UnpoolInputs &inputs,
                         int64_t numSamples, Value sample) {
  int64_t distance = inputs.getNumInputs() / numSamples;
  sample = w.minimum(sample, numSamples - 1);
  // A prime number shifts each sample, so that they lie in different columns
  // and rows whatever the sizes.
  Value moved = w.remainder(w.multiply(sample, 7919), distance);
  return w.add(w.multiply(sample, distance), moved);
}

/// Combines the bits that the samples of all threads of a workgroup show.
static Value sampleInputs(WordBuilder &w, const UnpoolInputs &inputs,
                          const UnpoolPartition &partition, Value thread,
                          int64_t workgroupSize) {
  int64_t numSamples =
      std::min(kSamplesPerThread * workgroupSize, inputs.getNumInputs());
  Value shared = allocateWorkgroupWords(w, 1);
  w.ifThen(w.isEqual(thread, 0),
           [&] { w.store(w.constant(0), shared, w.constant(0)); });
  emitBarrier(w);
  Value bits = w.constant(0);
  for (int64_t i = 0; i < kSamplesPerThread; ++i) {
    Value position =
        getPosition(w, inputs, numSamples, w.add(thread, i * workgroupSize));
    bits = w.either(bits, partition.emitInputHint(w, inputs, position,
                                                  inputs.load(w, position)));
  }
  w.update(arith::AtomicRMWKind::ori, bits, shared, w.constant(0));
  emitBarrier(w);
  return w.load(shared, int64_t(0));
}

LogicalResult emitUnpoolSample(OpBuilder &b, Location loc,
                               const UnpoolInputs &inputs,
                               const std::optional<UnpoolPartition> &partition,
                               const UnpoolLimits &limits) {
  return buildWorkgroupLaunch(
      b, loc, 1, limits.workgroupSize, limits.maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value, Value thread) {
        WordBuilder w(b, loc);
        Value hint = w.constant(0);
        if (partition && partition->canSkipCoarseBuckets())
          hint =
              sampleInputs(w, inputs, *partition, thread, limits.workgroupSize);
        w.ifThen(w.isEqual(thread, 0), [&] {
          for (int64_t i = 0; i < UnpoolControl::NumWords; ++i)
            w.store(i == UnpoolControl::Hint ? hint : w.constant(0),
                    inputs.getControl(), w.constant(i));
        });
        if (partition)
          partition->emitClear(w, inputs, thread, hint);
      });
}

} // namespace dml
