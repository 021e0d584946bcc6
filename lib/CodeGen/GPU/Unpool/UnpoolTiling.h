//===- UnpoolTiling.h - Which inputs belong to which outputs ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILING_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILING_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// A partition of an unpooling's result into tiles, and of its inputs into as
/// many bands: where the inputs come from pooling, those of a band point into
/// the tile of the same number, or into a neighbour of it where windows
/// overlap. Inputs are read in quads of four, at positions divisible by four.
class UnpoolTiling {
public:
  /// Nothing where tiles would not fit the limits, or where planes of inputs
  /// and results do not correspond.
  static std::optional<UnpoolTiling> choose(mlir::MemRefType values,
                                            mlir::MemRefType dest,
                                            const UnpoolLimits &limits);

  int64_t getNumTiles() const { return planes * tilesPerPlane; }
  int64_t getNumInputs() const { return planes * inputs.perPlane; }
  int64_t getNumOutputs() const { return planes * outputs.perPlane; }
  int64_t getElementBytes() const { return elementBytes; }
  int64_t getWorkgroupSize() const { return workgroupSize; }

  /// Elements of a 16-byte vector.
  int64_t getVectorLength() const { return 16 / elementBytes; }
  /// The most that a tile has; all tiles have as many where `isEven`.
  int64_t getVectorsPerTile() const;
  bool isEven() const;

  /// How many inputs beyond its own band a tile looks at, either side.
  int64_t getHalo() const { return halo; }
  int64_t getHaloQuads() const { return llvm::divideCeil(halo, 4); }
  /// The most that touch a band; all bands have as many where
  /// `hasWholeQuads`.
  int64_t getQuadsPerBand() const;
  bool hasWholeQuads() const;
  int64_t getMaxQuads() const { return getQuadsPerBand() + 2 * getHaloQuads(); }

  /// Words of the map of winners, and of the values that lie beside it.
  int64_t getMapWords() const {
    return getVectorsPerTile() * getVectorLength();
  }
  int64_t getStagedWords() const;
  /// Narrow values lie in the map itself.
  bool isStaged() const { return elementBytes >= 4; }

  /// The first element of a tile, the first input of a band, and the band of an
  /// input, as words. A tile starts with a vector; tiles beyond the last one
  /// start at the end.
  mlir::Value emitTileBegin(WordBuilder &w, mlir::Value tile) const;
  mlir::Value emitBandBegin(WordBuilder &w, mlir::Value band) const;
  mlir::Value emitBandOf(WordBuilder &w, mlir::Value input) const;

private:
  /// How one side is cut: `perTile` elements each, but for the last of a plane.
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
