//===- NormalizeSlices.h - Slices of full rank ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_NORMALIZESLICES_H
#define DML_TRANSFORMS_NORMALIZESLICES_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace dml {

/// The rewrites of the pass `dml-normalize-slices`.
void populateNormalizeSlicesPatterns(mlir::RewritePatternSet &patterns);

} // namespace dml

#endif // DML_TRANSFORMS_NORMALIZESLICES_H
