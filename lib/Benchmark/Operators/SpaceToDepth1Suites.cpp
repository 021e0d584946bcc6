//===- SpaceToDepth1Suites.cpp - Benchmarks of space_to_depth1 ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSuites.h"

namespace dml {

std::vector<BenchmarkCase> makeSpaceToDepth1Cases(const SuitePart &part) {
  return makeBlockCases(part, /*isInverse=*/true);
}

std::optional<BenchmarkCase> drawSpaceToDepth1Case(CaseDraw &draw) {
  return drawBlockCase(draw, /*isInverse=*/true);
}

} // namespace dml
