//===- WorkerPool.h - Threads that share parallel loops ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over memory last from a tenth of a millisecond on, in which to wake a
// sleeping thread counts. So the thread that has a loop to run begins at once,
// others join when they are there, and those that have just finished wait awake
// for the next loop before they go to sleep.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_WORKERPOOL_H
#define DML_RUNTIME_CPU_WORKERPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace dml {

class WorkerPool {
public:
  /// The one of this process; its threads start when they are first needed.
  static WorkerPool &get();

  /// Threads that this process can run at the same time.
  static unsigned getNumCores();

  WorkerPool() = default;
  ~WorkerPool();

  /// Calls the body for each iteration below `count`, in any order, on this
  /// thread and on up to `numThreads - 1` others; returns when all are done.
  /// May be called from several threads at once, and from a body.
  void forEach(int64_t count, unsigned numThreads,
               llvm::function_ref<void(int64_t)> body);

private:
  struct Loop;

  void startThreads(unsigned wanted);
  void work();
  Loop *findOpenLoop();
  void awaitLoop(std::unique_lock<std::mutex> &lock);

  /// Guards all but the counter.
  std::mutex mutex;
  std::condition_variable loopAdded, loopLeft;
  std::vector<Loop *> loops;
  std::vector<std::thread> threads;
  bool isEnding = false;
  /// Changes when there may be something new to do.
  std::atomic<unsigned> numAdded = 0;
};

} // namespace dml

#endif // DML_RUNTIME_CPU_WORKERPOOL_H
