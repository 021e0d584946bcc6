//===- BenchmarkRunner.h - Cases under Google Benchmark ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_BENCHMARK_BENCHMARKRUNNER_H
#define DML_BENCHMARK_BENCHMARKRUNNER_H

#include "dml/Benchmark/PreparedBenchmark.h"

namespace dml {

struct BenchmarkRunnerOptions {
  std::string device = "cpu";
  DeviceOptions deviceOptions;
  BenchmarkSettings settings;
  /// Runs of a function, after a first one that does not count.
  unsigned numRuns = 15;
  /// How many cases to print on standard error after the run, those with the
  /// least share of the copy first.
  unsigned numWorst = 0;
  /// Names and values that the report has in its context.
  std::vector<std::pair<std::string, std::string>> context;
};

/// Whether the argument is a flag of Google Benchmark, as in
/// `--benchmark_filter=REGEX`.
bool isGoogleBenchmarkFlag(llvm::StringRef argument);

/// Runs the cases that Google Benchmark's own flags choose and reports as they
/// say. Fails when nothing was run, or a benchmark failed, whose line then says
/// why.
llvm::Error runBenchmarks(std::vector<BenchmarkCase> cases,
                          const BenchmarkRunnerOptions &options,
                          llvm::ArrayRef<std::string> googleBenchmarkFlags);

} // namespace dml

#endif // DML_BENCHMARK_BENCHMARKRUNNER_H
