//===- Distributions.h - Random numbers in a range --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step is integer arithmetic or one operation that IEEE 754 rounds
// correctly, so that a seed gives the same bits on every machine. Logarithms
// and cosines, as other generators of normal numbers take, differ between
// libraries.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_DISTRIBUTIONS_H
#define DML_RUNTIME_VALUES_DISTRIBUTIONS_H

#include "dml/Runtime/Values/Tensor.h"

namespace dml {

/// Numbers from `low` to `high`, both included, which are spelled as elements
/// of the type. Let r be the n-th number of SplitMix64. Element n of integers
/// is low + the top 64 bits of (high - low + 1) * r; that of floats is fma(high
/// - low, floor(r / 2^11) / 2^53, low) in f64, rounded to the type. Fails where
/// a bound is no finite element, where low > high, and where the difference of
/// two f64 is infinite.
llvm::Expected<Tensor> generateUniform(uint64_t seed, llvm::StringRef low,
                                       llvm::StringRef high,
                                       const TensorType &type);

/// Nearly normally distributed floats: sums of twelve uniform numbers
/// (Irwin-Hall). Their mean is 0, their variance 1 - 2^-64, and they lie
/// between -6 and 6. Element n is (s - 6 * (2^32 - 1)) / 2^32, rounded to the
/// type, where s is the sum of the upper and lower 32 bits of the numbers 6n to
/// 6n + 5 of SplitMix64. Fails for integers.
llvm::Expected<Tensor> generateNormal(uint64_t seed, const TensorType &type);

} // namespace dml

#endif // DML_RUNTIME_VALUES_DISTRIBUTIONS_H
