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

/// The inputs that a thread reads. One of them is in the last row of a plane,
/// and one in the last column.
constexpr int64_t kSamplesPerThread = 6;
constexpr int64_t kLastRowSample = 4;
constexpr int64_t kLastColumnSample = 5;

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

static Value moveToLastRow(WordBuilder &w, const UnpoolInputs &inputs,
                           Value position) {
  Value plane = w.divide(position, inputs.getInputsPerPlane());
  Value end = w.multiply(w.add(plane, 1), inputs.getInputsPerPlane());
  Value column = w.remainder(position, inputs.getInputWidth());
  return w.add(w.subtract(end, inputs.getInputWidth()), column);
}

static Value moveToLastColumn(WordBuilder &w, const UnpoolInputs &inputs,
                              Value position) {
  Value row = w.divide(position, inputs.getInputWidth());
  return w.add(w.multiply(row, inputs.getInputWidth()),
               inputs.getInputWidth() - 1);
}

LogicalResult emitUnpoolSample(OpBuilder &b, Location loc,
                               const UnpoolInputs &inputs,
                               int64_t workgroupSize, int64_t maxWorkgroups,
                               UnpoolInputHintFn emitInputHint,
                               UnpoolCombineHintsFn combineHints,
                               UnpoolPrepareFn prepare) {
  int64_t numSamples =
      std::min(kSamplesPerThread * workgroupSize, inputs.getNumInputs());
  return buildWorkgroupLaunch(
      b, loc, 1, workgroupSize, maxWorkgroups,
      [&](OpBuilder &b, Location loc, Value, Value thread) {
        WordBuilder w(b, loc);
        Value shared = allocateWorkgroupWords(w, 1);
        Value isFirst = w.isEqual(thread, 0);
        w.ifThen(isFirst,
                 [&] { w.store(w.constant(0), shared, w.constant(0)); });
        emitBarrier(w);
        Value hints = w.constant(0);
        for (int64_t i = 0; i < kSamplesPerThread; ++i) {
          Value position = getPosition(w, inputs, numSamples,
                                       w.add(thread, i * workgroupSize));
          // Pooling windows at the edges may be larger, or cut off.
          if (i == kLastRowSample)
            position = moveToLastRow(w, inputs, position);
          if (i == kLastColumnSample)
            position = moveToLastColumn(w, inputs, position);
          UnpoolIndex index = inputs.load(w, position);
          hints = w.either(hints, emitInputHint(w, position, index));
        }
        w.update(arith::AtomicRMWKind::ori, hints, shared, w.constant(0));
        emitBarrier(w);
        Value hint = combineHints(w, w.load(shared, int64_t(0)));
        w.ifThen(isFirst, [&] {
          for (int64_t i = 0; i < UnpoolControl::NumWords; ++i)
            w.store(i == UnpoolControl::Hint ? hint : w.constant(0),
                    inputs.getControl(), w.constant(i));
        });
        prepare(w, thread, hint);
      });
}

} // namespace dml
