//===- HostInvocation.h - What a call of generated code shares --*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that generated code calls (threads, reports, memory) work on
// the invocation that is current on their thread. Free of MLIR and LLVM, but
// for what is in headers: it is part of programs that are compiled ahead of
// time.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_HOSTINVOCATION_H
#define DML_RUNTIME_CPU_HOSTINVOCATION_H

#include "dml/Runtime/OutOfRangeReports.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace dml {

/// A block from allocateAligned.
struct HostMemory {
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };
  std::unique_ptr<char, Free> block;
  /// As getAlignedSize has it.
  size_t size;
};

/// A parallel loop that generated code has run.
struct HostLoop {
  using Time = std::chrono::steady_clock::time_point;
  /// The function of its iterations.
  const void *body;
  Time begin, end;
  /// Threads that ran at least one iteration.
  unsigned numThreads;
};

class HostInvocation {
public:
  explicit HostInvocation(unsigned numThreads, bool reversesTasks = false)
      : numThreads(numThreads), reversesTasks(reversesTasks) {}
  /// Frees what generated code allocated and did not free, as it does when a
  /// check fails.
  ~HostInvocation();

  /// Lets `allocate` use memory again: pages of new memory cost more than what
  /// is written to them.
  void recycle(HostMemory memory) { recycled.push_back(std::move(memory)); }

  /// What generated code has freed, for the next call.
  std::vector<HostMemory> takeFreed() { return std::move(freed); }

  /// Times the parallel loops that follow.
  void timeLoops() { timesLoops = true; }
  /// The loops that were timed, in the order of their ends.
  std::vector<HostLoop> takeLoops() { return std::move(loops); }

  /// The one whose code this thread runs; null where it runs none.
  static HostInvocation *getCurrent();

  /// Calls generated code with this invocation as the current one.
  void run(llvm::function_ref<void()> call);

  /// The message of the first check that failed.
  std::optional<std::string> takeFailure() { return std::move(failure); }
  std::vector<OutOfRangeReport> takeOutOfRange() {
    return std::move(outOfRange);
  }

  /// Hands a buffer that generated code returned over to the caller. False if
  /// it did not come from `allocate`.
  bool release(void *memory);

  //===--------------------------------------------------------------------===//
  // Called by generated code, from any of its threads
  //===--------------------------------------------------------------------===//

  bool hasFailed() const { return failed.load(std::memory_order_relaxed); }
  void reportFailure(std::string message);
  void reportOutOfRange(std::string_view prefix,
                        const OutOfRangeIndices &indices);
  void parallelFor(void (*body)(int64_t, void *), void *context, int64_t begin,
                   int64_t end, int64_t step);
  /// Null when there is not enough memory.
  void *allocate(size_t alignment, size_t size);
  void free(void *memory);

private:
  void runTimed(const void *body, int64_t numGroups,
                llvm::function_ref<void(int64_t)> runGroup);

  unsigned numThreads;
  bool reversesTasks;
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::optional<std::string> failure;
  std::vector<OutOfRangeReport> outOfRange;
  /// Memory in use and its size.
  std::unordered_map<void *, size_t> allocations;
  std::vector<HostMemory> recycled, freed;
  bool timesLoops = false;
  std::vector<HostLoop> loops;
};

} // namespace dml

#endif // DML_RUNTIME_CPU_HOSTINVOCATION_H
