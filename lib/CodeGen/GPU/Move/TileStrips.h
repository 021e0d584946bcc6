//===- TileStrips.h - Tiles of whole strips ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies whose rows in the destination are no whole vectors.
//
// - A thread reads a vector of each of 1, 2 or 4 rows, transposes their
//   elements when it has read them, and keeps words of columns. Where columns
//   are whole words in the destination, workgroup memory holds the tile as the
//   destination has it, and a vector is four adjacent words.
// - Other columns have their full words, and five more. A second step puts the
//   first elements of the next column behind the last ones of each, so that a
//   vector that starts anywhere in a column is five words, all shifted by the
//   same number of bits.
// - Each 32 words are followed by a gap of one. Aligned reads have no bank
//   conflicts, writes some of two, shifted reads some of two or three.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_TILESTRIPS_H
#define DML_LIB_CODEGEN_GPU_MOVE_TILESTRIPS_H

#include "TileEmitter.h"
#include <memory>

namespace dml {

std::unique_ptr<TileEmitter> createStripTileEmitter(mlir::OpBuilder &b,
                                                    const AccessNest &nest,
                                                    const StripTiling &tiling);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILESTRIPS_H
