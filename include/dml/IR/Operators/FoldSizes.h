//===- FoldSizes.h - Sizes of fold -----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_FOLDSIZES_H
#define DML_IR_OPERATORS_FOLDSIZES_H

#include "dml/IR/Shapes/WindowSizes.h"

namespace dml {

constexpr WindowRules kFoldRules = {/*leastRank=*/1, /*mostRank=*/6,
                                    /*rank=*/"O1", /*window=*/"F3",
                                    /*tensor=*/"result"};

/// The spatial sizes of a result that is declared so: constants, and operands
/// of type `index` for the dynamic ones.
std::vector<SizeExpr> getFoldSpatialSizes(SizesRef declared);

/// `{N, C, S_0 … S_{d-1}}` for an input declared `{1…, N, C·∏K, L}` and a
/// result declared so; A1, F3, O1, O2, T2.
SizeFunction getFoldSizes(SizesRef input, const UnfoldWindow &window,
                          SizesRef declared);

/// For an input of these sizes and the spatial sizes of the result.
llvm::Expected<Sizes> inferFoldSizes(SizesRef input, const UnfoldWindow &window,
                                     SizesRef spatialSizes);

} // namespace dml

#endif // DML_IR_OPERATORS_FOLDSIZES_H
