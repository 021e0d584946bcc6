//===- TileStrips.h - Tiles of whole strips ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles for transposed copies whose rows in the destination are no whole
// vectors, such as the 196 windows of 16x16 in an image of 224x224.
//
// - A tile has all rows of its columns, so it is consecutive in the
//   destination. It is whole vectors there, because its columns are whole
//   vectors of the source.
// - A tile has as many columns as make 8 KiB, up to 128 bytes of the source but
//   at least 32, which is what memory moves. Where that exceeds 16 KiB it has
//   16 bytes of columns; what exceeds 16 KiB even so is left to
//   dml-gpu-map-to-threads. If all columns make less than 4 KiB, the next steps
//   of the loop around them join, up to 4 KiB.
// - Rows have at least 32 bytes in the destination, so depth_to_space1 with
//   small blocks has no such tiles.
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

/// For copies whose columns are no whole vectors in the destination: a tile has
/// all rows of its columns, so that it is consecutive there. Null where that
/// does not pay, or does not fit the workgroup's memory.
std::unique_ptr<TileEmitter> createStripTileEmitter(mlir::OpBuilder &b,
                                                    const LinearCopy &copy,
                                                    int64_t maxThreads,
                                                    int64_t maxWorkgroupMemory);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_TILESTRIPS_H
