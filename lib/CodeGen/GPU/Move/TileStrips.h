//===- TileStrips.h - Tiles of whole strips ---------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
