//===- AlignedMemory.cpp - Memory for elements of tensors -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Values/AlignedMemory.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace dml {

/// On x86 and with 4 KiB pages elsewhere.
constexpr static size_t kHugePageBytes = size_t(2) << 20;
/// Below this, what the last page has too much would be felt.
constexpr static size_t kMinHugeBytes = 4 * kHugePageBytes;

size_t getAlignedSize(size_t numBytes) {
  if (numBytes > SIZE_MAX - kTensorAlignment)
    return 0;
  return llvm::alignTo(std::max<size_t>(numBytes, 1), kTensorAlignment);
}

char *allocateAligned(size_t numBytes) {
  size_t size = getAlignedSize(numBytes);
  if (size == 0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  if (size >= kMinHugeBytes && size <= SIZE_MAX - kHugePageBytes) {
    // Whole huge pages only: the rest is of ordinary ones.
    void *memory =
        std::aligned_alloc(kHugePageBytes, llvm::alignTo(size, kHugePageBytes));
    if (memory)
      // Only a wish; without huge pages nothing changes.
      (void)madvise(memory, llvm::alignDown(size, kHugePageBytes),
                    MADV_HUGEPAGE);
    return static_cast<char *>(memory);
  }
#endif
  return static_cast<char *>(std::aligned_alloc(kTensorAlignment, size));
}

} // namespace dml
