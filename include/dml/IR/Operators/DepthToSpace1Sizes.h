//===- DepthToSpace1Sizes.h - Sizes of depth_to_space1 ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_DEPTHTOSPACE1SIZES_H
#define DML_IR_OPERATORS_DEPTHTOSPACE1SIZES_H

#include "dml/IR/Shapes/SizeFunction.h"

namespace dml {

/// `{N, C/B², H·B, W·B}` of `{N, C, H, W}` (D3); A1, D2, T2.
SizeFunction getDepthToSpace1Sizes(int64_t blockSize);

/// The same for an input of these sizes.
llvm::Expected<Sizes> inferDepthToSpace1Sizes(SizesRef input,
                                              int64_t blockSize);

} // namespace dml

#endif // DML_IR_OPERATORS_DEPTHTOSPACE1SIZES_H
