//===- MaxPooling2.h - max_pooling2 in plain loops --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_MAXPOOLING2_H
#define DML_REFERENCE_OPERATORS_MAXPOOLING2_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/Reference/TensorView.h"

namespace dml::reference {

/// Computes M3 to M6 for packed tensors of the sizes that getMaxPooling2Sizes
/// says. Indices, if there are any, are unsigned and 4 or 8 bytes wide.
void maxPooling2(ConstTensorView input, TensorView values,
                 std::optional<TensorView> indices, const UnfoldWindow &window);

} // namespace dml::reference

#endif // DML_REFERENCE_OPERATORS_MAXPOOLING2_H
