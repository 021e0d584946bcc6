//===- HostInvocation.cpp - What a call of generated code shares ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/AlignedMemory.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Parallel.h"
#include <cstdlib>

using namespace llvm;

namespace dml {

/// The invocation whose code this thread runs.
static thread_local HostInvocation *current = nullptr;

HostInvocation::~HostInvocation() {
  for (void *memory : allocations)
    std::free(memory);
}

void HostInvocation::run(function_ref<void()> call) {
  HostInvocation *outer = std::exchange(current, this);
  scope_exit restore([&] { current = outer; });
  call();
}

bool HostInvocation::release(void *memory) { return allocations.erase(memory); }

void HostInvocation::reportFailure(std::string message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!failure)
    failure = std::move(message);
  failed = true;
}

void HostInvocation::reportOutOfRange(StringRef prefix,
                                      const OutOfRangeIndices &indices) {
  std::lock_guard<std::mutex> lock(mutex);
  addReport(outOfRange, prefix, indices);
}

void HostInvocation::parallelFor(void (*body)(int64_t, void *), void *context,
                                 int64_t begin, int64_t end, int64_t step) {
  if (begin >= end || step <= 0)
    return;
  int64_t tasks = divideCeil(end - begin, step);
  // A few groups for each thread, so that a slow one does not hold up the rest.
  int64_t groups =
      numThreads == 1 ? 1 : std::min<int64_t>(tasks, 4 * numThreads);
  auto runGroup = [&](int64_t group) {
    int64_t first = tasks * group / groups;
    int64_t last = tasks * (group + 1) / groups;
    for (int64_t task = first; task < last && !hasFailed(); ++task)
      body(begin + task * step, context);
  };
  if (groups == 1)
    return runGroup(0);
  llvm::parallelFor(0, groups,
                    [&](size_t group) { run([&] { runGroup(group); }); });
}

void HostInvocation::recycle(Tensor tensor) {
  recycled.push_back(std::move(tensor));
}

void *HostInvocation::allocate(size_t alignment, size_t size) {
  std::lock_guard<std::mutex> lock(mutex);
  auto fitting = llvm::find_if(recycled, [&](const Tensor &tensor) {
    return alignment <= kTensorAlignment &&
           getAlignedSize(tensor.getNumBytes()) == getAlignedSize(size);
  });
  void *memory = nullptr;
  if (fitting != recycled.end()) {
    memory = std::move(*fitting).releaseMemory();
    recycled.erase(fitting);
  } else if (alignment <= kTensorAlignment) {
    memory = allocateAligned(size);
  } else if (size <= SIZE_MAX - alignment) {
    memory = std::aligned_alloc(alignment, alignTo(size, alignment));
  }
  if (memory)
    allocations.insert(memory);
  return memory;
}

void HostInvocation::free(void *memory) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    allocations.erase(memory);
  }
  std::free(memory);
}

//===----------------------------------------------------------------------===//
// Functions that generated code calls
//===----------------------------------------------------------------------===//

static int64_t dmlGetNumWorkers() { return current->getNumThreads(); }

static void dmlParallelFor(void (*body)(int64_t, void *), void *context,
                           int64_t begin, int64_t end, int64_t step) {
  current->parallelFor(body, context, begin, end, step);
}

static bool dmlHasFailed() { return current->hasFailed(); }

static void dmlReportFailure(const char *message, const int64_t *values,
                             int64_t count) {
  current->reportFailure(messages::fillPlaceholders(
      message, ArrayRef<int64_t>(values, static_cast<size_t>(count))));
}

static void dmlReportOutOfRangeIndices(const char *prefix, uint64_t position,
                                       uint64_t index, uint64_t bound,
                                       uint64_t count) {
  current->reportOutOfRange(prefix, {position, index, bound, count});
}

static void *allocateOnBoundary(size_t alignment, size_t size) {
  void *memory = current->allocate(alignment, size);
  if (!memory)
    current->reportFailure("cannot allocate " + std::to_string(size) +
                           " bytes for an intermediate tensor");
  return memory;
}

static void *allocateAny(size_t size) {
  return allocateOnBoundary(kTensorAlignment, size);
}

static void freeMemory(void *memory) { current->free(memory); }

ArrayRef<std::pair<StringRef, void *>> getHostFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  static const std::pair<StringRef, void *> functions[] = {
      {"dmlGetNumWorkers", address(dmlGetNumWorkers)},
      {"dmlHasFailed", address(dmlHasFailed)},
      {"dmlParallelFor", address(dmlParallelFor)},
      {"dmlReportFailure", address(dmlReportFailure)},
      {"dmlReportOutOfRangeIndices", address(dmlReportOutOfRangeIndices)},
      {"_mlir_memref_to_llvm_alloc", address(allocateAny)},
      {"_mlir_memref_to_llvm_aligned_alloc", address(allocateOnBoundary)},
      {"_mlir_memref_to_llvm_free", address(freeMemory)}};
  return functions;
}

} // namespace dml
