//===- FoldScalars.h - Constants among sizes and conditions -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_FOLDSCALARS_H
#define DML_TRANSFORMS_FOLDSCALARS_H

namespace mlir {
class AffineMap;
class RewritePatternSet;
} // namespace mlir

namespace dml {

/// Whether a map divides by anything but a constant above 0.
bool mayDivideByZero(mlir::AffineMap map);

/// Folds arithmetic, sizes of tensors and casts, but nothing that a run might
/// refuse: not, for example, a division by zero or a read out of bounds. To be
/// applied with the driver's own folding disabled, which has no such
/// exceptions.
void populateFoldScalarPatterns(mlir::RewritePatternSet &patterns);

} // namespace dml

#endif // DML_TRANSFORMS_FOLDSCALARS_H
