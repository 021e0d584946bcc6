//===- BenchmarkCase.h - What one benchmark runs ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_BENCHMARK_BENCHMARKCASE_H
#define DML_BENCHMARK_BENCHMARKCASE_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace dml {

/// A function and its inputs.
struct BenchmarkCase {
  /// `operator/shape/type`.
  std::string name;
  /// The module, and where it is from, for diagnostics.
  std::string program, source;
  /// The function; the only public one if empty.
  std::string function;
  /// Spelled as on the command line.
  std::vector<std::string> inputs;
  /// Multiplications and additions of contractions; 0 where there are none.
  int64_t numFloatOperations = 0;
  /// Whether the reference evaluator has the results within seconds.
  bool check = true;
};

/// Prints the case as a shell command that dml-run takes, below its name.
void printBenchmarkCase(llvm::raw_ostream &os, const BenchmarkCase &benchmark);

} // namespace dml

#endif // DML_BENCHMARK_BENCHMARKCASE_H
