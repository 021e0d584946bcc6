//===- UnpoolBlockShape.cpp - Blocks of a result, and their inputs --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolBlockShape.h"

namespace dml {

/// The most quads of inputs that a thread holds in registers.
constexpr static int64_t kMaxQuadsPerThread = 4;
/// The shortest segments of a row.
constexpr static int64_t kMinSegmentBytes = 128;
/// The fewest elements of a run.
constexpr static int64_t kMinRunElements = 256;
/// By which factor segments must read and write less than runs, as they take
/// more instructions for each input. These bound narrow elements. Measured, in
/// benchmarks/results/2026-11-26-gpu-unpool-blocks.md.
constexpr static double kWeightOfWide = 1.25, kWeightOfNarrow = 2;
/// What is read or written of a sector of which a part is needed.
constexpr static int64_t kPartialBytes = 32;
/// What a thread executes for each block, each quad of inputs and each element
/// of a run, roughly: these decide between lengths of runs.
constexpr static int64_t kBlockOperations = 90, kQuadOperations = 160,
                         kElementOperations = 4;
/// How many lengths of runs are tried, and how many blocks of each.
constexpr static int64_t kTriedLengths = 64, kTriedBlocks = 256;

/// Returns whether the inputs are few enough. They are those of the block that
/// has most of the first `maxBlocks`.
bool UnpoolBlockShape::setQuads(const PooledRows &pooled, const Limits &limits,
                                int64_t maxBlocks) {
  KnownArithmetic a;
  // Of a run, or rows of a segment.
  int64_t most = 0;
  int64_t numBlocks = getNumBlocks(pooled), step = isRun() ? 1 : segments;
  // Blocks of rows begin at the same ones of planes again after so many.
  if (!isRun())
    numBlocks = std::min(numBlocks, pooled.geometry.rows.outputs * segments);
  numBlocks = std::min(numBlocks, maxBlocks);
  for (int64_t block = 0; block < numBlocks; block += step)
    most = std::max(most, getEndBound(a, pooled, *this, block) -
                              getFirstBound(a, pooled, *this, block));
  // A range may begin within a quad.
  auto getQuads = [](int64_t inputs) { return (inputs + 3 + 3) / 4; };
  if (isRun()) {
    quadsOfRange = getQuads(most);
    quadsPerThread = llvm::divideCeil(quadsOfRange, limits.workgroupSize);
    return quadsPerThread <= kMaxQuadsPerThread;
  }
  int64_t mostOfRow = 0;
  for (int64_t segment = 0; segment < segments; ++segment) {
    auto [first, end] = getInputColumns(a, pooled, *this, segment);
    mostOfRow = std::max(mostOfRow, end - first);
    // Ranges of neighbouring rows must not overlap.
    if (end - pooled.getInputs() > first)
      return false;
  }
  quadsOfRange = getQuads(mostOfRow);
  quadsPerThread =
      llvm::divideCeil((most + 1) * quadsOfRange, limits.workgroupSize);
  return quadsPerThread <= kMaxQuadsPerThread;
}

/// What blocks read and write, for each element of the result.
double UnpoolBlockShape::getBytesPerElement(const PooledRows &pooled,
                                            const Limits &limits) const {
  int64_t quads = quadsPerThread * limits.workgroupSize;
  double bytes = quads * 4 * limits.inputBytes +
                 getNumElements() * limits.elementBytes + rows * kPartialBytes;
  return bytes * getNumBlocks(pooled) / pooled.getNumElements();
}

/// What a thread executes for an element of a run, roughly.
double UnpoolBlockShape::getOperations(const PooledRows &pooled,
                                       const Limits &limits) const {
  int64_t vectors =
      llvm::divideCeil(columns / pooled.vectorLength, limits.workgroupSize);
  int64_t operations = kBlockOperations + quadsPerThread * kQuadOperations +
                       vectors * pooled.vectorLength * kElementOperations;
  return static_cast<double>(operations) / columns;
}

/// The run whose threads execute least for an element. Slightly shorter runs
/// than the longest may have a quad less for each thread.
std::optional<UnpoolBlockShape>
UnpoolBlockShape::chooseRun(const PooledRows &pooled, const Limits &limits) {
  int64_t step = llvm::alignTo(
      llvm::divideCeil(limits.maxElements, kTriedLengths), pooled.vectorLength);
  std::optional<UnpoolBlockShape> best;
  double least = std::numeric_limits<double>::infinity();
  UnpoolBlockShape run;
  for (run.columns = llvm::alignDown(limits.maxElements, step);
       run.columns >= kMinRunElements; run.columns -= step) {
    if (!limits.fits(run.columns) ||
        !run.setQuads(pooled, limits, kTriedBlocks))
      continue;
    double operations = run.getOperations(pooled, limits);
    if (operations < least) {
      best = run;
      least = operations;
    }
  }
  if (!best)
    return std::nullopt;
  // Another block may have more inputs than those that were tried.
  for (run = *best; run.columns > kMinRunElements; step *= 2) {
    if (run.setQuads(pooled, limits) &&
        run.quadsPerThread <= best->quadsPerThread)
      return run;
    run.columns = std::max(run.columns - step, kMinRunElements);
  }
  // The shortest run may have more quads than the best one.
  return run.setQuads(pooled, limits) ? std::optional(run) : std::nullopt;
}

std::optional<UnpoolBlockShape>
UnpoolBlockShape::choose(const PooledRows &pooled, const Limits &limits) {
  int64_t length = pooled.vectorLength, elements = pooled.getElements();
  std::optional<UnpoolBlockShape> best = chooseRun(pooled, limits);
  double least = best ? best->getBytesPerElement(pooled, limits)
                      : std::numeric_limits<double>::infinity();
  // Returns whether a segment of this shape is possible.
  double weight = limits.elementBytes < 4 ? kWeightOfNarrow : kWeightOfWide;
  auto consider = [&](const UnpoolBlockShape &candidate) {
    UnpoolBlockShape shape = candidate;
    if (!limits.fits(shape.getNumElements()) || !shape.setQuads(pooled, limits))
      return false;
    double bytes = shape.getBytesPerElement(pooled, limits) * weight;
    if (bytes < least) {
      best = shape;
      least = bytes;
    }
    return true;
  };
  UnpoolBlockShape shape;
  // The last segment of a row must not be shorter than a vector. Segments of
  // powers of two take fewer instructions.
  auto considerSegments = [&](bool shortens) {
    auto isLastShort = [&] {
      shape.segments = llvm::divideCeil(elements, shape.columns);
      return elements - (shape.segments - 1) * shape.columns < length;
    };
    for (int64_t columns = kMinSegmentBytes / limits.elementBytes;
         columns < elements && columns <= limits.maxElements; columns *= 2) {
      shape.columns = columns;
      while (isLastShort() && shortens && shape.columns > length)
        shape.columns -= length;
      if (isLastShort())
        continue;
      shape.rows =
          std::min(limits.maxElements / shape.columns, pooled.getNumRows());
      // Where windows have a stride of 1, and pixels many elements, fewer rows
      // have few enough inputs.
      while (!consider(shape) && shape.rows > 1)
        shape.rows /= 2;
    }
  };
  considerSegments(/*shortens=*/false);
  if (!best)
    considerSegments(/*shortens=*/true);
  return best;
}

void UnpoolBlockShape::print(llvm::raw_ostream &os) const {
  if (isRun())
    os << "runs of " << columns << " elements";
  else
    os << rows << " rows of " << columns << " elements, " << segments
       << " segments a row";
  os << ", " << quadsPerThread << " quads of inputs a thread";
}

} // namespace dml
