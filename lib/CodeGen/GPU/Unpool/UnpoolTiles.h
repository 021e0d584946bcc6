//===- UnpoolTiles.h - Unpooling in workgroup memory ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H

#include "UnpoolInputs.h"
#include "UnpoolTiling.h"

namespace dml {

/// Where the input at a position points, seen from its band's own tile, as
/// UnpoolHint bits; nothing is said of those out of range.
mlir::Value emitTileDirection(WordBuilder &w, const UnpoolInputs &inputs,
                              const UnpoolTiling &tiling, mlir::Value position,
                              const UnpoolIndex &index);

/// Emits a kernel of one workgroup a tile that writes the tile: its winners
/// among the inputs of its own band and, where the hint says so, of its
/// neighbours'. It does nothing where the hint says that they are elsewhere.
mlir::LogicalResult emitUnpoolTiles(mlir::OpBuilder &b, UnpoolOp op,
                                    const UnpoolInputs &inputs,
                                    const UnpoolTiling &tiling,
                                    int64_t maxWorkgroups);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLTILES_H
