//===- NormalizeSlices.h - Slices of full rank ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_NORMALIZESLICES_H
#define DML_TRANSFORMS_NORMALIZESLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dml {

/// The sizes of the dimensions that a slice does not drop.
llvm::SmallVector<mlir::OpFoldResult>
getKeptSizes(mlir::tensor::ExtractSliceOp slice);

/// Reads each element of a slice in a `linalg.generic` of the slice's sizes,
/// with any sizes, offsets and strides. Returns a tensor of the slice's type.
mlir::Value gatherSlice(mlir::OpBuilder &b, mlir::tensor::ExtractSliceOp slice);

/// The rewrites of the pass `dml-normalize-slices`.
void populateNormalizeSlicesPatterns(mlir::RewritePatternSet &patterns);

} // namespace dml

#endif // DML_TRANSFORMS_NORMALIZESLICES_H
