//===- MemoryPlan.cpp - Where buffers lie in blocks of memory -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Vulkan/Memory/MemoryPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>
#include <optional>

using namespace dml;

namespace {
/// Memory of a block that is taken for a while.
struct Taken {
  uint64_t begin, end;
  uint32_t first, last;
};

struct Block {
  /// What it may grow to.
  uint64_t capacity = 0;
  uint64_t numBytes = 0;
  /// By increasing `begin`.
  std::vector<Taken> taken;

  std::optional<uint64_t> findOffset(const MemoryRequest &request,
                                     uint64_t alignment) const;
  void take(const MemoryRequest &request, uint64_t offset);
};
} // namespace

uint64_t MemoryPlan::getNumBytes() const {
  return std::accumulate(blocks.begin(), blocks.end(), uint64_t(0));
}

/// The first gap that is wide enough all the time.
std::optional<uint64_t> Block::findOffset(const MemoryRequest &request,
                                          uint64_t alignment) const {
  uint64_t offset = 0;
  for (const Taken &other : taken) {
    if (other.last < request.first || request.last < other.first)
      continue;
    if (other.begin >= offset && other.begin - offset >= request.numBytes)
      break;
    offset = std::max(offset, llvm::alignTo(other.end, alignment));
  }
  if (offset > capacity || capacity - offset < request.numBytes)
    return std::nullopt;
  return offset;
}

void Block::take(const MemoryRequest &request, uint64_t offset) {
  Taken entry = {offset, offset + request.numBytes, request.first,
                 request.last};
  auto position =
      llvm::upper_bound(taken, offset, [](uint64_t begin, const Taken &other) {
        return begin < other.begin;
      });
  taken.insert(position, entry);
  numBytes = std::max(numBytes, entry.end);
}

MemoryPlan dml::planMemory(llvm::ArrayRef<MemoryRequest> requests,
                           uint64_t alignment, uint64_t maxBlockSize) {
  MemoryPlan plan;
  plan.placements.resize(requests.size());
  // Large ones first: what is small fits into the gaps that they leave.
  std::vector<uint32_t> order(requests.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    return std::make_pair(requests[b].numBytes, a) <
           std::make_pair(requests[a].numBytes, b);
  });

  std::vector<Block> blocks;
  for (uint32_t i : order) {
    const MemoryRequest &request = requests[i];
    if (request.numBytes == 0)
      break;
    std::optional<uint64_t> offset;
    uint32_t chosen = 0;
    for (; chosen < blocks.size() && !offset; ++chosen)
      offset = blocks[chosen].findOffset(request, alignment);
    if (offset) {
      --chosen;
    } else {
      blocks.emplace_back();
      blocks.back().capacity = std::max(maxBlockSize, request.numBytes);
      offset = 0;
    }
    blocks[chosen].take(request, *offset);
    plan.placements[i] = {chosen, *offset};
  }
  for (const Block &block : blocks)
    plan.blocks.push_back(
        std::min(llvm::alignTo(block.numBytes, alignment), block.capacity));
  return plan;
}
