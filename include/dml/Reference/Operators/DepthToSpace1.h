//===- DepthToSpace1.h - depth_to_space1 in plain loops ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_OPERATORS_DEPTHTOSPACE1_H
#define DML_REFERENCE_OPERATORS_DEPTHTOSPACE1_H

#include "dml/Reference/TensorView.h"

namespace dml {

/// Defined in DMLEnums.h, which needs MLIR's headers.
enum class DepthSpaceOrder : uint32_t;

namespace reference {

/// Computes D4 and D5 for packed tensors of the sizes that
/// getDepthToSpace1Sizes says.
void depthToSpace1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order);

} // namespace reference
} // namespace dml

#endif // DML_REFERENCE_OPERATORS_DEPTHTOSPACE1_H
