//===- TransposeTiles.h - Tiles of whole vectors ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles whose rows are whole vectors of the destination. Loads and stores have
// 16 bytes, and lanes are consecutive on both sides.
//
// - A row of the tile is padded by a word, and rows lie in the order in which
//   lanes read them: the first elements of all vectors, a gap of one row, then
//   all second elements. Reads of workgroup memory have no bank conflicts,
//   writes have conflicts of two to four.
// - A thread takes a word of each row of a vector and, for narrow elements,
//   writes 2 or 4 vectors, after it has transposed their elements with masks
//   and shifts. So narrow elements take as many reads of workgroup memory for a
//   byte written as elements of 32 bits do.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TRANSPOSETILES_H
#define DML_LIB_CODEGEN_GPU_MOVE_TRANSPOSETILES_H

#include "TileEmitter.h"
#include <memory>

namespace dml {

/// Tiles of a copy.
std::unique_ptr<TileEmitter>
createTransposeTileEmitter(mlir::OpBuilder &b, const AccessNest &nest,
                           const TransposeTiling &tiling);

/// Tiles of what an operation computes: a thread computes the columns of a
/// vector. `nest` has the loops of the operation.
std::unique_ptr<TileEmitter>
createComputedTileEmitter(mlir::OpBuilder &b, mlir::linalg::GenericOp op,
                          const AccessNest &nest,
                          const TransposeTiling &tiling);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TRANSPOSETILES_H
