//===- Parts.h - Results computed part by part ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_REFERENCE_OPERATORS_PARTS_H
#define DML_LIB_REFERENCE_OPERATORS_PARTS_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/Reference/TensorView.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dml::reference {

/// Computes the parts of a result, which do not depend on each other. The parts
/// of a large result are computed in parallel.
void forEachPart(TensorView result, int64_t numParts,
                 llvm::function_ref<void(int64_t)> compute);

/// Steps `index` through `sizes` in row-major order; false after the last.
bool advance(llvm::MutableArrayRef<int64_t> index, SizesRef sizes);

/// How many windows slide over each dimension of these sizes (F2).
Sizes countBlocks(SizesRef spatialSizes, const UnfoldWindow &window);

} // namespace dml::reference

#endif // DML_LIB_REFERENCE_OPERATORS_PARTS_H
