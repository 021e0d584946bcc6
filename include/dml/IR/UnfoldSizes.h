//===- UnfoldSizes.h - Sizes of unfold -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_UNFOLDSIZES_H
#define DML_IR_UNFOLDSIZES_H

#include "dml/IR/SizeFunction.h"

namespace dml {

/// The arrays of an unfold or a pooling, one entry for each spatial dimension.
struct UnfoldWindow {
  SizesRef sizes;
  SizesRef strides;
  SizesRef dilations;
  SizesRef startPadding;
  SizesRef endPadding;
};

/// How many spatial dimensions an operator takes, and the rules that say so and
/// what its windows are.
struct WindowRules {
  int64_t leastRank, mostRank;
  llvm::StringLiteral rank, window;
};
constexpr WindowRules kUnfoldRules = {1, 6, "F1", "F3"};

/// A1, F1 and F3, or the like of another operator, for the arrays alone, for an
/// input of this rank.
llvm::Error checkUnfoldWindow(const UnfoldWindow &window, int64_t inputRank,
                              const WindowRules &rules = kUnfoldRules);

/// What the number of blocks takes for granted: A1, T2 of the input, and these
/// rules. False where the window breaks one.
bool requireFit(SizeFunction &function, int64_t inputRank,
                const UnfoldWindow &window,
                const WindowRules &rules = kUnfoldRules);

/// dilation·(K-1)+1 of a checked window.
int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension);

/// Number of windows in each spatial dimension (F2), for a checked window.
std::vector<SizeExpr> getUnfoldBlocks(const UnfoldWindow &window);

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

#endif // DML_IR_UNFOLDSIZES_H
