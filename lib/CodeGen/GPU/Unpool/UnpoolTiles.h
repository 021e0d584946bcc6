//===- UnpoolTiles.h - Unpooling of tiles in workgroup memory ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel for local inputs where UnpoolCells.h does not apply. It is
// owner-computes: each workgroup writes its own tile, from the inputs of its
// band and of the halos.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H

#include "UnpoolInputs.h"
#include "UnpoolTiling.h"

namespace dml {

/// Returns the UnpoolHint bits of the input at a position, as a word: what the
/// tile that it points into needs. Returns 0 if its index is out of range.
mlir::Value emitTileInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                              const UnpoolTiling &tiling, mlir::Value position,
                              const UnpoolIndex &index);

/// Emits a kernel in which a workgroup writes a tile. It finds the winners
/// among the inputs of its own band and of the halos that the hint names. The
/// kernel does nothing if the hint says that inputs are scattered. It sets
/// UnpoolControl::Fallback if a tile missed an input, and reports indices out
/// of range. Fails if the launch needs too many workgroups.
mlir::LogicalResult emitUnpoolTiles(mlir::OpBuilder &b, UnpoolOp op,
                                    const UnpoolInputs &inputs,
                                    const UnpoolTiling &tiling,
                                    int64_t maxWorkgroups);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H
