//===- Fold.h - fold in plain loops ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_FOLD_H
#define DML_REFERENCE_OPERATORS_FOLD_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/Reference/TensorView.h"

namespace dml::reference {

/// Computes O3 and O4 for packed tensors of the sizes that getFoldSizes says.
void fold(ConstTensorView input, TensorView result, const UnfoldWindow &window);

} // namespace dml::reference

#endif // DML_REFERENCE_OPERATORS_FOLD_H
