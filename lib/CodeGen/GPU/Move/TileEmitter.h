//===- TileEmitter.h - Results by way of workgroup memory -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H

#include "CodeGen/GPU/Schedule/TileSchedule.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include <memory>

namespace dml {

/// Takes the number of a tile apart, the innermost loop first.
class TileNumber {
public:
  TileNumber(mlir::Value number, int64_t numTiles)
      : rest(number), numTiles(numTiles) {}

  mlir::Value take(WordBuilder &w, int64_t size);

private:
  mlir::Value rest;
  int64_t numTiles;
};

/// An operation that goes through tiles.
struct TiledOperation {
  mlir::linalg::GenericOp op;
  /// With the loops of the operation.
  const AccessNest &nest;
  /// The loops that tiles are chosen for, of which one may be several of the
  /// operation or a part of one, and their strides in the destination.
  llvm::ArrayRef<NestLoop> loops;
  llvm::ArrayRef<int64_t> destStrides;
};

/// Emits a tile: a workgroup reads or computes vectors of columns, keeps them
/// in its memory, and writes vectors of rows, which are consecutive in the
/// destination.
class TileEmitter {
public:
  virtual ~TileEmitter() = default;

  virtual void emit(WordBuilder &w, mlir::Value tile, mlir::Value thread) = 0;
};

std::unique_ptr<TileEmitter> createTileEmitter(mlir::OpBuilder &b,
                                               const TiledOperation &op,
                                               const TransposeTiling &tiling);
std::unique_ptr<TileEmitter> createTileEmitter(mlir::OpBuilder &b,
                                               const TiledOperation &op,
                                               const StripTiling &tiling);
std::unique_ptr<TileEmitter> createTileEmitter(mlir::OpBuilder &b,
                                               const TiledOperation &op,
                                               const RangeTiling &tiling);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILEEMITTER_H
