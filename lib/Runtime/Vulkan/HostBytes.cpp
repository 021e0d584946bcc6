//===- HostBytes.cpp - Copies in the host's memory ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBytes.h"
#include "../CPU/NonTemporalCopy.h"
#include "dml/Runtime/CPU/WorkerPool.h"
#include <algorithm>
#include <cstring>

namespace dml {

/// To wake a thread takes about as long as to copy so many bytes.
constexpr static uint64_t kPieceBytes = uint64_t(256) << 10;

void copyRanges(llvm::ArrayRef<HostCopyRange> ranges, bool pastCaches) {
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
  auto copy = [&](int64_t i) {
    const HostCopyRange &piece = pieces[i];
    if (pastCaches)
      copyNonTemporal(piece.to, piece.from, piece.numBytes);
    else
      std::memcpy(piece.to, piece.from, piece.numBytes);
  };
  WorkerPool::get().forEach(pieces.size(), WorkerPool::getNumCores(), copy);
}

} // namespace dml
