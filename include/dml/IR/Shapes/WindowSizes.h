//===- WindowSizes.h - Sizes that windows lead to ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What unfold, fold and max_pooling2 share: windows that slide over the spatial
// dimensions of a tensor `{N, C, S_0 … S_{d-1}}`.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_SHAPES_WINDOWSIZES_H
#define DML_IR_SHAPES_WINDOWSIZES_H

#include "dml/IR/Shapes/SizeFunction.h"

namespace dml {

/// The clauses of an operator, one entry for each spatial dimension.
struct UnfoldWindow {
  SizesRef sizes;
  SizesRef strides;
  SizesRef dilations;
  SizesRef startPadding;
  SizesRef endPadding;
};

/// How many spatial dimensions an operator takes, the rules that say so and
/// what its windows are, and the tensor that they slide over.
struct WindowRules {
  int64_t leastRank, mostRank;
  llvm::StringLiteral rank, window;
  llvm::StringLiteral tensor;
};

/// A1 and the operator's rules for the arrays alone, for a tensor of this rank.
llvm::Error checkUnfoldWindow(const UnfoldWindow &window, int64_t rank,
                              const WindowRules &rules);

/// Adds what the number of blocks takes for granted beside T2 of the tensor:
/// that a checked window fits.
void requireFit(SizeFunction &function, llvm::ArrayRef<SizeExpr> spatialSizes,
                const UnfoldWindow &window, const WindowRules &rules);

/// dilation·(K-1)+1 of a checked window.
int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension);

/// How far apart the elements of a window lie that are at one position in
/// several blocks.
int64_t getOverlapStep(const UnfoldWindow &window, unsigned dimension);
/// Whether some position may belong to several blocks.
bool doWindowsOverlap(const UnfoldWindow &window);

/// The sizes of the first operand, of this rank, without N and C.
std::vector<SizeExpr> getSpatialOperandSizes(int64_t rank);

/// Number of windows in each spatial dimension (F2), for a checked window.
std::vector<SizeExpr> getWindowBlocks(llvm::ArrayRef<SizeExpr> spatialSizes,
                                      const UnfoldWindow &window);

/// The sizes of a tensor of three dimensions, with ones before them up to the
/// rank of `other` (F5, O1).
llvm::Error checkLeadingOnes(llvm::StringRef tensor, SizesRef sizes,
                             llvm::StringRef other, int64_t otherRank,
                             llvm::StringRef rule);

} // namespace dml

#endif // DML_IR_SHAPES_WINDOWSIZES_H
