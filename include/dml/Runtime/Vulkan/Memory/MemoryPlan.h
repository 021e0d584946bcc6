//===- MemoryPlan.h - Where buffers lie in blocks of memory -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VULKAN_MEMORY_MEMORYPLAN_H
#define DML_RUNTIME_VULKAN_MEMORY_MEMORYPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace dml {

/// Memory that something needs from one point in time to another, both
/// included.
struct MemoryRequest {
  uint64_t numBytes = 0;
  uint32_t first = 0;
  uint32_t last = UINT32_MAX;
};

struct MemoryPlacement {
  /// UINT32_MAX for a request of no bytes.
  uint32_t block = UINT32_MAX;
  uint64_t offset = 0;

  bool exists() const { return block != UINT32_MAX; }
};

struct MemoryPlan {
  /// Bytes of each block.
  std::vector<uint64_t> blocks;
  /// One for each request.
  std::vector<MemoryPlacement> placements;

  uint64_t getNumBytes() const;
};

/// Places the requests in as few blocks as it finds. Those whose times do not
/// meet may share memory. No block is larger than `maxBlockSize`, except for a
/// request that itself is. Offsets and sizes of blocks are multiples of the
/// alignment, a power of two.
MemoryPlan planMemory(llvm::ArrayRef<MemoryRequest> requests,
                      uint64_t alignment, uint64_t maxBlockSize);

} // namespace dml

#endif // DML_RUNTIME_VULKAN_MEMORY_MEMORYPLAN_H
