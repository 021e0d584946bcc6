//===- WorkerPoolTest.cpp -------------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/CPU/TryForEach.h"
#include "gtest/gtest.h"
#include <set>

using namespace dml;

namespace {

/// Runs a loop and says how often each iteration ran.
std::vector<int> countRuns(WorkerPool &pool, int64_t count,
                           unsigned numThreads) {
  std::vector<std::atomic<int>> runs(count);
  pool.forEach(count, numThreads, [&](int64_t i) { ++runs[i]; });
  return {runs.begin(), runs.end()};
}

TEST(WorkerPool, RunsEachIterationOnce) {
  WorkerPool pool;
  for (unsigned numThreads : {0, 1, 2, 7})
    for (int64_t count : {0, 1, 2, 3, 1000})
      EXPECT_EQ(countRuns(pool, count, numThreads), std::vector<int>(count, 1))
          << count << " iterations on " << numThreads << " threads";
}

TEST(WorkerPool, UsesNoMoreThreadsThanAsked) {
  WorkerPool pool;
  countRuns(pool, 100, 8);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  pool.forEach(200, 3, [&](int64_t) {
    std::lock_guard<std::mutex> lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_LE(threads.size(), 3u);
}

/// Two iterations that wait for each other need two threads.
TEST(WorkerPool, RunsIterationsAtTheSameTime) {
  WorkerPool pool;
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> started = 0;
    pool.forEach(2, 2, [&](int64_t) {
      ++started;
      while (started < 2)
        std::this_thread::yield();
    });
    EXPECT_EQ(started, 2);
    // Long enough for all to go to sleep.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST(WorkerPool, ReturnsTheFirstError) {
  WorkerPool pool;
  for (unsigned numThreads : {1, 4}) {
    std::atomic<int> runs = 0;
    llvm::Error error =
        tryForEach(pool, 100, numThreads, [&](int64_t i) -> llvm::Error {
          ++runs;
          if (i % 10 != 7)
            return llvm::Error::success();
          return llvm::createStringError("iteration " + llvm::Twine(i));
        });
    EXPECT_EQ(llvm::toString(std::move(error)), "iteration 7");
    EXPECT_EQ(runs, 100);
    EXPECT_FALSE(tryForEach(pool, 5, numThreads,
                            [](int64_t) { return llvm::Error::success(); }));
  }
}

TEST(WorkerPool, RunsLoopsInLoops) {
  WorkerPool pool;
  std::atomic<int> runs = 0;
  pool.forEach(10, 3,
               [&](int64_t) { pool.forEach(20, 3, [&](int64_t) { ++runs; }); });
  EXPECT_EQ(runs, 200);
}

TEST(WorkerPool, RunsLoopsOfSeveralThreads) {
  WorkerPool pool;
  std::vector<std::thread> threads;
  std::atomic<int> runs = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int64_t count = 0; count < 200; ++count)
        pool.forEach(count, 2, [&](int64_t) { ++runs; });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(runs, 4 * (199 * 200 / 2));
}

} // namespace
