//===- SpaceToDepth1.h - space_to_depth1 in plain loops ------- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_SPACETODEPTH1_H
#define DML_REFERENCE_OPERATORS_SPACETODEPTH1_H

#include "dml/Reference/TensorView.h"

namespace dml {

enum class DepthSpaceOrder : uint32_t;

namespace reference {

/// Computes S4 for packed tensors of the sizes that getSpaceToDepth1Sizes says.
void spaceToDepth1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order);

} // namespace reference
} // namespace dml

#endif // DML_REFERENCE_OPERATORS_SPACETODEPTH1_H
