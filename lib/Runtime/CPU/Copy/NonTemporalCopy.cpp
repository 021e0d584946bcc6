//===- NonTemporalCopy.cpp - Copies past the caches -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NonTemporalCopy.h"
#include <atomic>
#include <cstring>

#if defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define DML_HAS_NONTEMPORAL_STORES
#endif
#endif

namespace dml {

#ifdef DML_HAS_NONTEMPORAL_STORES
namespace {
/// A cache line; the compiler splits it into the stores that there are.
using Line = int64_t __attribute__((vector_size(64)));

__attribute__((always_inline)) inline void copyLines(Line *to, const Line *from,
                                                     int64_t numLines) {
  for (int64_t i = 0; i < numLines; ++i)
    __builtin_nontemporal_store(from[i], to + i);
}

#ifdef __x86_64__
__attribute__((target("avx"))) void copyLinesAVX(Line *to, const Line *from,
                                                 int64_t numLines) {
  copyLines(to, from, numLines);
}
__attribute__((target("avx512f"))) void
copyLinesAVX512(Line *to, const Line *from, int64_t numLines) {
  copyLines(to, from, numLines);
}
#endif

/// Wide stores are a little faster, also to memory.
void copyLinesWidest(Line *to, const Line *from, int64_t numLines) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f"))
    return copyLinesAVX512(to, from, numLines);
  if (__builtin_cpu_supports("avx"))
    return copyLinesAVX(to, from, numLines);
#endif
  copyLines(to, from, numLines);
}

bool startsOnLine(const char *memory) {
  return reinterpret_cast<uintptr_t>(memory) % sizeof(Line) == 0;
}
} // namespace

bool hasNonTemporalCopy() { return true; }

void copyNonTemporal(char *to, const char *from, int64_t size) {
  if (!startsOnLine(to) || !startsOnLine(from)) {
    std::memcpy(to, from, size);
    return;
  }
  int64_t numLines = size / sizeof(Line);
  copyLinesWidest(reinterpret_cast<Line *>(to),
                  reinterpret_cast<const Line *>(from), numLines);
  int64_t done = numLines * sizeof(Line);
  std::memcpy(to + done, from + done, size - done);
  // Such stores are ordered by a fence only.
#ifdef __x86_64__
  __builtin_ia32_sfence();
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}
#else
bool hasNonTemporalCopy() { return false; }

void copyNonTemporal(char *to, const char *from, int64_t size) {
  std::memcpy(to, from, size);
}
#endif

} // namespace dml
