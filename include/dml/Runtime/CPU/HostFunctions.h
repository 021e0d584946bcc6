//===- HostFunctions.h - What generated code calls --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All work on the current invocation. HostFunctionCalls in CodeGen/CPU makes
// the calls.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_HOSTFUNCTIONS_H
#define DML_RUNTIME_CPU_HOSTFUNCTIONS_H

#include <cstddef>
#include <cstdint>

extern "C" {
/// Runs the iterations `begin`, `begin + step`, … below `end` in any order, on
/// any threads.
void dmlParallelFor(void (*body)(int64_t, void *), void *context, int64_t begin,
                    int64_t end, int64_t step);
/// Whether a check of this invocation has failed.
bool dmlHasFailed();
/// A check failed; see fillPlaceholders.
void dmlReportFailure(const char *message, const int64_t *values,
                      int64_t count);
/// Rule U3.
void dmlReportOutOfRangeIndices(const char *prefix, uint64_t position,
                                uint64_t index, uint64_t bound, uint64_t count);
/// Memory for an intermediate tensor; null, and a failure, where there is not
/// enough.
void *dmlAllocate(size_t size);
void *dmlAllocateAligned(size_t alignment, size_t size);
void dmlFree(void *memory);
}

#endif // DML_RUNTIME_CPU_HOSTFUNCTIONS_H
