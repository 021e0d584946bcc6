//===- HostBytes.h - Copies in the host's memory ----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_VULKAN_TRANSFERS_HOSTBYTES_H
#define DML_LIB_RUNTIME_VULKAN_TRANSFERS_HOSTBYTES_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace dml {

/// The host's memory for a transfer, or for the first bytes of one.
struct HostBytes {
  /// The index of the transfer in its list.
  uint32_t transfer = 0;
  /// Only read by uploads.
  char *data = nullptr;
  uint64_t numBytes = 0;
};

struct HostCopyRange {
  char *to;
  const char *from;
  uint64_t numBytes;
};

/// Copies a range on this thread. Stores may go past the caches, which is for
/// large tensors that were not read before.
void copyRange(const HostCopyRange &range, bool pastCaches);

/// Copies the ranges, on as many cores as their sizes are worth: one core uses
/// a part of the memory's bandwidth, and a part of the bus's.
void copyRanges(llvm::ArrayRef<HostCopyRange> ranges);

} // namespace dml

#endif // DML_LIB_RUNTIME_VULKAN_TRANSFERS_HOSTBYTES_H
