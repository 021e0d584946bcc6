//===- UnfoldSizes.h - Sizes of unfold -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_OPERATORS_UNFOLDSIZES_H
#define DML_IR_OPERATORS_UNFOLDSIZES_H

#include "dml/IR/Shapes/WindowSizes.h"

namespace dml {

constexpr WindowRules kUnfoldRules = {/*leastRank=*/1, /*mostRank=*/6,
                                      /*rank=*/"F1", /*window=*/"F3",
                                      /*tensor=*/"input"};

/// `{N, C·∏K, L}` (F2, F4); A1, F1, F3, T2. With the sizes that the result is
/// declared with also F5: as many leading ones as they ask for.
SizeFunction getUnfoldSizes(int64_t inputRank, const UnfoldWindow &window,
                            std::optional<SizesRef> declared = std::nullopt);

/// For an input of these sizes, the number of windows in each spatial dimension
/// and `{N, C·∏K, L}`.
llvm::Expected<Sizes> inferUnfoldBlocks(SizesRef input,
                                        const UnfoldWindow &window);
llvm::Expected<Sizes> inferUnfoldSizes(SizesRef input,
                                       const UnfoldWindow &window);

/// F5: the inferred sizes with as many leading ones as the declared rank asks
/// for.
llvm::Expected<Sizes> padUnfoldRank(SizesRef inferred, SizesRef declared,
                                    int64_t inputRank);

} // namespace dml

#endif // DML_IR_OPERATORS_UNFOLDSIZES_H
