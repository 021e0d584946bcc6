//===- HostInvocation.cpp - What a call of generated code shares ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Values/AlignedMemory.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <set>
#include <thread>

namespace dml {

/// The invocation whose code this thread runs.
static thread_local HostInvocation *current = nullptr;

HostInvocation::~HostInvocation() {
  for (auto [memory, size] : allocations)
    std::free(memory);
}

HostInvocation *HostInvocation::getCurrent() { return current; }

void HostInvocation::run(llvm::function_ref<void()> call) {
  // Generated code throws no exceptions.
  HostInvocation *outer = std::exchange(current, this);
  call();
  current = outer;
}

bool HostInvocation::release(void *memory) { return allocations.erase(memory); }

void HostInvocation::reportFailure(std::string message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!failure)
    failure = std::move(message);
  failed = true;
}

void HostInvocation::reportOutOfRange(std::string_view prefix,
                                      const OutOfRangeIndices &indices) {
  std::lock_guard<std::mutex> lock(mutex);
  addReport(outOfRange, prefix, indices);
}

void HostInvocation::parallelFor(void (*body)(int64_t, void *), void *context,
                                 int64_t begin, int64_t end, int64_t step) {
  if (begin >= end || step <= 0)
    return;
  int64_t tasks = llvm::divideCeil(end - begin, step);
  // A few groups for each thread, so that a slow one does not hold up the rest.
  int64_t groups =
      numThreads == 1 ? 1 : std::min<int64_t>(tasks, 4 * numThreads);
  auto runGroup = [&](int64_t group) {
    int64_t first = tasks * group / groups;
    int64_t last = tasks * (group + 1) / groups;
    for (int64_t i = first; i < last && !hasFailed(); ++i) {
      int64_t task = reversesTasks ? tasks - 1 - i : i;
      body(begin + task * step, context);
    }
  };
  auto runCurrent = [&](int64_t group) { run([&] { runGroup(group); }); };
  if (timesLoops)
    return runTimed(reinterpret_cast<const void *>(body), groups, runCurrent);
  WorkerPool::get().forEach(groups, numThreads, runCurrent);
}

void HostInvocation::runTimed(const void *body, int64_t numGroups,
                              llvm::function_ref<void(int64_t)> runGroup) {
  HostLoop loop = {body, std::chrono::steady_clock::now(), {}, 0};
  std::mutex threadsMutex;
  std::set<std::thread::id> threads;
  WorkerPool::get().forEach(numGroups, numThreads, [&](int64_t group) {
    {
      std::lock_guard<std::mutex> lock(threadsMutex);
      threads.insert(std::this_thread::get_id());
    }
    runGroup(group);
  });
  loop.end = std::chrono::steady_clock::now();
  loop.numThreads = threads.size();
  std::lock_guard<std::mutex> lock(mutex);
  loops.push_back(loop);
}

/// A block of this size from a list of unused ones, if it has one.
static char *takeFitting(std::vector<HostMemory> &unused, size_t size) {
  auto fitting =
      std::find_if(unused.begin(), unused.end(), [&](const HostMemory &memory) {
        return memory.size == size;
      });
  if (fitting == unused.end())
    return nullptr;
  char *block = fitting->block.release();
  unused.erase(fitting);
  return block;
}

void *HostInvocation::allocate(size_t alignment, size_t numBytes) {
  bool isUsual = alignment <= kTensorAlignment;
  size_t size = getAlignedSize(numBytes);
  std::lock_guard<std::mutex> lock(mutex);
  char *memory = nullptr;
  if (isUsual) {
    memory = takeFitting(freed, size);
    if (!memory)
      memory = takeFitting(recycled, size);
    if (!memory)
      memory = allocateAligned(numBytes);
  } else if (numBytes <= SIZE_MAX - alignment) {
    memory = static_cast<char *>(
        std::aligned_alloc(alignment, llvm::alignTo(numBytes, alignment)));
  }
  if (memory)
    allocations[memory] = isUsual ? size : 0;
  return memory;
}

void HostInvocation::free(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  auto allocation = allocations.find(memory);
  size_t size = allocation == allocations.end() ? 0 : allocation->second;
  if (allocation != allocations.end())
    allocations.erase(allocation);
  if (size == 0)
    return std::free(memory);
  freed.push_back(
      {std::unique_ptr<char, HostMemory::Free>(static_cast<char *>(memory)),
       size});
}

} // namespace dml
