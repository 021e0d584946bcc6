//===- SpaceToDepth1Sizes.h - Sizes of space_to_depth1 -------- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_SPACETODEPTH1SIZES_H
#define DML_IR_OPERATORS_SPACETODEPTH1SIZES_H

#include "dml/IR/Shapes/SizeFunction.h"

namespace dml {

/// `{N, C·B², H/B, W/B}` of `{N, C, H, W}` (S3); A1, S2, T2.
SizeFunction getSpaceToDepth1Sizes(int64_t blockSize);

/// The same for an input of these sizes.
llvm::Expected<Sizes> inferSpaceToDepth1Sizes(SizesRef input,
                                              int64_t blockSize);

} // namespace dml

#endif // DML_IR_OPERATORS_SPACETODEPTH1SIZES_H
