//===- HostInvocation.cpp - What a call of generated code shares ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Values/AlignedMemory.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace dml {

/// The invocation whose code this thread runs.
static thread_local HostInvocation *current = nullptr;

HostInvocation::~HostInvocation() {
  for (auto [memory, size] : allocations)
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
  WorkerPool::get().forEach(groups, numThreads, [&](int64_t group) {
    run([&] { runGroup(group); });
  });
}

void HostInvocation::recycle(Tensor tensor) {
  if (!tensor.ownsMemory())
    return;
  size_t size = getAlignedSize(tensor.getNumBytes());
  std::unique_ptr<char, HostMemory::Free> block(
      std::move(tensor).releaseMemory());
  recycled.push_back({std::move(block), size});
}

void HostInvocation::recycle(HostMemory memory) {
  recycled.push_back(std::move(memory));
}

/// A block of this size from a list of unused ones, if it has one.
static char *takeFitting(std::vector<HostMemory> &unused, size_t size) {
  auto fitting = find_if(
      unused, [&](const HostMemory &memory) { return memory.size == size; });
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
        std::aligned_alloc(alignment, alignTo(numBytes, alignment)));
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

//===----------------------------------------------------------------------===//
// Functions that generated code calls
//===----------------------------------------------------------------------===//

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

constexpr static StringLiteral kMissingFunction =
    "cannot compile a function when it was first called";

/// Takes any arguments, and leaves them alone.
static void reportMissingFunction() {
  current->reportFailure(kMissingFunction.str());
}

void (*getMissingFunctionHandler())() { return reportMissingFunction; }

void reportCompileError(Error error) {
  std::string message = toString(std::move(error));
  if (current)
    current->reportFailure((kMissingFunction + ": " + message).str());
  else
    errs() << "error: " << message << "\n";
}

ArrayRef<std::pair<StringRef, void *>> getHostFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  static const std::pair<StringRef, void *> functions[] = {
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
