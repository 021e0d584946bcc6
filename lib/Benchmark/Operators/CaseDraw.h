//===- CaseDraw.h - Random numbers of one benchmark case --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a function that draws the geometry of a case, from the
// sizes that models have; this is what they share.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_OPERATORS_CASEDRAW_H
#define DML_LIB_BENCHMARK_OPERATORS_CASEDRAW_H

#include "OperatorCases.h"
#include "dml/Runtime/Values/Random.h"

namespace dml {

/// What a case is drawn with: random numbers, and what was drawn already.
struct CaseDraw {
  Random random;
  ElementType type;
  /// Of a case whose tensors have four dimensions.
  Layout preferredLayout;
  /// What the largest tensor of the case should have, and what it must have.
  int64_t targetBytes, minBytes, maxBytes;

  /// The type, with i64 for f64, which some operators lack.
  ElementType getTypeWithoutF64() const {
    return type == ElementType::F64 ? ElementType::I64 : type;
  }
  Layout getLayout(SizesRef sizes) const {
    return sizes.size() == 4 ? preferredLayout : Layout::RowMajor;
  }

  /// A number from low to high, with the same chance for each power of two and
  /// what is above it. A power of two as high comes only if low is the same.
  int64_t betweenPowers(int64_t low, int64_t high);
  /// 1 to `max`, which is at most 2048.
  int64_t drawChannels(int64_t max = 2048);
  /// Of an image or of features: 4 to 1024, odd and prime ones among them.
  int64_t drawSize();
  /// Of images, of sequences for a rank of 1, and of volumes for one of 3.
  Sizes drawSpatialSizes(int64_t rank);
  /// How many images, 1 to 512, give the largest of the tensors, which are
  /// those of one image, about the bytes that it should have. Nothing where
  /// that has too few or too many, or more elements than a tensor may have
  /// (T2).
  std::optional<int64_t> drawBatch(llvm::ArrayRef<TensorType> tensors);
};

/// Each function draws a case of one operator; nothing where it does not exist
/// or has no tensors of the bytes that are asked for.
#define DML_OPERATOR(Name, mnemonic)                                           \
  std::optional<BenchmarkCase> draw##Name##Case(CaseDraw &draw);
#include "dml/IR/Operators.def"

} // namespace dml

#endif // DML_LIB_BENCHMARK_OPERATORS_CASEDRAW_H
