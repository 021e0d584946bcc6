//===- Unfold.h - unfold in plain loops -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_UNFOLD_H
#define DML_REFERENCE_OPERATORS_UNFOLD_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/Reference/TensorView.h"

namespace dml::reference {

/// F4. `result` may have leading ones (F5).
void unfold(ConstTensorView input, TensorView result,
            const UnfoldWindow &window);

} // namespace dml::reference

#endif // DML_REFERENCE_OPERATORS_UNFOLD_H
