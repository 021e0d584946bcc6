//===- UnpoolTiling.h - Tiles of outputs and bands of inputs ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan of the kernel for local inputs in UnpoolTiles.h: which outputs a
// workgroup writes, which inputs it reads, and how much workgroup memory that
// takes.
//
// - The stride of pooling is the number of rows of the result for a row of
//   inputs, rounded: padding, and what a last window leaves out, are less than
//   that. A band of n rows of inputs belongs to a tile of n times as many rows
//   of the result.
// - A tile has as many rows as make 8 elements a thread, or a vector where that
//   is more, for 128 threads, and at least those of one row of inputs. Larger
//   tiles are slower: fewer workgroups hide each other's memory latency. Tiles
//   of wide rows get more threads, up to the limit of a workgroup.
// - Where two planes of the result fit into that size, planes count as rows,
//   and several of them make a tile.
// - The number of rows is halved until the winner map and the staged values fit
//   the workgroup's memory. The map has a word for each element of the result.
//   Values of 8 and 16 bits lie in the map's words, below the position, which
//   limits a band to 65535 inputs; wider ones lie beside the map, with those of
//   the halos.
// - The words of the map are ordered so that lanes read consecutive ones: the
//   first elements of all vectors, then all second ones. Staged values are
//   ordered the same way, in quads.
// - A thread loads its quads of the band before the map is cleared, so that the
//   loads are under way meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILING_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILING_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// Cuts the result into tiles, and the inputs into as many bands. Where the
/// inputs come from pooling, those of a band point into the tile of the same
/// number, or into a neighbour of it where pooling windows overlap: a tile then
/// needs a halo of the inputs of the neighbouring bands. Tiles and bands are
/// contiguous ranges of whole rows or planes; tiles are rounded to vectors.
/// Inputs are read in quads, as UnpoolInputs does.
class UnpoolTiling {
public:
  /// Chooses tiles. Returns nothing if the smallest tiles exceed the limits, or
  /// if inputs and results differ in their number of planes.
  static std::optional<UnpoolTiling> choose(mlir::MemRefType values,
                                            mlir::MemRefType dest,
                                            const UnpoolLimits &limits);

  int64_t getNumTiles() const { return planes * tilesPerPlane; }
  int64_t getNumInputs() const { return planes * inputs.perPlane; }
  int64_t getNumOutputs() const { return planes * outputs.perPlane; }
  int64_t getElementBytes() const { return elementBytes; }
  int64_t getWorkgroupSize() const { return workgroupSize; }

  /// Returns the elements of a 16-byte vector.
  int64_t getVectorLength() const { return 16 / elementBytes; }
  /// Returns the most vectors of a tile; all tiles have as many if `isEven`.
  int64_t getVectorsPerTile() const;
  bool isEven() const;

  /// Returns the inputs of a halo, on either side of a band.
  int64_t getHalo() const { return halo; }
  int64_t getHaloQuads() const { return llvm::divideCeil(halo, 4); }
  /// Returns the most quads that have inputs of a band; all bands have as many
  /// if `hasWholeQuads`.
  int64_t getQuadsPerBand() const;
  bool hasWholeQuads() const;
  int64_t getMaxQuads() const { return getQuadsPerBand() + 2 * getHaloQuads(); }

  /// Returns the words of a tile's winner map, and of the staged values.
  int64_t getMapWords() const {
    return getVectorsPerTile() * getVectorLength();
  }
  int64_t getStagedWords() const;
  /// Returns whether values are staged beside the map; narrow ones are part of
  /// the map's words.
  bool isStaged() const { return elementBytes >= 4; }

  /// Return the first element of a tile, the first input of a band, and the
  /// band of an input, as words. Tiles start at multiples of a vector. Tiles
  /// past the last one start at the end of the result.
  mlir::Value emitTileBegin(WordBuilder &w, mlir::Value tile) const;
  mlir::Value emitBandBegin(WordBuilder &w, mlir::Value band) const;
  mlir::Value emitBandOf(WordBuilder &w, mlir::Value input) const;

private:
  /// How inputs or results are cut: into `perTile` elements each, and fewer for
  /// the last of a plane.
  struct Cut {
    int64_t perPlane, perTile;
  };
  mlir::Value emitBegin(WordBuilder &w, const Cut &cut, mlir::Value tile) const;
  bool isEven(const Cut &cut) const {
    return cut.perTile * tilesPerPlane == cut.perPlane;
  }
  int64_t getMemoryBytes() const {
    return (getMapWords() + (isStaged() ? getStagedWords() : 0)) * 4;
  }

  int64_t planes, tilesPerPlane;
  Cut inputs, outputs;
  int64_t halo;
  int64_t elementBytes;
  int64_t workgroupSize;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILING_H
