//===- RangeTiles.h - Tiles of ranges of rows -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread reads a vector of columns of each of 2 or 4 rows, transposes their
// elements, and stores words of columns in workgroup memory. There, the
// elements of a column lie in the order of the destination. A vector of the
// destination may begin at any element of a word, so a thread reads five words
// for it and shifts them.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_RANGETILES_H
#define DML_LIB_CODEGEN_GPU_MOVE_RANGETILES_H

#include "TileEmitter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <memory>

namespace dml {

std::unique_ptr<TileEmitter> createRangeTileEmitter(mlir::OpBuilder &b,
                                                    mlir::linalg::GenericOp op,
                                                    const AccessNest &nest,
                                                    const RangeTiling &tiling);

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_RANGETILES_H
