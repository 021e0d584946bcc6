//===- BlockSuites.h - Benchmarks of block operators ---------- -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_OPERATORS_BLOCKSUITES_H
#define DML_LIB_BENCHMARK_OPERATORS_BLOCKSUITES_H

#include "CaseDraw.h"

namespace dml {

/// Cases of depth_to_space1 or, with the shapes of input and result exchanged,
/// of its inverse.
std::vector<BenchmarkCase> makeBlockCases(const SuitePart &part,
                                          bool isInverse);
/// A random one of them.
std::optional<BenchmarkCase> drawBlockCase(CaseDraw &draw, bool isInverse);

} // namespace dml

#endif // DML_LIB_BENCHMARK_OPERATORS_BLOCKSUITES_H
