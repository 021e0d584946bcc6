//===- Compare.h - Comparison of tensors ------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_COMPARE_H
#define DML_RUNTIME_VALUES_COMPARE_H

#include "dml/Runtime/Values/Tensor.h"
#include <optional>

namespace dml {

/// Floats match when |expected - actual| <= absolute + relative * |expected|,
/// when both are the same infinity, and when both are NaN.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/// Reads `ABS` or `ABS,REL`, numbers of at least 0.
llvm::Expected<Tolerance> parseTolerance(llvm::StringRef text);

struct CompareOptions {
  /// Without a tolerance, and for integers always, the bits must be equal.
  std::optional<Tolerance> tolerance;
  /// How many differences to keep.
  int64_t maxDifferences = 5;
};

/// An element that does not match.
struct Difference {
  llvm::SmallVector<int64_t, 4> position;
  uint64_t expectedBits;
  uint64_t actualBits;
};

/// The outcome of a comparison.
struct Comparison {
  TensorType expectedType, actualType;
  int64_t numDifferences = 0;
  /// The largest |expected - actual|, and the largest of it divided by
  /// |expected|, of the differences where both are finite, rounded to f64; the
  /// latter where expected is not 0. None where there are no such.
  std::optional<double> absoluteError, relativeError;
  /// The first ones in row-major order.
  llvm::SmallVector<Difference, 0> firstDifferences;

  /// Whether element type and sizes are the same; nothing else is compared
  /// otherwise. A scalar and a tensor of rank 0 have the same type here.
  bool hasSameType() const;
  bool isMatch() const { return hasSameType() && numDifferences == 0; }

  /// What to tell about a mismatch of the value called `name`, in several lines
  /// without a newline at the end:
  ///   result[1]: 3 of 24 elements differ, by up to 2.5 (relative 0.6); first
  ///   differences:
  ///     [0, 1, 2]: expected 4.5, got 2
  std::string describe(llvm::StringRef name) const;
};

Comparison compareTensors(const Tensor &expected, const Tensor &actual,
                          const CompareOptions &options = {});

} // namespace dml

#endif // DML_RUNTIME_VALUES_COMPARE_H
