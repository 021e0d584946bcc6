//===- ShapeInference.h - Sizes of the operators' results -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape functions, free of MLIR: type inference, verifiers, builders, lowering
// and the reference evaluator all call these. A size may be `kDynamic`; what
// follows from the known ones is computed and checked, with overflow checks
// throughout. Errors are the labelled messages of RuleMessages.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_SHAPEINFERENCE_H
#define DML_IR_SHAPEINFERENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <limits>
#include <string>

namespace dml {

/// The value of mlir::ShapedType::kDynamic.
constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();
/// Largest UINT (A1), and most elements that a tensor may have (T2).
constexpr int64_t kMaxUInt32 = 4294967295;
/// Largest block size (A1): its square is below 2^32.
constexpr int64_t kMaxBlockSize = 65535;

using Sizes = llvm::SmallVector<int64_t, 8>;
using SizesRef = llvm::ArrayRef<int64_t>;

/// The arrays of an unfold, one entry for each spatial dimension.
struct UnfoldWindow {
  SizesRef sizes;
  SizesRef strides;
  SizesRef dilations;
  SizesRef startPadding;
  SizesRef endPadding;
};

/// `2x3x?`.
std::string formatSizes(SizesRef sizes);

/// The product of the sizes, kDynamic when one of them is; the sizes must have
/// passed `checkTensorSizes`.
int64_t productOf(SizesRef sizes);

/// T2: sizes >= 1, at most 2^32-1 elements, rank at most 8. `tensor` names it
/// in messages.
llvm::Error checkTensorSizes(llvm::StringRef tensor, SizesRef sizes);

/// A1 and D2 for the attribute alone.
llvm::Error checkBlockSize(int64_t blockSize);

/// `{N, C/B², H·B, W·B}` of `{N, C, H, W}`; checks A1, D2, T2.
llvm::Expected<Sizes> inferDepthToSpace1Sizes(SizesRef input,
                                              int64_t blockSize);

/// A1, F1 and F3 for the arrays alone, for an input of this rank.
llvm::Error checkUnfoldWindow(const UnfoldWindow &window, int64_t inputRank);

/// dilation·(K-1)+1 of a checked window.
int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension);

/// Number of windows in each spatial dimension (F2); checks A1, F1, F3.
llvm::Expected<Sizes> inferUnfoldBlocks(SizesRef input,
                                        const UnfoldWindow &window);

/// `{N, C·∏K, L}`; checks A1, F1, F3, T2.
llvm::Expected<Sizes> inferUnfoldSizes(SizesRef input,
                                       const UnfoldWindow &window);

/// F5: the inferred sizes with as many leading ones as the declared rank asks
/// for.
llvm::Expected<Sizes> padUnfoldRank(SizesRef inferred, SizesRef declared,
                                    int64_t inputRank);

/// U1: `values` and `indices` have the same sizes; T2 for all three.
llvm::Error checkMaxUnpoolingSizes(SizesRef values, SizesRef indices,
                                   SizesRef result);

/// The rule behind each dimension of the operators' results.
llvm::StringRef getDepthToSpace1Rule(int64_t dimension);
llvm::StringRef getUnfoldRule(int64_t dimension, int64_t resultRank);

/// T2, T6 and D3: the declared sizes agree with the inferred ones, and are
/// multiples of B where those are not known.
llvm::Error checkDepthToSpace1Result(SizesRef inferred, SizesRef declared,
                                     int64_t blockSize);

/// T2, T6, F2 and F4: the declared sizes agree with the inferred ones (already
/// of the same rank), and rows are a multiple of ∏K where C is not known.
llvm::Error checkUnfoldResult(SizesRef inferred, SizesRef declared,
                              const UnfoldWindow &window);

/// Whether a declared size is static where the inferred one is not, so that
/// only run time can check T6.
bool declaresMoreThanInferred(SizesRef inferred, SizesRef declared);

/// In each dimension whichever size is known; the two must agree.
Sizes mergeSizes(SizesRef inferred, SizesRef declared);

} // namespace dml

#endif // DML_IR_SHAPEINFERENCE_H
