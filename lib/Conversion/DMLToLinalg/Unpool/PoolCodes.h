//===- PoolCodes.h - Narrow codes of pooled indices -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCODES_H
#define DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCODES_H

#include "PoolElementBuilder.h"
#include "dml/IR/DMLDialect.h"

namespace dml {

/// Whether a byte has codes for all elements of a reach, and one more that has
/// all bits set.
bool hasCodes(const PlaneReach &reach);

/// Returns a tensor of the codes of all indices (PoolElementBuilder::getCode),
/// by batch, row, column and channel, and whether an input was missed before or
/// points out of reach.
std::pair<mlir::Value, mlir::Value>
encodeIndices(mlir::OpBuilder &b, UnpoolOp op, const PoolGeometry &geometry,
              const PlaneReach &reach, mlir::Value missed);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCODES_H
