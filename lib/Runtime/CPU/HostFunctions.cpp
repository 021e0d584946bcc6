//===- HostFunctions.cpp - What generated code calls ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CPU/HostFunctions.h"
#include "dml/Runtime/CPU/HostInvocation.h"
#include "dml/Runtime/Values/AlignedMemory.h"

using namespace dml;

void dmlParallelFor(void (*body)(int64_t, void *), void *context, int64_t begin,
                    int64_t end, int64_t step) {
  HostInvocation::getCurrent()->parallelFor(body, context, begin, end, step);
}

bool dmlHasFailed() { return HostInvocation::getCurrent()->hasFailed(); }

void dmlReportFailure(const char *message, const int64_t *values,
                      int64_t count) {
  HostInvocation::getCurrent()->reportFailure(
      messages::fillPlaceholders(message, values, static_cast<size_t>(count)));
}

void dmlReportOutOfRangeIndices(const char *prefix, uint64_t position,
                                uint64_t index, uint64_t bound,
                                uint64_t count) {
  HostInvocation::getCurrent()->reportOutOfRange(
      prefix, {position, index, bound, count});
}

void *dmlAllocateAligned(size_t alignment, size_t size) {
  void *memory = HostInvocation::getCurrent()->allocate(alignment, size);
  if (!memory)
    HostInvocation::getCurrent()->reportFailure(
        "cannot allocate " + std::to_string(size) +
        " bytes for an intermediate tensor");
  return memory;
}

void *dmlAllocate(size_t size) {
  return dmlAllocateAligned(kTensorAlignment, size);
}

void dmlFree(void *memory) { HostInvocation::getCurrent()->free(memory); }
