//===- WorkerPool.cpp - Threads that share parallel loops -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/WorkerPool.h"
#include <algorithm>
#include <chrono>
#ifdef __linux__
#include <sched.h>
#endif

namespace dml {

/// For so long a thread waits awake: to wake one up takes about as long.
constexpr static std::chrono::microseconds kAwakeTime(50);
/// Looks at what is awaited between two looks at the clock.
constexpr static int kLooks = 64;

/// Waits awake; whether the condition came true.
static bool awaitAwake(llvm::function_ref<bool()> condition) {
  auto end = std::chrono::steady_clock::now() + kAwakeTime;
  do {
    for (int i = 0; i < kLooks; ++i) {
      if (condition())
        return true;
#ifdef __x86_64__
      __builtin_ia32_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

/// On the stack of the thread that runs it.
struct WorkerPool::Loop {
  llvm::function_ref<void(int64_t)> body;
  int64_t count;
  /// Threads that may still join.
  unsigned places;
  std::atomic<int64_t> next = 0;
  /// Threads that have joined and not left; falls under the pool's mutex.
  std::atomic<unsigned> numWorkers = 0;

  bool isOpen() const {
    return places > 0 && next.load(std::memory_order_relaxed) < count;
  }

  void run() {
    for (int64_t i = next++; i < count; i = next++)
      body(i);
  }
};

WorkerPool &WorkerPool::get() {
  static WorkerPool pool;
  return pool;
}

unsigned WorkerPool::getNumCores() {
#ifdef __linux__
  // Those that the process may use.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return CPU_COUNT(&set);
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
    ++numAdded;
  }
  loopAdded.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void WorkerPool::startThreads(unsigned wanted) {
  while (threads.size() < wanted)
    threads.emplace_back([this] { work(); });
}

void WorkerPool::forEach(int64_t count, unsigned numThreads,
                         llvm::function_ref<void(int64_t)> body) {
  unsigned numOthers =
      std::clamp<int64_t>(count - 1, 0, std::max(numThreads, 1u) - 1);
  Loop loop{body, count, numOthers};
  if (numOthers == 0)
    return loop.run();
  {
    std::lock_guard<std::mutex> lock(mutex);
    startThreads(numOthers);
    loops.push_back(&loop);
    ++numAdded;
  }
  // One by one: all at once would contend for the mutex.
  for (unsigned i = 0; i < numOthers; ++i)
    loopAdded.notify_one();
  loop.run();

  std::unique_lock<std::mutex> lock(mutex);
  loops.erase(std::find(loops.begin(), loops.end(), &loop));
  if (loop.numWorkers == 0)
    return;
  lock.unlock();
  auto isDone = [&] { return loop.numWorkers == 0; };
  bool wasShort = awaitAwake(isDone);
  // The last worker to leave holds the mutex as it does so.
  lock.lock();
  if (!wasShort)
    loopLeft.wait(lock, isDone);
}

WorkerPool::Loop *WorkerPool::findOpenLoop() {
  auto open = std::find_if(loops.begin(), loops.end(),
                           [](Loop *loop) { return loop->isOpen(); });
  return open == loops.end() ? nullptr : *open;
}

void WorkerPool::work() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isEnding) {
    Loop *loop = findOpenLoop();
    if (!loop) {
      awaitLoop(lock);
      continue;
    }
    --loop->places;
    ++loop->numWorkers;
    lock.unlock();
    loop->run();
    lock.lock();
    if (--loop->numWorkers == 0)
      loopLeft.notify_all();
  }
}

/// Returns with the mutex held, as it is called, when there may be a loop.
void WorkerPool::awaitLoop(std::unique_lock<std::mutex> &lock) {
  unsigned seen = numAdded;
  auto isNew = [&] { return numAdded != seen; };
  lock.unlock();
  bool wasShort = awaitAwake(isNew);
  lock.lock();
  if (!wasShort)
    loopAdded.wait(lock, isNew);
}

} // namespace dml
