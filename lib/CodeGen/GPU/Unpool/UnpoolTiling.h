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
