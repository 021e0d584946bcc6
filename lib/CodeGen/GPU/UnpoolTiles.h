//===- UnpoolTiles.h - Unpooling in workgroup memory ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_GPU_UNPOOLTILES_H
#define LIB_CODEGEN_GPU_UNPOOLTILES_H

#include "UnpoolInputs.h"
#include "UnpoolTiling.h"

namespace dml {

/// Where an input points that does not point into its own band's tile: a
/// UnpoolHint, or 0 where it points nowhere.
mlir::Value emitUnpoolDirection(WordBuilder &w, const UnpoolInputs &inputs,
                                const UnpoolTiling &tiling, mlir::Value tile,
                                mlir::Value position, const UnpoolIndex &index);

/// Emits a kernel of one workgroup that looks at a sample of the inputs and
/// initialises the control words.
mlir::LogicalResult emitUnpoolSample(mlir::OpBuilder &b, mlir::Location loc,
                                     const UnpoolInputs &inputs,
                                     const UnpoolTiling &tiling,
                                     int64_t workgroupSize,
                                     int64_t maxWorkgroups);

/// Emits a kernel of one workgroup a tile that writes the tile: its winners
/// among the inputs of its own band and, where the hint says so, of its
/// neighbours'. It does nothing where the hint says that they are elsewhere.
mlir::LogicalResult emitUnpoolTiles(mlir::OpBuilder &b, UnpoolOp op,
                                    const UnpoolInputs &inputs,
                                    const UnpoolTiling &tiling,
                                    int64_t maxWorkgroups);

} // namespace dml

#endif // LIB_CODEGEN_GPU_UNPOOLTILES_H
