//===- OperatorSuites.h - The operators to benchmark ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_BENCHMARK_OPERATORSUITES_H
#define DML_BENCHMARK_OPERATORSUITES_H

#include "dml/Benchmark/BenchmarkCase.h"
#include "llvm/Support/Error.h"

namespace dml {

/// Shapes as models have them, in f32, f16, i8 and f64 (for max_unpooling,
/// which has no f64, i64), and for latency each one also with less than 64 KiB
/// of inputs and outputs. Each operator has one shape in NHWC too, in f32 and
/// i8.
std::vector<BenchmarkCase> makeOperatorSuite();

/// Rows of 1, 3, 17 and 255 elements, and of the powers of two beside them, in
/// f32, f16 and i8.
std::vector<BenchmarkCase> makeOddWidthSuite();

/// For GPUs: tensors of 256 MiB to 1 GiB, in f32, f16 and i8, and for latency
/// less than 1 MiB of inputs and outputs. One large shape of each operator also
/// in NHWC, in f32 and i8.
std::vector<BenchmarkCase> makeGPUOperatorSuite();

/// The larger of these with rows that are no whole vectors.
std::vector<BenchmarkCase> makeGPUOddWidthSuite();

struct RandomSuiteOptions {
  uint64_t seed = 0;
  uint64_t numCases = 100;
  /// The mnemonic, as in `max_unpooling`; all operators if empty.
  std::string operatorName;
  /// What the largest tensor of a case has: at least 1, at most as many as
  /// 2^40.
  int64_t minBytes, maxBytes;
};

/// What a CPU and a GPU are measured with: more than their caches hold.
constexpr std::pair<int64_t, int64_t> kRandomBytesCPU = {4 << 20, 64 << 20};
constexpr std::pair<int64_t, int64_t> kRandomBytesGPU = {16 << 20, 1 << 30};

/// Shapes that are drawn from what models have. A case depends on the seed, its
/// number and the other options but how many cases there are; no name comes
/// twice. Fails if there is no operator of this name, or too few cases have
/// tensors of these sizes.
llvm::Expected<std::vector<BenchmarkCase>>
makeRandomSuite(const RandomSuiteOptions &options);

} // namespace dml

#endif // DML_BENCHMARK_OPERATORSUITES_H
