//===- HostBytes.cpp - Copies in the host's memory ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBytes.h"
#include "Runtime/CPU/Copy/NonTemporalCopy.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include <algorithm>
#include <cstring>

namespace dml {

/// To wake a thread takes about as long as to copy so many bytes.
constexpr static uint64_t kPieceBytes = uint64_t(256) << 10;

void copyRange(const HostCopyRange &range, bool pastCaches) {
  if (pastCaches)
    copyNonTemporal(range.to, range.from, range.numBytes);
  else
    std::memcpy(range.to, range.from, range.numBytes);
}

void copyRanges(llvm::ArrayRef<HostCopyRange> ranges) {
  std::vector<HostCopyRange> pieces;
  for (HostCopyRange range : ranges) {
    while (range.numBytes > kPieceBytes) {
      pieces.push_back({range.to, range.from, kPieceBytes});
      range.to += kPieceBytes;
      range.from += kPieceBytes;
      range.numBytes -= kPieceBytes;
    }
    if (range.numBytes > 0)
      pieces.push_back(range);
  }
  WorkerPool::get().forEach(
      pieces.size(), WorkerPool::getNumCores(),
      [&](int64_t i) { copyRange(pieces[i], /*pastCaches=*/false); });
}

} // namespace dml
