//===- MaxUnpoolingSizes.h - Sizes of max_unpooling ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_MAXUNPOOLINGSIZES_H
#define DML_IR_OPERATORS_MAXUNPOOLINGSIZES_H

#include "dml/IR/Shapes/SizeFunction.h"

namespace dml {

/// U1: `values` and `indices` have the same sizes; T2 for all three. The sizes
/// of the result are the declared ones; operands of type `index` give those
/// that are dynamic.
SizeFunction getMaxUnpoolingSizes(SizesRef declared);

/// The same for operands of these sizes.
llvm::Error checkMaxUnpoolingSizes(SizesRef values, SizesRef indices,
                                   SizesRef declared);

} // namespace dml

#endif // DML_IR_OPERATORS_MAXUNPOOLINGSIZES_H
