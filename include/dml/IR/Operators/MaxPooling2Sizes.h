//===- MaxPooling2Sizes.h - Sizes of max_pooling2 --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_MAXPOOLING2SIZES_H
#define DML_IR_OPERATORS_MAXPOOLING2SIZES_H

#include "dml/IR/Shapes/WindowSizes.h"

namespace dml {

/// Values and, if asked for, indices of `{N, C, b_0 … b_{d-1}}` (M2); A1, M1,
/// T2.
SizeFunction getMaxPooling2Sizes(int64_t inputRank, const UnfoldWindow &window,
                                 bool withIndices);

/// The sizes of the values, for an input of these sizes.
llvm::Expected<Sizes> inferMaxPooling2Sizes(SizesRef input,
                                            const UnfoldWindow &window);

} // namespace dml

#endif // DML_IR_OPERATORS_MAXPOOLING2SIZES_H
