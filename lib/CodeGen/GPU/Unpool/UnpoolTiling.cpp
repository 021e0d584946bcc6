//===- UnpoolTiling.cpp - Tiles of outputs and bands of inputs ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolTiling.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {

/// The fewest elements of a tile that a thread writes, and the threads that a
/// tile aims at. Many small workgroups hide each other's memory latency better
/// than few large ones.
constexpr int64_t kElementsPerThread = 8;
constexpr int64_t kThreadsPerTile = 128;

namespace {
/// The inputs and results as planes of rows.
struct PlaneRows {
  int64_t planes, inputRows, inputWidth, outputRows, outputWidth;
};
} // namespace

/// Returns nothing if inputs and results differ in their number of planes.
static std::optional<PlaneRows> getPlaneRows(MemRefType values, MemRefType dest,
                                             int64_t maxElements) {
  ArrayRef<int64_t> in = values.getShape(), out = dest.getShape();
  int64_t planes = in[0] * in[1];
  if (planes != out[0] * out[1])
    return std::nullopt;
  // Several small planes make a tile, so that each of them counts as a row.
  if (2 * out[2] * out[3] <= maxElements)
    return PlaneRows{1, planes, in[2] * in[3], planes, out[2] * out[3]};
  if (in[2] == 1 && out[2] == 1)
    return PlaneRows{planes, in[3], 1, out[3], 1};
  return PlaneRows{planes, in[2], in[3], out[2], out[3]};
}

int64_t UnpoolTiling::getVectorsPerTile() const {
  return llvm::divideCeil(outputs.perTile, getVectorLength());
}

bool UnpoolTiling::isEven() const {
  return isEven(outputs) && outputs.perTile % getVectorLength() == 0;
}

bool UnpoolTiling::hasWholeQuads() const {
  return isEven(inputs) && inputs.perTile % 4 == 0;
}

int64_t UnpoolTiling::getQuadsPerBand() const {
  if (inputs.perTile % 4 == 0 && inputs.perPlane % 4 == 0)
    return inputs.perTile / 4;
  // The first and the last quad may have a single input of the band.
  return (inputs.perTile + 6) / 4;
}

int64_t UnpoolTiling::getStagedWords() const {
  // Winner 0, which is no input, needs one column more.
  return (getMaxQuads() + 1) * elementBytes;
}

std::optional<UnpoolTiling> UnpoolTiling::choose(MemRefType values,
                                                 MemRefType dest,
                                                 const UnpoolLimits &limits) {
  UnpoolTiling tiling;
  tiling.elementBytes = dml::getElementBytes(dest.getElementType());
  int64_t perThread = std::max(kElementsPerThread, tiling.getVectorLength());
  int64_t wanted = std::min(kThreadsPerTile, limits.workgroupSize) * perThread;
  std::optional<PlaneRows> rows = getPlaneRows(values, dest, wanted);
  // Positions must fit 32-bit words, even some tiles past the end.
  constexpr int64_t maxElements = std::numeric_limits<int32_t>::max();
  if (!rows || values.getNumElements() > maxElements ||
      dest.getNumElements() > maxElements)
    return std::nullopt;

  tiling.planes = rows->planes;
  tiling.halo = rows->inputWidth;
  tiling.inputs.perPlane = rows->inputRows * rows->inputWidth;
  tiling.outputs.perPlane = rows->outputRows * rows->outputWidth;
  // If pooling made the indices, its stride is the number of result rows for a
  // row of inputs, rounded: padding, and what a last window leaves out, are
  // less than a stride in all.
  int64_t stride = std::max<int64_t>(
      1, (2 * rows->outputRows + rows->inputRows) / (2 * rows->inputRows));
  int64_t bandRows =
      std::max<int64_t>(1, wanted / (stride * rows->outputWidth));
  for (; bandRows > 0; bandRows /= 2) {
    tiling.inputs.perTile = bandRows * rows->inputWidth;
    tiling.outputs.perTile = bandRows * stride * rows->outputWidth;
    tiling.tilesPerPlane =
        std::max(llvm::divideCeil(rows->inputRows, bandRows),
                 llvm::divideCeil(rows->outputRows, bandRows * stride));
    // A map word has 16 bits for the winner beside a narrow value.
    if (tiling.getMemoryBytes() <= limits.maxWorkgroupMemory &&
        (tiling.isStaged() || tiling.getMaxQuads() * 4 <= 65535))
      break;
  }
  if (bandRows == 0)
    return std::nullopt;
  int64_t threads = llvm::divideCeil(tiling.outputs.perTile, perThread);
  tiling.workgroupSize = std::clamp<int64_t>(
      llvm::PowerOf2Ceil(threads), std::min<int64_t>(32, limits.workgroupSize),
      limits.workgroupSize);
  return tiling;
}

Value UnpoolTiling::emitBegin(WordBuilder &w, const Cut &cut,
                              Value tile) const {
  if (isEven(cut))
    return w.multiply(tile, cut.perTile);
  Value inPlane = tile;
  if (planes > 1)
    inPlane = w.remainder(tile, tilesPerPlane);
  Value begin = w.minimum(w.multiply(inPlane, cut.perTile), cut.perPlane);
  if (planes == 1)
    return begin;
  Value plane = w.divide(tile, tilesPerPlane);
  return w.add(w.multiply(plane, cut.perPlane), begin);
}

Value UnpoolTiling::emitTileBegin(WordBuilder &w, Value tile) const {
  Value begin = emitBegin(w, outputs, tile);
  int64_t length = getVectorLength();
  if (outputs.perTile % length == 0 && outputs.perPlane % length == 0)
    return begin;
  // A vector belongs to the tile in which it starts.
  Value vector = w.divide(w.add(begin, length - 1), length);
  return w.minimum(w.multiply(vector, length), getNumOutputs());
}

Value UnpoolTiling::emitBandBegin(WordBuilder &w, Value band) const {
  return emitBegin(w, inputs, band);
}

Value UnpoolTiling::emitBandOf(WordBuilder &w, Value input) const {
  if (isEven(inputs) || planes == 1)
    return w.divide(input, inputs.perTile);
  Value plane = w.divide(input, inputs.perPlane);
  Value inPlane = w.remainder(input, inputs.perPlane);
  return w.add(w.multiply(plane, tilesPerPlane),
               w.divide(inPlane, inputs.perTile));
}

} // namespace dml
