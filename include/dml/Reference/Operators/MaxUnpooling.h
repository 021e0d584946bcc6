//===- MaxUnpooling.h - max_unpooling in plain loops ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_MAXUNPOOLING_H
#define DML_REFERENCE_OPERATORS_MAXUNPOOLING_H

#include "dml/Reference/TensorView.h"

namespace dml::reference {

/// Computes U2 and U4. Returns the indices out of range (U3), if there are any.
/// Indices are unsigned and 4 or 8 bytes wide.
std::optional<OutOfRangeIndices> maxUnpooling(ConstTensorView values,
                                              ConstTensorView indices,
                                              TensorView result);

} // namespace dml::reference

#endif // DML_REFERENCE_OPERATORS_MAXUNPOOLING_H
