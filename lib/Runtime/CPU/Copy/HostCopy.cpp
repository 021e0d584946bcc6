//===- HostCopy.cpp - How fast the host copies ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCopy.h"
#include "NonTemporalCopy.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Timing/Stopwatch.h"
#include "dml/Runtime/Values/TensorGenerators.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace dml {
namespace {

/// Below this a thread's waking up would be timed.
constexpr int64_t kMinPieceBytes = 1 << 16;

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
    if (kind == CopyKind::Plain)
      return "memcpy";
    return hasNonTemporalCopy() ? "non-temporal copy"
                                : "memcpy for a non-temporal copy";
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
