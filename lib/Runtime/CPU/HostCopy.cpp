//===- HostCopy.cpp - How fast the host copies ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCopy.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Stopwatch.h"
#include "dml/Runtime/Values/TensorGenerators.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

namespace dml {
namespace {

/// Below this a thread's waking up would be timed.
constexpr int64_t kMinPieceBytes = 1 << 16;

#if defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store)
#define DML_HAS_NONTEMPORAL_STORES
#endif
#endif

#ifdef DML_HAS_NONTEMPORAL_STORES
constexpr const char *kNonTemporalMethod = "non-temporal copy";

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

/// Both start on a line; nothing is written past `size`.
void copyNonTemporal(char *to, const char *from, int64_t size) {
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
constexpr const char *kNonTemporalMethod = "memcpy for a non-temporal copy";

void copyNonTemporal(char *to, const char *from, int64_t size) {
  std::memcpy(to, from, size);
}
#endif

class HostCopy : public DeviceCopy {
public:
  HostCopy(Tensor from, Tensor to, int64_t numBytes, CopyKind kind,
           unsigned numThreads)
      : from(std::move(from)), to(std::move(to)), numBytes(numBytes),
        kind(kind), numThreads(numThreads) {
    // Distributed as the loops of compiled code are.
    int64_t wanted = llvm::divideCeil(numBytes, kMinPieceBytes);
    numPieces =
        std::clamp<int64_t>(wanted, 1, numThreads == 1 ? 1 : 4 * numThreads);
  }

  llvm::StringRef getMethod() const override {
    return kind == CopyKind::Plain ? "memcpy" : kNonTemporalMethod;
  }

  /// Whether the copy is one.
  bool isDone() const {
    return std::memcmp(from.data(), to.data(), numBytes) == 0;
  }

  llvm::Expected<double> run() override {
    Stopwatch watch;
    WorkerPool::get().forEach(numPieces, numThreads,
                              [&](int64_t piece) { copyPiece(piece); });
    return watch.lap();
  }

private:
  void copyPiece(int64_t piece) {
    int64_t begin = getBegin(piece), size = getBegin(piece + 1) - begin;
    if (kind == CopyKind::Plain)
      std::memcpy(to.data() + begin, from.data() + begin, size);
    else
      copyNonTemporal(to.data() + begin, from.data() + begin, size);
  }

  /// Pieces start on cache lines.
  int64_t getBegin(int64_t piece) const {
    if (piece == numPieces)
      return numBytes;
    return llvm::alignDown(numBytes / numPieces * piece, 64);
  }

  Tensor from, to;
  int64_t numBytes;
  CopyKind kind;
  unsigned numThreads;
  int64_t numPieces;
};

} // namespace

llvm::Expected<std::unique_ptr<DeviceCopy>>
createHostCopy(int64_t numBytes, CopyKind kind, unsigned numThreads) {
  int64_t copied = numBytes / 2;
  auto allocate = [&] {
    int64_t numWords = llvm::divideCeil(copied, sizeof(int64_t));
    return Tensor::allocate({ElementType::I64, {numWords}});
  };
  llvm::Expected<Tensor> from = allocate();
  if (!from)
    return from.takeError();
  llvm::Expected<Tensor> to = allocate();
  if (!to)
    return to.takeError();
  // Memory that was never written to would be one page of zeros, in a cache.
  fillRandom(*from, /*seed=*/0);
  auto copy = std::make_unique<HostCopy>(std::move(*from), std::move(*to),
                                         copied, kind, numThreads);
  llvm::cantFail(copy->run());
  assert(copy->isDone() && "bytes were left out");
  return std::move(copy);
}

} // namespace dml
