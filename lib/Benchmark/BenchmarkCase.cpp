//===- BenchmarkCase.cpp - What one benchmark runs ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/BenchmarkCase.h"

namespace dml {

void printBenchmarkCase(llvm::raw_ostream &os, const BenchmarkCase &benchmark) {
  os << "# " << benchmark.name << "\ndml-run -";
  if (!benchmark.function.empty())
    os << " --function=" << benchmark.function;
  for (const std::string &input : benchmark.inputs)
    os << " \\\n  --input='" << input << "'";
  os << " <<'EOF'\n" << benchmark.program;
  if (!llvm::StringRef(benchmark.program).ends_with("\n"))
    os << "\n";
  os << "EOF\n\n";
}

} // namespace dml
