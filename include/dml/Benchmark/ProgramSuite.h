//===- ProgramSuite.h - Programs to benchmark -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_BENCHMARK_PROGRAMSUITE_H
#define DML_BENCHMARK_PROGRAMSUITE_H

#include "dml/Benchmark/BenchmarkCase.h"

namespace dml {

/// Networks and parts of them, in which operators stand among others, at sizes
/// that models have, and each one small. Inputs are numbers, not random bits;
/// large cases are not compared with the evaluator, which would take hours.
std::vector<BenchmarkCase> makeProgramSuite();

} // namespace dml

#endif // DML_BENCHMARK_PROGRAMSUITE_H
