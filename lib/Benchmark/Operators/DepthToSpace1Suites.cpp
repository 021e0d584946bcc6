//===- DepthToSpace1Suites.cpp - Benchmarks of depth_to_space1 ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSuites.h"

namespace dml {

std::vector<BenchmarkCase> makeDepthToSpace1Cases(const SuitePart &part) {
  return makeBlockCases(part, /*isInverse=*/false);
}

std::optional<BenchmarkCase> drawDepthToSpace1Case(CaseDraw &draw) {
  return drawBlockCase(draw, /*isInverse=*/false);
}

} // namespace dml
