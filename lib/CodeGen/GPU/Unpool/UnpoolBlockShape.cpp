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
/// How much less blocks of several segments must read and write, as they take
/// more instructions for each input.
constexpr static double kMinGain = 1.25;
/// What is read or written of a sector of which a part is needed.
constexpr static int64_t kPartialBytes = 32;

/// Returns whether the inputs are few enough.
bool UnpoolBlockShape::setQuads(const PooledRows &pooled,
                                const Limits &limits) {
  KnownArithmetic a;
  int64_t inputRows = 0, inputColumns = 0;
  // Blocks begin at the same rows of planes again after so many.
  int64_t numBlocks =
      std::min(llvm::divideCeil(pooled.getNumRows(), rows),
               static_cast<uint64_t>(pooled.geometry.rows.outputs));
  for (int64_t block = 0; block < numBlocks; ++block) {
    auto [first, end] = getInputRows(a, pooled, *this, block * rows);
    inputRows = std::max(inputRows, end - first);
  }
  for (int64_t segment = 0; segment < segments; ++segment) {
    auto [first, end] = getInputColumns(a, pooled, *this, segment);
    inputColumns = std::max(inputColumns, end - first);
    // Ranges of neighbouring rows must not overlap.
    if (segment == segments - 1 && segments > 1 &&
        end - pooled.getInputs() > first)
      return false;
  }
  // A range may begin within a quad.
  auto getQuads = [](int64_t inputs) { return (inputs + 3 + 3) / 4; };
  int64_t quads;
  if (segments == 1) {
    quads = quadsOfRange = getQuads(inputRows * pooled.getInputs());
  } else {
    quadsOfRange = getQuads(inputColumns);
    // The inputs behind a row's last one are the first ones of the next row, so
    // there is a range in front of the first row.
    quads = (inputRows + 1) * quadsOfRange;
  }
  quadsPerThread = llvm::divideCeil(quads, limits.workgroupSize);
  return quadsPerThread <= kMaxQuadsPerThread;
}

/// What a block reads and writes, for each element of the result in it.
double UnpoolBlockShape::getBytesPerElement(const PooledRows &pooled,
                                            const Limits &limits) const {
  int64_t quads = quadsPerThread * limits.workgroupSize;
  int64_t partial = segments > 1 ? rows * kPartialBytes : 0;
  double bytes = quads * 4 * limits.inputBytes +
                 getNumElements() * limits.elementBytes + partial;
  double elements = static_cast<double>(rows) * pooled.getElements() / segments;
  return bytes / elements;
}

std::optional<UnpoolBlockShape>
UnpoolBlockShape::choose(const PooledRows &pooled, const Limits &limits) {
  int64_t length = pooled.vectorLength, elements = pooled.getElements();
  auto consider = [&](int64_t columns) -> std::optional<UnpoolBlockShape> {
    UnpoolBlockShape shape;
    shape.segments = llvm::divideCeil(elements, columns);
    if (elements - (shape.segments - 1) * columns < std::min(length, elements))
      return std::nullopt;
    shape.rows = std::min(limits.maxElements / columns, pooled.getNumRows());
    for (; shape.rows > 0; shape.rows /= 2) {
      shape.columns = shape.segments > 1
                          ? columns
                          : llvm::alignTo(shape.rows * elements, length);
      if (limits.fits(shape.getNumElements()) && shape.setQuads(pooled, limits))
        return shape;
    }
    return std::nullopt;
  };
  std::optional<UnpoolBlockShape> best = consider(elements);
  double least = best ? best->getBytesPerElement(pooled, limits) / kMinGain
                      : std::numeric_limits<double>::infinity();
  for (int64_t columns =
           std::max<int64_t>(kMinSegmentBytes / limits.elementBytes, length);
       columns < elements && columns <= limits.maxElements; columns *= 2) {
    std::optional<UnpoolBlockShape> shape = consider(columns);
    if (!shape || shape->getBytesPerElement(pooled, limits) >= least)
      continue;
    best = shape;
    least = shape->getBytesPerElement(pooled, limits);
  }
  return best;
}

} // namespace dml
