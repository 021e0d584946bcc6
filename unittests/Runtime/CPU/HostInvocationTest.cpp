//===- HostInvocationTest.cpp ---------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/HostInvocation.h"
#include "gtest/gtest.h"
#include <vector>

using namespace dml;

namespace {

/// Runs a parallel loop from 10 to 20 in steps of 3 on one thread, and returns
/// its iterations in the order in which they ran.
std::vector<int64_t> runOnOneThread(bool reversesTasks) {
  std::vector<int64_t> iterations;
  HostInvocation invocation(/*numThreads=*/1, reversesTasks);
  auto add = [](int64_t iteration, void *context) {
    static_cast<std::vector<int64_t> *>(context)->push_back(iteration);
  };
  invocation.parallelFor(add, &iterations, 10, 20, 3);
  return iterations;
}

TEST(HostInvocation, RunsTasksInTheirOrder) {
  EXPECT_EQ(runOnOneThread(/*reversesTasks=*/false),
            (std::vector<int64_t>{10, 13, 16, 19}));
}

TEST(HostInvocation, RunsTasksInReverseOrder) {
  EXPECT_EQ(runOnOneThread(/*reversesTasks=*/true),
            (std::vector<int64_t>{19, 16, 13, 10}));
}

} // namespace
